"""Columns of a page that came as one: taken apart where every line proves its cut, else left and told."""

from rulesbase.engine.parsing.parse import read_text
from rulesbase.engine.parsing.two_columns import foreign_number, unmix

LEFT = [
    "301.1. Une barque porte au plus quatre voyageurs. Celui",
    "qui arrive le cinquième attend sur la berge avec les",
    "autres retardataires.",
    "301.2. Le passeur compte les pièces avant de partir, et il",
    "les rend à qui descend.",
]
RIGHT = [
    "402.1. Une lanterne éteinte ne vaut rien. Qui la porte",
    "des deux mains n’est pas tenu de la montrer, et peut",
    "passer sans payer.",
]


def mixed() -> list[str]:
    rows = [f"{left} {right}" for left, right in zip(LEFT, RIGHT, strict=False)]
    return [*rows, *LEFT[len(RIGHT) :]]


def test_it_works() -> None:
    lines, issues = unmix(["", *mixed(), ""])
    assert len(lines) == len(mixed()) + 2
    texts = [line for line in lines if line.strip()]
    assert texts[:3] == [" ".join(LEFT[:3]), " ".join(LEFT[3:]), " ".join(RIGHT)]
    assert [issue.line for issue in issues] == [2]
    assert "taken apart: 402.1" in issues[0].problem


def test_one_line_that_proves_nothing_leaves_the_block_as_it_is() -> None:
    rows = mixed()
    rows[1] = "qui arrive le cinquième attend sur la berge avec eux portent une lanterne et peuvent"
    lines, issues = unmix(rows)
    assert lines == rows
    assert "cannot be told apart: inside the lines stand 402.1" in issues[0].problem


def test_a_reference_at_the_end_of_a_sentence_is_no_column() -> None:
    text = "301.1. Voir la règle 402.1. Elle dit tout le reste.\n301.2. Voir aussi règles 402.2 et 402.3. Elles aussi."
    lines, issues = unmix(text.split("\n"))
    assert (lines, issues) == (text.split("\n"), [])
    assert foreign_number("Voir la règle 402.1. Elle dit tout le reste.") == ""


def test_a_short_rule_behind_another_is_no_column() -> None:
    text = "301.1. Une barque porte. 301.2. Le passeur compte.\n301.3. La rivière coule.\n301.4. La lanterne luit."
    assert unmix(text.split("\n"))[1] == []
    assert [node.number for node in read_text(text).entries] == ["301.1", "301.2", "301.3", "301.4"]


def test_a_foreign_number_is_seen() -> None:
    assert foreign_number("Une barque porte au plus 402.1. Une lanterne quatre voyageurs.") == "402.1"
