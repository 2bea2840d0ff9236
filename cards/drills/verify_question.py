"""Verify a proposed question with the name engine: the right answer, and proof that the others are wrong."""

import datetime
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cards.drills.levels import PAST
from cards.drills.question_templates import ProposedQuestion, QuestionObject
from cards.engine.name_rules.answer import answer
from cards.engine.types import Answer, BadQuestion, GameObject, Meaning, Question, QuestionKind, Verdict
from cards.lookup.facts import cached_facts
from cards.lookup.resolve_objects import ResolvedObject, object_of_card, resolve_objects
from cards.name_checker.check import since_when
from cards.name_checker.query_params import QuestionParams
from cards.name_checker.result import engine_options
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.content_version import english_key


class VerifiedAnswer(NamedTuple):
    """The question as the engine read it, and its answer; ``right`` is yes, no, or the right option."""

    question: Question
    answer: Answer
    right: str


class DrawnQuestion(NamedTuple):
    """A question with its answer by a version.

    ``english`` are the names of its cards. ``today`` is the newest rules' answer to a question about an older day,
    if it differs; it holds since ``since``. ``key`` is the same for the same question.
    """

    key: str
    level: int
    proposed: ProposedQuestion
    version: CatalogueVersion
    answer: Answer
    right: str
    english: tuple[str, ...] = ()
    today: VerifiedAnswer | None = None
    since: datetime.date | None = None

    @property
    def params(self) -> QuestionParams:
        """Return the question in the form of the name checker."""
        return self.proposed.params

    @property
    def day(self) -> datetime.date:
        """Return the date of the version."""
        return self.version.date

    @property
    def options(self) -> tuple[str, ...]:
        """Return the possible answers."""
        return self.proposed.options or (str(Verdict.YES), str(Verdict.NO))


GameObjects = Mapping[QuestionObject, GameObject]


def game_objects_of(proposals: Iterable[ProposedQuestion], versions: Catalogue) -> dict[QuestionObject, GameObject]:
    """Return the objects of questions for the engine, without those whose card is gone or uncertain.

    Four queries for cards that are not cached; some ten more for all names that are looked up, two
    for each interchangeable one.
    """
    objects = {one for proposed in proposals for one in (*proposed.objects, *_described_tokens(proposed))}
    facts = cached_facts.of(english_key(versions.stamp), sorted({one.oracle_id for one in objects if one.oracle_id}))
    named = sorted({one.typed for one in objects if not one.oracle_id})
    looked_up = dict(zip(named, resolve_objects(named), strict=True)) if named else {}
    found = {}
    for one in objects:
        if not one.oracle_id:
            thing = _certain(looked_up[one.typed])
        else:
            thing = object_of_card(one.typed, facts[one.oracle_id]) if one.oracle_id in facts else None
        if thing:
            found[one] = thing
    return found


def _certain(found: ResolvedObject) -> GameObject | None:
    """Return the object that was looked up; None if another one may be meant."""
    thing = found.thing
    is_named = thing.card is not None or "token" in thing.states
    return thing if is_named and not (thing.unknown or thing.partial or found.readings) else None


def _described_tokens(proposed: ProposedQuestion) -> tuple[QuestionObject, ...]:
    """Return the token of a question that has only its subtypes; the wrong options are checked with it."""
    if proposed.kind is not QuestionKind.TOKEN:
        return ()
    return (QuestionObject(f"{proposed.values['types']}@token,default"),)


def with_today(
    found: DrawnQuestion, verified: VerifiedAnswer, things: GameObjects, versions: Catalogue
) -> DrawnQuestion:
    """Return a question with the names of its cards; of an older day with the newest rules' answer, if it differs."""
    found = found._replace(english=tuple(thing.name for thing in verified.question.things))
    today = verify(found.proposed, things, versions.latest.date) if found.level == PAST and versions.latest else None
    if today is None or today.right == verified.right:
        return found
    return found._replace(today=today, since=since_when(verified.question, versions, today.answer))


def verify(proposed: ProposedQuestion, things: GameObjects, day: datetime.date) -> VerifiedAnswer | None:
    """Return the answer by the rules of a day; None if it or an object is unclear, or another option may be right.

    No query: ``things`` are from `game_objects_of`.
    """
    if any(one not in things for one in proposed.objects):
        return None
    asked = tuple(things[one] for one in proposed.objects)
    question = Question(proposed.kind, day, asked, engine_options(proposed.params))
    try:
        found = answer(question)
    except BadQuestion:
        return None
    if not found.verdict.is_settled or found.by_analogy or found.rests_on_tournament_rules:
        return None
    if not proposed.options:
        return VerifiedAnswer(question, found, str(found.verdict))
    if proposed.kind is QuestionKind.REFERS:
        # Such an option is the code of a meaning.
        right = str(found.meaning or "")
        return VerifiedAnswer(question, found, right) if right in proposed.options else None
    right = "" if found.meaning is Meaning.NO_NAME else str(found.answer)
    thing = next((things[one] for one in (*proposed.objects, *_described_tokens(proposed)) if one in things), None)
    if right not in proposed.options or len(set(proposed.options)) < len(proposed.options) or thing is None:
        return None
    wrong = [one for one in proposed.options if one != right]
    return VerifiedAnswer(question, found, right) if all(_is_wrong(one, thing, day) for one in wrong) else None


def _is_wrong(option: str, thing: GameObject, day: datetime.date) -> bool:
    """Return whether the engine denies an object a name; of several names, one is enough.

    "The object has no name" is wrong, as the object has one.
    """
    state = frozenset(("chosen",))
    chosen = (GameObject(typed=name, typed_name=name, states=state) for name in option.split(" // "))
    verdicts = (answer(Question(QuestionKind.SAME, day, (thing, one))).verdict for one in chosen)
    return not option or Verdict.NO in verdicts
