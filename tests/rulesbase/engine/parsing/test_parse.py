"""Small inputs to the parser and what must come of them: misprints, encodings, marks, and what is reported."""

import datetime

import pytest

from rulesbase.engine.nodes import NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.parse import quotation_start, read_source, read_text
from tests.rulesbase.engine.corpus_texts import book


def entry(read: RulesText, number: str) -> RuleNode:
    (node,) = (node for node in read.entries if node.number == number)
    return node


FILLED = (
    "100.1. The clerk counts the coins.",
    "100.1a Wet coins are dried first.",
    "100.2. None rides free.",
)


def test_a_small_text_is_read_whole() -> None:
    read = read_text(book(*FILLED))
    assert [(n.number, str(n.kind), n.heading) for n in read.entries[:3]] == [
        ("1", "section", "Ferries"),
        ("100", "chapter", "Tolls"),
        ("100.1", "rule", ""),
    ]
    assert (read.language, read.date, read.title) == ("en", datetime.date(2015, 5, 4), "Sample Rules")
    assert read.introduction.split("\n")[-1] == "A made-up text."
    assert [(t.heading, t.text) for t in read.glossary][1] == ("Toll", "1. Coins.\n2. To pay them.")
    assert read.credits == "Written by ferry clerks."
    assert read.whole
    assert read.issues == ()
    assert read.contents == ("Contents", "1. Ferries", "100. Tolls", "Glossary", "Credits")


@pytest.mark.parametrize(
    ("line", "text", "marked"),
    [
        ("The _clerk_ waits.", "The clerk waits.", ["clerk"]),
        ("_The clerk_ waits _here_.", "The clerk waits here.", ["The clerk", "here"]),
        ("The __clerk__ waits.", "The clerk waits.", ["clerk"]),
        ("A blank ____ stays.", "A blank ____ stays.", []),
        ("An a_b_c word stays.", "An a_b_c word stays.", []),
        ("Half _a mark stays.", "Half _a mark stays.", []),
        ("鐘の_音_です。", "鐘の音です。", ["音"]),
        ("鐘の名_____です。", "鐘の名_____です。", []),
    ],
)
def test_italics_are_offsets_not_text(line: str, text: str, marked: list[str]) -> None:
    read = read_text(book(f"100.1. {line}", *FILLED[1:]))
    node = entry(read, "100.1")
    assert node.text == text
    assert [node.text[start:end] for start, end in node.emphasis] == marked


def test_symbols_are_unified() -> None:
    read = read_text(book("100.1. Pay {oW}, {o2} and {oT}: {old} and {W} stay.", *FILLED[1:]))
    assert entry(read, "100.1").text == "Pay {W}, {2} and {T}: {old} and {W} stay."


def test_paragraphs_of_a_rule_and_its_examples() -> None:
    rule = "100.1. First.\n    Second _part_.\nExample: One coin.\nExamples: Two coins.\n    Third."
    read = read_text(book(rule, *FILLED[1:]))
    node = entry(read, "100.1")
    assert node.text == "First.\nSecond part.\nThird."
    assert [node.text[start:end] for start, end in node.emphasis] == ["part"]
    assert [example.text for example in node.examples] == ["Example: One coin.", "Examples: Two coins."]
    assert [one.problem for one in read.issues] == [
        "This text of 100.1 comes after its examples. It was moved before them."
    ]


def test_lines_are_those_of_the_source() -> None:
    text = book(*FILLED)
    lines = text.split("\n")
    for node in read_text(text).entries:
        assert lines[node.line - 1].startswith(node.number)
    for term in read_text(text).glossary:
        assert lines[term.line - 1] == term.heading


def test_a_contents_list_with_dots_and_pages() -> None:
    plain = book(*FILLED)
    listed = "1. Ferries\n100. Tolls\n\nGlossary\nCredits"
    dotted = plain.replace(listed, "\n".join(f"{line} ...... 7" if line else "" for line in listed.split("\n")), 1)
    assert dotted != plain
    read = read_text(dotted)
    assert (read.introduction, read.whole, read.issues) == (read_text(plain).introduction, True, ())
    assert read.contents[-2:] == ("Glossary ...... 7", "Credits ...... 7")
    named = read_text(plain.replace(listed, f"\nIntroduction\n\n{listed}", 1))
    assert named.contents == ("Contents", "Introduction", *read_text(plain).contents[1:])
    assert named.introduction == read.introduction
    chapters = read_text(plain.replace(listed, listed.removeprefix("1. Ferries\n"), 1))
    assert chapters.contents[1] == "100. Tolls"
    assert [node.number for node in chapters.entries] == ["1", "100", "100.1", "100.1a", "100.2"]


def test_of_a_repeated_part_the_first_possible_one_counts() -> None:
    text = book(*FILLED).replace("\n\nToll\n", "\n\nIntroduction\nA word.\n\nGlossary\nThis list.\n\nToll\n")
    read = read_text(text.replace("Written", "Index\n\nBank 1\n\nCredits\n\nWritten"))
    assert [term.heading for term in read.glossary] == ["Bank", "Introduction", "Glossary", "Toll"]
    assert (read.index, read.credits) == ("", "Index\nBank 1\nCredits\nWritten by ferry clerks.")


def test_parts_in_another_dress() -> None:
    text = book(*FILLED).replace("\n\nGlossary\n\nBank", "\n\n**2. Glossary:**\n\nBank")
    assert read_text(text).glossary == read_text(book(*FILLED)).glossary
    french = book(
        *(f"100.{at}. Le passeur compte les pièces de chaque voyageur, et il les note." for at in range(1, 9))
    )
    read = read_text(french.replace("Glossary", "Glossaire").replace("\n\nCredits\n\nW", "\n\nCrédits\n\nW"))
    assert (read.language, len(read.glossary), read.credits) == ("fr", 2, "Written by ferry clerks.")


def test_a_long_numbered_paragraph_above_the_rules_is_introduction() -> None:
    note = "1. " + "The ferry waits for guests at the quay of the town. " * 3 + "It is late."
    read = read_text("\n".join(["Rules", note, *FILLED]))
    assert (read.title, read.introduction, len(read.entries)) == ("Rules", note, 3)


def test_an_article_may_quote_no_chapter() -> None:
    head = ["[edit]", "", "201. Tolls", "", "Some words of the author, and no rule."]
    assert quotation_start(head) is None
    assert quotation_start([*head, "201. Tolls", "", "201.1. A toll is due."]) == 5


# ---- Issues, word for word ----

RULES = [f"100.{at}. A ferry of kind {at} waits for guests who paid the toll." for at in range(1, 9)]
TEXT = book(*RULES)


def reported(text: str, name: str = "") -> list[tuple[str, str]]:
    return [(issue.text, issue.problem) for issue in read_text(text, name).issues]


@pytest.mark.parametrize(("extra", "stored"), [(0, 200), (1, 200), (-1, 199)])
def test_the_day_in_the_name_of_a_file_is_reported(extra: int, stored: int) -> None:
    undated = TEXT.replace("These rules are effective as of May 4, 2015.", "Words.")
    name = "x" * (186 + extra) + "2015-05-04.txt"
    problem = "The text has no date. The date in the file name was used: 2015-05-04."
    assert reported(undated, name) == [(name[-200:], problem)]
    assert len(name[-200:]) == stored
    assert reported(TEXT, name) == []
    assert read_text(undated).date is None


def test_chapters_and_credits_that_are_missing_are_reported() -> None:
    chapters = "\n".join(f"{at}. Tolls {at}" for at in range(101, 108))
    text = TEXT.replace("1. Ferries\n100. Tolls\n", f"1. Ferries\n100. Tolls\n{chapters}\n", 1)
    problem = (
        "The contents list mentions chapters that the file does not have: 101, 102, 103, 104, 105 and others. The file "
        "may be incomplete."
    )
    assert reported(text) == [("", problem)]
    five = text.replace("106. Tolls 106\n107. Tolls 107\n", "")
    assert reported(five) == [("", problem.replace(" and others", ""))]
    cut = TEXT[: TEXT.rindex("\n\nCredits")]
    problem = "The contents list mentions credits, but the file has none. The file may be incomplete."
    assert reported(cut) == [("", problem)]
    assert not read_text(cut).whole


def test_lost_bytes_and_control_signs_are_reported() -> None:
    read = read_source(TEXT.replace("kind 3", "kind \ufffd").replace("kind 5", "kind \x01\x02").encode())
    problem = "Some bytes in this line are not valid in the encoding of the file. Their characters are lost."
    line = 1 + TEXT[: TEXT.index("kind 3")].count("\n")
    assert [tuple(issue) for issue in read.issues] == [
        (1, "", "Control characters were removed: 2."),
        (line, "", problem),
    ]
    many = book(*(f"100.{at}. A ferry \ufffd of kind {at} waits." for at in range(1, 60)))
    assert sum(issue.problem == problem for issue in read_source(many.encode()).issues) == 50


@pytest.mark.parametrize("sign", "ÒÓÕÔÑÐ")
def test_letters_that_were_signs_are_reported(sign: str) -> None:
    text = TEXT.replace("ferry of kind 3", f"ferry{sign} of kind 3")
    problem = "This line has wrong characters from an earlier conversion of the file. They were not corrected."
    assert reported(text) == [(RULES[2].replace("ferry of", f"ferry{sign} of"), problem)]
    french = read_text(text.replace("A ferry", "Une barque est à quai, et le passeur attend dans la ville"))
    assert (french.language, french.issues) == ("fr", ())
    assert reported(TEXT.replace("guests", "gueƒts")) != []
    assert reported(TEXT.replace("A ferry", f"A {sign}1")) == []


def test_readings_are_reported() -> None:
    rules = "\n".join(f"100.{at}. 船（ふね）と橋（はし）は門（もん）にある。" for at in range(1, 9))
    assert ("", "Readings in brackets (furigana) were removed: 24.") in reported(rules)


def test_rules_that_run_together_are_named_with_their_line() -> None:
    with pytest.raises(NotRules) as refused:
        read_text("Tolls\n201. Tolls 201.1. Paid.\nIt is paid. 201.2. Two count.\nYes. 201.2a Dogs do. 201.3. So.")
    assert "rule number 201.2 is inside line 3" in str(refused.value)
