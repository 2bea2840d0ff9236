"""Which words two texts keep: texts too long for words, and sentences written anew."""

import pytest

from rulesbase.engine.diff import word_matching
from rulesbase.engine.diff.words import diff
from tests.rulesbase.engine.diff.test_words import marked
from tests.support.diffs import apply


def test_of_texts_too_long_for_words_whole_sentences_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_matching, "_CELLS", 0)
    old = "The captain sleeps here. The ferry leaves at noon. The clerk counts many coins."
    new = "Everybody pays a toll. The ferry leaves at noon. The clerk loses three boxes."
    assert marked(old, new) == (
        "[-The captain sleeps here.-]{+Everybody pays a toll.+} The ferry leaves at noon."
        " [-The clerk counts many coins.-]{+The clerk loses three boxes.+}"
    )
    assert apply(old, new, diff(old, new)) == new


def test_brackets_go_with_what_was_written_anew_in_them() -> None:
    old = "The ferry leaves. (Five boats wait here) at noon"
    new = "The ferry leaves. (Each captain sleeps.) at noon or later."
    assert marked(old, new) == (
        "The ferry leaves. [-(Five boats wait here)-]{+(Each captain sleeps.)+} at noon{+ or later.+}"
    )


def test_a_sentence_that_begins_like_another_one_moves_whole() -> None:
    """What both begin with tells of neither; what follows does."""
    stays = "If it rains before noon on a holiday, the gate of the old harbour is shut and all boats are tied up."
    first, second = (f"The clerk of the ferry and the {rest}." for rest in ("cook sleep", "captain wait for a bell"))
    assert marked(f"{first} {second} {stays}", f"{stays} {second}") == (
        f"[-{first} -][>{second} >]{stays}{{< {second}<}}"
    )


def test_of_two_clauses_that_share_words_the_longer_one_moves() -> None:
    begins, ends = "Before noon no boat may leave the old harbour,", "unless each toll was paid to both clerks there."
    clause, rest = "five gulls and six terns fly over", "seven brown hens"
    old = f"{begins} {clause} {rest} {ends}"
    new = f"{clause} {begins} {ends} terns fly over {rest}"
    assert marked(old, new) == f"{{<{clause} <}}{begins} [>{clause} >][-{rest} -]{ends}{{+ terns fly over {rest}+}}"


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("101.1 sails.", "Now 101.2 sails.", "[-101.1-]{+Now 101.2+} sails."),
        ("Now 101.1 sails.", "101.2 sails.", "[-Now 101.1-]{+101.2+} sails."),
        ("Boats sail by 101.1", "Boats sail by 101.2 now", "Boats sail by [-101.1-]{+101.2 now+}"),
        ("Boats sail by 101.1 now", "Boats sail by 101.2", "Boats sail by [-101.1 now-]{+101.2+}"),
        ("Boats sail by 101.1", "Boats sail by 101.2", "Boats sail by [-r101.1-]{+r101.2+}"),
        (
            "See 101.1, 101.3 or toll",
            "See 102.1, 101.3 and fee",
            "See [-r101.1-]{+r102.1+}, 101.3 [-or toll-]{+and fee+}",
        ),
        ("101.1 101.2 sail home", "the 101.3 101.4 sail home", "[-101.1 101.2-]{+the 101.3 101.4+} sail home"),
        ("Boats wait (101.1) by night", "Rafts sink (101.2) at noon", None),
        ("The old 101.1 boats", "A new 101.2 raft", None),
        ("101.1", "101.2", "[-r101.1-]{+r101.2+}"),
        ("101.1 a", "101.2", None),
        ("a 101.1", "101.2", None),
    ],
)
def test_a_renumbered_reference_at_the_edge_of_an_edit_is_part_of_it(old: str, new: str, shown: str | None) -> None:
    assert marked(old, new) == (shown or f"[-{old}-]{{+{new}+}}")
    assert apply(old, new, diff(old, new)) == new


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        # The end of a sentence is a better place than that of a clause.
        ("Gulls, bells. Gulls,", "Gulls,", "[-Gulls, bells. -]Gulls,"),
        # The quotation mark that begins a text ends no sentence, least of all its last one.
        ('"gulls eat.', '"gulls fly gulls eat.', '"gulls {+fly gulls +}eat.'),
        # A common end stays, even where the same words stand earlier too.
        (
            "Boats wait. Boats wait. Boats wait.",
            "The bell rings. Boats wait.",
            "[-Boats wait. Boats wait-]{+The bell rings+}. Boats wait.",
        ),
        # A space that went is one step, the word behind it that was reworded another.
        ("Pay coins.  Gulls wait.", "Pay coins. Bells wait.", "Pay coins. [- -][-Gulls-]{+Bells+} wait."),
    ],
)
def test_where_a_mark_begins_and_ends(old: str, new: str, shown: str) -> None:
    assert marked(old, new) == shown
    assert apply(old, new, diff(old, new)) == new
