"""Types of freshness: of a translation, of a translated text, of an entry, of a version in a language."""

import datetime
from enum import StrEnum
from typing import NamedTuple


class Freshness(StrEnum):
    """State of a translation. Those in SAME_MEANING have the meaning of the English."""

    EXACT = "exact"
    TYPOGRAPHY = "typography"
    REFERENCES = "references"
    WORDING = "wording"
    EXAMPLE = "example"
    BEHIND = "behind"
    MISSING = "missing"


# In counts, beside the states: entries that would have the meaning of the English, but fail a check.
DOUBTED = "doubted"
RANK = {state: at for at, state in enumerate(Freshness)}
SAME_MEANING = (Freshness.EXACT, Freshness.TYPOGRAPHY, Freshness.REFERENCES, Freshness.WORDING)
# By the weight of a change of the English since the translation.
FRESHNESS_OF_WEIGHT = {
    "none": Freshness.EXACT,
    "typography": Freshness.TYPOGRAPHY,
    "references": Freshness.REFERENCES,
    "wording": Freshness.WORDING,
    "substance": Freshness.BEHIND,
}


class TranslatedText(NamedTuple):
    """An English text of a version and its translation.

    ``english`` is the wording of the version. ``original`` was translated into ``wording`` for the version of
    ``made_for``; these are None if there is no translation. ``behind`` counts the changes of substance in between.
    """

    state: Freshness
    english: int
    original: int | None = None
    translation: int | None = None
    wording: int | None = None
    source: int | None = None
    made_for: datetime.date | None = None
    behind: int = 0

    @property
    def is_from_desk(self) -> bool:
        """Return whether the translation was approved at the translation desk for this English text."""
        return self.wording is not None and self.source is None and self.state is Freshness.EXACT

    @property
    def wordings(self) -> set[int]:
        """Return the keys of its texts: English, original and translation."""
        return {key for key in (self.english, self.original, self.wording) if key}


class EntryFreshness(NamedTuple):
    """An English entry in another language: text, examples and freshness.

    ``state`` is ``example`` if only examples changed or are missing. ``has_examples`` is false for a source without
    examples.
    """

    entry: int
    number: str
    kind: int
    rule: int | None
    state: Freshness
    text: TranslatedText
    examples: tuple[TranslatedText, ...]
    has_examples: bool

    @property
    def behind(self) -> int:
        """Return the number of changes of substance since the translation."""
        return self.text.behind

    @property
    def translations(self) -> set[int]:
        """Return the translations of the text and its examples."""
        return {one.translation for one in (self.text, *self.examples) if one.translation}

    def text_at(self, part: int) -> TranslatedText:
        """Return the text of the entry (part 0) or one of its examples (1 and up)."""
        return self.examples[part - 1] if part else self.text

    @property
    def examples_behind(self) -> int:
        """Return the number of examples without an up-to-date translation."""
        return sum(RANK[one.state] > RANK[Freshness.WORDING] for one in self.examples) if self.has_examples else 0
