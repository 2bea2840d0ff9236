"""Symbols in texts and differences as glyphs."""

import pytest

from rulesbase.core.diff_html import difference
from rulesbase.core.symbols_html import with_symbols


def test_symbols_in_a_difference_are_glyphs() -> None:
    html = with_symbols(difference("Pay {W}.", "Pay {W} & {rN1}."))
    assert html.count('class="sym') == 1
    assert "&amp;" in html
    assert "{rN1}" in html


@pytest.mark.parametrize("text", ["<b>{W}</b>", "{<b>}", '{W"}'])
def test_plain_text_is_escaped(text: str) -> None:
    assert "<b>" not in with_symbols(text)
