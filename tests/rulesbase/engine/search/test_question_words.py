"""What is typed into the search: short forms, words that say little, other spellings, quotes of every kind."""

import pytest

from rulesbase.engine.search.query import MOST_WORDS, apart, read_question


@pytest.mark.parametrize(
    ("typed", "words", "little"),
    [
        ("sbas", "state based action", ""),
        ("(CMC)", "mana value", ""),
        ("ETB?", "enters battlefield", "the"),
        ("the toll", "toll", "the"),
        ("of it", "of it", ""),
    ],
)
def test_short_forms_and_words_that_say_little(typed: str, words: str, little: str) -> None:
    asked = read_question(typed, "en")
    assert " ".join(word.folded for word in asked.words) == words
    assert " ".join(word.folded for word in asked.little) == little


@pytest.mark.parametrize(("word", "other"), [("zero", "0"), ("2nd", "second"), ("color", "colour")])
def test_another_spelling_will_do(word: str, other: str) -> None:
    (asked,) = read_question(word, "en").words
    assert asked.as_well == other


@pytest.mark.parametrize("quotes", ['""', "“”", "«»", "「」"])
def test_quotes_of_every_kind(quotes: str) -> None:
    asked = read_question(f"ferry {quotes[0]}The toll{quotes[1]} boat", "en")
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
        asked = read_question(f"ferry {minus}{quotes[0]}the toll{quotes[1]}", "en")
        assert ([one.typed for one in asked.without], asked.phrases) == (["the toll"], ())
    # A quote that opens within a word begins anew.
    asked = read_question(f"ferry{quotes[0]}the toll{quotes[1]}", "en")
    assert ([one.folded for one in asked.words], len(asked.phrases)) == (["ferry"], 1)


@pytest.mark.parametrize(
    ("typed", "words", "without"),
    [
        ("ferry -toll", ["ferry"], ["toll"]),
        ("ferry −toll*", ["ferry"], ["toll"]),
        ("ferry-toll", ["ferry", "toll"], []),
        ("ferry -3", ["ferry", "3"], []),
        ("ferry - toll", ["ferry", "toll"], []),
        ("ferry -_x", ["ferry", "x"], []),
        ("ferry -", ["ferry"], []),
    ],
)
def test_what_must_not_be_there(typed: str, words: list[str], without: list[str]) -> None:
    asked = read_question(typed, "en")
    assert ([one.folded for one in asked.words], [one.typed for one in asked.without]) == (words, without)


def test_an_empty_quote_asks_nothing() -> None:
    asked = read_question('""', "en")
    assert (asked.asks, asked.words, asked.phrases) == (False, (), ())
    assert read_question("the", "en").asks
    assert read_question('"the"', "en").asks
    assert read_question('"toll" the', "en").words == ()


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
    assert read_question(typed, "en").required == alternatives


def test_so_many_words_and_no_more() -> None:
    typed = " ".join(f"w{at}x" for at in range(MOST_WORDS + 1))
    asked = read_question(typed, "en")
    assert (MOST_WORDS, len(asked.words), asked.words[-1].typed) == (16, 16, "w15x")
    assert len(read_question(f'"{typed}"', "en").phrases[0].words) == 16
    quoted = read_question(" ".join(f'"w{at}x" -"v{at}x"' for at in range(17)), "en")
    assert (len(quoted.phrases), len(quoted.without)) == (16, 16)
    assert (
        len(read_question(f"toll {'a an and are as at be been but by can could did do does for from'}", "en").little)
        == 16
    )
    assert len(read_question("toll Toll TOLL", "en").words) == 1


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("名前を選ぶ", ["名前", "選"]),
        ("名前", ["名前"]),
        ("をカの", ["カ"]),
        ("あいう", ["あいう"]),
        ("toll 名前のカード", ["toll", "名前", "カード"]),
        ("これはそれ船", ["これはそれ", "船"]),
    ],
)
def test_unspaced_words_cut_apart(typed: str, runs: list[str]) -> None:
    assert [word.typed for word in apart(read_question(typed, "ja")).words] == runs
