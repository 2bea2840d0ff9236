"""Texts cut to a length, with an ellipsis."""

import pytest

from rulesbase.core.excerpts import opening, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The lamp burns.", "The lamp burns."),
        ("The lamp burns, and the tide comes in.", "The lamp burns …"),
        # A text without spaces is cut anywhere.
        ("名" * 30, "名" * 18 + " …"),
    ],
)
def test_a_long_text_is_cut_behind_a_word(text: str, shown: str) -> None:
    assert shortened(text, 18) == shown


def test_an_opening_is_of_the_first_line() -> None:
    assert opening("The lamp burns.\nThe tide comes in.", 60) == "The lamp burns."
