"""How an object is written: states, names beside the name, and objects described in words."""

import pytest

from cards.engine.input.object import VALUES, ObjectInput, parse_object, read_described_object
from cards.engine.types import BadQuestion

LOCKED = ("locked", "locked-both", "both-locked", "fully-locked", "Locked both")


@pytest.mark.parametrize(
    ("typed", "name", "states"),
    [
        ("Ferry  Elk", "Ferry Elk", ""),
        ("Ferry Elk @ Battlefield", "Ferry Elk", "battlefield"),
        ("Oar@left,hand", "Oar", "left hand"),
        ("Oar@on-the-battlefield; in my graveyard", "Oar", "battlefield graveyard"),
        ("Oar@morphed", "Oar", "facedown"),
        ("Oar@spell", "Oar", "stack"),
        ("Oar@left,right", "Oar", "fused stack"),
        *((f"Oar@{result}", "Oar", "locked-left locked-right") for result in LOCKED),
        ("Oar@unlocked-left", "Oar", "battlefield locked-right"),
        ("Oar@right-unlocked", "Oar", "battlefield locked-left"),
        ("Oar@left-unlocked", "Oar", "battlefield locked-right"),
        ("Oar@unlocked-right", "Oar", "battlefield locked-left"),
        ("Oar@unlocked-left,unlocked-right", "Oar", "battlefield"),
        ("Oar@morph,no-name,transformed,front-face,flip,meld", "Oar", "facedown nameless back front flipped melded"),
        ("Oar@copied,tokens,left-half,fuse,named,default", "Oar", "copy token left fused named default"),
        ("Ga\u200bff\u2060@ha\u200dnd", "Gaff", "hand"),
        ("Oar@omen,left-locked,right-locked,chosen", "Oar", "right locked-left locked-right chosen"),
        ("Oar@cast, in play, from grave, into deck", "Oar", "stack battlefield graveyard library"),
        ("Oar@exiled, command-zone, outside, emblem", "Oar", "exile command outside emblem"),
        ("Oar@copied token", "Oar", "copy token"),
        ("oar@ferries.example", "oar@ferries.example", ""),
        ("Oar@", "Oar@", ""),
    ],
)
def test_states_are_read_behind_the_name(typed: str, name: str, states: str) -> None:
    read = parse_object(typed)
    assert (read.name, read.states) == (name, frozenset(states.split()))


def test_names_beside_the_name() -> None:
    assert len(parse_object("x" * 20_000).name) == 20_000
    assert parse_object("Elk") == ObjectInput("Elk", None, frozenset())
    assert parse_object("Elk@hand,sticker=Ox, the Swift").sticker == "Ox, the Swift"
    assert parse_object(
        "Elk@also=Great Elk, set=Sun, flavor=Deer; also=Stag, sticker=Ox,set=Moon,token"
    ) == ObjectInput("Elk", None, frozenset(("token",)), ("Great Elk", "Stag"), "Sun", "Deer", "Ox")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "A name is missing. Enter a name for each object."),
        ("@hand", "A name is missing. Enter a name for each object."),
        ("Elk\0", "A name is missing. Enter a name for each object."),
        ("a" * 20_001, "This name is too long: 20001 characters. No card has such a long name."),
        *((f"Elk@{mark}=,token", f"Write a name after “{mark}=”, for example {mark}=Clone.") for mark in VALUES),
        ('{"layout": "split"}', "The description of a card needs a “name”."),
        ("{}@hand", "The description of a card needs a “name”."),
        ("{Elk", "The description of a card is not a JSON object."),
        ('{"name": "Elk"} token', "After the description of a card in JSON, write only @ and the zone or another"),
        ('{"name": "Elk", "faces": 3}', "“faces” must be a list of names or objects."),
        ('{"name": "Elk", "faces": [3]}', "Each of the “faces” needs a “name”."),
        ('{"name": "El\\u0000k"}', "The description of a card contains a null character or an incomplete character."),
        ('{"name": "El\\ud800k"}', "The description of a card contains a null character or an incomplete character."),
        ('{"name": "Elk", "cmc": -1e10}', "The mana value in the description of the card is too high or too low"),
        ("Elk@asleep", "“asleep” is not a state of an object. Allowed: back, battlefield, chosen, command, "),
    ],
)
def test_what_cannot_be_read_says_why(typed: str, why: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        parse_object(typed)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("typed", "name", "states"),
    [
        ("Ferry Elk", "Ferry Elk", ""),
        ("a face-down creature", "a face-down creature", "facedown"),
        ("Facedown 2/2 creature", "Facedown 2/2 creature", "facedown"),
        ("a 2/2 face-down creature", "a 2/2 face-down creature", "facedown"),
        ("another unnamed creature", "another unnamed creature", "nameless"),
        ("nameless 1/1 token", "nameless 1/1 token", "nameless"),
        ("Ferryman emblem", "Ferryman emblem", "emblem"),
        ("Elk (face-down)", "Elk", "facedown"),
        ("Elk (Token)", "Elk", "token"),
        ("a Goat token named Bess", "Bess", "token named"),
        ("a token called Bess", "Bess", "token named"),
        ("the Goat Sheep creature token", "Goat Sheep", "token"),
        ("Clue artifact tokens", "Clue", "token"),
        ("a 1/1 white Goat creature token with flying", "1/1 white Goat", "token"),
        ("token", "token", ""),
    ],
)
def test_objects_reported_in_words(typed: str, name: str, states: str) -> None:
    reported = read_described_object(parse_object(typed))
    assert (reported.name, reported.states) == (name, frozenset(states.split()))


def test_a_name_that_was_chosen_is_no_token() -> None:
    for state in ("named", "chosen"):
        assert read_described_object(parse_object(f"Goat token@{state}")).name == "Goat token"
    assert read_described_object(parse_object("Goat token@copy")).states == {"copy", "token"}


def test_cards_described_as_data() -> None:
    found = parse_object(
        '{"name": "Oar // Sail", "faces": ["Oar", {"name": " Sail ", "types": ["Instant"], "cmc": 2,'
        ' "colors": ["Blue", "R"], "mana_cost": "{1}{U}", "oracle_text": "Go."}], "types": "Sorcery // Land",'
        ' "layout": "Modal-DFC", "interchangeable": "Paddle",'
        ' "legalities": {"modern": "legal"}, "flavor": "Swan"}@hand'
    )
    assert (found.name, found.states, found.flavor, found.bare) == ("Oar // Sail", frozenset(["hand"]), "Swan", False)
    card = found.card
    assert card is not None
    assert (card.layout, card.kind, card.interchangeable) == ("modal_dfc", "card", frozenset(("Paddle",)))
    assert card.legalities == {"modern": "legal"}
    oar, sail = card.sides
    assert (oar.name, oar.type_line, oar.mana_value) == ("Oar", "Sorcery", None)
    assert (sail.name, sail.type_line, sail.mana_value, sail.text) == ("Sail", "Instant", 2.0, "Go.")
    assert (sail.colors.upper(), sail.mana_cost) == ("UR", "{1}{U}")


def test_what_needs_no_name() -> None:
    for layout in ("facedown", "face-down", "face_down", "nameless", "token", "emblem"):
        state = layout.replace("-", "").replace("_", "")
        assert parse_object(f'{{"layout": "{layout}"}}').states == parse_object(f"@{state}").states == {state}
    assert parse_object('{"types": "Creature"}@facedown').name == ""
    melding = parse_object('{"name": "Elk", "melds_into": "Great Elk"}')
    assert melding.card is not None
    assert melding.card.melds_into is not None
    assert (melding.card.melds_into.name, melding.bare) == ("Great Elk", False)
    assert parse_object('{"name": "Elk"}').bare
    half = parse_object('{"name": "Oar", "faces": ["Oar", "Sail"]}').card
    assert half is not None
    assert (half.name, half.layout, half.kind) == ("Oar // Sail", "split", "card")


@pytest.mark.parametrize("comma", ",;@+")
def test_what_parts_states(comma: str) -> None:
    assert parse_object(f"Gull@hand{comma}copy").states == {"hand", "copy"}
    assert parse_object(f"Gull@hand {comma} set=Tern").set_name == "Tern"
