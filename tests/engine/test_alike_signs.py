"""Signs that count as the same, wherever texts are compared, searched or cut into words: each of them."""

import pytest

from rulesbase.engine.analysing import (
    tokens_of,
)
from rulesbase.engine.folding import restore_quotes
from rulesbase.engine.tokens import (
    read_words,
)


@pytest.mark.parametrize(
    ("lost", "quoted"),
    [
        ("It?s the ferryman?s.", "It's the ferryman's."),
        ("?Toll,? he said.", '"Toll," he said.'),
        ("(?toll?) [?toll?] -?toll?-", '("toll") ["toll"] -"toll"-'),
        ("?Go!? ?Go:? ?Go;? ?Go.?", '"Go!" "Go:" "Go;" "Go."'),
        ("the ferrymen?s tolls? due", "the ferrymen's tolls' due"),
        ("Who? You?", "Who? You?"),
        ("?toll? a toll?", '"toll" a toll?'),
    ],
)
def test_question_marks_that_were_quotes(lost: str, quoted: str) -> None:
    assert restore_quotes(lost) == quoted


def words(text: str) -> str:
    return " ".join(read_words(text, "en", 0, len(text)).keys)


# ---- Search ----


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "Toll 201.3a {2/W} +1/+1 x/y */*+1",
            "word:toll figure:201.3a figure:{2/w} figure:+1/+1 figure:x/y figure:*/* word:1",
        ),
        ("Péage d’or", "word:peage word:d word:or"),
        ("渡し船 Toll", "unspaced:渡し船 word:toll"),
        ("{½} {∞} {123456789} {1234567890}", "word:1 word:2 figure:{∞} figure:{123456789} word:1234567890"),
        ("1/2/3 a/b", "word:1 word:2 word:3 word:a word:b"),
        ("ー", ""),
    ],
)
def test_tokens_of_search(text: str, tokens: str) -> None:
    assert " ".join(f"{one.kind}:{one.folded}" for one in tokens_of(text)) == tokens
