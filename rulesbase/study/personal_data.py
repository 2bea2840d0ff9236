"""Personal data of study: exported for the person, deleted with the account."""

from typing import Any

from rulesbase.accounts.personal_data import Part, Signature, register, rows
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


def _options(user: User) -> list[dict[str, Any]]:
    fields = ("time_zone", "day_starts", "new_a_day", "reviews_a_day", "easy_days", "retention", "knows")
    return rows(StudyOptions.objects.filter(user=user), *fields)


def _decks(user: User) -> list[dict[str, Any]]:
    cards: dict[int, list[str]] = {}
    places = DeckQuestion.objects.filter(deck__owner=user).order_by("deck", "position", "pk")
    for deck, question in places.values_list("deck", "question__public_id"):
        cards.setdefault(deck, []).append(question)
    found = Deck.objects.filter(owner=user).order_by("pk")
    decks = rows(found, "public_id", "name", "about", shared="is_shared")
    return [
        {**row, "cards": cards.get(key, [])} for key, row in zip(found.values_list("pk", flat=True), decks, strict=True)
    ]


def _own_cards(user: User) -> list[dict[str, Any]]:
    return rows(Question.objects.filter(owner=user).order_by("pk"), "public_id", "kind", "data")


def _enrolments(user: User) -> list[dict[str, Any]]:
    found = Enrolment.objects.filter(user=user).order_by("pk")
    return rows(found, "since", "ended_at", deck="deck__public_id", name="deck__name")


def _cards(user: User) -> list[dict[str, Any]]:
    fields = "state step stability difficulty due last_review reviews lapses version is_suspended buried_until".split()
    found = Studied.objects.filter(user=user).order_by("pk")
    texts = {"learnt_from": "learnt_from__text", "came_back": "came_back__text"}
    return rows(found, *fields, question="question__public_id", kind="question__kind", **texts)


def _grades(user: User) -> list[dict[str, Any]]:
    fields = ("key", "grade", "at", "came", "took", "promised", "before", "undone_at")
    return rows(Grade.objects.filter(user=user).order_by("at", "pk"), *fields, question="question__public_id")


def register_parts() -> None:
    """Register the parts of study. Called once, at program start."""
    register(
        Part("study_options", (StudyOptions,), _options),
        Part("decks", (Deck,), _decks),
        Part("own_cards", (Question,), _own_cards),
        Part("studied_decks", (Enrolment,), _enrolments),
        Part("studied_cards", (Studied,), _cards),
        Part("grades", (Grade,), _grades),
    )


def _revisions(user: User) -> list[dict[str, Any]]:
    fields = ("number", "status", "level", "tags", "texts", "right", "reason", "made_at", "published_at", "ended_at")
    found = WrittenRevision.objects.filter(author=user).order_by("pk")
    return rows(found, *fields, question="written__public_id")


def _notes(user: User) -> list[dict[str, Any]]:
    fields = ("kind", "text", "language", "status", "reply", "made_at", "answered_at")
    return rows(QuestionNote.objects.filter(author=user).order_by("pk"), *fields, question="question__public_id")


def _exams(user: User) -> list[dict[str, Any]]:
    return rows(TestTaken.objects.filter(user=user).order_by("pk"), "at", "asked", "count", "right", "took", "outcome")


def register_authored_parts() -> None:
    """Register written questions, notes on them, and exams. Called once, at program start."""
    register(
        Part(
            "written_questions",
            (WrittenRevision,),
            _revisions,
            signed=(Signature(WrittenRevision, "author", "former"),),
        ),
        Part("notes_on_questions", (QuestionNote,), _notes, signed=(Signature(QuestionNote, "author", "former"),)),
        Part("tests_taken", (TestTaken,), _exams),
    )
