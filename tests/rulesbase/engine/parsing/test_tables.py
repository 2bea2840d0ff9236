"""Tables: what every heading of a column means, what parts columns, what is left out, and what a row may say."""

import datetime

import pytest

from rulesbase.engine.nodes import Kind, Layout, NotRules
from rulesbase.engine.parsing.rows import Row, text_of_rows
from rulesbase.engine.parsing.tables import is_table, read_table

SHORT, LONG = "Une barque", "Une barque est à quai, et le passeur attend dans la ville."


def table(header: str, rows: int = 3, *, cells: str = f"{SHORT};{LONG}") -> str:
    return f"{header}\n" + "\n".join(f"201.{at};{cells}" for at in range(1, rows + 1))


def test_the_column_of_the_number_is_the_one_that_has_most() -> None:
    read = read_table(f"number;x;text\n201.1;x7;{LONG}\n;201.2;{LONG}\n201.3;201.3;{LONG}\n;201.4;{LONG}")
    assert [node.number for node in read.entries] == ["201.2", "201.3", "201.4"]
    read = read_table(f"x;y;text\n201.1;201.5;{LONG}\n201.2;201.6;{LONG}")
    assert [node.number for node in read.entries] == ["201.1", "201.2"]


@pytest.mark.parametrize("text", ["201.1|a\n201.2|b\n201.3|c", "201.1;a", "a;b\nc;d", "201.1;\n201.2", ""])
def test_what_is_no_table(text: str) -> None:
    assert not is_table(text)


def test_what_is_left_out_is_reported() -> None:
    rows = "".join(f"201.{at};;{LONG}\n" for at in range(1, 8))
    read = read_table(f"number;heading;text\n{rows}soon;;words\n;;lost\n;Péage;{LONG}\n;;\n201.8")
    assert [tuple(issue) for issue in read.issues] == [
        (9, "soon ·  · words", "This row has no rule number. It was left out."),
        (10, " ·  · lost", "This row has no rule number. It was left out."),
        (13, "201.8", "Rule 201.8 has no text."),
    ]
    assert [(term.heading, term.text, term.kind) for term in read.glossary] == [("Péage", LONG, Kind.TERM)]


@pytest.mark.parametrize(
    ("above", "day"),
    [
        ("number;effective as of May 4, 2015", "2015-05-04"),
        ("effective as of;May 4, 2015\nnumber;text", "2015-05-04"),
        ("number;text\nx;effective as of May 4, 2015", "2015-05-04"),
        ("number;text\nx;y\nz;y\nx;effective as of May 4, 2015", "2015-05-04"),
        ("number;text\nx;y\nz;y\nv;w\nx;effective as of May 4, 2015", None),
    ],
)
def test_what_stands_above_the_rows_may_state_the_day(above: str, day: str | None) -> None:
    rows = "\n".join(f"201.{at};The ferry of the town is at the quay" for at in range(1, 9))
    assert read_table(f"{above}\n{rows}").date == (datetime.date.fromisoformat(day) if day else None)


def test_examples_in_one_cell() -> None:
    read = read_table(f'number;text;examples\n201.1;{LONG};"un\n \ndeux"\n201.2;{LONG};\n201.3;{LONG};x')
    assert [[example.text for example in node.examples] for node in read.entries] == [["un", "deux"], [], ["x"]]
    assert [node.line for node in read.entries] == [2, 5, 6]


def test_an_open_quotation_mark() -> None:
    with pytest.raises(NotRules) as refused:
        read_table("words")
    assert str(refused.value) == (
        "The table cannot be read. Close every quotation mark in the file, and shorten very long cells."
    )


@pytest.mark.parametrize(
    ("message", "text", "language"),
    [
        ("", LONG, "fr"),
        ("en", LONG, "fr"),
        ("fr-FR", "The ferry of the town", "en"),
        ("JA_jp", "渡し船です", "ja"),
        ("zh-Hans", LONG, "fr"),
        ("sv-FI", LONG, "sv"),
        ("PT_br", LONG, "pt"),
    ],
)
def test_the_language_that_a_file_names_counts_where_its_words_cannot_tell(
    message: str, text: str, language: str
) -> None:
    rows = [Row(1, "201.1", text)]
    assert text_of_rows(rows, layout=Layout.TABLE, stated_language=message).language == language


def test_rows_become_entries_terms_and_examples() -> None:
    rows = [
        Row(1, "2", "x", "Barques"),
        Row(2, "201", "Péages"),
        Row(3, "201.1", "201.1. Un\n\nExemple : deux\ntrois", "unused", ("Exemple : quatre", " ")),
        Row(4, "201.2", "Exemple : cinq"),
        Row(5, "", "six", " Péage "),
    ]
    read = text_of_rows(rows, layout=Layout.TMX)
    assert [
        (node.heading, node.text, [one.text for one in node.examples]) for node in (*read.entries, *read.glossary)
    ] == [
        ("Barques", "", []),
        ("Péages", "", []),
        ("", "Un\ntrois", ["Exemple : deux", "Exemple : quatre"]),
        ("", "Exemple : cinq", []),
        ("Péage", "six", []),
    ]
    assert (read.title, read.introduction, read.index, read.credits, read.whole) == ("", "", "", "", False)
    with pytest.raises(NotRules) as refused:
        text_of_rows(rows[:2], layout=Layout.TMX)
    assert (
        str(refused.value)
        == "The file has no rules: no row has a rule number such as 201.3a. Choose a file with the text of the rules."
    )


def rows(*lines: str) -> str:
    return "\n".join(lines)


def test_the_text_is_the_longest_that_is_not_english() -> None:
    english = "The ferry of the town is at the quay, and it is the last with a bell. " * 3
    read = read_table(rows(*(f"201.{at};{SHORT};{english};{LONG}" for at in (1, 2, 3)), "201.4;x"))
    assert [node.text for node in read.entries] == [LONG, LONG, LONG, ""]
    read = read_table(rows(*(f"201.{at};The boat;{english.strip()}" for at in (1, 2, 3))))
    assert read.entries[0].text == english.strip()
    # A table without any text has its numbers alone.
    read = read_table(rows("number;heading", "201.1;a", "201.2;b"))
    assert [(node.number, node.text) for node in read.entries] == [("201.1", ""), ("201.2", "")]
    assert [node.examples for node in read.entries] == [(), ()]


def test_the_sign_that_gives_most_numbers_parts_columns() -> None:
    # Of tabs, semicolons and commas those count by which more rows have a number; the first of equals.
    text = rows("201.1;x,201.1", "201.2;x,201.2", "x;y,201.3")
    assert [node.number for node in read_table(text).entries] == ["201.1", "201.2", "201.3"]
    text = rows("201.1;x,a", "201.2;x,b")
    assert [node.text for node in read_table(text).entries] == ["x,a", "x,b"]
    text = rows("201.1\tx;a,b", "201.2\tx;c,d")
    assert [node.text for node in read_table(text).entries] == ["x;a,b", "x;c,d"]


def test_a_table_that_ends_within_quotation_marks() -> None:
    rows = "".join(f'100.{at};"Une barque est à quai avec le passeur."\n' for at in range(1, 6))
    cut = read_table(rows + '100.6;"Une barque')
    assert cut.entries[-1].text == "Une barque"
    assert not is_table("\n".join(f"100.{at}. Une barque, un passeur, et la ville, sont là." for at in range(1, 9)))
