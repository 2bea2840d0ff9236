"""Judge a proposed question with the name engine: the right answer, and proof that the others are wrong."""

import datetime
from typing import NamedTuple

from cards.drills.facts import FactCache
from cards.drills.shapes import ProposedQuestion
from cards.engine.rules.answer import answer
from cards.engine.types import Answer, BadQuestion, Question, QuestionKind, Thing, Verdict
from cards.name_checker.result import options_of

_NO_NAME = "It has no name"
# Which reading of a name in a text an answer of the engine stands for.
_READINGS = {
    "only %(card)s A": "source",
    "the %(now)s": "now",
    "the full name, %(card)s": "full",
    "%(text)s": "holder",
}


class JudgedAnswer(NamedTuple):
    """What the engine answers; ``right`` is yes, no, or the option that is right."""

    answer: Answer
    right: str


def question_of(put: ProposedQuestion, stock: FactCache, day: datetime.date) -> Question | None:
    """The question for the engine, as of the version of a day; None where it is not sure what is meant."""
    things: list[Thing] = []
    for one in put.objects:
        found = stock.thing(one.typed, one.oracle_id)
        if found is None:
            return None
        things.append(found)
    ask = put.ask
    with_ = tuple(filter(None, [ask.details.get("with", "")]))
    legal = {"yes": True, "no": False}.get(ask.details.get("legal", ""))
    return Question(ask.kind, day, tuple(things), with_, legal, options_of(ask))


def judge(put: ProposedQuestion, stock: FactCache, day: datetime.date) -> JudgedAnswer | None:
    """The answer by the rules of a day; None where none is plain, or another option may be right."""
    question = question_of(put, stock, day)
    if question is None:
        return None
    try:
        found = answer(question)
    except BadQuestion:
        return None
    if found.verdict is Verdict.UNCLEAR or found.by_analogy or found.rests_on_tournament_rules:
        return None
    if not put.options:
        return JudgedAnswer(found, str(found.verdict))
    if put.kind is QuestionKind.REFERS:
        right = _READINGS.get(found.answer.message, "")
        return JudgedAnswer(found, right) if right in put.options else None
    right = "" if found.answer.message == _NO_NAME else str(found.answer)
    thing = question.things[0] if question.things else stock.thing(f"{put.values['types']}@token,default", "")
    if right not in put.options or len(set(put.options)) < len(put.options) or thing is None:
        return None
    wrong = [one for one in put.options if one != right]
    return JudgedAnswer(found, right) if all(_is_wrong(one, thing, day) for one in wrong) else None


def _is_wrong(option: str, thing: Thing, day: datetime.date) -> bool:
    """Whether the engine denies an object a name; of several names at once, one of them is enough.

    That something has no name is wrong as soon as it was given one.
    """
    if not option:
        return True
    return any(_lacks(thing, name, day) for name in option.split(" // "))


def _lacks(thing: Thing, name: str, day: datetime.date) -> bool:
    chosen = Thing(typed=name, typed_name=name, states=frozenset(("chosen",)))
    return answer(Question(QuestionKind.SAME, day, (thing, chosen))).verdict is Verdict.NO
