"""Marks in HTML that is made already."""

import re

from rulesbase.annotations.margin_html import plain, woven

HTML = (
    '<p>See <a class="xref" href="x">rule 9<span class="vh"> (gone)</span></a> &amp; pay <span class="sym">'
    '<span class="br">{</span>T<span class="br">}</span></span>: go.</p><p class="example"><b>Example:</b> so</p>'
)


def mark(phrase: str, name: str = "m") -> str:
    known = plain(HTML)
    start = known.text.index(phrase)
    return woven(HTML, known, [(start, start + len(phrase), name)])


def test_it_works() -> None:
    assert plain(HTML).text == "See rule 9 & pay {T}: go.\nExample: so\n"
    assert '<mark class="own-mark" id="m">See </mark>' in mark("See rule 9")


def test_nothing_but_marks_is_added() -> None:
    for phrase in ("See rule 9 & pay {T}: go.\nExample: so", "9 & p", "{T}:", "o.\nE"):
        marked = mark(phrase)
        assert re.sub(r"</?mark[^>]*>", "", marked) == HTML
        assert marked.count(' id="m"') == 1
        inside = "".join(re.findall(r"<mark[^>]*>([^<]*)</mark>", marked)).replace("&amp;", "&")
        assert inside.replace(" ", "") == phrase.replace("\n", "").replace(" ", "")


def test_two_that_overlap_can_both_be_led_to() -> None:
    known = plain(HTML)
    marked = woven(HTML, known, [(0, 9, "a"), (4, 14, "b")])
    assert marked.count('id="a"') == marked.count('id="b"') == 1
    assert re.sub(r"</?mark[^>]*>", "", marked) == HTML
