"""Questions taken apart, put right, and how well texts answer them."""

import pytest

from rulesbase.engine.search.query import MOST_WORDS, apart, read_query
from rulesbase.engine.search.query_matches import accepts, is_name, pieces, prepare_query
from rulesbase.engine.search.spelling import put_right, run_together, vocabulary_of
from rulesbase.engine.search.synonyms import Synonyms


def output(typed: str, language: str = "en") -> tuple[list[str], list[str], list[str]]:
    question = read_query(typed, language)
    return (
        [word.folded + "*" * (not word.stems and word.beginning) for word in question.words],
        [phrase.typed for phrase in question.phrases],
        [phrase.typed for phrase in question.without],
    )


@pytest.mark.parametrize(
    ("typed", "words", "phrases", "without"),
    [
        ("card name", ["card", "name"], [], []),
        ("choose a card", ["choose", "card"], [], []),
        ("to be or not", ["not"], [], []),
        ("to be", ["to", "be"], [], []),
        ('"signal lamp" keeper', ["keeper"], ["signal lamp"], []),
        ("«signal lamp» “x y” 「名前」", [], ["signal lamp", "x y", "名前"], []),
        ("keeper -lamp", ["keeper"], [], ["lamp"]),
        ('keeper -"signal lamp"', ["keeper"], [], ["signal lamp"]),
        ("tramp*", ["tramp*"], [], []),
        ("ferry −toll*", ["ferry"], [], ["toll"]),
        ("ferry-toll", ["ferry", "toll"], [], []),
        ("ferry -3", ["ferry", "3"], [], []),
        ("ferry - toll", ["ferry", "toll"], [], []),
        ("-1/-1 counter", ["-1/-1", "counter"], [], []),
        ('keeper "', ["keeper"], [], []),
        ('""', [], [], []),
        ("", [], [], []),
        ("- -- * \\ '", [], [], []),
        ("name Name NAME", ["name"], [], []),
    ],
)
def test_parts(typed: str, words: list[str], phrases: list[str], without: list[str]) -> None:
    assert output(typed) == (words, phrases, without)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kepeer lamp", "keeper lamp"),
        ("signallamp", "signal lamp"),
        ("KEEPRE", "keeper"),
        ("keeper", None),
        ("keep", None),
        ("keepers", None),
        ("xyzzyx", None),
        ("kp", None),
        ("signal lamp of harbours", None),
        ("lamp lampkepeer", "lamp lampkeeper"),
        # "arbour" is in "harbour" too.
        ("harbour arbour", "harbour harbour"),
        # The first letter is rarely mistyped.
        ("lemp", "lamp"),
        ("lamb", "lamp"),
        ("tram", "trap"),
    ],
)
def test_words_are_put_right_where_a_known_one_is_near(typed: str, meant: str | None) -> None:
    known = vocabulary_of(["The keeper of the signal lamp in the harbour, a lampkeeper", "A camp, a trap, a cram"])
    assert put_right(read_query(typed, "en"), known) == meant


def test_words_of_a_synonym_stay_and_those_beside_it_are_put_right() -> None:
    known = vocabulary_of(["The keeper of the signal lamp."])
    slang = Synonyms("en", [("snufff out", "lamp")])
    assert put_right(read_query("snufff out kepeer", "en"), known, slang) == "snufff out keeper"
    assert put_right(read_query("kepeer", "en"), known, is_name=lambda word: word == "kepeer") is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Gulls and gulls, and a gull in the sand.", "gulls and"),
        ("The sand, the gull, sand and a gull. Gulls!", "gull sand"),
    ],
)
def test_of_two_ways_to_cut_a_word_it_is_the_one_whose_rarer_word_is_commoner(text: str, meant: str) -> None:
    assert put_right(read_query("gullsand", "en"), vocabulary_of([text])) == meant


def test_two_words_that_are_one_in_a_title() -> None:
    titles = {"flying", "lifelink", "reach"}
    assert run_together("life link damage", titles) == "lifelink damage"
    assert run_together("fly ing", titles) == "flying"
    assert run_together("life total", titles) is run_together("re ach", titles) is None
    assert run_together("a mass removal", {"amass"}) is None
    assert put_right(read_query("a mass removal", "en"), vocabulary_of(["amass a removal"])) != "amass removal"


@pytest.mark.parametrize(
    ("typed", "title", "known"),
    [
        *(("Signal Lamp", name, True) for name in ("signal lamp", "signal lamps", "beacon, signal lamp")),
        ("Signal Lamp", "signal lamp (obsolete)", True),
        ("lamp", "signal lamp", False),
        # Somebody who copies a title copies the brackets too, or adds quotation marks.
        ('"signal lamp"', "signal lamps", True),
        ("keeper of lamps", "keepers of lamps", True),
        ("Signal lamp (obsolete)", "signal lamp (obsolete)", True),
    ],
)
def test_a_name_is_known_in_any_form(typed: str, title: str, known: bool) -> None:
    assert is_name(prepare_query(read_query(typed, "en")), title) is known


@pytest.mark.parametrize(("word", "other"), [("zero", "0"), ("2nd", "second"), ("color", "colour")])
def test_another_spelling_will_do(word: str, other: str) -> None:
    (asked,) = read_query(word, "en").words
    assert asked.as_well == other


@pytest.mark.parametrize("quotes", ['""', "“”", "«»", "「」"])
def test_quotes_of_every_kind(quotes: str) -> None:
    asked = read_query(f"ferry {quotes[0]}The toll{quotes[1]} boat", "en")
    assert ([one.typed for one in asked.phrases], [one.folded for one in asked.words]) == (
        ["The toll"],
        ["ferry", "boat"],
    )
    assert asked.phrases[0].pattern.search("pays the - toll.")
    assert not asked.phrases[0].pattern.search("bathe toll")
    assert not asked.phrases[0].pattern.search("the tolls")
    assert asked.shown == ["The toll", "ferry", "boat"]
    assert asked.required[-2:] == [[("the", False)], [("toll", False)]]
    for minus in "-−":
        asked = read_query(f"ferry {minus}{quotes[0]}the toll{quotes[1]}", "en")
        assert ([one.typed for one in asked.without], asked.phrases) == (["the toll"], ())
    # A quote that opens within a word begins anew.
    asked = read_query(f"ferry{quotes[0]}the toll{quotes[1]}", "en")
    assert ([one.folded for one in asked.words], len(asked.phrases)) == (["ferry"], 1)


def test_an_empty_quote_asks_nothing() -> None:
    asked = read_query('""', "en")
    assert (asked.asks, asked.words, asked.phrases) == (False, (), ())
    assert read_query("the", "en").asks
    assert read_query('"the"', "en").asks
    assert read_query('"toll" the', "en").words == ()


@pytest.mark.parametrize(
    ("typed", "alternatives"),
    [
        ("tolls", [[("tolls", True), ("=toll", False), ("toll", False)]]),
        ("tolls*", [[("tolls", True)]]),
        ("x", [[("x", False), ("=x", False)]]),
        ("x*", [[("x", True)]]),
        ("704", [[("704", True), ("=704", False)]]),
        ("704.5", [[("704.5", True)]]),
        ("+1/+1", [[("+1/+1", False)]]),
        ("1/1", [[("1/1", False)]]),
        ("{w}", [[("{w}", False)]]),
        ("渡し船", [[("渡し", False)], [("し船", False)]]),
        ("渡し船*", [[("渡し", True)], [("し船", True)]]),
        ("船", [[("船", True)]]),
    ],
)
def test_what_the_index_must_have(typed: str, alternatives: list[list[tuple[str, bool]]]) -> None:
    assert read_query(typed, "en").required == alternatives


def test_so_many_words_and_no_more() -> None:
    typed = " ".join(f"w{at}x" for at in range(MOST_WORDS + 1))
    asked = read_query(typed, "en")
    assert (MOST_WORDS, len(asked.words), asked.words[-1].typed) == (16, 16, "w15x")
    assert len(read_query(f'"{typed}"', "en").phrases[0].words) == 16
    long = read_query(" ".join(f"word{at}" for at in range(2000)) + '"a' * 5000, "en")
    assert (len(long.words), len(long.required) <= 300) == (16, True)
    quoted = read_query(" ".join(f'"w{at}x" -"v{at}x"' for at in range(17)), "en")
    assert (len(quoted.phrases), len(quoted.without)) == (16, 16)
    assert (
        len(read_query(f"toll {'a an and are as at be been but by can could did do does for from'}", "en").little) == 16
    )
    assert len(read_query("toll Toll TOLL", "en").words) == 1


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("名前を選ぶ", ["名前", "選"]),
        ("名前", ["名前"]),
        ("をカの", ["カ"]),
        ("あいう", ["あいう"]),
        ("toll 名前のカード", ["toll", "名前", "カード"]),
        ("名前を選ぶカード", ["名前", "選", "カード"]),
        ("これはそれ船", ["これはそれ", "船"]),
    ],
)
def test_unspaced_words_cut_apart(typed: str, runs: list[str]) -> None:
    assert [word.typed for word in apart(read_query(typed, "ja")).words] == runs


def test_a_phrase_and_what_must_not_be_there() -> None:
    question = read_query('"ferry toll" -rope', "en")
    assert accepts(question, "the ferry toll is due")
    assert accepts(question, "the ferry, toll is due")
    assert not accepts(question, "the toll of the ferry is due")
    assert not accepts(question, "the ferry tolls")
    assert not accepts(question, "the ferry toll and a rope")
    japanese = read_query("渡し船", "ja")
    assert accepts(japanese, "この渡し船は")
    assert not accepts(japanese, "渡し、し船")


@pytest.mark.parametrize(
    ("typed", "text", "marked"),
    [
        ("toll", "A toll, tolls and a tollkeeper; atoll.", ["toll", "tolls", "toll"]),
        ("a", "A cab at a bay", ["A", "a"]),
        ("0", "0 of 0/0 in 100.0", ["0"]),
        ("704", "704 and 704.5a, x704", ["704", "704"]),
        ("704.5", "704.5, 704.5a, 1704.5", ["704.5", "704.5"]),
        ("+1/+1", "+1/+1, +1/+12, x+1/+1", ["+1/+1"]),
        ("zero", "0/0, zero or 0", ["zero", "0"]),
        ('"two words" two', "Two words, two", ["Two words", "two"]),
        ("capacite", "La capacité", ["capacité"]),
        ("1/1999", "On 4/1/1999 or in 1/1999", ["1/1999"]),
        ("ﾄｰｸﾝ", "トークンを", ["トークン"]),
    ],
)
def test_what_is_marked(typed: str, text: str, marked: list[str]) -> None:
    found = [piece.text for piece in pieces(prepare_query(read_query(typed, "en")), text, whole=True) if piece.marked]
    assert found == marked


@pytest.mark.parametrize(
    ("language", "typed", "most"), [("en", "toll", 320), ("ja", "船", 140), ("zh", "船", 140), ("fr", "toll", 320)]
)
def test_how_much_of_a_long_text_is_shown(language: str, typed: str, most: int) -> None:
    text = "x y " * 300 + typed + " z w" * 300
    shown = "".join(piece.text for piece in pieces(prepare_query(read_query(typed, language)), text))
    assert most * 0.6 < len(shown) <= most + 10
    assert "".join(piece.text for piece in pieces(prepare_query(read_query(typed, language)), text, whole=True)) == text
