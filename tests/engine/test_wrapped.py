"""Sixty places in the hard-wrapped files, chosen and placed by hand by looking into the files.

A row is (line of the source, counted from 1; what must hold its words): a number, a term, or `credits`.
None of them stands twice in its file. `reference` rows begin with a number that only refers.
"""

from pathlib import Path

import pytest

from rulesbase.engine.nodes import Layout, RulesText
from rulesbase.engine.parsing import read_source
from tests.engine.reading import letters, plain

PLACES: dict[str, dict[str, list[tuple[int, str]]]] = {
    "1999-04-23": {
        "reference": [(1119, "408.1h")],
        "example": [(1324, "410.10d")],
        "second paragraph": [(1330, "410.10d")],
        "glossary": [
            (2023, "term Attacking Creature"),
            (2057, "term Blocked Creature"),
            (2089, "term Cast (Obsolete)"),
        ],
        "back": [(3275, "credits"), (3277, "credits")],
    },
    "2001-07-23": {
        "reference": [
            (331, "212.2"),
            (521, "214.9e"),
            (697, "217.8c"),
            (1219, "408.1g"),
            (2554, "term Artifact Creature"),
        ],
        "example": [(452, "214.8c"), (1946, "500.2")],
        "second paragraph": [(1262, "409.1"), (1287, "409.1c"), (1544, "413.2d")],
        "glossary": [
            (2734, "term Control, Controller"),
            (3376, "term Play"),
            (3152, "term Legend, Legendary"),
        ],
        "back": [(3762, "credits")],
    },
    "2001-09-24": {
        "reference": [(337, "212.2"), (2653, "term Beginning Phase"), (3786, "term X")],
        "example": [(458, "214.8c")],
        "second paragraph": [(1269, "409.1"), (1551, "413.2d")],
        "glossary": [(2770, "term Control, Controller")],
        "back": [(3813, "credits")],
    },
    "2002-02-20": {
        "reference": [
            (443, "214.7c"),
            (2133, "502.10b"),
            (3168, "term Infinity Rule"),
            (3610, "term Shadow"),
        ],
        "example": [(1973, "500.2")],
        "second paragraph": [(1300, "409.1c")],
        "glossary": [(2805, "term Control, Controller"), (3462, "term Play")],
        "back": [(3865, "credits")],
    },
    "2003-10-01": {
        "reference": [
            (204, "103.2"),
            (282, "200.4"),
            (953, "217.8b"),
            (2672, "502.12a"),
            (1328, "401.3"),
            (1912, "413.2d"),
        ],
        "example": [(447, "205.4b"), (2048, "418.3b")],
        "second paragraph": [(1915, "413.2d"), (1974, "415.3"), (2089, "418.5a")],
        "glossary": [(3610, "term Comes into Play"), (4136, "term Kicker")],
        "back": [(5038, "credits")],
    },
    "2003-12-01": {
        "reference": [(324, "200.9c"), (285, "200.4"), (2709, "502.12a"), (2830, "502.16a")],
        "example": [(2027, "416.3")],
        "second paragraph": [(2104, "418.5a")],
        "glossary": [(3647, "term Comes into Play"), (4427, "term Move")],
        "back": [(5125, "credits")],
    },
    "2004-02-01": {
        "reference": [
            (1806, "410.10b"),
            (1930, "413.2d"),
            (3449, "term Artifact Creature"),
            (3599, "term Change a Target"),
        ],
        "example": [(449, "205.4b")],
        "second paragraph": [(1992, "415.3")],
        "glossary": [(3662, "term Comes into Play"), (4242, "term Kicker")],
        "back": [(5157, "credits")],
    },
}


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


def test_there_are_sixty_places_of_every_kind() -> None:
    assert sum(len(rows) for kinds in PLACES.values() for rows in kinds.values()) >= 60
    assert all(set(kinds) == set(PLACES["2001-07-23"]) for kinds in PLACES.values())


@pytest.mark.parametrize("name", PLACES)
def test_lines_are_found_where_they_belong_and_nowhere_else(corpus: Path, name: str) -> None:
    data = (corpus / "cr" / "en" / f"{name}.txt").read_bytes()
    lines = plain(data).split("\n")
    read = read_source(data)
    assert read.layout is Layout.WRAPPED
    held = holders(read)
    wrong = []
    for kind, rows in PLACES[name].items():
        for number, expected in rows:
            line = lines[number - 1]
            assert (kind == "reference") == line.strip()[:3].isdigit(), (name, number)
            words = letters(line)
            if len(words) < 45:
                # So few words may stand elsewhere too: the line above belongs to the same paragraph.
                words = letters(lines[number - 2]) + words
            found = [holder for holder, text in held if words in text]
            if found != [expected]:
                wrong.append((number, kind, expected, found))
    assert not wrong


@pytest.mark.parametrize("name", PLACES)
def test_no_reference_became_an_entry(corpus: Path, name: str) -> None:
    read = read_source((corpus / "cr" / "en" / f"{name}.txt").read_bytes())
    starts = {node.line for node in read.entries}
    assert not starts & {number for number, _ in PLACES[name]["reference"]}
    assert not [node.number for node in read.entries if not (node.text or node.heading)]
