"""Terms that only one of two texts has, by what is usual in all texts of the language."""

import pytest

from rulesbase.engine.checks.term_use import TermCount, TermUse
from rulesbase.engine.translation.sentence_pairs import SentencePair

CHINESE = [SentencePair("A lamp burns.", "灯具燃烧。")] * 22 + [
    SentencePair("A guest sleeps beside a lamp.", "客人睡在灯具旁。"),
    SentencePair("It burns all night.", "它整夜燃烧。"),
]
FRENCH = [SentencePair("Two lamps burn.", "Deux lampes brûlent.")] * 22


def found(use: TermUse, english: str, own: str) -> list[tuple[str, bool]]:
    return [(one.term, one.added) for one in use.differences(english, own)]


@pytest.fixture(name="zh", scope="module")
def zh_() -> TermUse:
    terms = TermUse("zh", [TermCount("Lamp", ("灯具", "明灯")), TermCount("Guest", ("客人",))])
    return terms.counted(CHINESE)


def test_terms_are_counted_in_both_texts(zh: TermUse) -> None:
    assert zh.counts == [TermCount("Lamp", ("灯具", "明灯"), 23, 0, 23, 0), TermCount("Guest", ("客人",), 1, 0, 1, 0)]


@pytest.mark.parametrize(
    ("english", "own", "differences"),
    [
        ("A lamp burns.", "灯具燃烧。", []),
        ("A lamp burns.", "明灯燃烧。", []),
        ("A source without a lamp burns.", "来源燃烧。", [("Lamp", False)]),
        ("It burns.", "灯具燃烧。", [("Lamp", True)]),
        # A note of the translator is no part of the text.
        ("It burns.", "它燃烧。（译注：一般为灯具）", []),
        # A single use proves nothing.
        ("A guest sleeps.", "有人睡觉。", []),
    ],
)
def test_a_reliable_term_must_be_in_both_texts(
    zh: TermUse, english: str, own: str, differences: list[tuple[str, bool]]
) -> None:
    assert found(zh, english, own) == differences


def test_words_in_any_form_count() -> None:
    use = TermUse("fr", [TermCount("Lamp", ("lampe",))]).counted(FRENCH)
    assert found(use, "Each lamp burns.", "Chacune des lampes brûle.") == []
    assert found(use, "Each lamp burns.", "Chacune brûle.") == [("Lamp", False)]
    assert found(use, "It burns.", "La lampe brûle.") == [("Lamp", True)]


def test_a_term_that_translations_often_leave_out_is_not_missed() -> None:
    use = TermUse("zh", [TermCount("Lamp", ("灯具",))]).counted(
        [*CHINESE, SentencePair("That lamp burns.", "它燃烧。")] * 2
    )
    assert found(use, "A lamp burns.", "它燃烧。") == []


def test_examples_short_names_and_words_that_translations_repeat() -> None:
    use = TermUse("zh", [TermCount("Lamp Mode", ("灯具模式",), used=50, own=50)])
    assert found(use, "The lamp mode.", "客人。") == [("Lamp Mode", False)]
    assert found(use, "The lamp mode.", "灯具。") == []
    assert found(use, "Example: The lamp mode.", "例如：客人。") == []
    assert TermUse("zh", [TermCount("X", ("x",), used=50)]).counts == []
    repeated = TermUse("zh", [TermCount("Lamp", ("灯具",))])
    assert found(repeated.counted(CHINESE), "It burns.", "灯具。") == [("Lamp", True)]
    more = [SentencePair("The lamp burns.", "灯具是灯具。")] * 5
    assert found(repeated.counted([*CHINESE, *more]), "It burns.", "灯具。") == []


def test_names_of_two_terms_and_words_apart() -> None:
    use = TermUse("zh", [TermCount("Lamp Mode", ("模式",), own=50), TermCount("Night Option", ("模式",), own=50)])
    assert found(use, "The night option.", "模式。") == []
    assert found(use, "Modes of lamps and harbours.", "模式。") == []
    assert found(use, "A guest.", "模式。") == [("Lamp Mode", True)]
