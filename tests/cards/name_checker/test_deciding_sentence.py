"""The sentence of a rule that a reason rests on."""

import pytest

from cards.name_checker.deciding_sentence import deciding_sentence

RULE = (
    "A widget has two labels. Anyone reading a widget aloud picks one label, never both. "
    "For example, a red label may be picked. A widget matches a label if either label of it matches. (See rule 900.1.)"
)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("One of its labels matches.", "A widget matches a label if either label of it matches."),
        ("Of %(name)s one label is picked, not both.", "Anyone reading a widget aloud picks one label, never both."),
        # Nothing is shared with one sentence more than with the others; the reason is a missing rule.
        ("A gadget is blue.", None),
        ("No rule of this version says which label is picked, or both.", None),
    ],
)
def test_the_sentence_with_the_words_of_the_reason_decides(reason: str, expected: str | None) -> None:
    found = deciding_sentence(RULE, reason)
    assert (RULE[found.start : found.end] if found else None) == expected


def test_a_sentence_beside_a_reference_decides_and_one_alone_needs_no_mark() -> None:
    found = deciding_sentence("A widget has two labels. (See rule 900.1.)", "It has two.")
    assert found == (0, 24)
    assert deciding_sentence("A widget has two labels.", "It has two labels.") is None
