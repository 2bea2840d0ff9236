"""Every text of tests/data is read as its `.expected.json` says."""

from itertools import starmap
from pathlib import Path
from typing import Any

import pytest

from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.engine.parsing.paragraphs import with_marks
from rulesbase.engine.parsing.parse import read_source
from tests.rulesbase.engine.corpus_texts import expectations

CASES = expectations()
RULES = (Kind.RULE, Kind.SUBRULE)


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
    assert shown(read) == expected["read"]


def shown(read: RulesText) -> list[str]:
    """Return all that was read in lines, with the ends of long texts and the count of characters between them."""
    parts = ("document", "title", "introduction", "index", "credits", "commentary")
    lines = [f"{part}: {getattr(read, part)}" for part in parts] + [f"contents: {line}" for line in read.contents]
    for node in (*read.entries, *read.glossary):
        texts = [node.heading, with_marks(node.text, node.emphasis), *starmap(with_marks, node.examples)]
        lines.append(f"{node.line} {node.kind} {node.number} | {' > '.join(texts)}")
    lines += [f"{line} {text} ! {problem}" for line, text, problem in read.issues]
    short = [
        f"{one[:60]}({len(one) - 100}){one[-40:]}" if len(one) > 110 else one for one in "\n".join(lines).split("\n")
    ]
    return short + (["other:", *shown(read.other)] if read.other else [])


def has_rules(read: RulesText, entries: list[tuple[str, str, int | None]]) -> None:
    """Check the numbers of all rules, how each begins, and how many examples it has (unless None)."""
    nodes = [node for node in read.entries if node.kind in RULES]
    assert [node.number for node in nodes] == [number for number, _, _ in entries]
    for node, (number, words, examples) in zip(nodes, entries, strict=True):
        assert node.text.startswith(words), number
        assert examples is None or len(node.examples) == examples, number
