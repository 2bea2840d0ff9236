"""Write an answer of the name checker as data, for the command and the API. Fields may be added, never renamed."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from cards.engine.types import Answer
from cards.lookup.find_cards import CardMatch
from cards.lookup.resolve_objects import ResolvedObject
from cards.name_checker.answers_by_card import FirstSet, first_sets, set_of
from cards.name_checker.check import NameCheck
from rulesbase.engine.messages import Message


def answer_data(checked: NameCheck, say: Callable[[Message], str] = str) -> dict[str, Any]:
    """Return an answer as data; ``say`` writes the engine's sentences, in English by default."""
    answer = checked.answer
    return {
        "version": checked.version.date,
        "question": str(checked.question.kind),
        "verdict": str(answer.verdict),
        "answer": say(answer.answer),
        "reasons": [
            {"number": step.number, "rule": step.rule or None, "text": step.text, "says": say(step.message)}
            for step in checked.steps
        ],
        "readings": _readings(checked, say),
        "branches": branches_data(answer, say),
        "candidates": [candidate_data(one) for resolved in checked.resolved for one in resolved.candidates],
        "card_data": {"as_of": checked.question.data_as_of, "oracle_as_of": _oracle_days(checked)},
        "notes": [say(note) for note in checked.notes],
        "by_analogy": answer.by_analogy,
        "rests_on_tournament_rules": answer.rests_on_tournament_rules,
        "today": checked.today
        and {
            "verdict": str(checked.today.verdict),
            "answer": say(checked.today.answer),
            "since": checked.since,
        },
    }


def _oracle_days(checked: NameCheck) -> list[datetime.date]:
    """Return the day of the data from which the Oracle texts and types are, for each card of the question."""
    cards = (thing.card.on(checked.question.day) for thing in checked.question.things if thing.card)
    return [card.as_of for card in cards if card.as_of]


def _readings(checked: NameCheck, say: Callable[[Message], str]) -> list[dict[str, Any]]:
    """Return the answer for each card that an ambiguous name may mean, the likeliest first."""
    sets = first_sets(checked.readings)
    return [
        {
            "cards": [_object(one, sets) | {"object": at} for at, one in reading.objects.items()],
            **_object(next(iter(reading.objects.values())), sets),
            "verdict": str(reading.answer.verdict),
            "answer": say(reading.answer.answer),
            "numbers": list(reading.answer.numbers),
            "branches": branches_data(reading.answer, say),
        }
        for reading in checked.readings
    ]


def _object(one: ResolvedObject, sets: Mapping[tuple[str, str], FirstSet]) -> dict[str, Any]:
    """Return the card of a reading: its name and the set in which it was first printed under the typed name."""
    match, first = one.match, set_of(one, sets)
    code, name, released = first or (None, None, None)
    slug = match.card.slug if match else None
    return {"name": one.thing.name, "card": slug, "set": code, "set_name": name, "released": released}


def branches_data(answer: Answer, say: Callable[[Message], str]) -> list[dict[str, Any]]:
    """Return the answer for each value of the fact that an answer depends on."""
    return [
        {
            "if": say(branch.condition),
            "verdict": str(branch.answer.verdict),
            "answer": say(branch.answer.answer),
            "numbers": list(branch.answer.numbers),
            "says": say(branch.answer.conclusion),
        }
        for branch in answer.branches
    ]


def candidate_data(found: CardMatch) -> dict[str, Any]:
    """Return a card that may be meant as data."""
    return {"name": found.name, "card": found.card.slug, "matched": found.matched, "reason": str(found.reason)}
