"""Numbers of tournament documents: as they are typed, their order, chapters and kinds."""

from collections.abc import Iterator

import pytest

from rulesbase.engine.documents import document_active
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text import numbers
from rulesbase.engine.text.document_numbers import shown_number

# Number, chapter, kind, in the order of a document.
LISTED = "introduction 1 1.2 1.10 10 10.1 19 20 21 110 112 A B".split()
CHAPTERS = "introduction 1 1 1 10 10 19 20 20 110 110 A B".split()
SECTIONS = [(one, of, Kind.CHAPTER if one == of else Kind.RULE) for one, of in zip(LISTED, CHAPTERS, strict=True)]


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
        *((typed, None) for typed in ("1.100", "0.1", "deck", "", "IPG 2.1", "mipg section 2.1")),
    ],
)
def test_typed_numbers(typed: str, number: str | None) -> None:
    assert numbers.canonical(typed) == number


def test_numbers_typed_with_the_name_of_the_penalty_guide() -> None:
    with document_active("ipg"):
        assert [numbers.canonical(typed) for typed in ("IPG 2.1", "MIPG 2.1", "MTR 2.1")] == ["2.1", "2.1", None]


@pytest.mark.parametrize(("number", "chapter", "kind"), SECTIONS)
def test_a_section_has_a_chapter_and_a_kind(number: str, chapter: str, kind: Kind) -> None:
    assert (numbers.chapter_of(number), numbers.kind_of(number)) == (chapter, kind)
    assert numbers.parent_of(number) == (chapter if kind is Kind.RULE else "")
    assert numbers.section_of(number) == ""
    assert numbers.chapter_index(number) == numbers.chapter_index(chapter)
    assert numbers.is_in_part(number, chapter)
    assert not numbers.is_in_part(number, "9")


def test_numbers_sort_as_in_the_document() -> None:
    assert sorted(sorted(LISTED), key=numbers.sort_key) == LISTED
    chapters = list(dict.fromkeys(CHAPTERS))
    stored = [numbers.chapter_index(chapter) for chapter in chapters]
    assert len(set(stored)) == len(chapters)
    assert stored[1:] == sorted(stored[1:])
    assert max(stored) < 1000


def test_numbers_as_they_are_shown_and_looked_up() -> None:
    assert [shown_number(number) for number in LISTED[:4]] == ["", "1", "1.2", "1.10"]
    assert all(one.startswith(numbers.prefix_below(of)) for one, of in zip(LISTED, CHAPTERS, strict=True))
    assert [numbers.prefix_below(number) for number in ("1.2", "19", "20", "110", "A")] == ["1.2", "19", "2", "11", "A"]
