"""Numbers of tournament documents: as they are typed, their order, chapters and kinds."""

from collections.abc import Iterator

import pytest

from rulesbase.engine.nodes import Kind
from rulesbase.engine.text import numbers
from rulesbase.engine.text.active_document import document_active
from rulesbase.engine.text.document_numbers import shown_number

# Number, chapter, kind, in the order of a document.
SECTIONS = [
    ("introduction", "introduction", Kind.CHAPTER),
    ("1", "1", Kind.CHAPTER),
    ("1.2", "1", Kind.RULE),
    ("1.10", "1", Kind.RULE),
    ("10", "10", Kind.CHAPTER),
    ("10.1", "10", Kind.RULE),
    ("19", "19", Kind.CHAPTER),
    ("20", "20", Kind.CHAPTER),
    ("21", "20", Kind.RULE),
    ("110", "110", Kind.CHAPTER),
    ("112", "110", Kind.RULE),
    ("A", "A", Kind.CHAPTER),
    ("B", "B", Kind.CHAPTER),
]


@pytest.fixture(autouse=True)
def _in_a_tournament_document() -> Iterator[None]:
    with document_active("mtr"):
        yield


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("MTR 3.9", "3.9"),
        ("section 112.", "112"),
        ("appendix b", "B"),
        ("Introduction", "introduction"),
        ("Deck-Checks", "deck-checks"),
        ("mtr section 1.10", "1.10"),
        ("1.100", None),
        ("0.1", None),
        ("deck", None),
        ("", None),
    ],
)
def test_typed_numbers(typed: str, number: str | None) -> None:
    assert numbers.canonical(typed) == number


@pytest.mark.parametrize(("number", "chapter", "kind"), SECTIONS)
def test_a_section_has_a_chapter_and_a_kind(number: str, chapter: str, kind: Kind) -> None:
    assert (numbers.chapter_of(number), numbers.kind_of(number)) == (chapter, kind)
    assert numbers.parent_of(number) == (chapter if kind is Kind.RULE else "")
    assert numbers.section_of(number) == ""
    assert numbers.chapter_index(number) == numbers.chapter_index(chapter)
    assert numbers.is_in_part(number, chapter)
    assert not numbers.is_in_part(number, "9")


def test_numbers_sort_as_in_the_document() -> None:
    listed = [number for number, _chapter, _kind in SECTIONS]
    assert sorted(sorted(listed), key=numbers.sort_key) == listed
    chapters = list(dict.fromkeys(chapter for _number, chapter, _kind in SECTIONS))
    stored = [numbers.chapter_index(chapter) for chapter in chapters]
    assert len(set(stored)) == len(chapters)
    assert stored[1:] == sorted(stored[1:])
    assert max(stored) < 1000


def test_numbers_as_they_are_shown_and_looked_up() -> None:
    assert [shown_number(number) for number, _chapter, _kind in SECTIONS][:4] == ["", "1", "1.2", "1.10"]
    assert all(number.startswith(numbers.prefix_below(chapter)) for number, chapter, _kind in SECTIONS)
    assert [numbers.prefix_below(number) for number in ("1.2", "19", "20", "110", "A")] == ["1.2", "19", "2", "11", "A"]
