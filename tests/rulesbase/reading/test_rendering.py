"""Offsets to HTML: escaped, well nested, links only where they lead somewhere."""

import datetime
import re
from html.parser import HTMLParser

import pytest

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.archive.entries import EntryText, Lead, Passage
from rulesbase.core.symbols_html import symbol_html
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.terms import Matcher
from rulesbase.models import Entry
from rulesbase.reading.text_html import Links, body_html, inline_html, is_title, paragraphs_html

TEXT = CatalogueEdition(1, "en", True, 1, 1, 0, 2)
VOLUME = CatalogueVersion(1, datetime.date(2020, 3, 1), "", False, (TEXT,))
TERMS = Matcher([("split-card", "Split Card"), ("lamp", "Lamp")], "en")
FOLD = 7
LEAD = Lead({"201": 1, "201.3": 2, "713": 3, "714": 4}, {(FOLD, "713"): "712", (FOLD, "714"): ""})


def passage(text: str, *emphasis: tuple[int, int]) -> Passage:
    return Passage(text, emphasis, FOLD, tuple(find_references(text)))


def html_of(text: str, *emphasis: tuple[int, int]) -> str:
    return inline_html(passage(text, *emphasis), Links(VOLUME, TEXT, TERMS), LEAD, set())


def line(text: str, kind: int = Entry.Kind.RULE, examples: tuple[str, ...] = ()) -> EntryText:
    rows = tuple(passage(example) for example in examples)
    return EntryText(1, 1, "201.2", kind, 201, 1, "", passage(text), 5, 1, rows)


class Nesting(HTMLParser):
    """Fails on an element that is not closed by its own end tag."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def well_nested(html: str) -> bool:
    nesting = Nesting()
    nesting.feed(html)
    nesting.close()
    return not nesting.open


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a & b", "<b onclick='x'>", "&amp;"])
def test_markup_in_a_text_shows_as_text(text: str) -> None:
    html = html_of(text)
    assert "<script" not in html
    assert "<b" not in html
    assert html == text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_a_symbol_that_looks_like_markup_stays_text() -> None:
    assert html_of("{<b>}") == "{&lt;b&gt;}"
    assert symbol_html('W"', "en") is None


def test_a_reference_is_a_link_with_a_preview() -> None:
    assert html_of("See rule 201.3.") == (
        'See rule <a class="xref" href="/rules/2020-03-01/201.3/"'
        ' data-preview="/rules/2020-03-01/201.3/preview/">201.3</a>.'
    )


def test_links_keep_the_columns() -> None:
    links = Links(VOLUME, TEXT, TERMS, "en,fr")
    html = inline_html(passage("See rule 201 on the lamp."), links, LEAD, set())
    assert 'href="/rules/2020-03-01/201/?lang=en,fr"' in html
    assert 'href="/glossary/2020-03-01/lamp/?lang=en,fr"' in html


def test_a_number_that_is_not_there_is_no_link() -> None:
    html = html_of("See rule 999.9.")
    assert "<a" not in html
    assert '<span class="xref-missing" title="There is no 999.9 in this version.">999.9' in html


def test_a_stale_reference_says_what_is_meant() -> None:
    moved = html_of("See rule 713.")
    assert 'class="xref xref-stale"' in moved
    assert "The rule meant here is now 712" in moved
    assert '<span class="vh">' in moved
    assert "The rule meant here no longer exists" in html_of("See rule 714.")


def test_the_same_number_in_another_text_is_not_stale() -> None:
    other = passage("See rule 713.")._replace(fold=8)
    assert "xref-stale" not in inline_html(other, Links(VOLUME, TEXT, None), LEAD)


def test_terms_are_linked_once_and_not_within_references() -> None:
    html = html_of("The lamp of a split card. Another lamp.")
    assert html.count('class="term"') == 2
    assert '<a class="term" href="/glossary/2020-03-01/split-card/"' in html
    assert inline_html(passage("lamp"), Links(VOLUME, TEXT, TERMS), LEAD, {"lamp"}) == "lamp"
    assert inline_html(passage("lamp"), Links(VOLUME, TEXT, TERMS), LEAD, None) == "lamp"


def test_a_rule_does_not_link_itself() -> None:
    assert inline_html(passage("See rule 201.3."), Links(VOLUME, TEXT, None), LEAD, own="201.3") == "See rule 201.3."


def test_a_symbol_is_read_by_its_name_and_copied_in_braces() -> None:
    html = html_of("Pay {W/U}.")
    assert 'role="img" aria-label="white or blue mana"' in html
    assert '<span class="br">{</span>W/U<span class="br">}</span>' in html
    assert html_of("{rN1}") == "{rN1}"


def test_a_cost_and_its_stop_stay_on_one_line() -> None:
    assert re.sub("<[^>]*>", "", html_of("{1}{R}{rN1}, {T}")) == "{1}{R}{rN1}, {T}"
    html = html_of("Pay {1}{R}, then {T} and {rN1}.")
    assert html.count('class="nowrap"') == 1
    assert html.index('class="nowrap"') < html.index(",</span> then")


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
def test_emphasis(text: str, emphasis: list[tuple[int, int]], expected: str) -> None:
    assert html_of(text, *emphasis) == expected


@pytest.mark.parametrize("start", range(0, 30, 3))
@pytest.mark.parametrize("length", [1, 5, 14, 40])
def test_emphasis_and_links_never_cross(start: int, length: int) -> None:
    text = "The lamp, see rule 201.3, costs {W}\nand a split card too."
    html = html_of(text, (start, min(len(text), start + length)))
    assert well_nested(html)
    assert all(well_nested(part) for part in html.split("\n"))


def test_paragraphs() -> None:
    assert paragraphs_html(passage("one\ntwo"), Links(VOLUME, TEXT, None)) == "<p>one</p><p>two</p>"
    assert paragraphs_html(passage(""), Links(VOLUME, TEXT, None)) == ""


@pytest.mark.parametrize("word", ["Example:", "Exemple\u00a0:", "例："])
def test_the_word_that_opens_an_example_stands_out(word: str) -> None:
    html = body_html(line("A rule.", examples=(f"{word} It rains.",)), Links(VOLUME, TEXT, None), LEAD)
    assert html == f'<p>A rule.</p><p class="example"><b>{word}</b> It rains.</p>'


def test_a_name_alone_is_a_heading() -> None:
    assert body_html(line("Lamplight"), Links(VOLUME, TEXT, TERMS), LEAD) == '<h2 class="keyword">Lamplight</h2>'
    assert not is_title(line("A rule."))
    assert not is_title(line("Lamplight", Entry.Kind.SUBRULE))


def test_senses_are_a_list_and_keep_their_links_and_emphasis() -> None:
    text = "1. A lamp. See rule 201.3.\n2. Light, as in lamp."
    term = line(text, Entry.Kind.TERM)
    term = term._replace(passage=passage(text, (text.index("Light"), text.index("Light") + 5)))
    html = body_html(term, Links(VOLUME, TEXT, TERMS), LEAD)
    assert html.startswith('<ol class="senses"><li><p>A <a class="term"')
    assert html.endswith("<li><p><em>Light</em>, as in lamp.</p></li></ol>")
    assert 'href="/rules/2020-03-01/201.3/"' in html
    assert well_nested(html)
