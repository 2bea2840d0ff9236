"""Paragraphs of a body: every misprint of official files, every mark before a number, and how they are reported."""

import pytest

from rulesbase.engine.nodes import Kind
from rulesbase.engine.parsing.body import BodyReader


def read(*lines: str, loose: bool = False) -> BodyReader:
    reader = BodyReader(loose=loose)
    reader.read_lines(list(lines), 0, len(lines))
    return reader


@pytest.mark.parametrize(
    ("printed", "number", "text", "problem"),
    [
        ("606.5b. A toll", "606.5b", "A toll", "The number has a full stop after its letter."),
        ("606.5bc.A toll", "606.5bc", "A toll", "The number has a full stop after its letter."),
        ("606.5 A toll", "606.5", "A toll", "The number has no full stop at its end."),
        ("606.5bA toll", "606.5b", "A toll", "The number has no space after it."),
        ("606.5b“A toll”", "606.5b", "“A toll”", "The number has no space after it."),
        ('606.5b"A toll"', "606.5b", '"A toll"', "The number has no space after it."),
        ("901.4.All", "901.4", "All", "The number has no space after it."),
        ("702. 37a A toll", "702.37a", "A toll", "The number has a space inside."),
        ("702 37a. A toll", "702.37a", "A toll", "The number has a space inside."),
        ("702. 37. A toll", "702.37", "A toll", "The number has a space inside."),
        ("702.37ab A toll", "702.37ab", "A toll", "The number has two letters."),
        ("702.37B A toll", "702.37b", "A toll", "The number has a capital letter."),
        ("702.37B. “A toll”", "702.37b", "“A toll”", "The number has a capital letter."),
    ],
)
def test_misprints_are_read_and_reported(printed: str, number: str, text: str, problem: str) -> None:
    found = read("100.1. x", printed)
    assert [(node.number, node.text) for node in found.entries] == [("100.1", "x"), (number, text)]
    assert [tuple(issue) for issue in found.issues] == [(2, printed, f"{problem} It was read as {number}.")]
    loose = read("100.1. x", printed, loose=True)
    assert [(node.number, node.text) for node in loose.entries] == [("100.1", "x"), (number, text)]
    assert len(loose.issues) == (0 if "no full stop" in problem else 1)


@pytest.mark.parametrize(
    ("printed", "number"),
    [("100.b A toll", "100.7b"), ("100.b. A toll", "100.7b"), ("101.b A toll", "101.1b")],
)
def test_a_letter_without_its_rule(printed: str, number: str) -> None:
    found = read("100.6. x", "100.7a x", printed)
    assert [node.number for node in found.entries] == ["100.6", "100.7a", number]
    problem = f"The number has only a chapter and a letter. It was read as {number}."
    assert [issue.problem for issue in found.issues] == [problem]


@pytest.mark.parametrize("alone", ["606.5", "606.5.", "606.5b", "606.5b."])
def test_a_number_alone(alone: str) -> None:
    found = read(alone, "A toll", "is due")
    assert [(node.number, node.text) for node in found.entries] == [(alone.rstrip("."), "A toll\nis due")]


@pytest.mark.parametrize("mark", ["", *(f"{sign} " for sign in "-*•◦▪·‣o–"), "# ", "###### ", "**", "- ## **"])
@pytest.mark.parametrize("word", ["", "CR ", "Rule ", "Règle ", "Regle", "ルール", "规则 ", "cr"])
def test_marks_and_words_before_a_number(mark: str, word: str) -> None:
    found = read("100.1. x", f"{mark}{word}100.2a A toll", loose=True)
    assert [(node.number, node.text) for node in found.entries] == [("100.1", "x"), ("100.2a", "A toll")]
    if mark or word:
        assert [node.number for node in read("100.1. x", f"{mark}{word}100.2a A toll").entries] == ["100.1"]


@pytest.mark.parametrize(
    ("line", "loose", "heading"),
    [
        ("1. Tolls", False, ("1", "Tolls")),
        ("100. Tolls", False, ("100", "Tolls")),
        ("100. 5 tolls", False, None),
        ("1. " + "x" * 116, False, ("1", "x" * 116)),
        ("1. " + "x" * 117, False, None),
        ("100. " + "x" * 117, False, ("100", "x" * 117)),
        ("1 Tolls", False, None),
        ("1 Tolls", True, ("1", "Tolls")),
        ("100 Tolls", True, ("100", "Tolls")),
        ("100. Tolls**", True, ("100", "Tolls")),
        ("100 5 tolls", True, None),
        ("100 .x", True, None),
        ("1. " + "x" * 117, True, ("1", "x" * 117)),
        ("1. " + "x" * 118, True, None),
    ],
)
def test_lines_that_are_headings(line: str, loose: bool, heading: tuple[str, str] | None) -> None:
    found = read(line, "100.1. x", loose=loose)
    assert [(node.number, node.heading) for node in found.entries[:-1]] == ([heading] if heading else [])
    if heading:
        assert found.entries[0].kind is (Kind.SECTION if len(heading[0]) == 1 else Kind.CHAPTER)


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (["1. A", "2. B"], "1 2"),
        (["1. A", "3. B"], "1 3"),
        (["1. A", "100. C", "100.1. x", "2. B"], "1 100 100.1 2"),
        (["1. A", "100. C", "100.1. x", "3. B"], "1 100 100.1"),
        (["1. A", "100. C", "3. B"], "1 100 3"),
        (["2. A", "200.1. x", "1. B"], "2 200.1"),
        (["200.1. x", "201. B"], "200.1 201"),
        (["200.1. x", "200. B"], "200.1 200"),
        (["201.1. x", "200. B"], "201.1"),
        (["201. A", "201. B"], "201"),
        (["2. A", "200. B"], "2 200"),
        (["2. A", "100. B"], "2 100"),
    ],
)
def test_headings_that_fit_where_they_stand(lines: list[str], numbers: str) -> None:
    assert [node.number for node in read(*lines, loose=True).entries] == numbers.split()


@pytest.mark.parametrize(
    ("text", "words", "examples"),
    [
        ("a Example: b", "a", ["Example: b"]),
        ("a Examples : b Exemple: c", "a", ["Examples : b", "Exemple: c"]),
        ("a。例：b", "a。", ["例：b"]),
        ("a）例: b", "a）", ["例: b"]),
        ("a」 例：b", "a」", ["例：b"]),
        ("a例：b", "a例：b", []),
        ("a Example:b", "a Example:b", []),
    ],
)
def test_examples_within_a_line(text: str, words: str, examples: list[str]) -> None:
    for lines in ([f"100.1. {text}"], ["100.1. x", text]):
        (node,) = read(*lines, loose=True).entries
        assert node.text.removeprefix("x\n") == words
        assert [one.text for one in node.examples] == examples
        (node,) = read(*lines).entries
        assert (node.text.removeprefix("x\n"), node.examples) == (text, ())


def test_what_is_reported_of_paragraphs_without_number() -> None:
    found = read(
        "100.1. x", "", "y" * 300, "z", "Example: a", "", "Example: b", "c" * 300, "", "100.2. d", "", "Example: e", ""
    )
    assert [(issue.line, issue.text[:1], len(issue.text), issue.problem) for issue in found.issues] == [
        (3, "y", 200, "This paragraph has no number. It was added to 100.1."),
        (4, "z", 1, "This line has only one or two characters. It was added to 100.1."),
        (7, "E", 10, "This example comes after an empty line. It was added to 100.1."),
        (8, "c", 200, "This text of 100.1 comes after its examples. It was moved before them."),
        (12, "E", 10, "This example comes after an empty line. It was added to 100.2."),
    ]
    assert [issue.problem for issue in read("100.1. x", "yz", "abc", " d", "", " e", loose=True).issues] == [
        "This line has only one or two characters. It was added to 100.1.",
    ]
    assert read("100.1. x", "", "Example: e", loose=True).issues == []


def test_what_a_site_says_between() -> None:
    found = read("100.1. x", "© y", "z", "X2 on Friday", "* 100 w", "100.2. v", "", "© u", "- t")
    assert [(node.number, node.text) for node in found.entries] == [("100.1", "x\n* 100 w"), ("100.2", "v")]
    assert found.aside == ["© y", "z", "X2 on Friday", "© u", "- t"]
    problem = "The text from this line to the next number is not part of the rules, so it was left out."
    assert found.issues[0] == (2, "© y", problem)
    assert read("© y", "100.1. x").aside == []


def test_words_before_the_first_rule() -> None:
    found = read("Hello", "Example: you", "100.1. x")
    assert [one.text for one in found.before] == ["Hello", "Example: you"]


def test_empty_lines_part_paragraphs_and_hidden_ones_do_not() -> None:
    def reported(*lines: str) -> list[str]:
        return [issue.problem for issue in read("100.1. x", *lines).issues]

    stored = "This paragraph has no number. It was added to 100.1."
    assert reported("", "abc") == reported(" ", "abc") == [stored]
    assert reported("abc") == reported("\f", "abc") == []
    assert reported("", "\f", "abc") == [stored]
    assert reported("", "  abc") == []
    assert [issue.problem for issue in read("abc", "100.1. x", "def", "", "ghi").issues] == [stored]


def test_a_citation_at_the_start_of_a_line_is_no_rule() -> None:
    reader = read("606.5. Le péage est une taxe du pont. Voir", "règle 706.11.", "606.6. Le soir.", loose=True)
    assert [(one.number, one.text) for one in reader.entries] == [
        ("606.5", "Le péage est une taxe du pont. Voir\nrègle 706.11."),
        ("606.6", "Le soir."),
    ]
    # The sentence may have begun lines before.
    reader = read("606.5. Le péage est", "une taxe du pont. Voir", "règle 706.11.", loose=True)
    assert [one.number for one in reader.entries] == ["606.5"]
    # Below a whole sentence it is the number of the next rule.
    reader = read("606.5. Le péage est une taxe.", "Règle 606.6. Le soir.", loose=True)
    assert [one.number for one in reader.entries] == ["606.5", "606.6"]
