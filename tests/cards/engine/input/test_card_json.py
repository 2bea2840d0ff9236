"""Cards described as JSON, and the characteristics that are asked of them."""

from typing import Any

import pytest

from cards.engine.input.card_json import card_described, read_description
from cards.engine.input.characteristic_words import in_rules_words
from cards.engine.input.characteristics import read_characteristics, value_of
from cards.engine.types import BadQuestion, Side

# ---- Descriptions ----


@pytest.mark.parametrize("layout", "adventure adventurer omen prepare prepared preparation".split())
def test_a_spell_described_alone_is_the_second_half(layout: str) -> None:
    for word in "Instant Sorcery Adventure Omen".split():
        sides = card_described({"name": "Gull", "layout": layout, "types": word}).sides
        assert [side.name for side in sides] == ["…", "Gull"]
    assert len(card_described({"name": "Gull", "layout": layout, "types": "Creature"}).sides) == 1
    assert len(card_described({"name": "Gull", "layout": "split", "types": "Instant"}).sides) == 1


def test_colors_and_kinds_described() -> None:
    words = "white blue black red green".split()
    assert card_described({"name": "Gull", "colors": words}).sides[0].colors == "WUBRG"
    assert card_described({"name": "Gull", "colors": "Red u"}).sides[0].colors == "RU"
    assert card_described({"name": "Gull", "colors": 5}).sides[0].colors == ""
    for layout, kind in {"token": "token", "emblem": "emblem", "double-faced-token": "token", "flip": "card"}.items():
        assert card_described({"name": "G", "layout": layout}).kind == kind
    for kind in ("Card", "Token", "Emblem", "Nothing"):
        assert card_described({"name": "G", "kind": kind}).kind == kind.lower()
    assert [card_described({"name": name}).layout for name in ("G", "G // T")] == ["normal", "split"]
    layouts = ["normal", "fuse", "modal", "room", "prepare", "facedown", "reversible_card"]
    assert [card_described({"name": "G", "layout": one}).layout for one in layouts] == layouts


def test_zero_power_is_a_power() -> None:
    (wall,) = card_described({"name": "Wall", "types": "Creature", "power": 0, "toughness": 4}).sides
    assert (wall.power, wall.toughness) == ("0", "4")
    assert [one.holds(wall) for one in read_characteristics(["power 0", "power 1"])] == [True, False]
    assert card_described({"name": "Gull", "types": "Land"}).sides[0].power == ""


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        ({"types": "Land"}, ["Land"]),
        ({"types": "Land Town"}, ["Land Town"]),
        ({"types": "Adventure"}, ["Adventure"]),
        ({"types": "Battle Siege — Siege"}, ["Battle Siege — Siege"]),
        ({"types": "artefact légendaire — Golem d'Or"}, ["Artifact Legendary — Golem d'Or"]),
        ({"types": "créature"}, ["Creature"]),
        ({"type_line": "Land"}, ["Land"]),
        ({"type": "Land"}, ["Land"]),
        ({"types": ["Artifact", "Land"]}, ["Artifact Land"]),
        ({"supertypes": ["Basic"], "types": ["Land"], "subtypes": ["Town"]}, ["Basic Land — Town"]),
        ({"types": "Land", "subtypes": "Town"}, ["Land — Town"]),
        ({"name": "A // B", "types": ["Instant", "Land"]}, ["Instant", "Land"]),
        ({"name": "A // B", "types": "Instant"}, ["Instant", "Instant"]),
        ({"layout": "adventure", "types": "Instant — Adventure"}, ["", "Instant — Adventure"]),
        ({"faces": ["A", "B"], "types": "Land // Instant"}, ["Land", "Instant"]),
        ({"faces": ["A", "B"], "types": ["Land", "Instant"]}, ["Land", "Instant"]),
        ({"faces": ["A", "B"], "types": ["Land", "Room"]}, ["Land Room", "Land Room"]),
        ({"faces": ["A", "B"], "types": ["Land", "Omen"]}, ["Land Omen", "Land Omen"]),
        ({"faces": ["A", "B"], "types": ["Land", "Adventure"]}, ["Land Adventure", "Land Adventure"]),
        ({"card_faces": [{"name": "A", "type": "Land"}, {"name": "B"}], "types": "Instant"}, ["Land", "Instant"]),
        ({"faces": [{"name": "A", "types": "Land"}], "types": "Instant"}, ["Land"]),
        ({"faces": [{"name": "A"}], "types": " instant  land "}, ["Instant Land"]),
    ],
)
def test_types_of_a_description_go_to_its_faces(data: dict[str, object], lines: list[str]) -> None:
    assert [side.type_line for side in card_described({"name": "A", **data}).sides] == lines


def test_what_else_is_described() -> None:
    more = {"melds_into": "C", "interchangeable": ["D", 5], "legalities": {"vintage": "legal"}}
    card = card_described({"name": "B", "faces": ["A", "B"], **more})
    assert (card.name, card.melds_into, card.interchangeable) == ("A // B", Side("C"), frozenset(("D", "5")))
    assert card.legalities == {"vintage": "legal"}
    assert card_described({"name": "C", "faces": ["A", "B"]}).name == "C"
    side = card_described({"name": "A", "mana_cost": "{1}", "cmc": 2, "oracle_text": "Words."}).sides[0]
    assert (side.mana_cost, side.mana_value, side.text) == ("{1}", 2.0, "Words.")
    side = card_described({"name": "A", "mana_value": 1e9, "cmc": 2, "text": "W"}).sides[0]
    assert (side.mana_value, side.text) == (1e9, "W")
    assert card_described({"name": "A", "melds_into": {"name": "C", "type": "Land"}}).melds_into == Side("C", "Land")
    assert card_described({"name": "A", "melds_into": 5}).melds_into is None
    assert len(card_described({"name": "A", "faces": ["A"] * 12}).sides) == 12
    with pytest.raises(BadQuestion):
        card_described({"name": "A", "faces": ["A"] * 13})


@pytest.mark.parametrize("more", ["faces", "card_faces", "types", "type_line", "type", "melds_into"])
def test_descriptions_that_tell_more_than_name_and_layout(more: str) -> None:
    value = '["A"]' if "faces" in more else '"Land"'
    assert not read_description(f'{{"name": "A", "{more}": {value}}}').bare
    assert read_description('{"name": "A", "layout": "split", "colors": "W"}').bare


# ---- Characteristics ----


def side(type_line: str = "", cost: str = "", **more: Any) -> Side:
    return Side("Gull", type_line, cost, **more)


def holds(asked: str, one: Side) -> bool:
    return all(required.holds(one) for required in read_characteristics([asked]))


@pytest.mark.parametrize(
    ("asked", "fits", "fits_not"),
    [
        *(
            (color, side(cost=f"{{{letter}}}"), side(cost="{C}"))
            for color, letter in zip("white blue black red green".split(), "WUBRG", strict=True)
        ),
        ("colorless", side(cost="{3}"), side(cost="{W}")),
        ("colored", side(cost="{W}"), side(cost="{3}")),
        ("monocolored", side(cost="{W}{W}"), side(cost="{W}{U}")),
        ("monocolored", side(cost="{W}"), side(cost="{2}")),
        ("multicolored", side(cost="{W/U}"), side(cost="{W}")),
        ("permanent", side("Land"), side("Instant")),
        ("permanent", side("Creature"), side("Sorcery")),
        *(
            ("historic", side(line), side("Creature — Elf"))
            for line in ("Artifact", "Legendary Land", "Enchantment — Saga")
        ),
        ("nonland", side("Creature"), side("Land")),
        ("artifact or land", side("Land"), side("Creature")),
        ("artifact creature", side("Artifact Creature"), side("Artifact")),
        ("legendary creature", side("Legendary Creature — Elk"), side("Creature — Elk")),
        ("non-creature, nonland", side("Artifact"), side("Land")),
        ("elk or", side("Creature — Elk"), side("Land")),
        ("or elk", side("Creature — Elk"), side("Land")),
        ("any other than a basic land name", side("Land"), side("Basic Land")),
        ("any card except for a land", side("Creature"), side("Land")),
        ("creature but not elf", side("Creature — Orc"), side("Creature — Elf")),
        ("creature that isn't an elf", side("Creature — Orc"), side("Creature — Elf")),
        ("creature that is not elf, red", side("Creature — Orc", "{R}"), side("Creature — Orc", "{G}")),
        ("creature without being elf", side("Creature — Orc"), side("Creature — Elf")),
        ("a land legal in the format; red", side(cost="{R}"), side("Land", "{G}")),
        ("urza's", side("Land — Urza’s Mine"), side("Land — Mine")),
        ("elf", side("Creature — Orc", text="Changeling"), side("Land", text="Changeling")),
        ("elf", side("Creature — Orc", text="Gull is every creature type."), side("Creature — Orc")),
        *(
            (word, side(f"{word.title()} Creature"), side("Creature", text="Changeling"))
            for word in """land artifact enchantment planeswalker battle instant sorcery tribal kindred plane
            phenomenon vanguard scheme
          conspiracy dungeon basic elite legendary ongoing snow world""".split()
        ),
        ("a creature with mana value zero", side("Creature"), side("Creature", "{1}")),
        ("mono-red", side(cost="{R}"), side(cost="{R}{G}")),
        ("monored", side(cost="{1}{R}"), side(cost="{1}")),
        ("mana value 3", side(cost="{3}"), side(cost="{2}")),
        ("mana value of ten", side(cost="{10}"), side(cost="{9}")),
        ("mv=3", side(cost="{1}{W}{U}"), side(cost="{4}")),
        ("converted mana cost < 3", side(cost="{2}"), side(cost="{3}")),
        ("cmc>3", side(cost="{4}"), side(cost="{3}")),
        ("cmc <= 3", side(cost="{3}"), side(cost="{4}")),
        ("mv >= 3", side(cost="{3}"), side(cost="{2}")),
        ("mana value 3 or less", side(cost="{3}"), side(cost="{4}")),
        ("mana value 3 or greater", side(cost="{3}"), side(cost="{2}")),
        ("artefact", side("Artifact"), side("Land")),
        ("artifacts or sorceries", side("Sorcery"), side("Land")),
        ("power greater than 2", side(power="3", toughness="1"), side(power="2", toughness="9")),
        ("toughness less than or equal to two", side(toughness="2"), side(toughness="3")),
        ("power at least 0", side(power="*"), side()),
        ("power greater than 100", side(power="\N{INFINITY}"), side(power="99")),
        ("kindred instant", side("Tribal Instant — Elf"), side("Instant")),
        ("tribal instant", side("Kindred Instant — Elf"), side("Instant")),
        ("mana value at most 3", side(cost="{3}"), side(cost="{4}")),
        ("créature légendaire rouge", side("Legendary Creature", "{R}"), side("Creature", "{R}")),
        ("non-terrain", side("Artifact"), side("Land")),
        ("artefact ou rituel de valeur de mana 3 ou moins", side("Sorcery", "{2}"), side("Sorcery", "{4}")),
        ("une force supérieure à deux", side(power="3"), side(power="2")),
        ("avec une endurance égale à dix", side(toughness="10"), side(toughness="9")),
        ("autre qu’un terrain de base", side("Land"), side("Basic Land")),
        ("créature qui n’est pas rouge", side("Creature", "{G}"), side("Creature", "{R}")),
        ("des cartes qui ne sont pas des terrains", side("Artifact"), side("Land")),
        ("伝説のクリーチャー", side("Legendary Creature"), side("Creature")),
        ("アーティファクト・クリーチャー", side("Artifact Creature"), side("Creature")),
        ("土地でないカード", side("Artifact"), side("Land")),
        ("赤か緑のクリーチャー", side("Creature", "{G}"), side("Creature", "{U}")),
        ("マナ総量が３以下の", side(cost="{3}"), side(cost="{4}")),
        ("パワーが２より大きい", side(power="3"), side(power="2")),
    ],
)
def test_what_fits_a_characteristic(asked: str, fits: Side, fits_not: Side) -> None:
    assert (asked, holds(asked, fits), holds(asked, fits_not)) == (asked, True, False)


@pytest.mark.parametrize(
    ("words", "english"),
    [
        ("créatures terrains artefacts enchantements", "creature land artifact enchantment"),
        ("éphémère rituels arpenteur batailles", "instant sorcery planeswalker battle"),
        ("conspirations légendaires de base neigeuses", "conspiracy legendary basic snow"),
        ("blanc bleu noir rouge vert incolore", "white blue black red green colorless"),
        ("blanches bleues noires rouges vertes incolores", "white blue black red green colorless"),
        ("multicolore monocolore coloré historique", "multicolored monocolored colored historic"),
        ("multicolores unicolores colorées historiques", "multicolored monocolored colored historic"),
        ("et ou pas coût converti de mana au moins", "and or non mana value at least"),
        ("endurance inférieure ou égale à au plus", "toughness at most at most"),
        ("force plus grande que plus petite que égale à", "power greater than less than equal to"),
        ("autre que sauf ou plus ou moins", "other than other than or greater or less"),
        ("colourless coloured multicoloured monocoloured", "colorless colored multicolored monocolored"),
        ("colour colours mono-coloured", "color colors monocolored"),
        ("点数で見たマナ・コスト、点数で見たマナコスト、マナ総量", "mana value mana value mana value"),
        ("パワー、タフネス、プレインズウォーカー、パーマネント", "power toughness planeswalker permanent"),
        ("アーティファクト、エンチャント、インスタント、ソーサリー", "artifact enchantment instant sorcery"),
        ("クリーチャー、バトル、伝説、歴史的、基本、氷雪、土地", "creature battle legendary historic basic snow land"),
        ("部族、同族、無色、多色、単色、有色", "tribal kindred colorless multicolored monocolored colored"),
        ("土地でない、土地ではない、土地以外", "nonland nonland nonland"),
        ("3以上、3以下、3より大きい", "3 or greater 3 or less greater than 3"),
        ("3より小さい、3未満", "less than 3 less than 3"),
        ("白または青か黒である赤という緑の名前のカード", "white or blue or black red green"),
        ("terrain non-base", "land nonbasic"),
        ("carte d'artefact, d’enchantement", "artifact , enchantment"),
        ("ni une créature ni un terrain", "non creature non land"),
        ("qui n'est ni rouge ni verte", "non red non green"),
        ("neither an artifact nor a land", "non artifact non land"),
        ("クリーチャーでも土地でもないカード", "noncreature nonland"),
        ("基本土地以外、赤", "other than basic land , red"),
        ("伝説のクリーチャー以外のアーティファクト", "other than legendary creature , artifact"),
        ("インスタントかソーサリーでない", "other than instant or sorcery ,"),
    ],
)
def test_words_for_characteristics_in_other_languages(words: str, english: str) -> None:
    assert in_rules_words(words).replace(",", " , ").split() == english.split()


def test_an_unknown_characteristic_is_refused_by_name() -> None:
    known = frozenset(("elk", "non-human"))
    for asked, word, near in (
        ("flying", "flying", ""),
        ("legendary gobllin", "gobllin", ""),
        ("other than a squink", "squink", ""),
        ("nonlegendry", "nonlegendry", "legendary"),
        ("elkk", "elkk", "elk"),
    ):
        with pytest.raises(BadQuestion, match=f"“{word}” is not a characteristic.*{near}") as refused:
            read_characteristics([asked], known)
        message = refused.value.message
        assert (message.values, "%(near)s" in message.message) == ({"word": word, "near": near}, bool(near))
    assert [one.words for one in read_characteristics(["nonlands elks"], known)] == ["nonland", "elk"]
    plurals = read_characteristics(["allies or elves or foxes, mono-green"], frozenset(("ally", "elf", "fox")))
    assert [one.words for one in plurals] == ["ally or elf or fox", "mono-green"]
    # The lists of the rules have plurals too.
    assert [one.words for one in read_characteristics(["artifacts"], known | {"artifacts"})] == ["artifact"]


def test_unknown_parts_of_a_description_are_refused_by_name() -> None:
    for data, word, key, known in (
        ({"colour": "red"}, "colour", "colour", "colors"),
        ({"layout": "spilt"}, "spilt", "layout", "split"),
        ({"kind": "Tokn"}, "tokn", "kind", "token"),
        ({"types": "Artifect — Golem"}, "artifect", "type", "artifact"),
        ({"types": "Land Town — Town"}, "town", "type", "land"),
        ({"colors": ["mauve"]}, "mauve", "color", "blue"),
        ({"faces": [{"name": "A", "rules": "x"}]}, "rules", "rules", "text"),
    ):
        with pytest.raises(BadQuestion, match=f"“{word}” is no") as refused:
            card_described({"name": "A", **data})
        values = refused.value.message.values
        assert values["key"] == key
        assert known in str(values.get("values") or values["keys"]).split(", ")
    assert card_described({"name": "A", "faces": [{"name": "A", "object": "card_face"}]}).sides == (Side("A"),)
    assert card_described({"name": "A", "types": "Artefact — Golem"}).sides[0].type_line == "Artifact — Golem"


def test_too_many_characteristics() -> None:
    assert read_characteristics(["a" + " " * 1999]) == []
    with pytest.raises(
        BadQuestion, match=r"^The list of characteristics is too long: 2001 characters[.] Shorten it[.]$"
    ):
        read_characteristics(["a" + " " * 2000])


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("{3}{W}", 4),
        ("{X}{Y}{Z}{W}", 1),
        ("{HW}", 0.5),
        ("{2/W}", 2),
        ("{W/P}", 1),
        ("{10}", 10),
        ("", 0),
        ("{w}{x}", 1),
    ],
)
def test_the_mana_value_is_that_of_the_cost(cost: str, value: float) -> None:
    assert value_of(side(cost=cost)) == value
    assert value_of(side(cost=cost, mana_value=7.0)) == 7
