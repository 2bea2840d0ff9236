"""The length of a body, as clients state it."""

import pytest

from rulesbase.core.content_length import stated_length


@pytest.mark.parametrize(
    ("given", "length"),
    [("", 0), ("x", 0), ("-1", 0), ("12", 12), ("0" * 18 + "99999999", 99_999_999), ("9" * 5000, 0)],
)
def test_the_stated_length_of_a_body(given: str, length: int) -> None:
    assert stated_length({"CONTENT_LENGTH": given}) == length
    assert stated_length({}) == 0
