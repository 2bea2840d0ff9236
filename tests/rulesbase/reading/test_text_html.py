"""Offsets to HTML: escaped, well nested, links only where they lead somewhere."""

import datetime
import re

import pytest
from django.utils import translation
from lxml import etree

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.archive.entries import EntryText, LinkedText
from rulesbase.archive.link_targets import LinkTargets
from rulesbase.core.document_urls import in_document
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.terms import Matcher
from rulesbase.models import Entry
from rulesbase.reading.text_html import Annotations, Links, Margin, TextLinks, body_html, inline_html

TEXT = CatalogueEdition(1, "en", True, 1, 1, 0, 2)
VOLUME = CatalogueVersion(1, datetime.date(2020, 3, 1), "", False, (TEXT,))
TERMS = Matcher([("split-card", "Split Card"), ("lamp", "Lamp")], "en")
FOLD = 7
TARGETS = LinkTargets({"201": 1, "201.3": 2, "713": 3, "714": 4}, {(FOLD, "713"): "712", (FOLD, "714"): ""})


def passage(text: str, *emphasis: tuple[int, int]) -> LinkedText:
    return LinkedText(text, emphasis, FOLD, tuple(find_references(text)))


def html_of(text: str, *emphasis: tuple[int, int]) -> str:
    return inline_html(passage(text, *emphasis), Links(VOLUME, TEXT, TERMS), TARGETS, set())


def line(text: str, kind: int = Entry.Kind.RULE, examples: tuple[str, ...] = ()) -> EntryText:
    rows = tuple(passage(example) for example in examples)
    return EntryText(1, 1, "201.2", kind, 201, 1, "", passage(text), 5, 1, rows)


def well_nested(html: str) -> bool:
    """Return whether each element is closed by its own end tag."""
    try:
        etree.fromstring(f"<div>{html}</div>")
    except etree.XMLSyntaxError:
        return False
    return True


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a & b", "<b onclick='x'>", "&amp;"])
def test_markup_in_a_text_shows_as_text(text: str) -> None:
    html = html_of(text)
    assert "<script" not in html
    assert "<b" not in html
    assert html == text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_references_terms_and_symbols() -> None:
    assert html_of("See rule 201.3.") == (
        'See rule <a class="xref" href="/rules/2020-03-01/201.3/"'
        ' data-preview="/rules/2020-03-01/201.3/preview/">201.3</a>.'
    )
    moved = html_of("See rule 713.")
    assert 'class="xref xref-stale"' in moved
    assert "The rule that this reference pointed to is now 712" in moved
    assert '<span class="vh">' in moved
    with translation.override("fr"):
        assert '<span class="vh" lang="fr">' in html_of("See rule 713.")
    assert "The rule that this reference pointed to no longer exists" in html_of("See rule 714.")
    html = html_of("The lamp of a split card. Another lamp.")
    assert html.count('class="term"') == 2
    assert '<a class="term" href="/glossary/2020-03-01/split-card/"' in html
    assert inline_html(passage("lamp"), Links(VOLUME, TEXT, TERMS), TARGETS, {"lamp"}) == "lamp"
    assert inline_html(passage("lamp"), Links(VOLUME, TEXT, TERMS), TARGETS, None) == "lamp"
    html = html_of("Pay {W/U}.")
    assert 'role="img" aria-label="white or blue mana"' in html
    assert '<span class="br">{</span>W/U<span class="br">}</span>' in html
    assert html_of("{rN1}") == "{rN1}"
    assert re.sub("<[^>]*>", "", html_of("{1}{R}{rN1}, {T}")) == "{1}{R}{rN1}, {T}"
    html = html_of("Pay {1}{R}, then {T} and {rN1}.")
    assert html.count('class="nowrap"') == 1
    assert html.index('class="nowrap"') < html.index(",</span> then")


def test_the_history_of_a_rule_has_no_language() -> None:
    tools = Margin(Links(VOLUME, TEXT, None, "fr"), {}, Annotations()).tools("201.3")
    assert 'href="/rules/2020-03-01/201.3/?lang=fr#cite"' in tools
    assert 'href="/rules/2020-03-01/201.3/history/"' in tools


@pytest.mark.parametrize(
    ("text", "emphasis", "expected"),
    [
        ("a lit one", [(2, 5)], "a <em>lit</em> one"),
        ("one\ntwo", [(0, 7)], "<em>one</em>\n<em>two</em>"),
        ("a < b", [(2, 3)], "a <em>&lt;</em> b"),
        ("ab", [(0, 1), (1, 2)], "<em>a</em><em>b</em>"),
        ("ab", [(0, 0)], "ab"),
    ],
)
def test_marked_parts_are_emphasised(text: str, emphasis: list[tuple[int, int]], expected: str) -> None:
    assert html_of(text, *emphasis) == expected


@pytest.mark.parametrize("start", range(0, 30, 3))
@pytest.mark.parametrize("length", [1, 5, 14, 40])
def test_emphasis_and_links_never_cross(start: int, length: int) -> None:
    text = "The lamp, see rule 201.3, costs {W}\nand a split card too."
    html = html_of(text, (start, min(len(text), start + length)))
    assert well_nested(html)
    assert all(well_nested(part) for part in html.split("\n"))


def test_headings_of_a_document_are_followed_by_text() -> None:
    text = "Additional Remedy\nThe judge does both:\n• Wait.\nFormats\nSection 201.3: cut\nFee\tNone"
    with in_document("mtr"):
        html = body_html(line(text), TextLinks("en"), TARGETS)
    assert html == (
        "<p><strong>Additional Remedy</strong></p><p>The judge does both:</p><ul><li>Wait.</li></ul>"
        "<p><strong>Formats</strong></p><p>Section 201.3: cut</p><table><tr><td>Fee</td><td>None</td></tr></table>"
    )


def test_senses_are_a_list_and_keep_their_links_and_emphasis() -> None:
    text = "1. A lamp. See rule 201.3.\n2. Light, as in lamp."
    term = line(text, Entry.Kind.TERM)
    term = term._replace(passage=passage(text, (text.index("Light"), text.index("Light") + 5)))
    html = body_html(term, Links(VOLUME, TEXT, TERMS), TARGETS)
    assert html.startswith('<ol class="senses"><li><p>A <a class="term"')
    assert html.endswith("<li><p><em>Light</em>, as in lamp.</p></li></ol>")
    assert 'href="/rules/2020-03-01/201.3/"' in html
    assert well_nested(html)
