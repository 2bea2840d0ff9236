"""What no text of rules has is refused with its place; and how much of one text stands in another."""

import dataclasses

import pytest

from rulesbase.engine.nodes import Passage, RulesText
from rulesbase.engine.parsing.parse import read_text
from rulesbase.engine.parsing.refused_texts import LONGEST, refusal_around_entries, refusal_of_file, refusal_of_text
from rulesbase.engine.text.word_overlap import alike, share_within
from tests.rulesbase.engine.corpus_texts import book


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A ferry.", ""),
        ("a" * LONGEST, ""),
        ("a" * (LONGEST + 1), "the text has 40,001 characters; no rule has more than 40,000"),
        ("A \u202eferry.", "a hidden character (U+202E) changes the writing direction at character 3"),
        ("A <script src='ferry'>", "the text contains web page markup: <script src='ferry'>"),
        ("A < / IFRAME >", "the text contains web page markup: < / IFRAME >"),
        ("A <img " + "a" * 60 + ">", "the text contains web page markup: <img " + "a" * 35),
        ("See <scripture> and <i>ferry</i>.", ""),
    ],
)
def test_a_text_is_refused_for_its_signs(text: str, why: str) -> None:
    assert str(refusal_of_text(text) or "") == why


def whole(language: str = "en", **changed: object) -> RulesText:
    """A small book in a language, whose first rule has these parts."""
    read = read_text(book("100.1. A ferry.", "100.2. A toll.", "100.3. A bank.", "100.4. A bell."))
    at = [node.number for node in read.entries].index("100.1")
    entries = list(read.entries)
    entries[at] = entries[at]._replace(**changed)  # type: ignore[arg-type]
    return dataclasses.replace(read, entries=tuple(entries), language=language)


def test_a_whole_text_is_refused_for_any_of_its_parts() -> None:
    assert refusal_of_file(whole("fr")) is None
    message = "100.1 cannot be imported: a hidden character (U+202E) changes the writing direction at character 1."
    assert str(refusal_of_file(whole("fr", text="\u202e"))) == message
    assert str(refusal_of_file(whole("fr", heading="\u202e"))) == message
    assert str(refusal_of_file(whole("fr", examples=(Passage("Example: a"), Passage("\u202e"))))) == message


@pytest.mark.parametrize("part", ["title", "introduction", "index", "credits", "commentary", ""])
def test_a_file_is_refused_for_the_text_around_its_rules_and_for_its_other_language(part: str) -> None:
    hidden = "cannot be imported: a hidden character (U+202E) changes the writing direction at character 1."
    if part:
        wrong = dataclasses.replace(whole("fr"), **{part: "\u202e"})  # type: ignore[arg-type]
        why = around = f"The text before or after the rules {hidden}"
        # Official English files stay unchanged.
        assert refusal_of_file(dataclasses.replace(wrong, language="en")) is None
    else:
        wrong, why, around = whole("fr", text="\u202e"), f"100.1 {hidden}", "None"
    assert (str(refusal_of_file(wrong)), str(refusal_around_entries(wrong))) == (why, around)
    both = dataclasses.replace(whole(), other=wrong)
    assert str(refusal_of_file(both)) == f"Problem in the second language of the file: {why}"


@pytest.mark.parametrize(
    ("text", "other", "share", "same"),
    [
        ("A ferry waits.", "The keeper of a ferry often waits.", 1.0, False),
        ("The ferry waits.", "It waits for the ferry.", 2 / 3, False),
        ("A ferry’s toll is five coins.", "A FERRY'S toll is six coins.", 6 / 7, True),
        ("One two three four five.", "One two three four.", 0.8, True),
        ("One two three four five.", "One two three.", 0.6, False),
        ("One two three.", "One two three four five.", 1.0, False),
        ("", "A ferry.", 0.0, False),
        ("", "", 0.0, False),
    ],
)
def test_how_much_of_a_text_is_in_another(text: str, other: str, share: float, same: bool) -> None:
    assert share_within(text, other) == pytest.approx(share)
    assert alike(text, other) is alike(other, text) is same


def test_of_official_files_only_the_length_counts() -> None:
    assert refusal_of_file(whole(text="\u202e")) is None
    assert refusal_of_file(whole(text="a" * LONGEST)) is None
    message = "100.1 cannot be imported: the text has 40,001 characters; no rule has more than 40,000."
    assert str(refusal_of_file(whole(text="a" * 40_001))) == message
