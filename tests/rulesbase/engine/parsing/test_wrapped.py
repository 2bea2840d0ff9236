"""Sixty places in the hard-wrapped files, chosen and placed by hand by looking into the files.

A row is (line of the source, counted from 1; what must hold its words): a number, a term, or `credits`.
None of them stands twice in its file. `reference` rows begin with a number that only refers.
"""

import csv
from pathlib import Path

import pytest

from rulesbase.engine.nodes import Layout, RulesText
from rulesbase.engine.parsing.parse import read_source, read_text
from tests.rulesbase.engine.corpus_texts import letters, plain

# Which entry a line of a file belongs to.
PLACES: dict[str, list[dict[str, str]]] = {}
with (Path(__file__).parents[3] / "data" / "wrapped_places.csv").open(encoding="utf-8", newline="") as file:
    for one in csv.DictReader(file):
        PLACES.setdefault(one["file"], []).append(one)


def holders(read: RulesText) -> list[tuple[str, str]]:
    """Return (name, letters) of all that can hold words of the source."""
    found = [
        (
            node.number or f"term {node.heading}",
            [node.number, node.heading, node.text, *(e.text for e in node.examples)],
        )
        for node in (*read.entries, *read.glossary)
    ]
    found += [("introduction", [read.introduction]), ("credits", [read.credits]), ("index", [read.index])]
    return [(name, letters("".join(parts))) for name, parts in found]


@pytest.mark.parametrize("name", PLACES)
def test_lines_are_found_where_they_belong_and_nowhere_else(corpus: Path, name: str) -> None:
    data = (corpus / "cr" / "en" / f"{name}.txt").read_bytes()
    lines = plain(data).split("\n")
    read = read_source(data)
    assert read.layout is Layout.WRAPPED
    held = holders(read)
    wrong = []
    for row in PLACES[name]:
        number = int(row["line"])
        line = lines[number - 1]
        assert (row["kind"] == "reference") == line.strip()[:3].isdigit(), (name, number)
        words = letters(line)
        if len(words) < 45:
            # So few words may stand elsewhere too: the line above belongs to the same paragraph.
            words = letters(lines[number - 2]) + words
        found = [holder for holder, text in held if words in text]
        if found != [row["place"]]:
            wrong.append((row, found))
    assert not wrong
    starts = {node.line for node in read.entries}
    assert not starts & {int(row["line"]) for row in PLACES[name] if row["kind"] == "reference"}
    assert not [node.number for node in read.entries if not (node.text or node.heading)]


def test_a_forum_page_is_not_wrapped() -> None:
    words = "Le passeur compte les pièces de chaque voyageur et les note dans son livre, " * 3
    page = ["Règles complètes", "Posté le jeudi 8 mars dans la partie du bac", "Le passeur, messages : 412 en tout"]
    page += ["Inscription le 12 novembre de cette année", "1. Péages", "100. Le bac", f"100.1. {words}fin."]
    page += ["101. Péages", f"101.1. {words}sans point", "102. Rames", f"102.1. {words}fin.", "_" * 17]
    page += ["Ramez toujours vers 102.9. la rive", "Vous ne pouvez pas répondre aux sujets de ce forum"]
    read = read_text("\n".join(page))
    assert [(node.number, node.heading or node.text) for node in read.entries] == [
        ("1", "Péages"), ("100", "Le bac"), ("100.1", f"{words}fin."), ("101", "Péages"),
        ("101.1", f"{words}sans point"), ("102", "Rames"), ("102.1", f"{words}fin."),
    ]  # fmt: skip
