"""Write an answer of the name checker as JSON data, for the command and the API. Fields may be added, never renamed."""

from collections.abc import Callable
from typing import Any

from cards.lookup.lookup import CardMatch
from cards.name_checker.check import NameCheck
from rulesbase.engine.messages import Message


def answer_data(checked: NameCheck, say: Callable[[Message], str] = str) -> dict[str, Any]:
    """Return an answer as data; ``say`` writes the engine's sentences, in English by default."""
    answer = checked.answer
    return {
        "version": checked.version.date.isoformat(),
        "question": str(checked.question.kind),
        "verdict": str(answer.verdict),
        "answer": say(answer.answer),
        "reasons": [
            {"number": step.number, "rule": step.rule or None, "text": step.text, "says": say(step.says)}
            for step in checked.steps
        ],
        "candidates": [candidate_data(one) for parsed in checked.parsed for one in parsed.candidates],
        "notes": [say(note) for note in checked.notes],
        "by_analogy": answer.by_analogy,
        "rests_on_tournament_rules": answer.rests_on_tournament_rules,
        "today": None
        if checked.today is None
        else {
            "verdict": str(checked.today.verdict),
            "answer": say(checked.today.answer),
            "since": checked.since.isoformat() if checked.since else None,
        },
    }


def candidate_data(found: CardMatch) -> dict[str, Any]:
    """Return a card that may be meant as data."""
    return {"name": found.name, "card": found.card.slug, "matched": found.matched, "reason": str(found.reason)}
