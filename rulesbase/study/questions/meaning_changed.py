"""Decide whether a learnt text now has another meaning, by kind of question."""

import re

from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.questions.definitions import plain_name
from rulesbase.engine.questions.sections import infraction_of
from rulesbase.engine.text.normalize import fold
from rulesbase.models import Question, Wording

SUBSTANCE = "substance"


def means_another(kind: str, old: Wording, new: Wording) -> bool:
    """Return whether the answer differs in substance: of a chapter its title, of a translation the name."""
    if old.pk == new.pk:
        return False
    if kind == Question.Kind.HEADING:
        return fold(old.heading).lower() != fold(new.heading).lower()
    if kind == Question.Kind.TRANSLATION:
        names = [plain_name(one.heading, one.language) for one in (old, new)]
        return fold(names[0]).lower() != fold(names[1]).lower()
    return weight_of(old.words, new.words) == SUBSTANCE


# The letter of an example moves when another is added.
_LETTER = re.compile(r"[A-Z]\. +")
# Kinds whose question and answer are whole lines of a section.
_OF_LINES = (Question.Kind.INFRACTION, Question.Kind.TABLE)


def part_is_same(question: Question, old: Wording, new: Wording) -> bool:
    """Return whether a changed section is the same in the part that a question is about.

    That is the part of an infraction, or all lines that the question shows or answers with. ``old`` is the text that
    the question was made from. Other questions are about the whole text.
    """
    if question.kind in _OF_LINES:
        spans = [question.data[name] for name in ("shown", "label") if name in question.data]
        lines = {_line(old.text, start) for start, _end in [*spans, *question.data["answer"]]}
        return lines <= {_LETTER.sub("", line, count=1) for line in new.text.split("\n")}
    before, after = (_part_of_infraction(question, one.text) for one in (old, new))
    return bool(before and after) and weight_of(before, after) != SUBSTANCE


def _line(text: str, at: int) -> str:
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return _LETTER.sub("", text[start : None if end < 0 else end], count=1)


def _part_of_infraction(question: Question, text: str) -> str:
    """Return the text of the part of an infraction that a question is about; empty for other questions."""
    found = infraction_of(text) if question.kind in (Question.Kind.PENALTY, Question.Kind.SECTION) else None
    if found is None:
        return ""
    spans = found.deciding if question.kind == Question.Kind.PENALTY else found.parts.get(question.data["ask"], [])
    return "\n".join(text[start:end] for start, end in spans)
