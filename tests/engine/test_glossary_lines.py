"""Lines of a glossary: what is a term, what its definition, and what is told of terms that stand oddly."""

import pytest

from rulesbase.engine.furniture import SKIP
from rulesbase.engine.glossary import read_glossary, senses


def glossary(text: str, *, wrapped: bool = False) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    lines = text.split("\n")
    terms, issues = read_glossary(lines, 0, len(lines), wrapped)
    return [(term.heading, term.text) for term in terms], [(issue.text, issue.problem) for issue in issues]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Boat\nIt swims.\n\nToll\nA coin.", [("Boat", "It swims."), ("Toll", "A coin.")]),
        ("Boat\n\nIt swims on the water.\n\nToll\nA coin.", [("Boat", "It swims on the water."), ("Toll", "A coin.")]),
        (
            "Boat\n1. It swims.\n\n2. It sinks.\n\nToll\nA coin.",
            [("Boat", "1. It swims.\n2. It sinks."), ("Toll", "A coin.")],
        ),
        ("Boat\n1. It swims.\n\n3. It\nA coin.", [("Boat", "1. It swims."), ("3. It", "A coin.")]),
        ("Boat\nIt swims.\n\n  More\n\nToll\nA coin.", [("Boat", "It swims.\nMore"), ("Toll", "A coin.")]),
        (
            "Boat\nIt swims.\n\nIt is also a way to go.\n\nToll\nA coin.",
            [("Boat", "It swims.\nIt is also a way to go."), ("Toll", "A coin.")],
        ),
        ("Boat\nIt swims.\n----\nIt floats.", [("Boat", "It swims.\nIt floats.")]),
        ("_Boat_\nIt swims.", [("Boat", "It swims.")]),
    ],
)
def test_terms(text: str, terms: list[tuple[str, str]]) -> None:
    assert glossary(text)[0] == terms


@pytest.mark.parametrize(
    ("line", "is_prose"),
    [
        ("x" * 80, False),
        ("x" * 81, True),
        ("船" * 40, False),
        ("船" * 41, True),
        ("a b c d.", True),
        ("a b c.", False),
        ("a b c d", False),
        ("a b c d。", True),
        ("a b c d.”", True),
        ('a b c d."', True),
        ("a b c d.)", True),
        ("a b c d!", False),
    ],
)
def test_a_line_that_is_a_definition(line: str, is_prose: bool) -> None:
    terms, told = glossary(f"Boat\nIt swims.\n\n{line}")
    assert [term[0] for term in terms] == (["Boat"] if is_prose else ["Boat", line])
    wanted = (
        [(line, "a paragraph apart: kept with the term Boat")]
        if is_prose
        else [(line, f"the term {line} has no definition")]
    )
    assert told == [(text[:200], problem) for text, problem in wanted]


def test_terms_below_another_without_an_empty_line() -> None:
    long = "It swims on the water, and it waits for whoever has paid the toll at the gate."
    terms, told = glossary(f"Boat\n{long}\nCoin\n{long}\nDock\n{long}\n\nToll\nA coin.")
    assert terms == [("Boat", long), ("Coin", long), ("Dock", long), ("Toll", "A coin.")]
    assert told == [(name, f"the term {name} stood below Boat without an empty line") for name in ("Coin", "Dock")]


@pytest.mark.parametrize("line", ["coin", "Anchor", "Zone", *(f"Coin{sign}" for sign in '.:;,!?"”'), "C" * 61])
def test_lines_that_are_no_terms(line: str) -> None:
    long = "It swims on the water, and it waits for whoever has paid the toll at the gate."
    terms, told = glossary(f"Boat\n{long}\n{line}\n{long}\n\nToll\nA coin.")
    assert terms == [("Boat", f"{long}\n{line}\n{long}"), ("Toll", "A coin.")]
    assert told == []


def test_senses() -> None:
    assert senses("1. a\n2. b\n3. c 4. d") == ["a", "b", "c 4. d"]
    assert senses("2. a\n3. b") == ["2. a\n3. b"]
    assert senses("a\n1. b") == ["b"]
    assert senses("a") == ["a"]


def test_lines_and_places() -> None:
    lines = [
        "x",
        "",
        "Boat",
        "It swims.",
        "Example: yes",
        "",
        "Toll",
        "",
        "A coin that is due.",
        SKIP,
        "x",
        "",
        "Dock",
        "_Here_.",
    ]
    terms, _ = read_glossary(lines, 2, 14, False)
    assert [(term.heading, term.text, term.line, [one.text for one in term.examples]) for term in terms] == [
        ("Boat", "It swims.", 3, ["Example: yes"]),
        ("Toll", "A coin that is due.\nx", 7, []),
        ("Dock", "Here.", 13, []),
    ]
    assert terms[2].emphasis == ((0, 4),)


def test_wrapped_definitions() -> None:
    text = "Boat\nIt swims on\nthe water.\n\nToll\n1. A coin\nthat is due.\n2. To pay\nit."
    assert glossary(text, wrapped=True)[0] == [
        ("Boat", "It swims on the water."), ("Toll", "1. A coin that is due.\n2. To pay it."),
    ]  # fmt: skip


def test_terms_without_empty_lines_between() -> None:
    long = "It swims on the water, and it waits for whoever has paid the toll at the gate."
    terms, told = glossary("\n".join(f"Boat {at}\n{long}" for at in range(10, 30)))
    assert terms == [(f"Boat {at}", long) for at in range(10, 30)]
    assert told == []


def test_italics_and_examples_of_terms_that_stood_below_another() -> None:
    long = "It swims on the _water_, and it waits for whoever has paid the toll at the gate."
    lines = f"Boat\n{long}\nCoin\n{long}\nExample: yes\n\nToll\nA coin.".split("\n")
    terms, _ = read_glossary(lines, 0, len(lines), False)
    assert [(term.heading, term.emphasis, len(term.examples)) for term in terms] == [
        ("Boat", ((16, 21),), 0), ("Coin", ((16, 21),), 1), ("Toll", (), 0),
    ]  # fmt: skip


def test_headings_are_cut_where_they_are_told() -> None:
    (issue,) = read_glossary(["X" * 300], 0, 1, False)[1]
    assert (issue.line, issue.text) == (1, "X" * 200)


@pytest.mark.parametrize(("indent", "terms"), [(8, 1), (9, 2)])
def test_how_far_in_a_line_is_more_of_a_definition(indent: int, terms: int) -> None:
    assert len(glossary(f"Boat\nIt swims.\n\n{' ' * indent}More\nand more.")[0]) == terms


def test_only_the_lines_of_the_glossary_are_read_and_places_are_told() -> None:
    long = "x " * 150 + "x."
    lines = ["Before", "", "Boat", "It swims.", "", long, "", "Toll", "", "Coin", "A thing.", "", "After", "No term."]
    terms, issues = read_glossary(lines, 2, 11, False)
    assert [(term.number, term.heading, term.text, term.line) for term in terms] == [
        ("", "Boat", f"It swims.\n{long}", 3),
        ("", "Toll", "Coin\nA thing.", 8),
    ]
    assert [tuple(issue) for issue in issues] == [(6, long[:200], "a paragraph apart: kept with the term Boat")]


@pytest.mark.parametrize("begin", ["  Boat", "Boat ", "=Boat", "-Boat", "*Boat", "~Boat"])
def test_lines_that_are_no_plain_ones(begin: str) -> None:
    assert glossary(f"Dock\nHere.\n\nIt\n\n{begin}\nIt swims.\n\nToll\nA coin.")[0][-1] == ("Toll", "A coin.")
    assert glossary(f"{begin}\nIt swims.")[0] == [(begin.strip(), "It swims.")]


def test_the_order_of_the_alphabet_knows_no_accents_and_signs() -> None:
    long = "It swims on the water, and it waits for whoever has paid the toll at the gate."
    assert [term for term, _ in glossary(f"Bac\n{long}\nÉcluse\n{long}\n\nFanal\nUn feu.")[0]] == [
        "Bac",
        "Écluse",
        "Fanal",
    ]
    assert [term for term, _ in glossary(f"“Bac”\n{long}\nEau\n{long}\n\nFanal\nUn feu.")[0]] == [
        "“Bac”",
        "Eau",
        "Fanal",
    ]
