"""Every text of tests/data is read as its `.expected.json` says."""

from pathlib import Path
from typing import Any

import pytest

from rulesbase.engine.nodes import Kind, RuleNode, RulesText
from rulesbase.engine.parsing.glossary import senses
from rulesbase.engine.parsing.parse import read_source
from tests.rulesbase.engine.corpus_texts import expectations

CASES = expectations()
RULES = (Kind.RULE, Kind.SUBRULE)


def rules(read: RulesText) -> list[RuleNode]:
    return [node for node in read.entries if node.kind in RULES]


@pytest.mark.parametrize(("path", "expected"), CASES, ids=[f"{path.parent.name}/{path.stem}" for path, _ in CASES])
def test_a_text_is_read_as_expected(path: Path, expected: dict[str, Any]) -> None:
    read = read_source(path.read_bytes(), path.name)
    found = {
        "language": read.language,
        "date": read.date.isoformat() if read.date else None,
        "layout": str(read.layout) if expected["layout"] else None,
        "whole": read.whole,
        "encoding": read.encoding,
        "line_ends": read.line_ends,
        "glossary": [[node.heading, len(node.text.split("\n"))] for node in read.glossary],
    }
    assert found == {key: expected[key] for key in found}
    headings = {(node.number, node.heading) for node in read.entries if node.kind not in RULES}
    assert {tuple(heading) for heading in expected["headings"]} <= headings
    has_rules(read, expected["entries"])
    other = expected.get("other") or {"language": None, "entries": []}
    assert other["language"] == (read.other and read.other.language)
    if read.other:
        has_rules(read.other, other["entries"])
    has_details(read, expected)


def has_rules(read: RulesText, entries: list[tuple[str, str, int | None]]) -> None:
    """Check the numbers of all rules, how each begins, and how many examples it has (unless None)."""
    nodes = rules(read)
    assert [node.number for node in nodes] == [number for number, _, _ in entries]
    for node, (number, words, examples) in zip(nodes, entries, strict=True):
        assert node.text.startswith(words), number
        assert examples is None or len(node.examples) == examples, number


def has_details(read: RulesText, expected: dict[str, Any]) -> None:
    nodes = {node.number: node for node in read.entries}
    problems = " · ".join(issue.problem for issue in read.issues)
    everything = "\n".join(
        part
        for node in (*read.entries, *read.glossary)
        for part in (node.heading, node.text, *(example.text for example in node.examples))
    )
    for symbol in expected.get("symbols", ()):
        assert symbol in everything
    assert "{o" not in everything
    for number, marked in expected.get("emphasis", {}).items():
        node = nodes[number]
        assert [node.text[start:end] for start, end in node.emphasis] == marked
    for heading, count in expected.get("senses", {}).items():
        (term,) = (term for term in read.glossary if term.heading == heading)
        assert len(senses(term.text)) == (count or 1)
    for number in expected.get("misprinted", ()):
        assert f"read as {number}" in problems
    for number in expected.get("cut_off", ()):
        assert f"The text of {number} ends after its first word." in problems
    for text in expected.get("text_stored", ()):
        assert text in everything
    for number in expected.get("numbers_inside_lines", ()):
        assert number in everything


def test_no_page_header_or_number_stays_in_the_text() -> None:
    path, expected = next((p, e) for p, e in CASES if p.stem == "pdf-pages")
    read = read_source(path.read_bytes())
    texts = [read.credits, *(node.text for node in (*read.entries, *read.glossary))]
    texts += [example.text for node in read.entries for example in node.examples]
    assert not [text for text in texts if expected["page_header"] in text or "\f" in text or "- 2 -" in text]
    assert "côte à côte" in next(n for n in read.entries if n.number == "202.2").examples[0].text
