"""Words that decide about questions: which numbers and negations are asked, what is left out, how hard each kind is."""

import pytest

from rulesbase.engine.comparing import Leaf
from rulesbase.engine.nodes import Kind
from rulesbase.engine.study.book import Book, is_title, runs_of, stem
from rulesbase.engine.study.gaps import clozes
from rulesbase.engine.study.meanings import definition
from rulesbase.engine.study.sentences import is_see, sentences, without_see
from tests.engine.test_study_questions import book


def answers(text: str) -> list[object]:
    return [draft.data["answer"] for draft in clozes(Book(book(text)), 2)]


NOT = "can't cannot doesn't don't isn't aren't won't never".split()


@pytest.mark.parametrize("word", NOT)
def test_negations_are_asked_where_there_is_one(word: str) -> None:
    assert answers(f"Whoever keeps the old lighthouse {word} count boats on each day of rest.") == [word]
    for other in (*NOT, "wouldn't"):
        if other != word:
            assert answers(f"Whoever {other} keep the lighthouse {word} count boats on each day of rest.") == []
    assert answers(f"Whoever keeps the old lighthouse counts boats and others {word}. Enough.") == []


@pytest.mark.parametrize(
    ("words", "is_asked"),
    [
        ("seven boats", True),
        ("seven, boats", True),
        ("such as seven boats", False),
        ("for example seven boats", False),
        ("for instance seven boats", False),
        ("e.g. seven boats", False),
        ("including seven boats", False),
        *((f"boats {word} seven", False) for word in "and or and/or nor".split()),
        *((f"boats and {word} seven", False) for word in "a an the that another any each one its their".split()),
        *((f"seven {word} boats", False) for word in "and or and/or nor".split()),
        ("seven, and boats", False),
        ("seven, boats, rafts", False),
        ("seven, red boats, rafts", False),
        ("seven, or boats", False),
        ("boats, seven, rafts", False),
        ("boats, seven rafts or", False),
        ("boats, seven rafts", True),
        ("seven/eight", False),
        ("seven-boat", False),
        ("x/seven", False),
        ("+7 boats", False),
        ("−7 boats", False),
        ("{7} boats", False),
        ("(seven) boats", False),
        ("[seven] boats", False),
        ("(x) seven boats", True),
        ("“Seven” boats", False),
        ("“seven” boats", True),
    ],
)
def test_one_of_several_is_not_asked(words: str, is_asked: bool) -> None:
    found = answers(f"Whoever keeps the old lighthouse counts {words} on each day of rest.")
    assert bool({"seven", "7", "Seven"} & set(found)) is is_asked


@pytest.mark.parametrize(("words", "is_asked"), [(7, False), (8, True), (60, True), (61, False)])
def test_how_many_words_a_sentence_has(words: int, is_asked: bool) -> None:
    filler = [f"w{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(words - 2)]
    assert bool(answers(f"Only seven {' '.join(filler)}.")) is is_asked


def leaf(text: str, kind: Kind = Kind.RULE) -> Leaf:
    return Leaf(1, "100.1", kind, "", text)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("X", True),
        ("", False),
        ("x" * 60, True),
        ("x" * 61, False),
        ("a\nb", False),
        *((f"Sail{sign}", False) for sign in ".:;!?”)"),
        ("Sail,", True),
    ],
)
def test_titles_of_rules(text: str, is_one: bool) -> None:
    assert is_title(leaf(text)) is is_one
    assert not is_title(leaf(text, Kind.SUBRULE))


def test_stems_and_runs() -> None:
    assert [stem(word) for word in ("Ferry’s", "ferries", "ferries'", "FERRY")] == ["ferri"] * 4
    assert runs_of("a b c d e".split()) == {"a b c d", "b c d e"}
    assert (runs_of(["a", "b", "c"]), runs_of([])) == ({"a b c"}, set())


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two.", 2),
        ("One! Two? Three.", 3),
        ("One.” Two.", 2),
        ("One.) Two.", 2),
        ("One.] Two.", 2),
        ('One." Two.', 2),
        ("One. two.", 1),
        ("One.\ntwo.", 2),
        ("One. 2 is.", 2),
        ("One. +1 is.", 2),
        ("One. −1 is.", 2),
        ("One. “Two.”", 2),
        ("One. ‘Two.", 2),
        ("One. (Two.)", 2),
        ("One. [Two.]", 2),
        ("One. {T} is.", 2),
        ("One. -1 is.", 2),
        *((f"x ({short} Two. Three.", 2) for short in "e.g. i.e. etc. vs. no. nos. dr. mr. mrs. st.".split()),
        ("No. Two.", 1),
        ("x casino. Two.", 2),
        ("x “no. Two.", 1),
    ],
)
def test_sentences_of_a_text(text: str, count: int) -> None:
    assert len(sentences(text)) == count


@pytest.mark.parametrize(
    ("sentence", "is_one"),
    [
        ("See rule 100.", True),
        ("(See rules 100.2 and 100.3.)", True),
        ("“See chapter 1", True),
        ("[see section 2", True),
        ("For more on tolls, see rule 100.", True),
        ("To pay, see rule 100.", True),
        ("For tolls see rule 100.", True),
        ("Boats see rule 100.", False),
        ("Seeing rule 100.", False),
        ("For all. See rule 100.", False),
        ("See what is said of the tolls in the notes of the harbour master.", False),
        ("See the notes of the harbour master.", True),
        ("See " + "x" * 55, True),
        ("See " + "x" * 56, False),
        ("See " + "x" * 56 + " rule 1", True),
        ("For " + "x" * 89 + " see rule 1", True),
        ("For " + "x" * 90 + " see rule 1", False),
    ],
)
def test_sentences_that_send_elsewhere(sentence: str, is_one: bool) -> None:
    assert is_see(sentence) is is_one


def test_texts_without_what_sends_elsewhere() -> None:
    assert without_see("A toll. See rule 100.\nB.\nSee rule 101.") == "A toll.\nB."


def test_definitions_without_what_sends_elsewhere() -> None:
    assert definition("1. A toll. See rule 100.\n2. See rule 100.\n12. To pay.") == "1. A toll.\n12. To pay."


def test_words_at_both_ends_of_a_sentence_are_told_apart() -> None:
    found = Book(book("A gull flies."))
    assert found.fillings("a", "flies") == {"gull"}
    # Between nothing and nothing stands the whole sentence.
    assert "a gull flies" in found.fillings("", "")
    # One gull is not two.
    assert found.fillings("a gull", "gull flies") == set()
    assert found.fillings("gull", "gull") == set()


def test_what_the_very_first_entry_says_too_is_near() -> None:
    text = "The keeper of the lamp counts boats by night."
    found = Book([Leaf(at, f"100.{at}", Kind.RULE, "", text) for at in (1, 2)])
    assert [found.nearest(spot) for spot in found.spots] == [1.0, 1.0]
