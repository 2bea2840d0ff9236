"""Words that decide about questions: which numbers and negations are asked, what is left out, how hard each kind is."""

from rulesbase.engine.comparing import Leaf
from rulesbase.engine.nodes import Kind
from rulesbase.engine.study.book import Book
from tests.engine.test_study_questions import book


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
