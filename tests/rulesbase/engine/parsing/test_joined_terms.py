"""Terms of a glossary that stand below another's definition, where an empty line is missing."""

import pytest

from rulesbase.engine.parsing.parse import read_text

CHAPTERS = """Rules of the Harbour
These rules are effective as of May 1, 2099.

Contents

1. Boats
100. Lamps

Glossary

1. Boats
100. Lamps
100.1. A lamp that leaves the harbour is put out before its keeper counts the boats.
100.2. A bell rings twice before the tide turns.
100.3. A rope may carry no more than three baskets.
100.4. Gulls that rest on masts count as cargo.

Glossary

"""
LAMP, LAST = "A light that the keeper carries through the fog. See rule 100.", "What the sea does twice on each day."
SAIL = "A cloth that takes the wind along with the boat it is tied to."


@pytest.mark.parametrize(
    ("below", "terms"),
    [
        pytest.param(f"Oar\n{SAIL}", ["Lamp", "Oar", "Tide"], id="one"),
        pytest.param(f"Oar (Obsolete)\n{SAIL}\nSail\n{SAIL}", ["Lamp", "Oar (Obsolete)", "Sail", "Tide"], id="two"),
        pytest.param(f"Anchor\n{SAIL}", ["Lamp", "Tide"], id="not in the order of the alphabet"),
        pytest.param(f"Whale\n{SAIL}", ["Lamp", "Tide"], id="behind the next term"),
        pytest.param("Oar\nSail\nTar", ["Lamp", "Tide"], id="a list"),
        pytest.param(f"Oars are long.\n{SAIL}", ["Lamp", "Tide"], id="a sentence"),
        pytest.param("Oar", ["Lamp", "Tide"], id="nothing below"),
    ],
)
def test_cut_apart(below: str, terms: list[str]) -> None:
    read = read_text(f"{CHAPTERS}Lamp\n{LAMP}\n{below}\n\nTide\n{LAST}\n")
    assert [term.heading for term in read.glossary] == terms
    said = "\n".join(f"{term.heading}\n{term.text}" for term in read.glossary)
    assert said == f"Lamp\n{LAMP}\n{below}\nTide\n{LAST}"
    problems = [issue.text for issue in read.issues if "without an empty line" in issue.problem]
    assert problems == terms[1:-1]


def test_the_last_term_of_all() -> None:
    read = read_text(f"{CHAPTERS}Lamp\n{LAMP}\n\nTide\n{LAST}\nWhale\n{SAIL} It is _very_ large.\n")
    assert [term.heading for term in read.glossary] == ["Lamp", "Tide", "Whale"]
    whale = read.glossary[-1]
    assert [whale.text[start:end] for start, end in whale.emphasis] == ["very"]
