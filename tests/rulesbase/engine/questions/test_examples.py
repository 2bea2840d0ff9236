"""Questions on examples: their outcome and their rule."""

import pytest

from rulesbase.engine.questions.examples import finds, happens, split_example
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
