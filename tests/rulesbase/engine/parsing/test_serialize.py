"""A parsed text written again as official text and as Markdown."""

from dataclasses import replace

import pytest

from rulesbase.engine.nodes import Layout, Passage, RulesText
from rulesbase.engine.parsing.paragraphs import passage
from rulesbase.engine.parsing.parse import read_source, read_text
from rulesbase.engine.parsing.serialize import to_markdown, to_text
from tests.rulesbase.engine.corpus_texts import book, expectations

RULE = "100.1. First _part_.\n    Second *part*.\nExample: One coin."
TEXT = book(RULE, "100.1a Wet <b>coins</b>.", "101. Boats", "100.2a Dogs ride.", "101.2. On deck.")


def same(first: RulesText, second: RulesText) -> bool:
    names = ("language", "date", "title", "introduction", "index", "credits", "whole")
    return all(getattr(first, name) == getattr(second, name) for name in names) and [
        node._replace(line=0) for node in (*first.entries, *first.glossary)
    ] == [node._replace(line=0) for node in (*second.entries, *second.glossary)]


def test_text_is_read_again_as_the_same() -> None:
    read = read_text(TEXT)
    written = to_text(read)
    assert same(read, read_text(written))
    assert to_text(read_text(written)) == written
    assert written == TEXT.replace("100. Tolls\n", "100. Tolls\n101. Boats\n", 1)


CASES = [
    (path, expected)
    for path, expected in expectations()
    if expected["layout"] not in (None, "markdown", "article with a quotation")
]


@pytest.mark.parametrize("case", CASES, ids=[f"{path.parent.name}/{path.stem}" for path, _ in CASES])
def test_every_layout_is_read_again_as_the_same(case: tuple[object, object]) -> None:
    path = case[0]
    read = read_source(path.read_bytes())  # type: ignore[attr-defined]
    for written in (to_text(read), to_markdown(read)):
        again = read_source(written.encode())
        if read.date is not None and again.date is None:
            # The head of a site that states its date is no part of the rules.
            again = replace(again, date=read.date)
        assert same(read, again)


def test_markdown_is_read_again_as_the_same() -> None:
    read = read_text(TEXT)
    again = read_source(to_markdown(read).encode())
    assert same(read, again)
    assert again.layout is Layout.MARKDOWN


def test_repaired_numbers_are_written_as_meant() -> None:
    read = read_text(book("100.1. First.", "100.1a One.", "110.1b Two.", "100.2. Second."))
    written = to_text(read)
    assert "\n100.1b Two.\n" in written
    assert read_text(written).issues == ()


def test_parts_that_are_empty_are_not_written() -> None:
    read = replace(read_text(TEXT), glossary=(), credits="", introduction="")
    assert "Glossary" not in to_text(read)
    assert "Credits" not in to_markdown(read)
    assert "\n\nBank\n\nCredits" in to_text(
        replace(read_text(TEXT), glossary=(read_text(TEXT).glossary[0]._replace(text=""),))
    )


def test_markdown_shows_every_sign_as_it_is() -> None:
    written = to_markdown(read_text(TEXT))
    assert "**100.1.** First *part*.\n\nSecond \\*part\\*.\n\n> Example: One coin." in written
    assert "**100.1a** Wet \\<b\\>coins\\</b\\>." in written
    assert "## 1. Ferries\n\n### 100. Tolls" in written
    assert (
        "## Glossary\n\n**Bank**\n\nThe land beside a river. See rule 100.\n\n**Toll**\n\n1\\. Coins.\n\n2\\."
        in written
    )
    assert written.startswith("# Sample Rules\n\n")


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("鐘の_音_です。", "鐘の*音*です。"),
        ("鐘は_「音」_です。", "鐘は<em>「音」</em>です。"),
        ("_鐘。_音です。", "<em>鐘。</em>音です。"),
        ("_鐘。_", "*鐘。*"),
        ("The _“bell”_ rings.", "The *“bell”* rings."),
    ],
)
def test_markdown_shows_italics_beside_letters(marked: str, written: str) -> None:
    read = read_text(TEXT)
    text, emphasis = passage(marked)
    rule = read.entries[2]._replace(text=text, emphasis=emphasis, examples=())
    assert f"**100.1.** {written}\n" in to_markdown(replace(read, entries=(rule,)))


def test_glossary_examples_are_stored() -> None:
    read = read_text(TEXT)
    term = read.glossary[0]._replace(examples=(Passage("Example: The left bank.", ((13, 17),)),))
    read = replace(read, glossary=(term, *read.glossary[1:]))
    assert "Example: The _left_ bank." in to_text(read)
    assert same(read, read_text(to_text(read)))
    assert "> Example: The *left* bank." in to_markdown(read)
