"""Cards of unknown layouts, odd costs and names that hardly any file of cards has."""

import pytest

from cards.engine.input.characteristics import colors_of
from cards.engine.name_rules.added_names import is_nonlegendary_creature
from cards.engine.name_rules.card_kinds import Family, family_of, is_room, may_be_room
from cards.engine.name_rules.tokens import changes_of, unknown_subtypes, words_of
from cards.engine.types import BadQuestion, CardFacts, Side


def card(layout: str, *sides: tuple[str, str]) -> CardFacts:
    return CardFacts(" // ".join(name for name, _ in sides), layout, tuple(Side(*side) for side in sides))


@pytest.mark.parametrize(
    ("one", "family"),
    [
        (card("new", ("Elk", "Creature"), ("Trip", "Instant — Adventure")), Family.ADVENTURE),
        (card("new", ("Elk", "Creature"), ("Trip", "Instant — Omen")), Family.OMEN),
        (card("new", ("Elk", "Creature"), ("Trip", "Instant")), Family.STRANGE),
        (card("new", ("Elk", "Creature"), ("Elk", "Creature")), Family.PLAIN),
        (card("adventure", ("Elk", "Creature"), ("Trip", "Instant—Omen")), Family.OMEN),
    ],
)
def test_layouts_no_one_knew_are_reported_by_their_types(one: CardFacts, family: Family) -> None:
    assert family_of(one) is family


def test_size_and_colors_of_a_token_are_no_subtypes() -> None:
    found = words_of(["1/1", "red, white and blue Goat", "X/X Creature \N{EM DASH} Elk"])
    assert found.subtypes == ("Goat", "Elk")
    assert found.types == {"creature"}


def test_words_of_a_token_that_are_no_subtypes() -> None:
    assert unknown_subtypes(["1/1 red Goblin Gobbo", "Rol", "Role"], {"goblin"}) == ["Gobbo", "Rol"]
    assert unknown_subtypes(["young", "Hero Role"], set()) == unknown_subtypes(["Cursed"], set()) == []


def test_rooms_are_known_by_their_halves() -> None:
    halves = ("Pool", "Enchantment — Room"), ("Den", "Enchantment — Room")
    assert is_room(card("split", *halves))
    assert is_room(card("room", ("Pool", ""), ("Den", "")))
    assert not is_room(card("split", ("Fire", "Instant"), ("Ice", "Instant")))
    assert is_room(card("split", halves[0], ("Den", "")))
    assert not is_room(card("flip", *halves))
    assert may_be_room(card("split", ("Pool", ""), ("Den", "")))
    assert not may_be_room(card("split", ("Fire", "Instant"), ("Ice", "")))


def test_whose_names_the_effect_adds() -> None:
    assert is_nonlegendary_creature(None) is None
    assert is_nonlegendary_creature(CardFacts("Elk", "normal", ())) is None
    assert is_nonlegendary_creature(card("normal", ("Elk", ""))) is None
    assert is_nonlegendary_creature(CardFacts("Elk", "token", (Side("Elk", "Creature"),), kind="token")) is False
    assert is_nonlegendary_creature(card("normal", ("Elk", "Legendary Creature — Elk"))) is False
    assert is_nonlegendary_creature(card("normal", ("Elk", "Creature — Elk"))) is True


def test_colours_as_given_before_those_of_the_cost() -> None:
    assert colors_of(Side("Elk", "", "{G}{W/U}")) == frozenset("GWU")
    assert colors_of(Side("Elk", "", "{G}", colors="B")) == frozenset("B")
    assert colors_of(Side("Elk", "", "{G}", text="Devoid")) == frozenset()
    assert colors_of(Side("Elk", "", "{G}", text="Elk is colorless.")) == frozenset()
    assert colors_of(Side("Elk", "", "{G}", text="Oar is colorless.")) == frozenset("G")
    assert colors_of(Side("Elk", "", "{G}", text="This creature is colorless.")) == frozenset()


@pytest.mark.parametrize("between", ["=", "->", "=>", ":", " → ", " to ", " into ", " = "])
def test_a_text_change_is_read_with_any_sign_between(between: str) -> None:
    assert changes_of((f"Gull{between}Tern",)) == (("Gull", "Tern"),)
    assert changes_of((f"Gull{between}Tern", "a=b=c")) == (("Gull", "Tern"), ("a", "b=c"))
    assert changes_of(()) == ()


@pytest.mark.parametrize("typed", ["Gull", "=Tern", "Gull=", ""])
def test_what_is_no_text_change(typed: str) -> None:
    with pytest.raises(BadQuestion, match=r"^Write a text change as OLD=NEW, for example Soldier=Wizard[.]$"):
        changes_of((typed,))
