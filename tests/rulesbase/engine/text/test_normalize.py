"""What counts as the same text: typography folded away, references masked, digests."""

import pytest

from rulesbase.engine.text.normalize import digest, fold, fold_number, masked, restore_quotes, skeleton
from tests.support.timing import yardsticks


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The clerk’s “toll”", 'The clerk\'s "toll"'),
        ("a toll — in silver", "a toll - in silver"),
        ("a toll--in silver", "a toll—in silver"),
        ("two  coins\u00a0or\tmore", "two coins or more"),
        ("Ferry™ Rules®", "Ferry(TM) Rules(R)"),
        ("Ferry", "Ferry(tm)"),
        ("Pay {oW} and {oT}.", "Pay {W} and {T}."),
        ("« Braise »", '"Braise"'),
        ("Wait…", "Wait..."),
        ("a\u200bb\u00ad", "ab"),
        ("ｆｅｒｒｙ", "ferry"),
        ("The clerk?s ?toll? is paid.", "The clerk's “toll” is paid."),
        (" around ", "around"),
    ],
)
def test_typography_is_no_difference(first: str, second: str) -> None:
    assert fold(first) == fold(second)
    assert -(2**63) <= fold_number("", first) == fold_number("", second) < 2**63


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The clerk pays.", "The clerks pay."),
        ("Pay {W}.", "Pay {U}."),
        ("Pay {2}.", "Pay 2."),
        ("a toll", "A toll"),
        ("Who pays?", "Who pays."),
        ("well-known", "well known"),
    ],
)
def test_words_signs_and_symbols_are_differences(first: str, second: str) -> None:
    assert fold(first) != fold(second)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See rule 201.3a.", "See rule #."),
        ("rules 201.3–201.5", "rules #-#"),
        ("3 coins or 19.30", "3 coins or 19.30"),
        ("no number", "no number"),
    ],
)
def test_references_are_masked(text: str, expected: str) -> None:
    assert masked(fold(text)) == expected


def test_skeleton_is_what_a_copy_from_a_page_keeps() -> None:
    assert skeleton("Pay {2}{U}: the clerk’s “Toll”.") == skeleton("PAY : the clerk?s ?toll?") == "paytheclerkstoll"


def test_digest_depends_on_every_part() -> None:
    parts = [("en", "Toll", "Pay.", ""), ("fr", "Toll", "Pay.", ""), ("en", "Tolls", "Pay.", "")]
    parts += [("en", "Toll", "Pay!", ""), ("en", "Toll", "Pay.", "0-3"), ("en", "Tol", "lPay.", "")]
    assert len({digest(*part) for part in parts}) == len(parts)
    assert all(len(digest(*part)) == 32 for part in parts)


HARD = ["a" + " " * 20_000 + "b", "a? " * 20_000, '" ' * 20_000, "{" * 100_000, "-" * 100_000]


@pytest.mark.parametrize("text", HARD, ids=["spaces", "question marks", "quotes", "braces", "dashes"])
def test_time_is_bounded(text: str) -> None:
    assert yardsticks(lambda: (masked(fold(text)), skeleton(text))) < 80


@pytest.mark.parametrize(
    ("lost", "quoted"),
    [
        ("It?s the ferryman?s.", "It's the ferryman's."),
        ("?Toll,? he cried.", '"Toll," he cried.'),
        ("(?toll?) [?toll?] -?toll?-", '("toll") ["toll"] -"toll"-'),
        ("?Go!? ?Go:? ?Go;? ?Go.?", '"Go!" "Go:" "Go;" "Go."'),
        ("the ferrymen?s tolls? due", "the ferrymen's tolls' due"),
        ("?The ?old toll? is due? he said", '"The "old toll" is due" he said'),
        ("Who? You?", "Who? You?"),
        ("?toll? a toll?", '"toll" a toll?'),
    ],
)
def test_question_marks_that_were_quotes(lost: str, quoted: str) -> None:
    assert restore_quotes(lost) == quoted
