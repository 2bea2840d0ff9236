"""Decide whether a learnt text now has another meaning, by kind of question."""

from collections.abc import Mapping
from typing import NamedTuple

from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.questions.definitions import plain_name
from rulesbase.engine.text.normalize import fold
from rulesbase.models import Question, Wording

SUBSTANCE = "substance"


class LearntText(NamedTuple):
    """A wording: its key, language, heading and text."""

    pk: int
    language: str
    heading: str
    text: str

    @property
    def words(self) -> str:
        """Return heading and text, as compared between versions."""
        return f"{self.heading}\n{self.text}" if self.heading and self.text else self.heading or self.text


def wording_texts(keys: set[int]) -> Mapping[int, LearntText]:
    """Return wordings by key. One query for each five hundred."""
    found: dict[int, LearntText] = {}
    order = sorted(keys)
    for start in range(0, len(order), 500):
        rows = Wording.objects.filter(pk__in=order[start : start + 500])
        found |= {row[0]: LearntText(*row) for row in rows.values_list("pk", "language", "heading", "text")}
    return found


def means_another(kind: str, old: LearntText, new: LearntText) -> bool:
    """Return whether the answer differs in substance: of a chapter its title, of a translation the name."""
    if old.pk == new.pk:
        return False
    if kind == Question.Kind.HEADING:
        return fold(old.heading).lower() != fold(new.heading).lower()
    if kind == Question.Kind.TRANSLATION:
        names = [plain_name(one.heading, one.language) for one in (old, new)]
        return fold(names[0]).lower() != fold(names[1]).lower()
    return weight_of(old.words, new.words) == SUBSTANCE
