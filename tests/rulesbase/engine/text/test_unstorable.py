"""What no database takes: found and left out, with nothing else lost."""

import pytest

from rulesbase.engine.text.unstorable import is_storable, storable


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("", ""),
        ("a lamp\t\r\n", "a lamp\t\r\n"),
        ("規則 😀 \U0010ffff\ufffe\x01", "規則 😀 \U0010ffff\ufffe\x01"),
        ("\0", ""),
        ("\0a\0\0b", "ab"),
        ("a\ud800b", "ab"),
        # Halves that were never put together are no character either.
        ("\ud83d\ude00", ""),
    ],
)
def test_text(typed: str, left: str) -> None:
    assert is_storable(typed) == (typed == left)
    assert storable(typed) == left
