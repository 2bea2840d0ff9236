"""All English files of the corpus: every rule found, nothing lost, and read again after export."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from rulesbase.engine.nodes import Kind, Layout, RuleNode, RulesText
from rulesbase.engine.parsing.parse import read_source, read_text
from rulesbase.engine.parsing.serialize import to_text
from tests.rulesbase.engine.corpus_texts import letters, plain

# How many tests share the files among them, so that several processes can.
SHARES = 8


def _differences() -> set[tuple[str, str]]:
    """Return file and number, printed or read, where the parser has one more (+) or less (-) than a plain count."""
    with Path(__file__).with_name("archive_differences.csv").open(encoding="utf-8", newline="") as file:
        return {(row["file"], row["number"]) for row in csv.DictReader(file)}


DIFFERENCES = _differences()
# The table of FORMATS.md counts lines; these lines of wrapped files begin with a reference within a sentence.
REFERENCES = {"2003-10-01": 2, "2003-12-01": 2, "2004-02-01": 1}
# There the word is in capitals and indented, which the table's count of `Example:` passes over.
EXAMPLES = {"1999-04-23": 36}
# The table has no marks of italics for these files, but they have some.
ITALICS = {"1999-04-23"}
WRAPPED = "1999-04-23 2001-07-23 2001-09-24 2002-02-20 2003-10-01 2003-12-01 2004-02-01".split()
NUMBERED = re.compile(r"\s*([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s")
ROW = re.compile(
    r"\| (\d{4}-\d\d-\d\d) \| \d+ \| (\S+) \| (\S+) \| (\d+) / (\d+) \| (\d+) / (\d+) \| (\d+)"
    r" \| (\w+)[^|]* \| (\S+) \|"
)


def numbered(name: str, text: str) -> Counter[str]:
    """Count the numbered paragraphs of the body, line by line or, in wrapped files, block by block."""
    body = text[: [match.start() for match in re.finditer(r"(?m)^\s*Glossary\s*$", text)][-1]]
    paragraphs = re.split(r"\n\s*\n", body) if name in WRAPPED else body.split("\n")
    return Counter(match[1] for paragraph in paragraphs if (match := NUMBERED.match(paragraph)))


def stored(read: RulesText, text: str) -> float:
    """Return the share of the file's letters and digits that stand somewhere, the contents list aside."""
    parts = [read.title, read.introduction, read.index, read.credits]
    for node in (*read.entries, *read.glossary):
        parts += [node.number, node.heading, node.text, *(example.text for example in node.examples)]
    source = Counter(letters(text))
    lost = source - Counter(letters("\n".join(parts))) - Counter(letters("\n".join(read.contents)))
    return 1 - lost.total() / source.total()


def without_lines(nodes: tuple[RuleNode, ...]) -> list[RuleNode]:
    return [node._replace(line=0) for node in nodes]


def facts_of(path: Path) -> dict[str, object]:
    """Return what one file gives, without its texts."""
    data = path.read_bytes()
    text = plain(data)
    read = read_source(data)
    expected = numbered(path.stem, text)
    found = Counter(node.number for node in read.entries if node.kind in (Kind.RULE, Kind.SUBRULE))
    written = read_text(to_text(read))
    names = ("title", "introduction", "index", "credits", "date", "language", "whole")
    again = [name for name in names if getattr(read, name) != getattr(written, name)]
    for name in ("entries", "glossary"):
        if without_lines(getattr(read, name)) != without_lines(getattr(written, name)):
            again.append(name)
    return {name: getattr(read, name) for name in ("language", "layout", "whole", "encoding", "line_ends")} | {
        "date": str(read.date),
        "rules": read.rule_count,
        "examples": read.example_count,
        "italics": any(node.emphasis for node in read.entries),
        "differences": {f"-{n}" for n in expected - found} | {f"+{n}" for n in found - expected},
        "is stored": stored(read, text) >= 0.9997,
        "again": again,
    }


@pytest.fixture(scope="module")
def table(corpus: Path) -> dict[str, tuple[str, ...]]:
    """Return the rows of FORMATS.md by date."""
    text = (corpus / "FORMATS.md").read_text(encoding="utf-8")
    return {match[1]: match.groups()[1:] for match in ROW.finditer(text)}


def expected_of(name: str, row: tuple[str, ...]) -> dict[str, object]:
    """Return what a file must give by a plain count, the table and its own export."""
    encoding, ends, *counts, layout, italics = row
    *lines, examples = map(int, counts)
    differences = {sign for date, sign in DIFFERENCES if date == name}
    more = sum(1 if sign[0] == "+" else -1 for sign in differences)
    return {
        "differences": differences,
        "language": "en",
        "date": name,
        "layout": Layout.WRAPPED if layout == "wrapped" else Layout.OFFICIAL,
        "whole": True,
        "encoding": encoding,
        "line_ends": ends,
        "rules": sum(lines) + more - REFERENCES.get(name, 0),
        "examples": EXAMPLES.get(name, examples),
        "italics": italics == "_x_" or name in ITALICS,
        "is stored": True,
        "again": [],
    }


def test_the_archive_is_what_the_tables_tell_of(corpus: Path, table: dict[str, tuple[str, ...]]) -> None:
    names = {path.stem for path in (corpus / "cr" / "en").glob("*.txt")}
    assert len(names) == 124
    assert names == table.keys()
    assert names >= {name for name, _sign in DIFFERENCES} | REFERENCES.keys() | EXAMPLES.keys() | set(ITALICS)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_every_file(corpus: Path, table: dict[str, tuple[str, ...]], share: int) -> None:
    """Every numbered paragraph is found, nothing is lost, and an export reads as the same."""
    for path in sorted((corpus / "cr" / "en").glob("*.txt"))[share::SHARES]:
        assert facts_of(path) == expected_of(path.stem, table[path.stem]), path.stem


@pytest.mark.slow
def test_known_figures(corpus: Path) -> None:
    newest = read_source((corpus / "cr" / "en" / "2026-01-16.txt").read_bytes())
    assert (newest.rule_count, len(newest.glossary)) == (3114, 725)
