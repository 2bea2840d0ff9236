"""What a word is, in each language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.tokens import count_words, level, read_words, weight_of

TABLE = [
    # language, text, words (parted by |)
    ("en", "The clerk counts three coins.", "The|clerk|counts|three|coins|."),
    ("en", "The clerk's face-down cards aren't his.", "The|clerk's|face-down|cards|aren't|his|."),
    ("en", "The clerks’ coins (all)", "The|clerks|’|coins|(|all|)"),
    ("en", "Pay {W}{2/W}, then {T}: see 704.5k.", "Pay|{W}|{2/W}|,|then|{T}|:|see|704.5k|."),
    ("en", "rules 702.19a–d and 100.2", "rules|702.19a|–|d|and|100.2"),
    ("en", "It gets +1/+1 or −2/−0, is 3/4.", "It|gets|+1/+1|or|−2/−0|,|is|3/4|."),
    ("en", "Roll a d20, pay 1,000 or 2.5", "Roll|a|d20|,|pay|1,000|or|2.5"),
    ("en", "wait -- then... stop", "wait|--|then|...|stop"),
    ("en", "Board(TM) and Board™", "Board|and|Board"),
    ("fr", "L'objet d’un joueur qu'il choisit", "L'|objet|d’|un|joueur|qu'|il|choisit"),
    ("fr", "Aujourd'hui, quelqu'un peut-il jouer ?", "Aujourd'hui|,|quelqu'un|peut-il|jouer|?"),
    ("fr", "« Prêt » : cela s’arrête là", "«|Prêt|»|:|cela|s’|arrête|là"),
    ("en", "l'objet stays whole here", "l'objet|stays|whole|here"),
    ("ja", "札を2枚引く。", "札|を|2|枚|引|く|。"),
    ("ja", "カードBoard gameの{T}", "カ|ー|ド|Board|game|の|{T}"),
    ("ja", "か\u3099くしゃ", "か\u3099|く|し|ゃ"),
    ("ja", "規則704.5kを見る", "規|則|704.5k|を|見|る"),
    ("ja", "+1/+1修整", "+1/+1|修|整"),
    ("zh", "抽两张牌，然后弃掉。", "抽|两|张|牌|，|然|后|弃|掉|。"),
]


@pytest.mark.parametrize(("language", "text", "expected"), TABLE)
def test_words(language: str, text: str, expected: str) -> None:
    words = read_words(text, language, 0, len(text))
    assert [text[a:b] for a, b in zip(words.starts, words.ends, strict=True)] == expected.split("|")


def test_combining_marks_stay_with_their_letter() -> None:
    words = read_words("e\u0301te\u0301 fini", "fr", 0, 11)
    assert (words.starts, words.ends) == ([0, 6], [5, 10])


@given(st.text(), st.sampled_from(["en", "fr", "ja", "zh", "xx"]))
def test_words_take_all_but_space_and_trade_marks(text: str, language: str) -> None:
    words = read_words(text, language, 0, len(text))
    gaps = [text[a:b] for a, b in zip([0, *words.ends], [*words.starts, len(text)], strict=True)]
    assert not any(fold(gap) for gap in gaps)
    assert all(a < b and not text[b - 1].isspace() for a, b in zip(words.starts, words.ends, strict=True))


def test_signs_are_no_words_to_count_and_symbols_are() -> None:
    assert count_words("Pay {∞}{T}, then wait -- see 704.5k!") == 7


@given(st.text(st.sampled_from("ab ’“”‘—–\"'?.{}\u00a0é")))
def test_levelling_keeps_the_length(text: str) -> None:
    assert len(level(text)) == len(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the clerk’s “coin”", 'the clerk\'s "coin"'),
        ("wait -- stop", "wait — stop"),
        ("pay {oW} and {oT}", "pay {W} and {T}"),
        ("Board(TM) game", "Board® game"),
        ("ferm\u00e9", "ferme\u0301"),
        ("the clerk?s coin", "the clerk's coin"),
        ("札を２枚", "札を2枚"),
    ],
)
def test_typography_does_not_show_in_keys(one: str, other: str) -> None:
    assert read_words(level(one), "en", 0, len(one)).keys == read_words(level(other), "en", 0, len(other)).keys


def test_words_have_the_offsets_of_the_text() -> None:
    text = "One. See  rule 704.5k, then wait."
    words = read_words(text, "en", 5, len(text))
    assert [text[a:b] for a, b in zip(words.starts, words.ends, strict=True)] == words.keys
    assert words.keys == ["See", "rule", "704.5k", ",", "then", "wait", "."]
    assert (words.masked[2], len(words.weights)) == ("#", len(words.keys) + 1)


def test_no_words_in_nothing() -> None:
    assert (read_words("  ", "en", 0, 2).keys, read_words("", "en", 0, 0).weights) == ([], [0.0])
    assert level("‘a’ “b”—–\u00a0\u202fc") == "'a' \"b\"--  c"


@pytest.mark.parametrize("symbol", ["{T}", "{2/W}", "{∞}", "{+}"])
def test_a_symbol_says_as_much_as_a_word(symbol: str) -> None:
    assert weight_of(symbol) == weight_of("creature")


def test_content_weighs_more_than_little_words_and_signs() -> None:
    assert weight_of("creature") > weight_of("the") > weight_of(",")
    assert weight_of("札") > weight_of("カ") > weight_of("を") > weight_of("。")
