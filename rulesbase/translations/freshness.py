"""How fresh the translations of a version are, all of them at once.

A translation is for one English wording. Where a version has that very wording it is exact, whatever the number.
Else the translations that were made for the same Rule at other versions, earlier or later, are compared with what
the version says; the one that needs the least work is shown, with what has changed in between as a whole.
"""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.core.content_version import english_key
from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.overlap import share_within
from rulesbase.lineage.traversal import kinships
from rulesbase.models import Translation, Wording
from rulesbase.translations import freshness_rows
from rulesbase.translations.freshness_rows import (
    English,
    Made,
    approved_in,
    english_of,
    made_for,
    made_in,
    substance,
)
from rulesbase.translations.freshness_types import RANK, STATES, Carried, Cell, Freshness, Sheet

# A text that a split or merge leads to is the same text in part if so much of it stands in what was translated.
_IN_PART = 0.6
# Two examples less alike than this (0 to 100) are two examples.
_SAME_EXAMPLE = 60.0


def freshness(
    versions: Catalogue, version: CatalogueVersion, language: str, chapter: int | None = None
) -> Sheet | None:
    """The freshness of a version in a language; of a chapter alone (1000: the glossary, HEADINGS: the contents).

    Nine queries at most. None where the version has no English text, or for English itself.
    """
    text = version.text_in(DEFAULT_LANGUAGE)
    if text is None or language == DEFAULT_LANGUAGE:
        return None
    return _kept(versions.stamp_in(language), text.pk, version.date, language, chapter)


@lru_cache(maxsize=96)
def _kept(stamp: str, edition: int, date: datetime.date, language: str, chapter: int | None) -> Sheet:
    return Sheet(language, date, FreshnessCalculator(stamp, date, language).run(edition, chapter))


def forget() -> None:
    """Reckon anew when next asked: for databases in which what was written is undone."""
    _kept.cache_clear()
    freshness_rows.forget()


class FreshnessCalculator:
    """Calculate the freshness of all texts of a version, or of a chapter, from few large queries."""

    def __init__(self, stamp: str, date: datetime.date, language: str) -> None:
        self.stamp, self.date, self.language = stamp, date, language
        self.english = english_key(stamp)
        self.whole = True
        self.made: Mapping[int, Sequence[Made]] = {}
        self.texts: dict[int, str] = {}
        self.kin: defaultdict[int, list[int]] = defaultdict(list)

    def run(self, edition: int, chapter: int | None) -> dict[int, Cell]:
        self.whole = chapter is None
        entries, examples = english_of(self.english, edition, chapter)
        every = [*entries, *(one for group in examples.values() for one in group)]
        self.exact = self._approved({one.wording for one in every})
        open_rules = {
            one.rule
            for one in entries
            if one.rule
            and (
                one.wording not in self.exact
                or any(example.wording not in self.exact for example in examples.get(one.entry, ()))
            )
        }
        unlike = [
            (one, is_example)
            for is_example, some in ((False, entries), (True, every[len(entries) :]))
            for one in some
            if one.wording not in self.exact and one.rule in open_rules
        ]
        self._read(open_rules, unlike)
        return {one.entry: self._cell(one, examples.get(one.entry, ())) for one in entries}

    def _approved(self, wordings: Collection[int]) -> Mapping[int, tuple[int, int, int | None]]:
        """English wording -> (translation, its wording, source)."""
        if self.whole:
            return approved_in(self.stamp, self.english, self.language)
        rows = Translation.objects.approved_in(self.language).filter(original__in=wordings)
        fields = ("original_id", "pk", "wording_id", "source_id")
        return {original: (pk, wording, source) for original, pk, wording, source in rows.values_list(*fields)}

    def _read(self, rules: set[int], unlike: Sequence[tuple[English, bool]]) -> None:
        """What was made for these Rules and their kin, the English texts to compare, and the changes in between."""
        if not rules:
            return
        self._read_kin(rules)
        if self.whole:
            self.made = made_in(self.stamp, self.english, self.language)
        else:
            self.made = made_for(rules.union(*self.kin.values()), self.language, self.english)
        self._read_texts(unlike)

    def _read_texts(self, unlike: Iterable[tuple[English, bool]]) -> None:
        """What must be compared word by word: texts of places with translations, of which none is for the same text
        but for its typography."""
        needed: set[int] = set()
        for one, is_example in unlike:
            rules = (one.rule or 0, *(() if is_example else self.kin.get(one.rule or 0, ())))
            made = [some for rule in rules for some in self.made.get(rule, ()) if some.is_example == is_example]
            if made and not any(some.fold == one.fold and some.rule == one.rule for some in made):
                needed.add(one.wording)
                needed.update(some.original for some in made)
        for pk, heading, text in Wording.objects.filter(pk__in=needed).values_list("pk", "heading", "text"):
            self.texts[pk] = f"{heading}\n{text}"

    def _read_kin(self, rules: set[int]) -> None:
        """Of each Rule those that it came out of or went into, on either side of this version."""
        for kin in kinships(self.stamp):
            before, after = self.date < kin.date, self.date >= kin.date
            if kin.kind == "split" and after and kin.new in rules:
                self.kin[kin.new].append(kin.old)
            elif kin.kind != "split" and before and kin.old in rules:
                self.kin[kin.old].append(kin.new)
            elif kin.kind != "split" and after and kin.new in rules:
                self.kin[kin.new].append(kin.old)

    # ---- One entry ----

    def _cell(self, english: English, examples: Sequence[English]) -> Cell:
        text = self._text(english)
        if text.state is Freshness.MISSING:
            lost = tuple(Carried(Freshness.MISSING, one.wording) for one in examples)
            return Cell(*english[:4], Freshness.MISSING, text, lost, bool(lost))
        free = [made for made in self.made.get(english.rule or 0, ()) if made.is_example]
        carried = tuple(self._example(one, free) for one in examples)
        has_examples = self._has_examples(english, text, carried)
        state: Freshness = text.state
        if has_examples and state is not Freshness.BEHIND:
            state = max([state, *(_of_example(one.state) for one in carried)], key=RANK.__getitem__)
        return Cell(*english[:4], state, text, carried, has_examples)

    def _text(self, english: English) -> Carried:
        if found := self.exact.get(english.wording):
            pk, wording, source = found
            return Carried(Freshness.EXACT, english.wording, english.wording, pk, wording, source)
        own = [made for made in self.made.get(english.rule or 0, ()) if not made.is_example]
        found_own = self._best(english, own, english.rule or 0)
        if found_own:
            return found_own
        words = self.texts.get(english.wording, "")
        for rule in self.kin.get(english.rule or 0, ()):
            near = [
                made
                for made in self.made.get(rule, ())
                if not made.is_example and share_within(words, self.texts.get(made.original, "")) >= _IN_PART
            ]
            if best := self._best(english, near, rule):
                return best
        return Carried(Freshness.MISSING, english.wording)

    def _best(self, english: English, made: Iterable[Made], rule: int) -> Carried | None:
        """Of several translations for one Rule the one that needs the least work."""
        made = list(made)
        made = [one for one in made if one.fold == english.fold] or made
        found: list[tuple[tuple[int, int, int, int], Carried]] = []
        weights: dict[int, Freshness] = {}
        for one in made:
            if one.original not in weights:
                weights[one.original] = self._state(english, one)
            state = weights[one.original]
            behind = max(1, self._behind(rule, one.date)) if state is Freshness.BEHIND else 0
            carried = Carried(
                state, english.wording, one.original, one.translation, one.wording, one.source, one.date, behind
            )
            away = abs((one.date - self.date).days)
            found.append(((RANK[state], behind, away, one.translation), carried))
        return min(found)[1] if found else None

    def _state(self, english: English, made: Made) -> Freshness:
        if made.fold == english.fold:
            return Freshness.TYPOGRAPHY
        return STATES[weight_of(self.texts[made.original], self.texts[english.wording])]

    def _behind(self, rule: int, date: datetime.date) -> int:
        """How many changes of substance lie between a version and this one."""
        dates = substance(self.english).get(rule, ())
        first, last = sorted((date, self.date))
        return bisect_right(dates, last) - bisect_right(dates, first)

    # ---- Its examples ----

    def _example(self, english: English, free: Sequence[Made]) -> Carried:
        if found := self.exact.get(english.wording):
            pk, wording, source = found
            return Carried(Freshness.EXACT, english.wording, english.wording, pk, wording, source)
        alike = [made for made in free if made.fold == english.fold]
        if not alike and free:
            words = fold(self.texts[english.wording])
            alike = [made for made in free if fuzz.ratio(words, fold(self.texts[made.original])) >= _SAME_EXAMPLE]
        best = self._best(english, alike, english.rule or 0)
        return best or Carried(Freshness.MISSING, english.wording)

    def _has_examples(self, english: English, text: Carried, examples: Sequence[Carried]) -> bool:
        """Whether the translation came with examples, or was made when there were none yet."""
        if not examples:
            return False
        if any(one.state is not Freshness.MISSING for one in examples):
            return True
        return any(
            made.with_examples
            for made in self.made.get(english.rule or 0, ())
            if made.translation == text.translation and not made.is_example
        )


def _of_example(state: Freshness) -> Freshness:
    """What the state of an example says of its entry."""
    return state if RANK[state] <= RANK[Freshness.REFERENCES] else Freshness.EXAMPLE
