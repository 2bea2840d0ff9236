"""Halves of wrapped paragraphs; all questions of a version at once."""

import pytest

from rulesbase.engine.parsing.paragraphs import join
from rulesbase.engine.questions import drafts
from tests.rulesbase.engine.questions.test_study_questions import HARBOUR, book


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("a ferry", "waits", "a ferry waits"),
        ("", "waits", "waits"),
        ("waits", "", "waits"),
        ("a ferry—", "it waits", "a ferry—it waits"),
        ("a ferry", "—it waits", "a ferry—it waits"),
        ("and/", "or", "and/or"),
        ("face-", "down", "face-down"),
        ("a ferry -", "it waits", "a ferry - it waits"),
        ("1–", "3", "1–3"),
        ("渡し", "船", "渡し船"),
    ],
)
def test_halves_are_joined_as_they_were_cut(first: str, second: str, whole: str) -> None:
    assert join(first, second) == whole


def test_progress_is_told_while_questions_are_made() -> None:
    told: list[tuple[int, int]] = []
    drafts(book(HARBOUR, *(f"Word {at} of a list." for at in range(120))), progress=lambda *at: told.append(at))
    assert told == [(0, 121), (50, 121), (100, 121)]


def test_names_in_other_languages_are_asked_beside_the_rest() -> None:
    leaves = book(HARBOUR)
    made = drafts(leaves, tongues={"fr": {3: "Port (Harbour)", 4: "Lanterne"}})
    assert [(one.leaf, one.asked) for one in made if one.kind == "translation"] == [
        (at, ("fr", way)) for at in (3, 4) for way in ("fr", "en")
    ]
