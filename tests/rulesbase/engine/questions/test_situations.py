"""Questions on situations: outcomes of examples, statements with an error, sentences that changed."""

import pytest

from rulesbase.engine.questions.examples import finds, happens, split_example
from rulesbase.engine.questions.spot_the_error import errors
from rulesbase.engine.questions.then_and_now import has_decisive_change, then_and_now
from rulesbase.engine.questions.version_index import VersionIndex
from tests.rulesbase.engine.questions.test_study_questions import book


@pytest.mark.parametrize(
    ("example", "hidden"),
    [
        (
            "Example: A keeper lights two lanterns in a storm. The harbour reads “No lantern burns at noon.” "
            "Both lanterns will go out.",
            "Both lanterns will go out.",
        ),
        (
            "Example: A boat has “When this boat lands, ring a bell, loudly.” If the boat sinks before it lands, the "
            "bell stays silent.",
            "the bell stays silent.",
        ),
        (
            "A player casts a net over three boats at sea. None can row away. The keeper doesn’t see them.",
            "None can row away. The keeper doesn’t see them.",
        ),
        # Sentences in a quotation or in brackets end nothing outside.
        (
            "A keeper casts a net that reads “Fading (Boats sink. At noon, row away.)” A boat becomes dry. "
            "A player casts the net over it. If the boat is old, its keeper decides where it lands.",
            "its keeper decides where it lands.",
        ),
        (
            "A player lights a lantern in a storm. Because the lantern is new, the player pays two coins, not three.",
            "the player pays two coins, not three.",
        ),
        ("A player casts a net that reads “Boats sink. They will float. The end", None),
        # The first sentence alone is no situation.
        (
            "You light the old lantern. The only boat can’t leave the harbour. The keeper does nothing.",
            "The keeper does nothing.",
        ),
        # An outcome with a modification that the situation lacks, or decided before.
        ("A player lights two lanterns of a boat in a storm. Both boats still get +2/+2.", None),
        ("A player gives two boats +2/+2 in a storm. Both boats still get +2/+2.", "Both boats still get +2/+2."),
        ("A player casts a net over three boats. The boats would sink at sea. The keeper does nothing.", None),
        ("“Lantern” means that a player has a light at sea. “Boat” means that a player is at sea.", None),
        ("A player casts a net over three boats at sea by night. However, no boat will sink.", None),
        # Nothing to decide, too little to go on, or a part of the example before.
        ("Example: “Lantern” is a word.", None),
        ("Example: A boat is a vessel and a lantern is a light.", None),
        (
            "A boat is a vessel and a lantern is a light for the vessel at sea. The vessel can’t leave the harbour "
            "without a light.",
            None,
        ),
        ("Example: In the same harbour, a player attacks with a boat. The boat will sink.", None),
    ],
)
def test_the_outcome_of_an_example_is_hidden(example: str, hidden: str | None) -> None:
    parts = split_example(example)
    assert (example[parts.split :] if parts else None) == hidden


def test_an_example_is_asked_for_its_outcome_and_for_its_rule() -> None:
    """The key of a question stays the same, so that a learner's progress is not lost."""
    leaning = "Example: In the same harbour, a player attacks with a boat. The boat will sink."
    example = "Example: A player lights two lanterns in a storm. The storm is loud. Both lanterns will go out."
    entries = book("Every lantern goes out in a storm at sea.")
    entries[2] = entries[2]._replace(examples=(leaning, example, example.replace("two", "old")))
    index = VersionIndex(entries)
    key = "example a player lights two lanterns in a storm the storm is loud both lanterns will go out"
    outcome, other = happens(index, 2)
    assert (outcome.asked, outcome.reveals, other.data["example"]) == ((key,), key, 2)
    assert outcome.data == {"example": 1, "start": 9, "split": example.index("Both"), "clause": False}
    (rule,) = finds(index, 2)
    assert (rule.asked, rule.data) == ((key,), {"example": 1, "start": 9})


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A keeper of the old lighthouse can’t leave the harbour while a boat is at sea.", "can"),
        ("A boat in the harbour is put under the lighthouse of its owner whenever a storm begins.", "its controller"),
        ("When a storm begins, its controller puts the boat of a keeper into the harbour at once.", "its owner"),
        # Twice, in quotation marks, or shown to be wrong by the rest of the sentence.
        ("A keeper can’t sleep in the lighthouse and can’t row a boat while a storm is near.", None),
        ("A keeper shouts “a boat can’t leave” from the lighthouse whenever a storm begins.", None),
        ('A keeper shouts "a boat can’t leave" from the lighthouse whenever a storm begins.', None),
        ("A keeper (who can’t row) shouts from the lighthouse of the harbour whenever a storm begins.", None),
        ("A keeper (who can row) can’t shout from the lighthouse of the harbour whenever a storm begins.", "can"),
        ("A lantern on the old lighthouse may go out in a storm without a keeper near by.", None),
        ("A keeper of the old lighthouse can’t leave the harbour unless a boat is at sea.", "even if"),
        ("A keeper of the old lighthouse can’t leave the harbour, so no boat is at sea.", None),
        ("If a storm begins, a keeper of the old lighthouse can’t leave the harbour by boat.", None),
        ("A boat has no keeper and no light while it is not in the harbour or while it is in the harbour.", None),
        ("When the spell of a storm begins, its controller puts the boat of a keeper to sea.", None),
        ("When a storm begins, its controller puts the boat of its own keeper to sea at once.", None),
        ("When a storm begins, its controller lights the lamp of a keeper who isn’t at her own pier.", "is"),
        # The first word of the list stands there twice, so another one is taken.
        ("No keeper can’t row and can’t sleep while the light isn’t lit in a storm of the night.", None),
        ("A keeper can’t row and can’t sleep while the light isn’t lit in a storm of the night.", "is"),
    ],
)
def test_one_word_becomes_its_opposite(text: str, wrong: str | None) -> None:
    found = list(errors(VersionIndex(book(text)), 2))
    assert [draft.data["wrong"] for draft in found] == ([wrong] if wrong else [])


OPPOSITES = {"even if": "only if", "unless": "even if", "won’t": "will", "isn’t": "is", "aren’t": "are", "is not": "is"}
OPPOSITES |= {
    "doesn’t use the stack": "uses the stack",
    "uses the stack": "doesn’t use the stack",
    "their owner’s": "their controller’s",
    "in timestamp order": "in any order",
    "simultaneously": "one at a time",
    "at the same time,": "one after another",
    "immediately before": "immediately after",
    "immediately after": "immediately before",
}


@pytest.mark.parametrize(("right", "wrong"), OPPOSITES.items())
def test_every_word_with_its_opposite(right: str, wrong: str) -> None:
    text = f"A boat of the old harbour rows {right} the tall lantern on each day of rest by night."
    (draft,) = errors(VersionIndex(book(text)), 2)
    assert (text[slice(*draft.data["error"])], draft.data["wrong"]) == (right.rstrip(","), wrong)


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
