"""All questions of a version at once."""

from rulesbase.engine.questions import drafts
from tests.rulesbase.engine.questions.test_study_questions import HARBOUR, book


def test_progress_is_reported_while_questions_are_made() -> None:
    reported: list[tuple[int, int]] = []
    drafts(book(HARBOUR, *(f"Word {at} of a list." for at in range(120))), progress=lambda *at: reported.append(at))
    assert reported == [(0, 121), (50, 121), (100, 121)]


def test_names_in_other_languages_are_asked_beside_the_rest() -> None:
    leaves = book(HARBOUR)
    made = drafts(leaves, languages={"fr": {3: "Port (Harbour)", 4: "Lanterne"}})
    assert [(one.leaf, one.asked) for one in made if one.kind == "translation"] == [
        (at, ("fr", way)) for at in (3, 4) for way in ("fr", "en")
    ]
