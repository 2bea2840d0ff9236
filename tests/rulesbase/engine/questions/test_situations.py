"""Questions on situations: outcomes of examples, statements with an error, sentences that changed."""

import pytest

from rulesbase.engine.questions.errors import errors
from rulesbase.engine.questions.examples import split_example
from rulesbase.engine.questions.then_and_now import then_and_now
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
            "A player casts a net over three boats. Nobody can row away. The keeper doesn’t see them.",
            "Nobody can row away. The keeper doesn’t see them.",
        ),
        # Nothing to decide, too little to go on, or a part of the example before.
        ("Example: “Lantern” is a word.", None),
        ("Example: A boat is a vessel and a lantern is a light.", None),
        ("Example: In the same harbour, a player attacks with a boat. The boat will sink.", None),
    ],
)
def test_the_outcome_of_an_example_is_hidden(example: str, hidden: str | None) -> None:
    parts = split_example(example)
    assert (example[parts.split :] if parts else None) == hidden


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A keeper of the old lighthouse can’t leave the harbour while a boat is at sea.", "can"),
        ("A boat in the harbour is put under the lighthouse of its owner whenever a storm begins.", "its controller"),
        ("The active player lights every lantern in the harbour before the first boat leaves.", "nonactive player"),
        # Twice, in quotation marks, no player, a free choice, an article that would not fit.
        ("A keeper can’t sleep in the lighthouse and can’t row a boat while a storm is near.", None),
        ("A keeper shouts “no boat can’t leave” from the lighthouse whenever a storm begins.", None),
        ("A lantern on the old lighthouse may go out in a storm without a keeper near by.", None),
        ("A player may light any number of lanterns on the lighthouse whenever a storm begins.", None),
        ("The keeper of the old lighthouse is an active player of every game in the harbour.", None),
    ],
)
def test_one_word_becomes_its_opposite(text: str, wrong: str | None) -> None:
    found = list(errors(VersionIndex(book(text)), 2))
    assert [draft.data["wrong"] for draft in found] == ([wrong] if wrong else [])


@pytest.mark.parametrize(
    ("before", "now", "gap"),
    [
        (
            "A boat may leave at dawn. The keeper lights three lanterns in every storm.",
            "A boat may leave at dawn. The keeper lights three candles in every storm.",
            ("lanterns", "candles"),
        ),
        # Grammar, references, more than one place, the sentence of another rule.
        (
            "He or she lights a lantern in every storm of the year.",
            "They light a lantern in every storm of the year.",
            None,
        ),
        (
            "A boat leaves the harbour at dawn, see rule 101.1.",
            "A boat leaves the harbour at dawn, see rule 102.4.",
            None,
        ),
        (
            "The keeper lights lanterns at dawn in every storm.",
            "The keeper lights candles at dusk in every storm.",
            None,
        ),
        ("No boat leaves.", "The keeper lights three candles in every storm.", None),
    ],
)
def test_a_sentence_that_changed_in_one_place(before: str, now: str, gap: tuple[str, str] | None) -> None:
    found = then_and_now(before, now)
    assert ((found.before, now[found.start : found.end]) if found else None) == gap
