"""Links between sections of tournament documents: titles count, and a section may change its number and its level."""

import pytest

from rulesbase.engine.documents import document_active
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.section_titles import plain_title, title_similarity
from rulesbase.engine.text.document_numbers import document_kind


def links(old: list[tuple[str, str, str]], new: list[tuple[str, str, str]]) -> set[tuple[str, str]]:
    """Return (old number, new number) for sections given as number, title and text."""
    before, after = (
        [FoldedEntry.made(number, document_kind(number), title, text, ()) for number, title, text in side]
        for side in (old, new)
    )
    with document_active("ipg"):
        return {(before[pair.old].number, after[pair.new].number) for pair in lineage(before, after).links}


OWLS = "Every owl must be fed before the first round begins, and again after the last one has ended."
MICE = "Players never bring mice of their own unless a judge has weighed them."


def test_a_main_section_with_text_can_become_a_lower_one() -> None:
    old = [("20", "Feeding", OWLS), ("30", "Mice", MICE)]
    new = [("1", "General", ""), ("1.1", "Feeding", OWLS + " Owls bite."), ("1.2", "Mice", MICE + " Mice too.")]
    assert links(old, new) == {("20", "1.1"), ("30", "1.2")}


def test_of_equal_titles_the_one_at_the_same_number_goes_on() -> None:
    old = [("120", "Owls", ""), ("121", "Deck-Size Limits", OWLS)]
    new = [*old[:1], ("121", "Deck Size Limits", MICE), ("170", "Mice", ""), ("171", "Deck-Size Limits", OWLS[:40])]
    assert ("121", "121") in links(old, new)


def test_a_section_absorbed_by_another_subject_is_not_that_section() -> None:
    old = [("150", "Owls", ""), ("155", "Multiplayer Owls", f"{OWLS} {MICE} Owls may communicate at any time.")]
    new = [("9", "Owls", ""), ("9.2", "Talking", "Owls may communicate at any time.")]
    assert ("155", "9.2") not in links(old, new)


def test_a_section_with_the_same_title_is_the_same_though_it_is_rewritten() -> None:
    owls = ("2.1", "Owls", "Feed them at night.")
    old = [owls, ("2.2", "Devices", "Players never use a telephone.")]
    watches = "Watches and lamps are allowed while judges look on, unless the host objects."
    new = [owls, ("2.2", "Weasels", "Check them at the gate."), ("2.3", "Devices", watches)]
    assert links(old, new) == {("2.1", "2.1"), ("2.2", "2.3")}


@pytest.mark.parametrize(
    ("before", "after", "alike"),
    [
        ("New Releases (Updated December 1, 2003)", "New Releases", True),
        ("Play-Draw Rule", "Play/Draw Rule", True),
        ("Changes From Previous Version", "CHANGES FROM PREVIOUS VERSIONS", True),
        ("Owl Error", "Mouse Error", False),
    ],
)
def test_titles_are_equal_apart_from_their_form(before: str, after: str, alike: bool) -> None:
    assert (plain_title(before) == plain_title(after)) is alike


def test_a_category_that_both_have_does_not_make_titles_alike() -> None:
    assert title_similarity("cheating-outside assistance", "tournament error-outside assistance") == 1
    assert title_similarity("game play error-missed trigger", "game play error-owl") < 0.6
