"""Questions taken apart, put right, and how well texts answer them."""

import pytest

from rulesbase.engine.search.analyzer import plain
from rulesbase.engine.search.query import apart, read_question
from rulesbase.engine.search.ranking import accepts, asked, pieces, rate
from rulesbase.engine.search.spelling import put_right, run_together, vocabulary_of


def said(typed: str, language: str = "en") -> tuple[list[str], list[str], list[str]]:
    question = read_question(typed, language)
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
        ("-1/-1 counter", ["-1/-1", "counter"], [], []),
        ("sba", ["state", "based", "action"], [], []),
        ('keeper "', ["keeper"], [], []),
        ('""', [], [], []),
        ("", [], [], []),
        ("- -- * \\ '", [], [], []),
        ("name Name NAME", ["name"], [], []),
    ],
)
def test_parts(typed: str, words: list[str], phrases: list[str], without: list[str]) -> None:
    assert said(typed) == (words, phrases, without)


def test_a_very_long_question_stays_small() -> None:
    question = read_question(" ".join(f"word{at}" for at in range(2000)) + '"a' * 5000, "en")
    assert len(question.required) <= 300
    assert len(question.words) == 16
    many = read_question(" ".join(f'-word{at} "two words{at}"' for at in range(200)), "en")
    assert (len(many.without), len(many.phrases)) == (16, 16)


def test_japanese_is_cut_where_the_letters_change() -> None:
    assert [word.typed for word in apart(read_question("名前を選ぶカード", "ja")).words] == ["名前", "選", "カード"]
    assert [word.typed for word in apart(read_question("名前", "ja")).words] == ["名前"]


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
    ],
)
def test_typing_errors(typed: str, meant: str | None) -> None:
    known = vocabulary_of(["The keeper of the signal lamp.", "A keeper’s harbour."])
    assert put_right(read_question(typed, "en"), known) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Gulls and gulls, and a gull in the sand.", "gulls and"),
        ("The sand, the gull, sand and a gull. Gulls!", "gull sand"),
    ],
)
def test_of_two_ways_to_cut_a_word_it_is_the_one_whose_rarer_word_is_commoner(text: str, meant: str) -> None:
    assert put_right(read_question("gullsand", "en"), vocabulary_of([text])) == meant


def test_two_words_that_are_one_in_a_title() -> None:
    assert run_together("life link damage", "Flying Lifelink Reach") == "lifelink damage"
    assert run_together("life total", "Flying Lifelink Reach") is None


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ('"signal lamp"', "the signal lamp", True),
        ('"signal lamp"', "the signal, lamp", True),
        ('"signal lamp"', "lamp signal", False),
        ('"signal lamp"', "signal lamps", False),
        ("-lamp keeper", "keeper", True),
        ("-lamp keeper", "keeper lamp", False),
        ("名前", "カードの名前", True),
        ("名前", "前の名", False),
    ],
)
def test_what_only_the_text_can_tell(typed: str, text: str, found: bool) -> None:
    assert accepts(read_question(typed, "ja" if "名" in typed else "en"), plain(text)) is found


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("lamp", ("lamp", "what shines"), ("harbour", "a lamp in it")),
        ("lamp", ("", "lamp"), ("", "a lamp is lit by the keeper")),
        ("lamp", ("", "the lamp is lit"), ("", "the lamplighter is lit")),
        ("signal lamp", ("", "a signal lamp and a keeper"), ("", "a lamp and a keeper who signal")),
        ("signal lamp", ("", "a signal lamp"), ("", "a signal lamp" + " and more" * 60)),
        ("lamps", ("", "many lamps here"), ("", "many a lamp here")),
    ],
)
def test_order(typed: str, better: tuple[str, str], worse: tuple[str, str]) -> None:
    ready = asked(read_question(typed, "en"))
    assert rate(ready, *better).score > rate(ready, *worse).score


@pytest.mark.parametrize("title", ["signal lamp", "signal lamps", "beacon, signal lamp", "signal lamp (obsolete)"])
def test_a_name_is_known_in_any_form(title: str) -> None:
    assert rate(asked(read_question("Signal Lamp", "en")), title, "").is_name
    assert not rate(asked(read_question("lamp", "en")), title, "").is_name


@pytest.mark.parametrize(
    ("typed", "text", "marked"),
    [
        ("name", "A name, names, named, rename, nameless", ["name", "names", "named", "name"]),
        ('"two words" two', "Two words, two", ["Two words", "two"]),
        ("capacite", "La capacité", ["capacité"]),
        ("zero", "0/0 or 0 and zero", ["0", "zero"]),
        ("1/1999", "On 4/1/1999 or in 1/1999", ["1/1999"]),
        ("2/2", "A 2/20 or a 2/2", ["2/2"]),
        ("ﾄｰｸﾝ", "トークンを", ["トークン"]),
    ],
)
def test_marks(typed: str, text: str, marked: list[str]) -> None:
    found = pieces(asked(read_question(typed, "en")), text)
    assert [piece.text for piece in found if piece.marked] == marked
    assert "".join(piece.text for piece in found) == text


def test_a_name_is_known_with_all_that_stands_in_its_title() -> None:
    """Whoever copies a title copies the brackets too; who types its short form means it as well."""
    assert rate(asked(read_question("Signal lamp (obsolete)", "en")), "signal lamp (obsolete)", "").is_name
    assert rate(asked(read_question("SBA", "en")), "sba (obsolete)", "").is_name
