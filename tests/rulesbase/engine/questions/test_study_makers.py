"""Which sentences are quoted, rules that a rule refers to, which chapters, keywords and terms are asked."""

from typing import Any

import pytest

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions.definitions import keywords
from rulesbase.engine.questions.headings import rests
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.questions.which_rule import quotes
from tests.rulesbase.engine.questions.test_study_questions import book

LONG = "Anyone keeping the tall lighthouse lights seven lanterns before any boat may leave"


def test_what_a_rule_rests_on() -> None:
    def numbers(text: str, *more: str) -> list[object]:
        entries = [
            *book(text, *("A boat." for _ in range(8))),
            *(VersionEntry(90 + at, number, Kind.RULE, "", "x") for at, number in enumerate(more)),
        ]
        return [draft.data["numbers"] for draft in rests(VersionIndex(entries), 2)]

    far = ("200.1", "200.2", "200.3", "200.4", "200.5", "200.6")
    assert numbers(f"{LONG} by rule 200.1.", *far) == [["200.1"]]
    assert numbers(f"{LONG} by rules 200.1, 200.2, 200.3, 200.4, and 200.5.", *far) == [sorted(far[:5])]
    assert numbers(f"{LONG} by rules 200.1, 200.2, 200.3, 200.4, 200.5, and 200.6.", *far) == []
    assert numbers(f"{LONG} by rules 200.1 and 300.1.", *far) == []
    assert numbers(f"{LONG} by rule 200.1.") == []
    assert numbers(f"{LONG} by rule 100.2.") == []
    assert numbers(f"{LONG} by rule 100.1.") == []
    assert numbers(f"{LONG} by rules 200.1 and 100.2.", *far) == [["100.2", "200.1"]]
    for dash in ("-", "–", "—", " through ", " to "):
        assert numbers(f"{LONG} by rules 200.1{dash}200.4.", *far) == []
    assert numbers(f"{LONG} by rules 200.1 and 200.2a–c.", *far, "200.2a", "200.2c") == []
    assert numbers("Boats wait by rule 200.1, and it is so by day.", *far) == []
    assert numbers("Boats wait by rule 200.1, and it is so by day and night.", *far) == [["200.1"]]


def test_the_most_telling_sentence_of_a_rule_is_quoted_first() -> None:
    text = f"A boat with a torn sail waits for rain by night. {LONG} at night or in a storm by the rocks."
    found = [text[slice(*draft.data["quote"])] for draft in quotes(VersionIndex(book(text)), 2)]
    assert found == [one + "." for one in text.rstrip(".").split(". ")][::-1]


def keyword(*parts: str, title: str = "Rowing", chapter: str = "Keyword Actions") -> list[str]:
    entries = [VersionEntry(1, "701", Kind.CHAPTER, chapter, ""), VersionEntry(2, "701.2", Kind.RULE, "", title)]
    entries += [VersionEntry(3 + at, f"701.2{'abcdefgh'[at]}", Kind.SUBRULE, "", text) for at, text in enumerate(parts)]
    made = list(keywords(VersionIndex(entries)))
    result: list[Any] = [draft.data["parts"] for draft in made]
    return [
        entries[at].number[-1] for draft, parts in zip(made, result, strict=True) for at in (draft.position, *parts)
    ]


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (["To row is to move."], "a"),
        (["Rowing is a keyword action.", "To row is to move."], "b"),
        (["Rowing is a keyword action."], "a"),
        (["Rowing is an old static ability", "To row is to move."], "b"),
        (["Rowing is a very long and very old ability that moves boats.", "To row is to move."], "ab"),
        (["x" * 68 + " is a keyword action.", "To row."], "b"),
        (["Multiple instances of rowing do nothing.", "To row."], "b"),
        (["More than one instance of rowing does nothing.", "To row."], "b"),
        (["Multiple instance of rowing does nothing."], ""),
        (["a" * 350, "b" * 350, "c"], "ab"),
        (["a" * 351, "b" * 350, "c"], "a"),
        (["a" * 1500], "a"),
    ],
)
def test_what_a_keyword_does(parts: list[str], shown: str) -> None:
    assert "".join(keyword(*parts)) == shown
    assert "".join(keyword(*parts, chapter="KEYWORD ABILITIES")) == shown
    assert keyword(*parts, chapter="Tolls") == []
    assert keyword(*parts, title="Rowing.") == []
