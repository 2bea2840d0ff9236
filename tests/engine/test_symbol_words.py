"""What every symbol is called in every language, and which stand in a row as one thing."""

import pytest

from rulesbase.engine.symbols import RUN


@pytest.mark.parametrize(
    ("text", "behind"),
    [*((f"{{2}}{{W}}{sign}", sign) for sign in ',.;:!?)]”’"'), ("{2}{W}", ""), ("{2}{W}-", ""), ("{12345678}x", "")],
)
def test_what_closes_behind_symbols_goes_with_them(text: str, behind: str) -> None:
    found = RUN.match(text)
    assert found is not None
    assert found[1] == behind
