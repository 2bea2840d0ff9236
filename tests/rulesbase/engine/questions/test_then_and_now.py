"""Questions on sentences that changed between two versions."""

import pytest

from rulesbase.engine.questions.then_and_now import has_decisive_change, then_and_now

PUT = "A boat may leave at dawn. The keeper puts three lanterns into their {} in every storm."


@pytest.mark.parametrize(
    ("text", "before", "now", "is_asked"),
    [
        (PUT, "hand", "library", True),
        # No ruling hangs on the words, or on those of before.
        ("A boat may leave at dawn. The keeper lights three {} in every storm.", "lanterns", "candles", False),
        (PUT, "boat", "library", False),
        (PUT, "hand", "boat", False),
        # Grammar, references, more than one place, the sentence of another rule.
        ("{} a lantern in every storm of the year.", "He or she lights", "They light", False),
        ("A boat leaves the harbour at dawn, see rule {}.", "101.1", "102.4", False),
        (
            "The keeper of a {} of the year.",
            "hand waits in every storm of the exile",
            "library waits in every storm of the stack",
            False,
        ),
        ("{}.", "No boat leaves", "The keeper lights three candles in every storm", False),
    ],
)
def test_a_sentence_that_changed_in_one_place(text: str, before: str, now: str, is_asked: bool) -> None:
    found = then_and_now(text.format(before), text.format(now))
    gap = (found.before, text.format(now)[found.start : found.end]) if found else None
    assert gap == ((before, now) if is_asked else None)


RULE = "A boat that leaves the harbour in a storm returns before the end of the year"


@pytest.mark.parametrize(
    ("before", "now", "is_one"),
    [
        (f"{RULE}.", f"{RULE}, and its owner destroys a lantern.", True),
        # The sentence that changed can be understood alone.
        (f"It is so. {RULE}.", f"It is so. {RULE}, and its owner destroys a lantern.", True),
        (f"{RULE}. It rains.", f"{RULE}. It rains, and its owner destroys a lantern.", False),
        (f"{RULE}. See rule 100.1.", f"{RULE}. See rule 100.1, its owner destroys a lantern.", False),
        # No ruling hangs on it, another word for the same, a list, another rule.
        (f"{RULE}.", f"{RULE}, and none lights a red lantern.", False),
        (f"{RULE} of its owner.", f"{RULE} of its controller.", False),
        (f"{RULE}; types are red.", f"{RULE}; types are red, its owner destroys a lantern.", False),
        ("The keeper climbs the stairs of the tower by night.", f"{RULE} of its owner and target.", False),
    ],
)
def test_which_changes_are_asked(before: str, now: str, is_one: bool) -> None:
    assert has_decisive_change(before, now) is is_one
