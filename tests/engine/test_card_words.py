"""Tables of the engine of names, entry by entry: languages, headings, layouts, kinds, words of tokens."""

import pytest

from cards.engine.asking import BadQuestion, CardFacts, Side
from cards.engine.governing import keyword_titles, plural, wanted
from cards.engine.kinds import Family, family_of, is_room, may_be_room
from cards.engine.languages import language_code
from cards.engine.layouts import kind_of
from cards.engine.tokens import changes_of

# ---- Languages ----


def test_an_unknown_language_is_cut() -> None:
    assert [language_code(given) for given in ("Klingon", "abcdefgh", "abcdefghi")] == [
        "klingon",
        "abcdefgh",
        "abcdefgh",
    ]


# ---- Headings of the rules ----


@pytest.mark.parametrize("dash", "—–-")
def test_headings_of_types(dash: str) -> None:
    assert wanted(
        "normal", [f"Legendary Land {dash} Town", f"Tribal Sorcery {dash} Elf Town // Kindred Phenomenon"]
    ) == [
        ("subtype", "town", ("town cards",), False),
        ("subtype", "elf", ("elf cards",), False),
        ("type", "legendary", ("legendarys",), False),
        ("type", "land", ("lands", "land"), False),
        ("type", "tribal", ("tribals", "kindreds"), False),
        ("type", "sorcery", ("sorceries",), False),
        ("type", "kindred", ("kindreds", "tribals"), False),
        ("type", "phenomenon", ("phenomena",), False),
        ("name", "name", ("name",), False),
    ]
    assert plural("plains") == "plains"


def test_an_adventure_is_named_once() -> None:
    assert [one.word for one in wanted("adventure", ["Instant — Adventure Giant"])] == [
        "adventure",
        "giant",
        "instant",
        "name",
    ]
    assert [one.word for one in wanted("saga", ["Enchantment — Saga"])] == ["saga", "enchantment", "name"]
    assert [one.word for one in wanted("normal", ["Enchantment — Adventure"])] == ["enchantment", "name"]


@pytest.mark.parametrize(
    ("keyword", "known", "titles"),
    [
        ("Forestwalk", "landwalk|walk", ["landwalk"]),
        ("Typecycling", "cycling", ["cycling"]),
        ("Multikicker", "kicker", ["kicker"]),
        ("Megamorph", "morph", ["morph"]),
        ("Protection from", "protection", ["protection"]),
        ("Partner with", "partner", ["partner"]),
        ("Partner within", "partner", []),
        ("Friends’ forever", "friends' forever", ["friends' forever"]),
        ("Web-slinging", "slinging", []),
        ("Aura swap", "swap|aura swap|life swap", ["aura swap"]),
        ("Body swap", "swap|aura swap|swapping", ["swap", "aura swap"]),
    ],
)
def test_titles_of_keywords(keyword: str, known: str, titles: list[str]) -> None:
    assert list(keyword_titles(keyword, known.split("|"))) == titles


# ---- Layouts and kinds ----


@pytest.mark.parametrize(
    ("layout", "type_line", "set_type", "kind"),
    [
        ("art_series", "Land", "", "nothing"),
        ("front_card", "Land", "", "nothing"),
        ("substitute", "Land", "", "nothing"),
        ("normal", "Card", "", "nothing"),
        ("normal", "Card — Land", "", "card"),
        ("normal", "Stickers", "", "nothing"),
        ("normal", "Token Creature — Elf", "", "token"),
        ("token", "Land", "", "token"),
        ("double_faced_token", "Land", "", "token"),
        ("token", "Emblem — Elf", "", "emblem"),
        ("emblem", "Land", "", "emblem"),
        ("token", "Dungeon", "", "card"),
        ("normal", "Dungeon", "token", "card"),
        ("normal", "Land", "token", "nothing"),
        ("normal", "Land", "core", "card"),
        ("emblem", "Token", "", "token"),
    ],
)
def test_what_a_record_is(layout: str, type_line: str, set_type: str, kind: str) -> None:
    assert kind_of(layout, type_line, set_type) == kind


TWO = (Side("Gull", "Land"), Side("Tern", "Land"))


@pytest.mark.parametrize(
    ("layout", "types", "family"),
    [
        ("adventure", "Instant — Omen", Family.OMEN),
        ("adventure", "Instant — Adventure", Family.ADVENTURE),
        ("new", "Instant — Adventure", Family.ADVENTURE),
        ("new", "Instant — Omen", Family.OMEN),
        ("new", "Instant — Omens", Family.STRANGE),
        ("flip", "Instant — Omen", Family.FLIP),
    ],
)
def test_families_by_the_second_type_line(layout: str, types: str, family: Family) -> None:
    assert family_of(CardFacts("Gull // Tern", layout, (TWO[0], Side("Tern", types)))) is family
    assert family_of(CardFacts("Gull // Gull", layout, (TWO[0], Side("Gull", types)))) is (
        Family.OMEN if layout == "adventure" and family is Family.OMEN else Family.PLAIN
    )


def test_rooms() -> None:
    halves = (Side("Gull", "Enchantment — Room"), Side("Tern"))
    assert is_room(CardFacts("G // T", "split", halves))
    assert is_room(CardFacts("G // T", "ROOM", TWO))
    assert not is_room(CardFacts("G // T", "flip", halves))
    assert not is_room(CardFacts("G // T", "split", TWO))
    assert may_be_room(CardFacts("G // T", "split", (Side("Gull"), Side("Tern"))))
    assert not may_be_room(CardFacts("G // T", "split", (Side("Gull", "Instant"), Side("Tern"))))


# ---- Tokens ----


@pytest.mark.parametrize("between", ["=", "->", "=>", ":", " → ", " to ", " into ", " = "])
def test_text_changes(between: str) -> None:
    assert changes_of(f"Gull{between}Tern") == (("Gull", "Tern"),)
    assert changes_of((f"Gull{between}Tern", "a=b=c")) == (("Gull", "Tern"), ("a", "b=c"))


@pytest.mark.parametrize("typed", ["Gull", "=Tern", "Gull=", ""])
def test_what_is_no_text_change(typed: str) -> None:
    with pytest.raises(BadQuestion, match=r"^Write a text change as OLD=NEW, for example Soldier=Wizard[.]$"):
        changes_of((typed,))
