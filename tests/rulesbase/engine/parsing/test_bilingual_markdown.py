"""Markdown with each rule or term in two languages."""

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.bilingual_markdown import read_bilingual, read_bilingual_glossary
from rulesbase.engine.parsing.paragraphs import with_marks
from rulesbase.engine.parsing.parse import read_text


def test_a_heading_of_signs_alone_is_no_error() -> None:
    """Damaged markdown: a line of nothing but number signs."""
    rules = "\n".join(
        f"<b id='r'>100.{n}.</b> 规则的文字在这里。\n<b>100.{n}.</b> Here stand some words." for n in range(1, 6)
    )
    assert read_text(f"# #\n{rules}").rule_count == 5


def test_both_languages_must_have_rules() -> None:
    lines = [f"<b id='r'>100.{n}.</b> 规则的文字在这里。" for n in range(1, 5)]
    with pytest.raises(NotRules, match="no paragraph has a number"):
        read_bilingual("\n".join([*lines, "Some English words."]))


def test_an_example_whose_first_word_is_in_italics_is_one() -> None:
    english = "Here stand _some_ words.\n_Example:_ A gull _flies_.\nThey _go_ on."
    read = read_bilingual("\n".join(f"<b>100.{n}.</b> 规则的文字。\n<b>100.{n}.</b> {english}" for n in range(1, 4)))
    assert read.other is not None
    node = read.other.entries[0]
    assert with_marks(node.text, node.emphasis) == "Here stand _some_ words.\nThey _go_ on."
    assert [with_marks(*one) for one in node.examples] == ["_Example:_ A gull _flies_."]


def test_what_stands_above_the_first_term_is_the_introduction_of_the_translation() -> None:
    terms = [f"### {own} / {name}\n船。\nA boat." for own, name in (("渡船", "Ferry"), ("钟", "Bell"), ("灯", "Lamp"))]
    read = read_bilingual_glossary("\n".join(["这里是词汇表。", *terms]))
    assert read.introduction == "这里是词汇表。"
    assert read.other is not None
    assert read.other.introduction == ""


def test_an_example_alone_below_a_term_in_two_languages_is_an_example() -> None:
    read = read_bilingual_glossary("### 渡船 / Ferry\n例：一只船。\nA boat.\nExample: A boat.")
    assert read.other is not None
    found = [(term.text, [one.text for one in term.examples]) for term in (*read.glossary, *read.other.glossary)]
    assert found == [("", ["例：一只船。"]), ("A boat.", ["Example: A boat."])]
