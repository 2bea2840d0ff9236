"""How objects are written: every word for a state, and what is refused."""

import pytest

from cards.engine.asking import BadQuestion
from cards.engine.states import LONGEST, in_words, read_written


def test_two_halves_together() -> None:
    assert read_written("Gull@left,right").states == {"fused", "stack"}
    assert read_written("Gull@unlocked-left,unlocked-right").states == {"battlefield"}
    assert read_written("Gull@left").states == {"left"}


@pytest.mark.parametrize("mark", ["also", "set", "flavor", "sticker"])
def test_names_behind_a_state(mark: str) -> None:
    written = read_written(f"Gull@hand,{mark}=Tern, the Swift")
    assert (written.name, written.states) == ("Gull", frozenset(("hand",)))
    given = (*written.also, written.set_name, written.flavor, written.sticker)
    assert [one for one in given if one] == ["Tern, the Swift"]
    assert [bool(written.also), bool(written.set_name), bool(written.flavor), bool(written.sticker)] == [
        mark == one for one in ("also", "set", "flavor", "sticker")
    ]
    with pytest.raises(BadQuestion, match=f"“{mark}=” needs a name behind it."):
        read_written(f"Gull@{mark}=")


@pytest.mark.parametrize("comma", ",;@+")
def test_what_parts_states(comma: str) -> None:
    assert read_written(f"Gull@hand{comma}copy").states == {"hand", "copy"}
    assert read_written(f"Gull@hand {comma} set=Tern").set_name == "Tern"


@pytest.mark.parametrize("state", ["facedown", "nameless", "emblem", "token"])
def test_what_needs_no_name(state: str) -> None:
    assert read_written(f"@{state}")[:3] == ("", None, frozenset((state,)))
    assert read_written(f'{{"layout": "{state}"}}').states == {state}


def test_the_longest_name_is_read() -> None:
    assert len(read_written("x" * LONGEST).name) == 20_000


@pytest.mark.parametrize("typed", ["a Gull token named Tern", "token called Tern", "a big white bird token named Tern"])
def test_tokens_named_in_words(typed: str) -> None:
    told = in_words(read_written(typed))
    assert (told.name, told.states) == ("Tern", frozenset(("token", "named")))


def test_what_was_said_of_a_token_stays() -> None:
    assert in_words(read_written("Gull token@named")).name == "Gull token"
    assert in_words(read_written("Gull token@chosen")).name == "Gull token"
    assert in_words(read_written("Gull token@hand"))[:3] == ("Gull", None, frozenset(("token", "hand")))
