"""Types learned from printed type lines, in the layouts in which they are printed."""

from rulesbase.engine.translation.card_types import LearnedType, learn_types

FRENCH = [
    *[("Créature : gobelin", "Creature — Goblin")] * 2,
    ("Créature (jeton) : gobelin", "Creature — Goblin"),
    *[("Créature : - elfe et gobelin", "Creature — Elf Goblin")] * 4,
    *[("Éphémère", "Instant")] * 4,
    ("Rapide", "Instant"),
    *[("Éphémère légendaire", "Legendary Instant")] * 4,
    *[("Créature", "Creature — Goblin")] * 3,
    *[("Terrain : centrale et usine", "Land — Powerplant")] * 3,
    # Two faces in a line, and a type that has the same word in both languages.
    *[("Jour : bac // Nuit : port", "Day — Ferry // Night — Harbour")] * 4,
    *[("Mage", "Mage")] * 4,
]


def words(lines: list[tuple[str, str]], language: str) -> dict[str, str]:
    return {one.term: one.translation for one in learn_types(lines, language)}


def test_french() -> None:
    found = learn_types(FRENCH, "fr")
    assert found == [
        LearnedType("Elf", "elfe", 4, sure=True),
        LearnedType("Goblin", "gobelin", 10, sure=True),
        LearnedType("Powerplant", "centrale et usine", 6, sure=True),
        LearnedType("creature", "créature", 20, sure=True),
        LearnedType("instant", "éphémère", 8, sure=True),
        LearnedType("land", "terrain", 6, sure=True),
        LearnedType("legendary", "légendaire", 4, sure=True),
    ]


def test_japanese_and_chinese_signs() -> None:
    japanese = [("クリーチャー ― - エルフ・ゴブリン", "Creature — Elf Goblin")] * 3
    japanese += [("伝説のクリーチャー — エルフ", "Legendary Creature — Elf")] * 3
    assert words(japanese, "ja") == {
        "Elf": "エルフ",
        "Goblin": "ゴブリン",
        "creature": "クリーチャー",
        "legendary": "伝説",
    }
    chinese = [("生物 ～妖精／鬼怪", "Creature — Elf Goblin")] * 3
    assert words(chinese, "zh") == {"Elf": "妖精", "Goblin": "鬼怪", "creature": "生物"}


def test_what_is_not_sure_is_reported_so_and_what_is_rare_is_not_reported() -> None:
    lines = [("Rituel", "Sorcery")] * 3 + [("Sort", "Sorcery")] * 2
    assert learn_types(lines, "fr") == [LearnedType("sorcery", "rituel", 6, sure=False)]
    assert learn_types([("Rituel", "Sorcery")], "fr") == []
    # A line with another number of words than the English says nothing of either.
    assert words([("Créature : gobelin des bois", "Creature — Goblin Elf")] * 5, "fr") == {"creature": "créature"}


def test_a_supertype_keeps_the_word_of_the_type_within_it() -> None:
    lines = [("Land", "Land")] * 3 + [("Land im Binnenland", "Inner Land")] * 4
    assert words(lines, "de") == {"inner": "im Binnenland"}
