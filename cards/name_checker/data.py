"""An answer of the name checker as plain data: for the command and the API. Fields may be added, never renamed."""

from collections.abc import Callable
from typing import Any

from cards.lookup.lookup import Found
from cards.name_checker.check import Checked
from rulesbase.engine.messages import Message


def answer_data(checked: Checked, say: Callable[[Message], str] = str) -> dict[str, Any]:
    """An answer; ``say`` makes sentences of what the engine says, in English unless another is given."""
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


def candidate_data(found: Found) -> dict[str, Any]:
    """A card that may be meant."""
    return {"name": found.name, "card": found.slug, "matched": found.matched, "reason": str(found.reason)}
