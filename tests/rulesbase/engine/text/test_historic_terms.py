"""Old words of the game are read as today's: every phrase, and every way to write it."""

import pytest

from rulesbase.engine.text.historic_terms import modern, words


@pytest.mark.parametrize(
    ("phrase", "today"),
    [
        ("state-based effects", "state-based action"),
        ("converted mana cost", "mana value"),
        ("removed from the game", "exile"),
        ("comes into play", "enter"),
        ("in play", "battlefield"),
        ("creature or player", "any target"),
    ],
)
def test_old_phrases_are_read_as_those_of_today(phrase: str, today: str) -> None:
    assert modern(f"Barge {phrase} barge.") == f"barge {today} barge."


@pytest.mark.parametrize(
    "text",
    "the first lamp|a seventh, lamp|a lamp in display|the expanse symbol|scarred|cardboard|replays|recopy".split("|"),
)
def test_other_words_stay(text: str) -> None:
    assert modern(text) == text


def test_words_of_a_text_with_and_without_accents() -> None:
    for place in ("quay", "père"):
        assert list(words(f"the {place}'s lamp {{2/w}} gets +1/-1, see #.")) == [
            "the", f"{place}'s", "lamp", "{2/w}", "gets", "+1", "-1", "see",
        ]  # fmt: skip
