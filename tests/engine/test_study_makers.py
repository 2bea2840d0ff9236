"""Which sentences are quoted, what a rule rests on, which chapters, keywords and terms are asked."""

from typing import Any

import pytest

from rulesbase.engine.comparing import Leaf
from rulesbase.engine.nodes import Kind
from rulesbase.engine.study.book import Book
from rulesbase.engine.study.meanings import definitions, keywords, terms
from rulesbase.engine.study.places import headings, rests
from rulesbase.engine.study.quoting import quotes
from tests.engine.test_study_questions import book

LONG = "Whoever keeps the tall lighthouse lights seven lanterns before any boat may leave"


@pytest.mark.parametrize(("count", "is_quoted"), [(9, False), (10, True), (48, True), (49, False)])
def test_how_long_a_quotation_is(count: int, is_quoted: bool) -> None:
    words = " ".join(f"w{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(count))
    assert bool(list(quotes(Book(book(f"{words}.")), 2))) is is_quoted
    for end in ".!?”)":
        text = f"{words}{end}" if end not in "”)" else f"{dict(zip('”)', '“(', strict=True))[end]}{words}{end}"
        assert bool(list(quotes(Book(book(text)), 2))) is is_quoted
    assert not list(quotes(Book(book(f"{words},")), 2))


def test_what_a_rule_rests_on() -> None:
    def numbers(text: str, *more: str) -> list[object]:
        leaves = [
            *book(text, *("A boat." for _ in range(8))),
            *(Leaf(90 + at, number, Kind.RULE, "", "x") for at, number in enumerate(more)),
        ]
        return [draft.data["numbers"] for draft in rests(Book(leaves), 2)]

    far = ("200.1", "200.2", "200.3", "200.4", "200.5", "200.6")
    assert numbers(f"{LONG} by rule 200.1.", *far) == [["200.1"]]
    assert numbers(f"{LONG} by rules 200.1, 200.2, 200.3, 200.4, and 200.5.", *far) == [sorted(far[:5])]
    assert numbers(f"{LONG} by rules 200.1, 200.2, 200.3, 200.4, 200.5, and 200.6.", *far) == []
    assert numbers(f"{LONG} by rule 200.1.") == []
    assert numbers(f"{LONG} by rule 100.2.") == []
    assert numbers(f"{LONG} by rule 100.1.") == []
    assert numbers(f"{LONG} by rules 200.1 and 100.2.", *far) == [["100.2", "200.1"]]
    for dash in ("-", "–", "—", " through ", " to "):
        assert numbers(f"{LONG} by rules 200.1{dash}200.4.", *far) == []
    assert numbers(f"{LONG} by rules 200.1 and 200.2a–c.", *far, "200.2a", "200.2c") == []
    assert numbers("Boats wait by rule 200.1, and it is so by day.", *far) == []
    assert numbers("Boats wait by rule 200.1, and it is so by day and night.", *far) == [["200.1"]]


def test_chapters_are_asked_both_ways() -> None:
    leaves = [
        Leaf(1, "1", Kind.SECTION, "Water", ""),
        Leaf(2, "100", Kind.CHAPTER, "General", ""),
        Leaf(3, "101", Kind.CHAPTER, "Tolls", ""),
        Leaf(4, "102", Kind.CHAPTER, "Boats", ""),
        Leaf(5, "103", Kind.CHAPTER, "boats", ""),
        Leaf(6, "8", Kind.SECTION, "Variants", ""),
        Leaf(7, "104", Kind.CHAPTER, "", ""),
    ]
    found = [(draft.leaf, draft.asked, draft.data, draft.level, draft.reveals) for draft in headings(Book(leaves))]
    assert found == [
        (0, ("number",), {"ask": "number"}, 2, "1"), (0, ("title",), {"ask": "title"}, 3, "water"),
        (5, ("number",), {"ask": "number"}, 3, "8"), (5, ("title",), {"ask": "title"}, 4, "variants"),
        (2, ("number",), {"ask": "number"}, 2, "101"), (2, ("title",), {"ask": "title"}, 3, "tolls"),
    ]  # fmt: skip


def keyword(*parts: str, title: str = "Rowing", chapter: str = "Keyword Actions") -> list[str]:
    leaves = [Leaf(1, "701", Kind.CHAPTER, chapter, ""), Leaf(2, "701.2", Kind.RULE, "", title)]
    leaves += [Leaf(3 + at, f"701.2{'abcdefgh'[at]}", Kind.SUBRULE, "", text) for at, text in enumerate(parts)]
    made = list(keywords(Book(leaves)))
    told: list[Any] = [draft.data["parts"] for draft in made]
    return [leaves[at].number[-1] for draft, parts in zip(made, told, strict=True) for at in (draft.leaf, *parts)]


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (["To row is to move."], "a"),
        (["Rowing is a keyword action.", "To row is to move."], "b"),
        (["Rowing is a keyword action."], "a"),
        (["Rowing is an old static ability", "To row is to move."], "b"),
        (["Rowing is a very long and very old ability that moves boats.", "To row is to move."], "ab"),
        (["x" * 68 + " is a keyword action.", "To row."], "b"),
        (["x" * 69 + " is a keyword action.", "To row."], "ab"),
        (["Multiple instances of rowing do nothing.", "To row."], "b"),
        (["More than one instance of rowing does nothing.", "To row."], "b"),
        (["Multiple instance of rowing does nothing."], ""),
        (["a", "b", "c", "d", "e"], "abcd"),
        (["a" * 350, "b" * 350, "c"], "ab"),
        (["a" * 351, "b" * 350, "c"], "a"),
        (["a" * 1500], "a"),
        (["a" * 1501], ""),
    ],
)
def test_what_a_keyword_does(parts: list[str], shown: str) -> None:
    assert "".join(keyword(*parts)) == shown
    assert "".join(keyword(*parts, chapter="KEYWORD ABILITIES")) == shown
    assert keyword(*parts, chapter="Tolls") == []
    assert keyword(*parts, title="Rowing.") == []


def test_a_term_with_the_number_of_a_chapter_does_not_stand_for_it() -> None:
    leaves = [
        Leaf(1, "701", Kind.CHAPTER, "Keyword Actions", ""),
        Leaf(2, "701.2", Kind.RULE, "", "Rowing"),
        Leaf(3, "701.2a", Kind.SUBRULE, "", f"{LONG} by rules 250 and 702.1."),
        Leaf(4, "702.1", Kind.RULE, "", "A boat."),
        Leaf(5, "701", Kind.TERM, "701", "The oldest of the boats."),
        Leaf(6, "250", Kind.TERM, "250", "Another old boat."),
    ]
    assert [draft.leaf for draft in keywords(Book(leaves))] == [2]
    # Only where there is a chapter 250 can it be an answer.
    assert list(rests(Book(leaves), 2)) == []
    told = [draft.data["numbers"] for draft in rests(Book([*leaves, Leaf(7, "250", Kind.CHAPTER, "Tolls", "")]), 2)]
    assert told == [["250", "702.1"]]


DEFINED = "A sheltered place where sailing vessels wait for better weather before going out again."


@pytest.mark.parametrize(
    ("heading", "text", "is_asked"),
    [
        ("Harbour", DEFINED, True),
        ("Harbour (Obsolete)", DEFINED, True),
        ("Harbour", "Was removed from here. " + DEFINED, False),
        *(("Harbour", f"It {word} removed. {DEFINED}", False) for word in ("was", "were", "has been", "have been")),
        ("Harbour", "A sheltered old place.", True),
        ("Harbour", "A sheltered place.", False),
        ("Harbour", "See rule 100.", False),
    ],
)
def test_terms_that_are_asked(heading: str, text: str, is_asked: bool) -> None:
    found = list(terms(Book(book("x", terms=((heading, text),)))))
    assert bool(found) is is_asked
    if found:
        assert found[0].level == (4 if "Obsolete" in heading else 2)
        assert found[0].reveals == heading.lower()


@pytest.mark.parametrize(
    ("heading", "text", "blanks"),
    [
        ("Harbour", DEFINED, []),
        ("Harbour", f"{DEFINED} The harbours are old.", ["harbours"]),
        (
            "Ferry Toll",
            f"{DEFINED} The ferry toll and ferry-toll, the toll-ferry.",
            ["ferry toll", "ferry-toll", "toll-ferry"],
        ),
        ("Defend", f"{DEFINED} The defender and defending.", ["defender", "defending"]),
        ("Card Toll", f"{DEFINED} The card and the toll are due.", ["toll"]),
        ("Harbour (Obsolete)", DEFINED, None),
        ("Harbour", "It was removed. " + DEFINED, None),
        (
            "Harbour",
            "A harbour of harbours is the harbour at a harbour near one harbour, with boats, wind, sails, oars.",
            None,
        ),
        ("Harbour", "A place of boats, wind, oars and tolls.", None),
        ("Harbour", "A place of boats, wind, oars, sails and tolls.", []),
    ],
)
def test_definitions_that_are_asked(heading: str, text: str, blanks: list[str] | None) -> None:
    found = list(
        definitions(Book(book("x", terms=((heading, text), ("Dock", "Another thing of wood and nails and ropes.")))))
    )
    mine = [draft for draft in found if draft.leaf == 3]
    gaps: list[Any] = [draft.data["gaps"] for draft in mine]
    assert [[text[a:b] for a, b in some] for some in gaps] == ([] if blanks is None else [blanks])
