"""Lines of a glossary: what is a term, what its definition, and which odd terms are reported."""

import pytest

from rulesbase.engine.parsing.glossary import read_glossary, senses


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
def test_terms_have_their_definitions(text: str, terms: list[tuple[str, str]]) -> None:
    assert glossary(text)[0] == terms


def test_terms_below_another_without_an_empty_line() -> None:
    long = "It swims on the water, and it waits for guests who paid the toll at the gate."
    terms, reported = glossary(f"Boat\n{long}\nCoin\n{long}\nDock\n{long}\n\nToll\nA coin.")
    assert terms == [("Boat", long), ("Coin", long), ("Dock", long), ("Toll", "A coin.")]
    # Accents and hyphens do not count in the alphabet.
    assert glossary(f"Dock\n{long}\n{'Élan' * 15}\n{long}\n\nFerry\nA boat.")[0][1] == ("Élan" * 15, long)
    assert glossary(f"Boat\n{long}\nCo-op\n{long}\n\nCoat\nA coat.")[0][1] == ("Coat", "A coat.")
    assert reported == [
        (name, f"There is no empty line between “Boat” and “{name}”. They were read as two terms.")
        for name in ("Coin", "Dock")
    ]


@pytest.mark.parametrize("line", ["coin", "Anchor", "Zone", *(f"Coin{sign}" for sign in '.:;,!?"”'), "C" * 61])
def test_lines_that_are_no_terms(line: str) -> None:
    long = "It swims on the water, and it waits for guests who paid the toll at the gate."
    terms, reported = glossary(f"Boat\n{long}\n{line}\n{long}\n\nToll\nA coin.")
    assert terms == [("Boat", f"{long}\n{line}\n{long}"), ("Toll", "A coin.")]
    assert reported == []


@pytest.mark.parametrize("foot", ["Leave a comment", "Laisser un commentaire", "© Shop", "サイトマップ"])
def test_the_foot_of_a_page_is_no_term(foot: str) -> None:
    below = "Your address stays hidden."
    terms, reported = glossary(f"Boat\nIt swims.\n\n{foot}\n\n{below}\n\nToll\nA coin.")
    assert terms == [("Boat", "It swims."), ("Toll", "A coin.")]
    assert reported == [
        (foot, "The text from this line to the next term is not part of the glossary, so it was left out.")
    ]
    assert glossary(f"Boat\nIt swims.\n\n{foot}\n{below}\n\nToll\nA coin.", wrapped=True) == (terms, reported)


def test_numbered_senses_are_parted() -> None:
    assert senses("1. a\n2. b\n3. c 4. d") == ["a", "b", "c 4. d"]
    assert senses("2. a\n3. b") == ["2. a\n3. b"]
    assert senses("a\n1. b") == ["b"]
    assert senses("1. a\n2. b\nc") == ["a", "b\nc"]
    assert senses("a") == ["a"]


def test_wrapped_definitions() -> None:
    text = "Boat\nIt swims on\nthe water.\n\nToll\n1. A coin\nthat is due.\n2. To pay\nit."
    assert glossary(text, wrapped=True)[0] == [
        ("Boat", "It swims on the water."), ("Toll", "1. A coin that is due.\n2. To pay it."),
    ]  # fmt: skip


def test_terms_without_empty_lines_between() -> None:
    long = "It swims on the water, and it waits for guests who paid the toll at the gate."
    terms, reported = glossary("\n".join(f"Boat {at}\n{long}" for at in range(10, 30)))
    assert terms == [(f"Boat {at}", long) for at in range(10, 30)]
    assert reported == []


def test_italics_and_examples_of_terms_that_stood_below_another() -> None:
    long = "It swims on the _water_, and it waits for guests who paid the toll at the gate."
    lines = f"Boat\n{long}\nCoin\n{long}\nExample: yes\n\nToll\nA coin.".split("\n")
    terms, _ = read_glossary(lines, 0, len(lines), False)
    assert [(term.heading, term.emphasis, len(term.examples)) for term in terms] == [
        ("Boat", ((16, 21),), 0), ("Coin", ((16, 21),), 1), ("Toll", (), 0),
    ]  # fmt: skip


def test_headings_are_cut_where_they_are_reported() -> None:
    (issue,) = read_glossary(["X" * 300], 0, 1, False)[1]
    assert (issue.line, issue.text) == (1, "X" * 200)


def test_only_the_lines_of_the_glossary_are_read_and_places_are_reported() -> None:
    long = "x " * 150 + "x."
    lines = ["Before", "", "Boat", "It swims.", "", long, "", "Toll", "", "Coin", "A thing.", "", "After", "No term."]
    terms, issues = read_glossary(lines, 2, 11, False)
    assert [(term.number, term.heading, term.text, term.line) for term in terms] == [
        ("", "Boat", f"It swims.\n{long}", 3),
        ("", "Toll", "Coin\nA thing.", 8),
    ]
    problem = "This paragraph is separated from its term. It was added to “Boat”."
    assert [tuple(issue) for issue in issues] == [(6, long[:200], problem)]


@pytest.mark.parametrize(
    ("line", "is_prose"),
    [
        *((f"It swims on water{end}", True) for end in (".", "。", ".”", '."', ".)")),
        ("It swims on water", False),
        ("It swims well.", False),
        ("x" * 80, False),
        ("x" * 81, True),
        ("船" * 40, False),
        ("船" * 41, True),
    ],
)
def test_a_line_below_a_definition_is_a_paragraph_or_a_term(line: str, is_prose: bool) -> None:
    terms, reported = glossary(f"Boat\nIt swims.\n\n{line}\n\nToll\nA coin.")
    assert terms[0] == ("Boat", f"It swims.\n{line}" if is_prose else "It swims.")
    assert len(reported) == (1 if is_prose else 0)
    if not is_prose:
        # A term without its own definition has the next block for one.
        assert terms[1:] == [(line, "Toll\nA coin.")]
