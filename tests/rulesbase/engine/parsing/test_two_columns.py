"""Two columns that ran together: what proves a cut, what forbids it, and what is reported."""

import pytest

from rulesbase.engine.nodes import Layout
from rulesbase.engine.parsing.page_clutter import SKIP
from rulesbase.engine.parsing.parse import read_text
from rulesbase.engine.parsing.two_columns import foreign_number, unmix

LEFT = [
    "301.1. Une barque porte au plus quatre voyageurs. Celui",
    "qui arrive le cinquième attend sur la berge avec les",
    "autres retardataires.",
]
RIGHT = [
    "402.1. Une lanterne éteinte ne vaut rien. Qui la porte",
    "des deux mains n’est pas tenu de la montrer, et peut",
    "passer sans payer.",
]
SEPARATED = "Two columns were mixed here and were separated. Rule numbers found inside the lines"
APART = [" ".join(LEFT), " ".join(RIGHT), SKIP]


def block(left: list[str], right: list[str]) -> list[str]:
    return [f"{a} {b}" for a, b in zip(left, right, strict=True)]


@pytest.mark.parametrize(
    ("inside", "number"),
    [
        ("Une barque 402.1. Une lanterne.", "402.1"),
        ("Une barque 402.1a Une lanterne.", "402.1a"),
        ("Une barque 402.1 « Une", "402.1"),
        ("Une barque 402.1. “Une", "402.1"),
        ('Une barque 402.1. "Une', "402.1"),
        ("Une barque 402.1. Être", "402.1"),
        ("Une barque 402. Une lanterne", ""),
        ("Une barque 402.1. une lanterne", ""),
        ("Une barque 402.1", ""),
        *(
            (f"Une barque {word} 402.1. Une lanterne", "")
            for word in "règle règles Règle rule rules voir Voir et and ou à a".split()
        ),
        ("Une barque, 402.1. Une", ""),
        ("Une barque: 402.1. Une", ""),
        ("Une barque; 402.1. Une", ""),
        ("Une barque. 402.1. Une", "402.1"),
        ("Une barque Et 402.1. Une", "402.1"),
        ("Une barque 402. Une, 403.2. Une", ""),
        ("Une barque 402. Une 403.2. Une", "403.2"),
    ],
)
def test_numbers_inside_a_text(inside: str, number: str) -> None:
    assert foreign_number(inside) == number


def test_columns_are_taken_apart_and_reported() -> None:
    lines, issues = unmix(["x", "", *block(LEFT, RIGHT), "", "y"])
    assert lines == ["x", "", *APART, "", "y"]
    assert [tuple(issue) for issue in issues] == [(3, block(LEFT, RIGHT)[0][:200], f"{SEPARATED}: 402.1.")]
    assert unmix(["x", SKIP, *block(LEFT, RIGHT)])[0][2:] == APART


@pytest.mark.parametrize(
    "lines",
    [
        # A short rule behind another, the rule's own number again, and a chapter of its own.
        ["301.1. Une barque. 301.2. Une rame."],
        ["301.1. Une barque 301.1. Une rame."],
        ["Une barque", "et une rame"],
        [""],
    ],
)
def test_what_is_no_second_column(lines: list[str]) -> None:
    assert unmix(lines) == (lines, [])


def test_headings_in_either_column() -> None:
    left = ["301. Barques", *LEFT]
    right = ["402. Lanternes", *RIGHT]
    lines, issues = unmix(block(left, right))
    assert lines[:4] == ["301. Barques", " ".join(LEFT), "402. Lanternes", " ".join(RIGHT)]
    assert issues[0].problem == f"{SEPARATED}: 402, 402.1."


@pytest.mark.parametrize("end", [".", "!", "?", "»", "”"])
def test_a_small_letter_behind_a_sentence_is_of_the_other_column(end: str) -> None:
    left, right = [*LEFT[:2], f"autres retardataires{end}"], RIGHT
    assert unmix(block(left, right))[0] == [" ".join(left), " ".join(right), SKIP]


@pytest.mark.parametrize("last", ["autres...", "autres", "autres,"])
def test_a_line_without_proof_leaves_all_as_it_is(last: str) -> None:
    rows = block([*LEFT[:2], last], RIGHT)
    lines, issues = unmix(rows)
    assert lines == rows
    assert [issue.problem for issue in issues] == [
        "Two columns are mixed here and could not be separated. Rule numbers found inside the lines: 402.1."
    ]


def test_a_reference_at_the_end_of_a_sentence_is_no_column() -> None:
    text = "301.1. Voir la règle 402.1. Elle dit tout le reste.\n301.2. Voir aussi règles 402.2 et 402.3. Elles aussi."
    assert unmix(text.split("\n")) == (text.split("\n"), [])


def test_a_short_rule_behind_another_starts_a_rule() -> None:
    text = "301.1. Une barque porte. 301.2. Le passeur compte.\n301.3. La rivière coule.\n301.4. La lanterne luit."
    assert [node.number for node in read_text(text).entries] == ["301.1", "301.2", "301.3", "301.4"]


def test_columns_below_the_heading_of_a_section_are_reported() -> None:
    page = ["3. LA HALLE 402. LE BAC", *block(LEFT, RIGHT), "La fin de la page n’a qu’une colonne, sans preuve"]
    page += ["301.2. Une barque part à midi.", "301.3. Une barque rentre à minuit."]
    read = read_text("\n".join(page))
    assert read.layout is Layout.EXTRACT
    assert "could not be separated" in read.issues[0].problem
