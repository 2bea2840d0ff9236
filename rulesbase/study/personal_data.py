"""Personal data of study: exported for the person, deleted with the account."""

from typing import Any

from rulesbase.accounts.personal_data import Part, part, register, rows, with_children
from rulesbase.models import (
    Deck,
    DeckQuestion,
    Enrolment,
    Grade,
    Question,
    QuestionNote,
    Studied,
    StudyOptions,
    TestTaken,
    User,
    WrittenRevision,
)


def _decks(user: User) -> list[dict[str, Any]]:
    decks = Deck.objects.filter(owner=user).order_by("pk")
    cards = DeckQuestion.objects.filter(deck__owner=user).order_by("deck", "position", "pk")
    deck_rows = rows(decks, "public_id", "name", "about", shared="is_shared")
    return with_children(decks, deck_rows, "cards", cards.values_list("deck", "question__public_id"))


def _grades(user: User) -> list[dict[str, Any]]:
    fields = ("key", "grade", "at", "came", "took", "promised", "before", "undone_at")
    return rows(Grade.objects.filter(user=user).order_by("at", "pk"), *fields, question="question__public_id")


def register_parts() -> None:
    """Register the parts of study. Called once, at program start."""
    options = "time_zone day_starts new_a_day reviews_a_day easy_days retention knows".split()
    fitted = "parameters fitted_at fitted_reviews tried_reviews".split()
    card = "state step stability difficulty due last_review reviews lapses version is_suspended buried_until".split()
    card_names = {"question": "question__public_id", "kind": "question__kind"}
    texts = {"learnt_from": "learnt_from__text", "came_back": "came_back__text"}
    deck_names = {"deck": "deck__public_id", "name": "deck__name"}
    register(
        part("study_options", StudyOptions, "user", options + fitted),
        Part("decks", (Deck,), _decks),
        part("own_cards", Question, "owner", ("public_id", "kind", "data")),
        part("studied_decks", Enrolment, "user", ("since", "ended_at"), deck_names),
        part("studied_cards", Studied, "user", card, card_names | texts),
        Part("grades", (Grade,), _grades),
    )


def register_authored_parts() -> None:
    """Register written questions, notes on them, and exams. Called once, at program start."""
    revision = "number status level tags texts right reason made_at published_at ended_at".split()
    note = "kind text language status reply made_at answered_at".split()
    of_note, of_revision = {"question": "question__public_id"}, {"question": "written__public_id"}
    register(
        part("written_questions", WrittenRevision, "author", revision, of_revision, signed=True),
        part("notes_on_questions", QuestionNote, "author", note, of_note, signed=True),
        part("tests_taken", TestTaken, "user", "at asked count right took outcome".split()),
    )
