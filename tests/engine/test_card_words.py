"""Tables of the engine of names, entry by entry: languages, headings, layouts, kinds, words of tokens."""

import pytest

from cards.engine.asking import BadQuestion, CardFacts, Side
from cards.engine.governing import keyword_titles, plural, wanted
from cards.engine.kinds import Family, family_of, is_room, may_be_room, told_family
from cards.engine.languages import language_code
from cards.engine.layouts import KNOWN_LAYOUTS, kind_of
from cards.engine.tokens import changes_of
from cards.engine.tokens import words_of as words_of_token

# ---- Languages ----

CODES = {
    "en": "English",
    "fr": "French",
    "ja": "Japanese|jp",
    "de": "German",
    "es": "Spanish|sp",
    "it": "Italian",
    "pt": "Portuguese|Portuguese (Brazil)|pt-BR",
    "ru": "Russian",
    "ko": "Korean|kr",
    "zh-hans": "Chinese Simplified|cn|zhs|zh_CN|zh-cn",
    "zh-hant": "Chinese Traditional|zht|zh_TW|zh-tw",
    "ph": "Phyrexian",
    "la": "Latin",
    "grc": "Ancient Greek",
    "ar": "Arabic",
    "he": "Hebrew",
    "sa": "Sanskrit",
    "qya": "Quenya",
}


@pytest.mark.parametrize("code", CODES)
def test_every_name_of_a_language(code: str) -> None:
    for given in (*CODES[code].split("|"), code):
        assert (given, language_code(given), language_code(f" {given.upper()} ")) == (given, code, code)


def test_an_unknown_language_is_cut() -> None:
    assert [language_code(given) for given in ("Klingon", "abcdefgh", "abcdefghi")] == [
        "klingon",
        "abcdefgh",
        "abcdefgh",
    ]


# ---- Headings of the rules ----

HEADINGS = {
    "split": "split cards",
    "aftermath": "split cards|aftermath",
    "transform": "double-faced cards",
    "modal_dfc": "double-faced cards",
    "double_faced_token": "tokens|double-faced cards",
    "meld": "meld cards|double-faced cards|meld",
    "adventure": "adventurer cards",
    "mutate": "mutate|merging with permanents",
    "planar": "planechase",
    "scheme": "archenemy",
    "vanguard": "vanguard",
    "token": "tokens",
    "emblem": "emblems",
    "battle": "double-faced cards",
    "case": "case cards|case",
}


@pytest.mark.parametrize("layout", HEADINGS)
def test_headings_of_a_layout(layout: str) -> None:
    first, last = wanted(layout, ["Land"])[0], wanted(layout, ["Land"])[-1]
    assert (first.why, first.word, first.titles) == (
        "layout",
        layout.replace("_", " "),
        tuple(HEADINGS[layout].split("|")),
    )
    assert first.every is (layout != "case")
    assert last == ("name", "name", ("name",), False)


@pytest.mark.parametrize("layout", "normal art_series reversible_card host augment".split())
def test_layouts_without_a_heading(layout: str) -> None:
    assert [one.why for one in wanted(layout, ["Land"])] == ["type", "name"]


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


def test_layouts_that_are_known() -> None:
    assert sorted(KNOWN_LAYOUTS) == sorted(
        """normal split flip transform modal_dfc meld leveler class case saga adventure mutate prototype battle planar
        scheme vanguard token double_faced_token emblem augment host art_series reversible_card aftermath
        prepare""".split()
    )


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


FAMILIES = {
    "split": "split aftermath fuse room",
    "flip": "flip",
    "dfc": "transform double_faced_token battle",
    "modal": "modal_dfc modal",
    "adventure": "adventure adventurer",
    "omen": "omen",
    "prepare": "prepare prepared preparation",
    "meld": "meld",
}
TWO = (Side("Gull", "Land"), Side("Tern", "Land"))


@pytest.mark.parametrize("family", FAMILIES)
def test_families_of_layouts(family: str) -> None:
    for layout in FAMILIES[family].split():
        for written in (layout, layout.upper()):
            two = CardFacts("Gull // Tern", written, TWO)
            assert (layout, family_of(two), told_family(two)) == (layout, Family(family), Family(family))
        one = CardFacts("Gull", layout, TWO[:1])
        assert family_of(one) is (Family.MELD if family == "meld" else Family.PLAIN)
        assert told_family(one) is Family(family)
        assert told_family(CardFacts("Gull", layout, TWO[:1], kind="token")) is Family.PLAIN


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


def test_words_of_a_token() -> None:
    types = "artifact battle creature enchantment instant kindred land planeswalker sorcery tribal".split()
    besides = "token tokens legendary basic snow world colorless white blue black red green".split()
    assert words_of_token([" ".join(types).upper(), "Gull—Tern, Auk", " ".join(besides).title()]) == (
        ("Gull", "Tern", "Auk"),
        frozenset(types),
    )


@pytest.mark.parametrize(
    "word",
    """Vehicle Treasure Clue Food Gold Blood Powerstone Map Junk Lander Mutagen Vibranium Incubator Equipment
    Fortification
    Contraption Attraction Bobblehead Spacecraft Stone Shard Role Aura Curse Saga Shrine Rune Class Case Room Cartouche
    Background Forest Island Mountain Plains Swamp Desert Gate Cave Locus Lair Sphere Mine Tower""".split(),
)
def test_subtypes_that_are_no_creature_types(word: str) -> None:
    assert not words_of_token([word]).is_creature
    assert not words_of_token([word.lower()]).is_creature
    assert words_of_token([word, "Elf"]).is_creature
    assert words_of_token([word, "creature"]).is_creature
    assert not words_of_token(["Elf", "artifact"]).is_creature


@pytest.mark.parametrize("between", ["=", "->", "=>", ":", " → ", " to ", " into ", " = "])
def test_text_changes(between: str) -> None:
    assert changes_of(f"Gull{between}Tern") == (("Gull", "Tern"),)
    assert changes_of((f"Gull{between}Tern", "a=b=c")) == (("Gull", "Tern"), ("a", "b=c"))


@pytest.mark.parametrize("typed", ["Gull", "=Tern", "Gull=", ""])
def test_what_is_no_text_change(typed: str) -> None:
    with pytest.raises(BadQuestion, match=r"^Write a text change as OLD=NEW, for example Soldier=Wizard[.]$"):
        changes_of((typed,))
