"""The Chinese rules: plain text in the official layout, and markdown with the original beside each rule."""

from pathlib import Path

import pytest

from rulesbase.engine.nodes import Kind, Layout
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.text.normalize import skeleton

PLAIN = {"20231117_Zh": "2023-11-17", "20240410_Zh": "2024-04-12"}


@pytest.mark.parametrize("name", PLAIN)
def test_plain_text_has_the_shape_of_the_original(corpus: Path, name: str) -> None:
    read = read_source((corpus / "cr" / "zh" / "plain_text" / f"{name}.txt").read_bytes())
    original = read_source((corpus / "cr" / "en" / f"{PLAIN[name]}.txt").read_bytes())
    assert (read.language, read.layout, read.whole) == ("zh", Layout.OFFICIAL, True)
    assert read.date == original.date
    assert [node.number for node in read.entries] == [node.number for node in original.entries]
    assert [len(node.examples) for node in read.entries] == [len(node.examples) for node in original.entries]
    assert len(read.glossary) == len(original.glossary)
    assert read.issues == ()
    assert read.credits


@pytest.mark.slow
def test_markdown_gives_both_languages(corpus: Path) -> None:
    original = read_source((corpus / "cr" / "en" / "2024-04-12.txt").read_bytes())
    theirs = {node.number: node for node in original.entries}
    numbers = set()
    for section in range(1, 10):
        read = read_source((corpus / "cr" / "zh" / "markdown" / f"{section}.md").read_bytes())
        other = read.other
        assert other is not None
        assert (read.language, other.language, read.layout) == ("zh", "en", Layout.MARKDOWN)
        assert {node.number for node in read.entries} == {node.number for node in other.entries}
        assert sum(len(n.examples) for n in read.entries) == sum(len(n.examples) for n in other.entries)
        numbers |= {node.number for node in other.entries}
        wrong = [
            node.number
            for node in other.entries
            if node.kind in (Kind.RULE, Kind.SUBRULE) and skeleton(node.text) != skeleton(theirs[node.number].text)
        ]
        assert not wrong
    assert numbers == theirs.keys()
