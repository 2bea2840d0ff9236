"""What is found for what a person types, on a small world of made-up cards."""

import pytest

from cards.engine.lookup.name_index import LONGEST, NameIndex, name_columns
from cards.engine.lookup.normalize import fold
from cards.engine.lookup.types import Candidate, CardKind, IndexedCard, IndexedName, MatchReason, NameKind, former_name
from tests.support.timing import yardsticks

CARDS = [
    IndexedCard("keeper", "Keeper of the Ninth Lamp"),
    IndexedCard("oil", "Wick // Oil"),
    IndexedCard("wax", "Wax // Wane"),
    IndexedCard("lantern", "Borgan's Lantern"),
    IndexedCard("lamp", "Lamplight Elder"),
    IndexedCard("lamb", "Lambkin"),
    IndexedCard("ow", "Oy"),
    IndexedCard("moth", "Moth"),
    IndexedCard("moth-token", "Moth", CardKind.TOKEN),
    IndexedCard("moth-token-2", "Moth", CardKind.TOKEN),
    IndexedCard("moth-picture", "Moth // Moth", CardKind.NOTHING),
    IndexedCard("gadget-a", "Odd Gadget"),
    IndexedCard("gadget-b", "Odd Gadget"),
    IndexedCard("wildfire", "Blaze"),
    IndexedCard("burning", "Burning Harbour"),
    IndexedCard("squad", "Powder Squad"),
    IndexedCard("corps", "Powder Corps"),
    IndexedCard("blank", "_____"),
    IndexedCard("vess", "Orla, the Bell Ringer"),
]
NAMES = [
    *(IndexedName(card.name, "en", NameKind.WHOLE, card.card) for card in CARDS),
    IndexedName("Wick", "en", NameKind.FACE, "oil"),
    IndexedName("Oil", "en", NameKind.FACE, "oil"),
    IndexedName("Wax", "en", NameKind.FACE, "wax"),
    IndexedName("Wane", "en", NameKind.FACE, "wax"),
    IndexedName("Moth", "en", NameKind.FACE, "moth-picture"),
    IndexedName("Gardien de la neuvième lampe", "fr", NameKind.PRINTED, "keeper"),
    IndexedName("第九灯の番人", "ja", NameKind.PRINTED, "keeper"),
    IndexedName("Hüterin der neunten Lampe", "de", NameKind.PRINTED, "keeper"),
    IndexedName("ボーガンの灯り", "ja", NameKind.PRINTED, "lantern"),
    IndexedName("ぼーがんのあかり", "ja", NameKind.READING, "lantern"),
    IndexedName("Moth", "fr", NameKind.PRINTED, "lamb"),
    IndexedName("Brasier", "fr", NameKind.PRINTED, "wildfire"),
    IndexedName("Brasier", "fr", NameKind.PRINTED, "burning"),
    IndexedName("野火", "ja", NameKind.PRINTED, "wildfire"),
    former_name("misprint", "burning", "Burning Harbour", "ja", "野火", "港の炎"),
    former_name("duplicate", "squad", "Powder Squad", "ja", "爆発部隊", "爆発兵団"),
    IndexedName("爆発部隊", "ja", NameKind.PRINTED, "squad"),
    IndexedName("爆発部隊", "ja", NameKind.PRINTED, "corps"),
    IndexedName("Gorgo, Terror of the Bay", "en", NameKind.FLAVOR, "vess"),
    IndexedName("missing", "en", NameKind.WHOLE, "no such card"),
]
INDEX = NameIndex(name_columns(CARDS, NAMES))


def index_of(*names: tuple[str, str, str, NameKind]) -> NameIndex:
    """An index of names, each with its card, its language and its role."""
    cards = [IndexedCard(card, card) for card in {card: 0 for card, *_ in names}]
    return NameIndex(
        name_columns(cards, [IndexedName(name, language, kind, card) for card, name, language, kind in names])
    )


def first(typed: str, language: str | None = None) -> Candidate[str]:
    return INDEX.find(typed, language=language)[0]


@pytest.mark.parametrize(
    ("typed", "card", "reason"),
    [
        ("keeper of the ninth lamp", "keeper", "exact"),
        ("gardien de la neuvieme lampe", "keeper", "printed"),
        ("第九灯の番人", "keeper", "printed"),
        ("huterin der neunten lampe", "keeper", "printed"),
        ("ﾎﾞｰｶﾞﾝの灯り", "lantern", "printed"),
        ("ボーガンのあかり", "lantern", "printed"),
        ("Oil", "oil", "face"),
        ("wick/oil", "oil", "exact"),
        ("Wick and Oil", "oil", "exact"),
        ("第九灯の番人/Keeper of the Ninth Lamp", "keeper", "exact"),
        ("Orla, the Bell Ringer (Gorgo, Terror of the Bay)", "vess", "exact"),
        # Names beside each other are exact only where all are known.
        ("Wick / Wax", "wax", "face"),
        ("Wick / Qqqqq", "oil", "part"),
        ("gorgo terror of the bay", "vess", "flavor"),
        ("Oy", "ow", "exact"),
        ("\u202eLamp\u200blight\u202c Elder 🔥", "lamp", "exact"),
        ("_____", "blank", "exact"),
        ("keeper of", "keeper", "prefix"),
        ("Borgan", "lantern", "prefix"),
        ("lantern", "lantern", "words"),
        ("lanterm", "lantern", "typing-error"),
        ("ninth keeper", "keeper", "words"),
        ("the keeper of lamp", "keeper", "words"),
        ("orla tbr", "vess", "words"),
        ("lantern b", "lantern", "words"),
        ("lanterm borgan", "lantern", "typing-error"),
        ("lanterm b", "lantern", "typing-error"),
        ("plight", "lamp", "part"),
        ("九灯", "keeper", "part"),
        ("番人 九灯", "keeper", "part"),
        ("Borgans Lntern", "lantern", "typing-error"),
        ("Brogans Lantern", "lantern", "typing-error"),
        ("Lanbkin", "lamb", "typing-error"),
        ("第九灯の番犬", "keeper", "typing-error"),
    ],
)
def test_first_candidate_and_why(typed: str, card: str, reason: str) -> None:
    """The API has the same words for the reasons."""
    found = first(typed)
    assert (found.card, found.reason) == (card, reason)
    assert found.is_whole == (reason in ("exact", "printed", "flavor", "face"))


@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ("Wick / Wax", 98.0),
        ("Wick / Qqqqq", 80.0),
        ("Brogans Lantern", 96.4),
        ("Lanbkin", 65.7),
        ("orla the bell", 91.2),
        ("orla", 89.9),
        ("orla tbr", 72.4),
        ("九灯", 51.7),
    ],
)
def test_a_score_is_higher_for_what_is_likelier_meant(typed: str, score: float) -> None:
    """The name checker answers at once from some score on."""
    assert first(typed).score == first(typed, "fr").score == score


def test_candidate_tells_the_name_that_was_recognised() -> None:
    found = first("第九灯の番人")
    assert found == Candidate("keeper", "Keeper of the Ninth Lamp", "第九灯の番人", "ja", MatchReason.PRINTED, 100.0)


def test_names_in_the_language_of_the_reader_come_first_and_then_english_ones() -> None:
    languages = {"Gull": "ja", "Auk": "zh-hant", "Owl": "en", "Elk": "fr"}
    kinds = {"Owl": NameKind.FLAVOR}
    index = index_of(*((card, "Tern", one, kinds.get(card, NameKind.PRINTED)) for card, one in languages.items()))
    assert {
        language: [one.card for one in index.find("tern", language=language)] for language in ("zh-hans", "fr", None)
    } == {
        "zh-hans": ["Auk", "Owl", "Elk", "Gull"],
        "fr": ["Elk", "Owl", "Auk", "Gull"],
        None: ["Owl", "Auk", "Elk", "Gull"],
    }


def test_a_name_with_the_same_words_comes_after_the_whole_name() -> None:
    index = index_of(*((name, name, "en", NameKind.WHOLE) for name in ("Gull Tern", "Tern, Gull", "Gull Terns")))
    assert [(one.card, one.reason, one.score) for one in index.find("gull tern")] == [
        ("Gull Tern", MatchReason.EXACT, 100.0),
        ("Gull Terns", MatchReason.PREFIX, 91.1),
        ("Tern, Gull", MatchReason.WORDS, 85.0),
    ]


@pytest.mark.parametrize("typed", ["Wick Oil and", "and Wick Oil", "Wick with Oil", "Borgan's and Lantern"])
def test_only_an_and_between_halves_joins_them(typed: str) -> None:
    assert not first(typed).is_whole


def test_a_whole_name_comes_before_longer_ones() -> None:
    assert [one.name for one in INDEX.find("wax")] == ["Wax // Wane"]
    assert [one.reason for one in INDEX.find("lamplight elder")] == [MatchReason.EXACT]
    scores = [one.score for one in INDEX.find("lam")]
    assert scores == sorted(scores, reverse=True)
    assert all(score < 100 for score in scores)


def test_without_guesses_only_the_name_and_longer_ones_are_found() -> None:
    assert [(one.card, one.reason, one.score) for one in INDEX.named("lam")] == [
        ("lamb", MatchReason.PREFIX, 75.0),
        ("lamp", MatchReason.PREFIX, 67.5),
    ]
    assert [(one.card, one.reason) for one in INDEX.named("Wick & Oil")] == [("oil", MatchReason.EXACT)]
    assert [one.card for one in INDEX.named("moth", language="fr", limit=2)] == ["lamb", "moth"]
    assert INDEX.named("lanterm") == []
    for find in (INDEX.find, INDEX.named):
        assert [one.name for one in find("lambkin".ljust(LONGEST))] == ["Lambkin"]
        assert find("lambkin".ljust(LONGEST + 1)) == find("lambkin", limit=0) == []


def test_each_card_is_listed_once() -> None:
    cards = [one.card for one in INDEX.find("moth")]
    assert len(cards) == len(set(cards))
    assert INDEX.find("keeper", limit=1)[0].card == "keeper"


# ---- Corrections that the answer mentions ----


def test_one_name_in_print_means_two_cards() -> None:
    found = INDEX.find("brasier")
    assert {one.card for one in found} == {"wildfire", "burning"}
    assert {str(one.warning) for one in found} == {"Several cards have this name: Blaze; Burning Harbour."}


def test_printed_name_of_one_is_the_english_name_of_another() -> None:
    assert [one.card for one in INDEX.find("moth")[:2]] == ["moth", "lamb"]
    assert [one.card for one in INDEX.find("moth", language="fr")[:2]] == ["lamb", "moth"]
    assert "Moth; Lambkin" in str(first("moth").warning)


def test_misprint_is_reported_of_both_cards_and_comes_last() -> None:
    found = INDEX.find("野火")
    assert [one.card for one in found] == ["wildfire", "burning"]
    assert {str(one.warning) for one in found} == {"“野火” was also printed on Burning Harbour, by mistake."}


def test_name_that_was_given_up_comes_last_although_it_is_printed() -> None:
    found = INDEX.find("爆発部隊")
    assert [one.card for one in found] == ["corps", "squad"]
    assert "its name is “爆発兵団” now" in str(found[1].warning)
    assert str(former_name("renaming", "x", "Blaze", "fr", "Feu").warning) == "Blaze was once printed as “Feu”."


def test_cards_come_before_tokens_and_pictures_of_their_name() -> None:
    found = INDEX.find("moth", language="en")
    assert [one.card for one in found] == ["moth", "lamb", "moth-token", "moth-token-2", "moth-picture"]
    assert str(found[2].warning) == "This is a token. There is also a card with this name."
    assert str(found[4].warning) == "A picture only, not a card of the game."


def test_tokens_with_a_name_already_listed_come_last() -> None:
    cards = [
        IndexedCard("moth", "Moth"),
        IndexedCard("token", "Moth", CardKind.TOKEN),
        IndexedCard("mot", "Motley Gull"),
    ]
    cards += [IndexedCard("goat", "Goat", CardKind.TOKEN)]
    index = NameIndex(name_columns(cards, [IndexedName(one.name, "en", NameKind.WHOLE, one.card) for one in cards]))
    assert [one.card for one in index.find("mot")] == ["moth", "mot", "token"]
    assert [(one.card, one.warning) for one in index.find("goat")] == [("goat", None)]


def test_variants_of_one_name_are_all_listed() -> None:
    found = INDEX.find("odd gadget")
    assert [one.card for one in found] == ["gadget-a", "gadget-b"]
    assert str(found[0].warning) == "2 cards with this name have different texts."


def test_no_warning_where_none_is_due() -> None:
    assert all(one.warning is None for one in INDEX.find("Borgan's Lantern") + INDEX.find("lam"))


# ---- Bad input ----

HOSTILE = {
    "empty": "",
    "spaces": "  \t\n",
    "hidden": "\u200b\u200d\ufeff",
    "punctuation": "?!,.;:'\"",
    "slashes": "// / (",
    "emoji": "🔥🎴",
    "far too long": "x" * 100_000,
    "too long": "lamp " * (LONGEST // 5 + 1),
    "as long as may be": "é" * LONGEST,
    "Japanese at length": "灯" * LONGEST,
    "many words": " ".join("abcdefghijkl"[: 3 + at % 8] + str(at) for at in range(50)),
    "right to left": "\u202eשומר המנורה",
    "nul": "\x00",
    "surrogate": "\ud800",
    "pattern": ".*(a+)+$[",
}


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
def test_bad_input_finds_nothing_quickly(typed: str) -> None:
    assert [one.name for one in INDEX.find(typed) if one.is_whole] == []
    if not fold(typed):
        assert INDEX.find(typed) == INDEX.named(typed) == []
    assert yardsticks(lambda: INDEX.find(typed)) < 80


def test_parts_of_several_words_and_two_initials_find_nothing() -> None:
    assert INDEX.find("amplig lder") == []
    assert index_of(("Gull, by Rocks", "gull", "en", NameKind.WHOLE)).find("gull br") == []


def test_an_index_of_nothing() -> None:
    empty = NameIndex(name_columns([], []))
    assert empty.find("lamp") == []
    assert NameIndex(name_columns(CARDS, [])).find("lamp") == []


def test_names_of_unknown_cards_are_left_out() -> None:
    assert INDEX.find("missing") == []


def test_a_part_that_very_many_names_have_is_looked_for_in_four_hundred() -> None:
    def found(names: int) -> int:
        cards = [IndexedCard(f"card-{at}", f"Xq{at:03}zubzub{at:03}") for at in range(names)]
        index = NameIndex(
            name_columns(cards, [IndexedName(card.name, "en", NameKind.WHOLE, card.card) for card in cards])
        )
        return len(index.find("zubzub", limit=500))

    assert (found(400), found(401)) == (400, 400)
