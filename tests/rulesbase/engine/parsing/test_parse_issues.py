"""Issues of whole texts, word for word: lost bytes, names of files, missing chapters; letters and errors."""

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source, read_text
from tests.rulesbase.engine.corpus_texts import book

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
