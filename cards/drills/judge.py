"""Judge a proposed question with the name engine: the right answer, and proof that the others are wrong."""

import datetime
from typing import NamedTuple

from cards.drills.pool import FactCache
from cards.drills.shapes import ProposedQuestion
from cards.engine.rules.answer import answer
from cards.engine.types import Answer, BadQuestion, Meaning, Question, QuestionKind, Thing, Verdict
from cards.name_checker.check import since_when
from cards.name_checker.query_params import QuestionParams
from cards.name_checker.result import options_of
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion

# The level that asks by the rules of an older day.
PAST = 5


class JudgedAnswer(NamedTuple):
    """The engine's answer; ``right`` is yes, no, or the right option."""

    answer: Answer
    right: str


class DrawnQuestion(NamedTuple):
    """A question with its answer by a version.

    ``english`` are the names of its cards. ``today`` is the newest rules' answer to a question about an older day,
    if it differs; it holds since ``since``. ``key`` is the same for the same question.
    """

    key: str
    level: int
    put: ProposedQuestion
    version: CatalogueVersion
    answer: Answer
    right: str
    english: tuple[str, ...] = ()
    today: JudgedAnswer | None = None
    since: datetime.date | None = None

    @property
    def ask(self) -> QuestionParams:
        """Return the question in the form of the name checker."""
        return self.put.ask

    @property
    def day(self) -> datetime.date:
        """Return the date of the version."""
        return self.version.date

    @property
    def options(self) -> tuple[str, ...]:
        """Return the possible answers."""
        return self.put.options or (str(Verdict.YES), str(Verdict.NO))


def answer_question(
    key: str, level: int, put: ProposedQuestion, facts: FactCache, version: CatalogueVersion, versions: Catalogue
) -> DrawnQuestion | None:
    """Answer a question by a version, and by the newest one if it is about an older day; None if unclear."""
    judged, question = judge(put, facts, version.date), question_of(put, facts, version.date)
    if judged is None or question is None:
        return None
    found = DrawnQuestion(key, level, put, version, *judged, tuple(thing.name for thing in question.things))
    today = judge(put, facts, versions.latest.date) if level == PAST and versions.latest else None
    if today is None or today.right == judged.right:
        return found
    return found._replace(today=today, since=since_when(question, versions, today.answer))


def question_of(put: ProposedQuestion, facts: FactCache, day: datetime.date) -> Question | None:
    """Return the question for the engine, as of the version of a day; None if an object is not certain."""
    things: list[Thing] = []
    for one in put.objects:
        found = facts.thing(one.typed, one.oracle_id)
        if found is None:
            return None
        things.append(found)
    ask = put.ask
    with_ = tuple(filter(None, [ask.details.get("with", "")]))
    legal = {"yes": True, "no": False}.get(ask.details.get("legal", ""))
    return Question(ask.kind, day, tuple(things), with_, legal, options_of(ask))


def judge(put: ProposedQuestion, facts: FactCache, day: datetime.date) -> JudgedAnswer | None:
    """Return the answer by the rules of a day; None if it is unclear, or another option may be right."""
    question = question_of(put, facts, day)
    if question is None:
        return None
    try:
        found = answer(question)
    except BadQuestion:
        return None
    if not found.verdict.is_settled or found.by_analogy or found.rests_on_tournament_rules:
        return None
    if not put.options:
        return JudgedAnswer(found, str(found.verdict))
    if put.kind is QuestionKind.REFERS:
        # Such an option is the code of a meaning.
        right = str(found.meaning or "")
        return JudgedAnswer(found, right) if right in put.options else None
    right = "" if found.meaning is Meaning.NO_NAME else str(found.answer)
    thing = question.things[0] if question.things else facts.thing(f"{put.values['types']}@token,default", "")
    if right not in put.options or len(set(put.options)) < len(put.options) or thing is None:
        return None
    wrong = [one for one in put.options if one != right]
    return JudgedAnswer(found, right) if all(_is_wrong(one, thing, day) for one in wrong) else None


def _is_wrong(option: str, thing: Thing, day: datetime.date) -> bool:
    """Return whether the engine denies an object a name; of several names, one is enough.

    "The object has no name" is wrong, as the object has one.
    """
    return not option or any(_lacks(thing, name, day) for name in option.split(" // "))


def _lacks(thing: Thing, name: str, day: datetime.date) -> bool:
    chosen = Thing(typed=name, typed_name=name, states=frozenset(("chosen",)))
    return answer(Question(QuestionKind.SAME, day, (thing, chosen))).verdict is Verdict.NO
