"""Old words of the game are read as today's: every phrase, and every way to write it."""

import pytest

from rulesbase.engine.text.historic_terms import modern, words

OLD = """\
State-based effects check converted mana costs, local enchantments, creature enchantments, enchant permanents and Auras.
Cards exiled, or removed from the game, in the removed-from-the-game zone, and creature or player.
Objects that come into play, are put onto the battlefield, enter the battlefield, have comes-into-play abilities.
Permanents leave play or the in-play zone with leaves-play abilities and stay in play.
Text-changing effects and characteristic-setting abilities. He or she tells him or her of his or her spells.
Players played, cast and activated it. Tokens are duplicates of creatures, colors, set symbols; the discard phase ends.
One names a card. First, second, third, fourth, fifth, sixth, it ends."""
TODAY = """\
state-based action check mana value, aura, aura, aura and aura.
card exile, or exile, in the exile zone, and any target.
object that enter, are enter, enter, have enter ability.
permanent leave or the battlefield with leave ability and stay battlefield.
text changing effects and characteristic-defining ability. they tells them of their spell.
player cast, cast and cast it. token are copy of creature, color, set symbol; the cleanup step ends.
one choose card name. then, then, then, then, then, then, it ends."""


def test_old_phrases_are_read_as_those_of_today() -> None:
    assert [modern(line) for line in OLD.split("\n")] == TODAY.split("\n")


OTHERS = "the first lamp|a seventh, lamp|a lamp in display|the expanse symbol|scarred|cardboard|replays|recopy"


@pytest.mark.parametrize("text", OTHERS.split("|"))
def test_other_words_stay(text: str) -> None:
    assert modern(text) == text


def test_words_of_a_text_with_and_without_accents() -> None:
    for place in ("quay", "père"):
        assert list(words(f"the {place}'s lamp {{2/w}} gets +1/-1, see #.")) == [
            "the", f"{place}'s", "lamp", "{2/w}", "gets", "+1", "-1", "see",
        ]  # fmt: skip
