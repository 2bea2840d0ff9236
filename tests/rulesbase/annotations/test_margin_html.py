"""The words of notes in the HTML of texts."""

import re

import pytest

from rulesbase.annotations.margin_html import PageNotes
from rulesbase.archive.entries import EntryText
from rulesbase.core.document_urls import in_document
from rulesbase.models import Entry, RuleNote
from rulesbase.reading.text_html import Links, body_html
from tests.rulesbase.reading.test_text_html import TARGETS, TERMS, TEXT, VOLUME, line, passage, well_nested


def highlighted(entry: EntryText, *phrases: str) -> str:
    """Return an entry with notes on these words: ``[0:...]`` is the first mark of the first note."""
    notes = [RuleNote(public_id=str(at), phrase=phrase) for at, phrase in enumerate(phrases)]
    with_highlights = PageNotes("2020-03-01", "/", {"201.2": notes}).highlighted("201.2", entry, "en")
    html = body_html(with_highlights, Links(VOLUME, TEXT, TERMS), TARGETS)
    assert well_nested(html)
    for written, short in (
        (r'<mark class="own-mark" id="m-(\d)">', r"[\1:"),
        (r'<mark class="own-mark">', "["),
        (r"</mark>", "]"),
        (r'<span class="sym.*?</span></span>', "*"),
        (r"<(\w+) [^>]*>", r"<\1>"),
    ):
        html = re.sub(written, short, html)
    return html


@pytest.mark.parametrize(
    ("text", "phrases", "expected"),
    [
        (
            "Each lamp, see rule 201.3, burns.",
            ["lamp, see rule 201.3, burns"],
            "<p>Each <a>[0:lamp]</a>[, see rule ]<a>[201.3]</a>[, burns].</p>",
        ),
        ("Pay {1}{W/U}, and rest.", ["Pay {1}"], "<p>[0:Pay ]<span>[*]*,</span> and rest.</p>"),
        ("Pay {T}: rest. Pay {rN1}.", ["{T}: rest. Pay {rN1}"], "<p>Pay <span>[0:*][:]</span>[ rest. Pay {rN1}].</p>"),
        ("One & two < three.", ["One & two < three"], "<p>[0:One &amp; two &lt; three].</p>"),
        ("One.\nTwo.", ["One. Two."], "<p>[0:One.]</p><p>[Two.]</p>"),
        ("One two three four.", ["One two three", "two three four"], "<p>[0:One ][1:two three][ four].</p>"),
        ("One two.", ["two", "two", "three"], "<p>One [0:[1:two]].</p>"),
        (
            "Keep the old lantern lit all night.",
            ["Keep the lantern lit all night"],
            "<p>[0:Keep the old lantern lit all night].</p>",
        ),
        ("A title", ["title"], "<h2>A [0:title]</h2>"),
    ],
)
def test_marks_are_split_at_the_borders_of_elements(text: str, phrases: list[str], expected: str) -> None:
    assert highlighted(line(text), *phrases) == expected


def test_in_emphasis() -> None:
    entry = line("")._replace(passage=passage("One two three four.", (4, 13)))
    assert highlighted(entry, "three four") == "<p>One <em>two [0:three]</em>[ four].</p>"


def test_in_an_example() -> None:
    entry = line("All ends.", examples=("Example: It burns.", "Example: It ends."))
    assert highlighted(entry, "ends. Example: It burns", "It ends") == (
        "<p>All [0:ends.]</p><p><b>[Example:]</b>[ It burns].</p><p><b>Example:</b> [1:It ends].</p>"
    )


@pytest.mark.parametrize(
    ("phrases", "expected"),
    [
        (["It burns"], "<p>A <a>lamp</a>. [0:It burns].</p></li><li><p>Light.</p>"),
        (["2. Light"], "<p>A <a>lamp</a>. It burns.</p></li><li><p>[0:Light].</p>"),
        (["burns. 2. Light"], "<p>A <a>lamp</a>. It [0:burns.]</p></li><li><p>[Light].</p>"),
    ],
)
def test_in_the_senses_of_a_term(phrases: list[str], expected: str) -> None:
    entry = line("1. A lamp. It burns.\n2. Light.", Entry.Kind.TERM)
    assert highlighted(entry, *phrases) == f"<ol><li>{expected}</li></ol>"


def test_in_the_tables_lists_and_headings_of_a_document() -> None:
    text = "Penalty\tWarning\nAdditional Remedy\nThe judge does both of these:\n• Wait.\n• Go on."
    with in_document("mtr"):
        html = highlighted(line(text), "Penalty Warning Additional", "both of these: • Wait. • Go")
    assert html == (
        "<table><tr><td>[0:Penalty]</td><td>[Warning]</td></tr></table><p><strong>[Additional] Remedy</strong></p>"
        "<p>The judge does [1:both of these:]</p><ul><li>[Wait.]</li><li>[Go] on.</li></ul>"
    )
