"""What no real text of the archive has, or hardly any: odd files, other languages, states that come once in years."""

import pytest

from rulesbase.engine.checks import run
from rulesbase.engine.checks.types import Case, Check
from rulesbase.engine.diff.texts import OpKind, diff
from rulesbase.engine.diff.versions import VersionEntry, compare
from rulesbase.engine.nodes import Kind, NotRules
from rulesbase.engine.parsing.bilingual_markdown import read_bilingual, read_bilingual_glossary
from rulesbase.engine.parsing.page_clutter import join_broken
from rulesbase.engine.parsing.paragraphs import with_marks
from rulesbase.engine.parsing.parse import quotation_start
from rulesbase.engine.translation.align import AlignmentEntry, align_entries
from rulesbase.engine.translation.similar_texts import TranslationMemory

RULE = "A ferry waits for guests who paid the toll at the gate."


# ---- Sources ----


def test_an_article_may_quote_no_chapter() -> None:
    head = ["[edit]", "", "201. Tolls", "", "Some words of the author, and no rule."]
    assert quotation_start(head) is None
    assert quotation_start([*head, "201. Tolls", "", "201.1. A toll is due."]) == 5


def test_lines_of_all_lengths_are_paragraphs() -> None:
    short, long = "渡し船の料金は前払いとする" * 2, "渡し船の料金は前払いとする旅人は門で待つ" * 2
    lines = [long, short, short, long, short + "門", short, long, short]
    assert join_broken(lines) == lines


# ---- Two languages in one file ----


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


# ---- Comparing and binding ----


def test_relatives_at_one_place_with_one_text_stand_there_unchanged() -> None:
    """A rule was split off and joined again: another Rule, but nothing a reader would see."""
    old = [VersionEntry(1, "201.1", Kind.RULE, "", RULE), VersionEntry(2, "201.2", Kind.RULE, "", "A bell rings.")]
    new = [VersionEntry(1, "201.1", Kind.RULE, "", RULE), VersionEntry(3, "201.2", Kind.RULE, "", "A bell rings.")]
    found = compare(old, new, {3: 2}, {})
    assert found.changes == ()
    assert found.unchanged.total() == 2


@pytest.mark.parametrize(
    ("old", "new", "struck"),
    [
        ("カードを引く", "ボードを引く", (0, 3)),
        ("赤いカード", "赤いカーゴ", (2, 5)),
        ("新しいカードを引く", "古いボードを引く", (0, 6)),
    ],
)
def test_a_word_in_katakana_is_replaced_as_a_whole(old: str, new: str, struck: tuple[int, int]) -> None:
    (step,) = [op for op in diff(old, new, "ja") if op.kind is not OpKind.EQUAL]
    assert step.old == struck


def test_an_entry_that_holds_another_is_not_bound() -> None:
    english = [AlignmentEntry(f"201.{n}", Kind.RULE, "", f"{RULE} Rule {n} of the ferry.") for n in range(1, 4)]
    own = [
        part._replace(text="Un bac attend qui a payé. 201.9. Une cloche sonne quand il part.") for part in english[:1]
    ]
    found = align_entries([*own, *english[1:2]], english)
    assert [issue.problem for issue in found.problems] == [
        "The text of 201.9 is inside the text of 201.1. Two columns of the file are probably mixed.",
        "The text of 201.2 is still in English.",
    ]
    assert found.pairs == []


def test_a_memory_of_very_many_looks_at_rare_words_only() -> None:
    memory = TranslationMemory()
    memory.add((key, "Common boats.") for key in range(60_001))
    memory.add([(99_999, "Common heron boats.")])
    assert [near.key for near in memory.find("Common heron boats.", 3)] == [99_999]
    assert memory.find("Common boats.", 1)[0].score == 100


# ---- Checks ----


def codes(language: str, text: str) -> list[tuple[str, int]]:
    found = run(Case(language, "A ferry waits.", text), [Check.QUOTES])
    return [(one.code, len(one.edits)) for one in found]


def test_quotes_of_languages_without_rules_of_their_own_pass() -> None:
    assert codes("eo", 'La "barko" atendas „tie”.') == []


def test_quotes_that_do_not_pair_are_reported_and_left() -> None:
    assert codes("fr", "Le 」bac「 attend.") == [("quotes", 0)]
    assert codes("fr", "Le 「bac attend.") == [("quotes", 0)]
    assert codes("fr", "Le 「bac」 attend.") == [("quotes", 2)]
    assert codes("fr", "Le 「 」 attend.") == [("quotes", 0)]


# ---- Learning ----


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
