"""Answer a question for each card that its names may mean.

A printed name can belong to several cards, and a short name can begin several. The question is answered for each
combination of them; one verdict is given only where all answers agree.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from django.db.models import F

from cards.engine.name_rules.answer import answer
from cards.engine.name_rules.reasons import unique_reasons
from cards.engine.name_rules.verdicts import WORDS
from cards.engine.types import Answer, BadQuestion, Question, QuestionKind, Verdict
from cards.lookup.resolve_objects import ResolvedObject
from cards.lookup.which_card import MOST_READINGS
from cards.models import PrintedName, Printing
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

# The most combinations of cards that are answered, if several names of a question are ambiguous.
_MOST = 120


class Reading(NamedTuple):
    """The answer if the ambiguous names mean these cards; ``objects`` are these objects, by their index."""

    objects: Mapping[int, ResolvedObject]
    answer: Answer

    @property
    def cases(self) -> tuple[tuple[Message | None, Answer], ...]:
        """Return the answers of this reading: one, or one for each value of a missing fact, with the fact."""
        cases = tuple((branch.condition, branch.answer) for branch in self.answer.branches)
        return cases or ((None, self.answer),)


class ReadAnswer(NamedTuple):
    """The answer to a question, and the answer for each reading if its names have several."""

    answer: Answer
    readings: tuple[Reading, ...] = ()


def answer_readings(question: Question, resolved: Sequence[ResolvedObject]) -> ReadAnswer:
    """Answer a question for each reading of its names, the likeliest first. Raise BadQuestion if there is no answer."""
    several = {one.thing.typed_name: _in_order(one.readings, question, resolved) for one in resolved if one.readings}
    if not several:
        return ReadAnswer(answer(question))
    # Equal names mean the same card.
    every = product(*([(typed, one) for one in some] for typed, some in several.items()))
    readings, refusals = [], []
    for combined in islice(every, _MOST):
        chosen = dict(combined)
        objects = {at: _with_state(one, chosen) for at, one in enumerate(resolved) if one.readings}
        things = tuple(objects[at].thing if at in objects else thing for at, thing in enumerate(question.things))
        try:
            readings.append(Reading(objects, answer(replace(question, things=things))))
        except BadQuestion as refusal:
            refusals.append(refusal)
    if not readings:
        raise refusals[0]
    # With so many readings more cards may be meant than were looked up.
    all_asked = next(every, None) is None and not any(len(one.readings) >= MOST_READINGS for one in resolved)
    return ReadAnswer(_together(question, readings, resolved, all_asked=all_asked), tuple(readings))


def _with_state(one: ResolvedObject, chosen: Mapping[str, ResolvedObject]) -> ResolvedObject:
    """Return the chosen reading of an object with the states of this object."""
    card = chosen[one.thing.typed_name].thing.card
    return next(reading for reading in one.readings if reading.thing.card == card)


def _in_order(
    readings: Sequence[ResolvedObject], question: Question, resolved: Sequence[ResolvedObject]
) -> list[ResolvedObject]:
    """Return the cards that another object names first, then those printed by the day of the version."""
    named = {one.thing.card.name for one in resolved if one.thing.card and not one.readings}

    def later(one: ResolvedObject) -> tuple[bool, bool]:
        card = one.thing.card
        released = card.released if card else None
        return (card is None or card.name not in named, bool(released and released > question.day))

    return sorted(readings, key=later)


def _together(
    question: Question, readings: Sequence[Reading], resolved: Sequence[ResolvedObject], *, all_asked: bool
) -> Answer:
    first = readings[0].answer
    # To choose a name, it must be clear which card is meant.
    unclear_choice = question.kind is QuestionKind.CHOOSE and any(one.readings and one.guessed for one in resolved)
    if all_asked and not unclear_choice and all(reading.answer.is_like(first) for reading in readings):
        return first
    differing: dict[tuple[Verdict, str], Answer] = {}
    for reading in readings:
        differing.setdefault((reading.answer.verdict, str(reading.answer.answer)), reading.answer)
    reasons = unique_reasons(reason for found in differing.values() for reason in found.reasons)
    message = Message(_("The name may mean several cards, and the answer depends on which one is meant."))
    return Answer(Verdict.DEPENDS, WORDS[Verdict.DEPENDS], reasons, settled_by=message)


# ---- Sets ----


def read_by_set(resolved: Sequence[ResolvedObject], code: str) -> list[ResolvedObject]:
    """Return objects whose ambiguous names mean only cards printed in a set. Two queries. Raise BadQuestion."""
    cards = {match.card.pk for one in resolved for match in one.candidates}
    in_set = {"card_set__code": code.strip().lower(), "card__in": cards}
    known = {
        oracle_id
        for model in (Printing, PrintedName)
        for oracle_id in model.objects.filter(**in_set).values_list("card__oracle_id", flat=True)
    }
    if not any(_is_of(one, known) for thing in resolved for one in (thing, *thing.readings)):
        raise BadQuestion(_("In the card data, no card of this question is in the set “%(set)s”."), set=code)
    return [_only_of(one, known) for one in resolved]


def _is_of(one: ResolvedObject, known: Collection[str]) -> bool:
    return one.thing.card is not None and one.thing.card.oracle_id in known


def _only_of(one: ResolvedObject, known: Collection[str]) -> ResolvedObject:
    """Return an object with only the readings of known cards; unchanged if there is none."""
    readings = tuple(reading for reading in one.readings if _is_of(reading, known))
    if not readings:
        return one
    return readings[0]._replace(candidates=one.candidates, readings=readings if len(readings) > 1 else ())


class FirstSet(NamedTuple):
    """The set in which a card was first printed under a name."""

    code: str
    name: str
    released: datetime.date | None


def first_sets(readings: Iterable[Reading]) -> dict[tuple[str, str], FirstSet]:
    """Return the first set of each card and printed name, by oracle id and name. Two queries."""
    objects = [one for reading in readings for one in reading.objects.values() if one.thing.card]
    matches = [match for one in objects for match in one.candidates]
    cards = {match.card.pk for match in matches}
    found: dict[tuple[str, str], FirstSet] = {}
    fields = ("card_set__code", "card_set__name", "card_set__released")
    order = (F("card_set__released").asc(nulls_last=True), "card_set__code")
    rows = Printing.objects.filter(card__in=cards).order_by(*order)
    for oracle_id, *values in rows.values_list("card__oracle_id", *fields):
        found.setdefault((oracle_id, ""), FirstSet(*values))
    names = PrintedName.objects.filter(card__in=cards, card_set__isnull=False, name__in={m.matched for m in matches})
    for oracle_id, name, *values in names.order_by(*order).values_list("card__oracle_id", "name", *fields):
        found.setdefault((oracle_id, name), FirstSet(*values))
    return found


def set_of(one: ResolvedObject, sets: Mapping[tuple[str, str], FirstSet]) -> FirstSet | None:
    """Return the first set with the typed name on the card; else the first one with the card."""
    match = one.match
    if match is None:
        return None
    return sets.get((match.card.oracle_id, match.matched)) or sets.get((match.card.oracle_id, ""))
