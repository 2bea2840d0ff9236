"""Tables: what every heading of a column means, what parts columns, what is left out, and what a row may say."""

import datetime

import pytest

from rulesbase.engine.nodes import Kind, Layout, NotRules
from rulesbase.engine.rows import Row, leading_number, number_in, text_of_rows
from rulesbase.engine.tabular import is_table, read_table

NAMES = {
    "heading": "heading title titre term terme 見出し 用語 标题 术语 名称",
    "text": "text texte translation traduction wording target 訳文 訳 本文 翻訳 文本 译文 翻译 内容",
    "examples": "example examples exemple exemples 例 例子",
    "english": "english en anglais source original 英語 原文 英文",
}
SHORT, LONG = "Une barque", "Une barque est à quai, et le passeur attend dans la ville."


def table(header: str, rows: int = 3, *, cells: str = f"{SHORT};{LONG}") -> str:
    return f"{header}\n" + "\n".join(f"201.{at};{cells}" for at in range(1, rows + 1))


@pytest.mark.parametrize("name", NAMES["text"].split())
def test_every_heading_of_the_text(name: str) -> None:
    for written in (name, name.upper(), f" {name} (fr)", f"{name}: fr", f"{name}_fr", f"{name}（仏）"):
        read = read_table(table(f"number;{written};more"))
        assert [node.text for node in read.entries] == [SHORT] * 3
        assert [issue.problem for issue in read.issues] == ["columns that are not taken over: more"]


@pytest.mark.parametrize("name", NAMES["heading"].split())
def test_every_heading_of_the_title(name: str) -> None:
    read = read_table(f"number;{name};text\n201;Barques;{LONG}\n201.1;x;{LONG}\n201.2;;{LONG}")
    assert [node.heading for node in read.entries] == ["Barques", "", ""]
    assert read.issues == ()


@pytest.mark.parametrize("name", NAMES["examples"].split())
def test_every_heading_of_the_examples(name: str) -> None:
    read = read_table(table(f"number;{name};text"))
    assert [[example.text for example in node.examples] for node in read.entries] == [[SHORT]] * 3


@pytest.mark.parametrize("name", NAMES["english"].split())
def test_every_heading_of_the_english(name: str) -> None:
    # The longest text is taken where none is named, but never what is named as English.
    read = read_table(f"number;{name};x\n" + "\n".join(f"201.{at};{LONG * 3};{LONG}" for at in (1, 2, 3)))
    assert [node.text for node in read.entries] == [LONG * 3] * 3
    read = read_table(f"number;{name};translation\n" + "\n".join(f"201.{at};{LONG * 3};{LONG}" for at in (1, 2, 3)))
    assert [node.text for node in read.entries] == [LONG] * 3


def test_the_column_of_the_number_is_the_one_that_has_most() -> None:
    read = read_table(f"number;x;text\n201.1;x7;{LONG}\n;201.2;{LONG}\n201.3;201.3;{LONG}\n;201.4;{LONG}")
    assert [node.number for node in read.entries] == ["201.2", "201.3", "201.4"]
    read = read_table(f"x;y;text\n201.1;201.5;{LONG}\n201.2;201.6;{LONG}")
    assert [node.number for node in read.entries] == ["201.1", "201.2"]


@pytest.mark.parametrize("sign", ["\t", ";", ","])
def test_what_parts_columns(sign: str) -> None:
    text = "\n".join(f"201.{at}{sign}Une barque" for at in range(1, 4))
    assert is_table(text)
    read = read_table(text)
    assert ([node.text for node in read.entries], read.layout) == (["Une barque"] * 3, Layout.TABLE)


@pytest.mark.parametrize("text", ["201.1|a\n201.2|b\n201.3|c", "201.1;a", "a;b\nc;d", "201.1;\n201.2", ""])
def test_what_is_no_table(text: str) -> None:
    assert not is_table(text)


def test_most_rows_have_a_number() -> None:
    words = "a;b\n"
    assert is_table(f"{words * 3}201.1;a\n201.2;b\n201.3;c\n")
    assert not is_table(f"{words * 4}201.1;a\n201.2;b\n201.3;c\n")
    assert is_table("201.1;a\n201.2;b\n")
    wide = ";".join(["x"] * 58)
    assert is_table(f"201.1;{wide};y\n201.2;{wide};y\n")
    assert not is_table(f"201.1;{wide};y;z\n201.2;{wide};y;z\n")


def test_what_is_left_out_is_told() -> None:
    rows = "".join(f"201.{at};;{LONG}\n" for at in range(1, 8))
    read = read_table(f"number;heading;text\n{rows}soon;;words\n;;lost\n;Péage;{LONG}\n;;\n201.8")
    assert [tuple(issue) for issue in read.issues] == [
        (9, "soon ·  · words", "a row without a rule number: left out"),
        (10, " ·  · lost", "a row without a rule number: left out"),
        (13, "201.8", "201.8 has no text"),
    ]
    assert [(term.heading, term.text, term.kind) for term in read.glossary] == [("Péage", LONG, Kind.TERM)]


def test_long_rows_and_long_names_of_columns_are_cut() -> None:
    read = read_table(f"number;{'y' * 300};text\n201.1;;{LONG}\n201.2;;{LONG}\nsoon;{'x' * 300};a")
    (first, second) = read.issues
    assert (first.line, len(first.problem), first.text) == (1, 200, "")
    assert second.text == f"soon · {'x' * 193}"


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
    assert str(refused.value) == ("The table cannot be read: a quotation mark is not closed, or a field has no end.")


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        *((f"{word} 201.3a.", "201.3a") for word in "CR cr rule règle regle ルール 规则 §".split()),
        ("201", "201"),
        ("2", "2"),
        ("2.", "2"),
        (" 201.3A ", "201.3a"),
        ("201.3ab", "201.3ab"),
        ("201.1234", ""),
        ("20", ""),
        ("0", ""),
        ("rules 201", ""),
        ("201.3 x", ""),
        ("", ""),
    ],
)
def test_cells_that_hold_a_number(cell: str, number: str) -> None:
    assert number_in(cell) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("201.3a. Words", "201.3a"), (" 201.3 w", "201.3"), ("201.3", ""), ("201. Words", ""), ("201.3aWords", "")],
)
def test_numbers_that_begin_a_text(text: str, number: str) -> None:
    assert leading_number(text) == number


@pytest.mark.parametrize(
    ("said", "text", "language"),
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
def test_the_language_that_a_file_names_counts_where_its_words_cannot_tell(said: str, text: str, language: str) -> None:
    rows = [Row(1, "201.1", "", text)]
    assert text_of_rows(rows, layout=Layout.TABLE, said=said).language == language


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("rules-2015-05-04.csv", "2015-05-04"),
        ("a/20150504.csv", "2015-05-04"),
        ("b\\2015_05.04", "2015-05-04"),
        ("2015-05-04/rules.csv", None),
        ("120150504", None),
        ("201505041", None),
        ("2115-05-04", None),
    ],
)
def test_the_day_in_the_name_of_a_file(name: str, day: str | None) -> None:
    read = text_of_rows([Row(1, "201.1", "", LONG)], layout=Layout.TABLE, name=name)
    assert read.date == (datetime.date.fromisoformat(day) if day else None)


def test_rows() -> None:
    rows = [
        Row(1, "2", "Barques", "x"),
        Row(2, "201", "", "Péages"),
        Row(3, "201.1", "unused", "201.1. Un\n\nExemple : deux\ntrois", ("Exemple : quatre", " ")),
        Row(4, "201.2", "", "Exemple : cinq"),
        Row(5, "", " Péage ", "six"),
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
    assert str(refused.value) == "The file holds no rules: no row has a rule number such as 201.3a."


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


def test_columns_of_one_name_and_titles_of_nothing() -> None:
    read = read_table(rows("number;text;text", f"201.1;{SHORT};{LONG}", f"201.2;{SHORT};{LONG}"))
    assert [node.text for node in read.entries] == [SHORT, SHORT]
    assert [issue.problem for issue in read.issues] == ["columns that are not taken over: text"]
    read = read_table(
        rows("x;heading;text", *(f"201.{at};a;{LONG}" for at in range(1, 4)), f";Péage;{LONG}", "; ;lost")
    )
    assert [term.heading for term in read.glossary] == ["Péage"]
    assert [issue.line for issue in read.issues] == [6]
    read = read_table(rows("a;number;b;;text", f"x;201.1;y;;{LONG}", f"x;201.2;y;;{LONG}"))
    assert [issue.problem for issue in read.issues] == ["columns that are not taken over: a, b"]


def test_the_sign_that_gives_most_numbers_parts_columns() -> None:
    # Of tabs, semicolons and commas those count by which more rows have a number; the first of equals.
    text = rows("201.1;x,201.1", "201.2;x,201.2", "x;y,201.3")
    assert [node.number for node in read_table(text).entries] == ["201.1", "201.2", "201.3"]
    text = rows("201.1;x,a", "201.2;x,b")
    assert [node.text for node in read_table(text).entries] == ["x,a", "x,b"]
    text = rows("201.1\tx;a,b", "201.2\tx;c,d")
    assert [node.text for node in read_table(text).entries] == ["x;a,b", "x;c,d"]


def test_lines_are_counted_from_the_first() -> None:
    read = read_table(rows(f"201.1;{LONG}", "", f'201.2;"{LONG}', 'x"', f"201.3;{LONG}"))
    assert [node.line for node in read.entries] == [1, 3, 5]
    assert read.issues == ()


def test_rows_without_numbers_above_a_table_without_names() -> None:
    read = read_table(rows("201.1;effective as of May 4, 2015", f"201.2;{LONG}", f"201.3;{LONG}"))
    assert read.date is None
    read = read_table(
        rows("x;valid", "effective as;of May 4, 2015", *(f"201.{at};The ferry of the town" for at in range(1, 9)))
    )
    assert str(read.date) == "2015-05-04"


def test_only_the_first_lines_show_what_a_text_is() -> None:
    table_lines = [f"201.{at};x" for at in range(1, 130)]
    assert is_table(rows(*table_lines, *["words"] * 2000))
    assert not is_table(rows(*["words; more"] * 198, *table_lines * 20))
