"""Numbers of addresses and forms, as people and programs send them."""

import pytest

from rulesbase.core.number_format import read_number


@pytest.mark.parametrize("given", [None, "", "-1", "+1", "1.5", " 1", "1_000", "²", "x", "9" * 19, "9" * 5000])
def test_other_text_is_the_default(given: str | None) -> None:
    assert read_number(given, None) is None
    assert read_number(given, -1) == -1


def test_numbers_up_to_the_limit() -> None:
    assert read_number("007", None) == 7
    assert read_number("9" * 18, None) == 10**18 - 1
    assert read_number("999", 0, most_digits=3) == 999
    assert read_number("1000", 0, most_digits=3) == 0
