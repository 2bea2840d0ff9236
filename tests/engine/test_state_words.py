"""How objects are written: every word for a state, and what is refused."""

import pytest

from cards.engine.asking import ZONES, BadQuestion, Thing
from cards.engine.states import LONGEST, in_words, read_written

ALIASES = {
    "facedown": "face-down morph morphed manifested cloaked disguised",
    "nameless": "no-name unnamed noname",
    "back": "transformed back-face backside back-side other-face",
    "front": "front-face front-side untransformed unflipped face-up",
    "flipped": "flip",
    "melded": "meld",
    "copy": "copied copies",
    "token": "tokens",
    "left": "left-half",
    "right": "right-half adventure omen",
    "fused": "fuse both-halves",
    "locked-left": "left-locked",
    "locked-right": "right-locked",
    "stack": "spell cast",
    "battlefield": "permanent play in-play unlocked unlocked-both both-unlocked fully-unlocked",
    "hand": "",
    "graveyard": "grave gy",
    "library": "deck",
    "exile": "exiled",
    "command": "command-zone",
    "outside": "",
    "emblem": "",
    "chosen": "",
    "named": "",
    "default": "",
    "locked-left locked-right": "locked locked-both both-locked fully-locked",
    "battlefield locked-right": "unlocked-left left-unlocked",
    "battlefield locked-left": "unlocked-right right-unlocked",
}


@pytest.mark.parametrize("state", ALIASES)
def test_every_word_for_a_state(state: str) -> None:
    own = [] if " " in state else [state]
    for word in (*ALIASES[state].split(), *own):
        assert (word, read_written(f"Gull@{word}").states) == (word, frozenset(state.split()))
        assert read_written(f"Gull @ {word.replace('-', ' ').upper()}").states == frozenset(state.split())
        assert read_written(f"Gull@chosen,{word}").states == frozenset((*state.split(), "chosen"))


@pytest.mark.parametrize(
    "before", [f"{a}-{b}" for a in "in on into from".split() for b in ("", "the-", "a-", "my-", "your-")]
)
def test_where_an_object_is_in_words(before: str) -> None:
    assert read_written(f"Gull@{before}hand").states == {"hand"}
    assert read_written(f"Gull@{before}hand".replace("-", " ")).states == {"hand"}


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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "A name is missing."),
        (" \u200b ", "A name is missing."),
        ("a\x00b", "A name is missing."),
        ("@hand", "A name is missing."),
        ("x" * (LONGEST + 1), "A name of 20001 characters is no card's name."),
        ('{"name": ""}', "The description of a card needs a “name”."),
        ('{"layout": "split"}', "The description of a card needs a “name”."),
        ('{"name": "Gull"} hand', "Behind the description of a card only @ and states may stand."),
        (
            '{"name": "Gull',
            'The description of a card is no JSON object. Write it like {"name": "A // B", "layout": "split"}.',
        ),
        ('{"name": "Gu\\u0000ll"}', "The description of a card has a null or half a character, which is no text."),
        ('{"name": "Gu\\ud800ll"}', "The description of a card has a null or half a character, which is no text."),
        ('{"name": "Gull", "faces": 3}', "“faces” is a list of names or objects."),
        ('{"name": "Gull", "faces": [3]}', "Each of the “faces” needs a “name”."),
        ('{"name": "Gull", "faces": [{"type": "Land"}]}', "Each of the “faces” needs a “name”."),
        ('{"name": "Gull", "mana_value": 1e10}', "The mana value in the description of a card is out of reach."),
        ('{"name": "Gull", "cmc": -1e10}', "The mana value in the description of a card is out of reach."),
        (
            "Gull@swimming",
            "“swimming” is no state of an object. States are: back, battlefield, chosen, command, copy, "
            "default, emblem, exile, "
            "facedown, flipped, front, fused, graveyard, hand, left, library, locked-left, locked-right, "
            "melded, named, "
            "nameless, outside, right, stack, token, also=NAME, set=NAME, flavor=NAME, sticker=NAME.",
        ),
    ],
)
def test_what_is_no_object(typed: str, said: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        read_written(typed)
    assert str(refused.value.saying) == said


@pytest.mark.parametrize("state", ["facedown", "nameless", "emblem", "token"])
def test_what_needs_no_name(state: str) -> None:
    assert read_written(f"@{state}")[:3] == ("", None, frozenset((state,)))
    assert read_written(f'{{"layout": "{state}"}}').states == {state}


def test_the_longest_name_is_read() -> None:
    assert len(read_written("x" * LONGEST).name) == 20_000


@pytest.mark.parametrize(
    ("typed", "name", "state"),
    [
        *(
            (f"{article} {what}", f"{article} {what}", "facedown")
            for article in ("a", "an", "the", "another", "other", "one", "first", "second")
            for what in ("face-down creature", "Facedown card", "face down 2/2 creature spell")
        ),
        *(
            (f"{article} {what}", f"{article} {what}", "nameless")
            for article in ("a", "an", "the", "another", "other", "one", "first", "second")
            for what in ("nameless creature", "Unnamed", "no-name token")
        ),
        *(
            (f"nameless {what}", f"nameless {what}", "nameless")
            for what in "creature card permanent object spell token demon".split()
        ),
        ("no name 2/2 creature", "no name 2/2 creature", "nameless"),
        ("Gull Emblem", "Gull Emblem", "emblem"),
        ("emblem", "emblem", "emblem"),
        *(
            (f"Gull ({what})", "Gull", state)
            for what, state in (
                ("face-down", "facedown"),
                ("face down", "facedown"),
                ("Facedown", "facedown"),
                ("nameless", "nameless"),
                ("unnamed", "nameless"),
                ("token", "token"),
                ("emblem", "emblem"),
            )
        ),
        *(
            (f"{what} token", "Gull", "token")
            for what in (
                "a Gull",
                "an Gull",
                "the Gull",
                "Gull",
                "Gull creature",
                "Gull artifact",
                "Gull creature artifact",
            )
        ),
        ("Gulls tokens", "Gulls", "token"),
    ],
)
def test_objects_in_words(typed: str, name: str, state: str) -> None:
    told = in_words(read_written(typed))
    assert (told.name, told.states) == (name, frozenset((state,)))


@pytest.mark.parametrize("typed", ["a Gull token named Tern", "token called Tern", "a big white bird token named Tern"])
def test_tokens_named_in_words(typed: str) -> None:
    told = in_words(read_written(typed))
    assert (told.name, told.states) == ("Tern", frozenset(("token", "named")))


@pytest.mark.parametrize("typed", ["Gull", "nameless gull", "Gull (swimming)", "tokens", "face"])
def test_names_that_are_names(typed: str) -> None:
    assert in_words(read_written(typed)).states == frozenset()


def test_what_was_said_of_a_token_stays() -> None:
    assert in_words(read_written("Gull token@named")).name == "Gull token"
    assert in_words(read_written("Gull token@chosen")).name == "Gull token"
    assert in_words(read_written("Gull token@hand"))[:3] == ("Gull", None, frozenset(("token", "hand")))


def test_zones() -> None:
    assert [Thing("x", states=frozenset((zone, "copy"))).zone for zone in ZONES] == (
        "stack battlefield hand graveyard library exile command outside".split()
    )
    assert Thing("x", states=frozenset(("copy",))).zone == ""
