"""What written questions and tests hold of a person."""

from typing import Any

from rulesbase.accounts.personal_data import Part, Signature, register, rows
from rulesbase.models import QuestionNote, TestTaken, User, WrittenRevision


def _revisions(user: User) -> list[dict[str, Any]]:
    fields = ("number", "status", "level", "tags", "texts", "right", "reason", "made_at", "published_at", "ended_at")
    found = WrittenRevision.objects.filter(author=user).order_by("pk")
    return rows(found, *fields, question="written__public_id")


def _notes(user: User) -> list[dict[str, Any]]:
    fields = ("kind", "text", "language", "status", "reply", "made_at", "answered_at")
    return rows(QuestionNote.objects.filter(author=user).order_by("pk"), *fields, question="question__public_id")


def _tests(user: User) -> list[dict[str, Any]]:
    return rows(TestTaken.objects.filter(user=user).order_by("pk"), "at", "asked", "count", "right", "took", "outcome")


def register_parts() -> None:
    """Say what is held here; called once, when the program starts."""
    register(
        Part(
            "written_questions",
            (WrittenRevision,),
            _revisions,
            signed=(Signature(WrittenRevision, "author", "former"),),
        ),
        Part("notes_on_questions", (QuestionNote,), _notes, signed=(Signature(QuestionNote, "author", "former"),)),
        Part("tests_taken", (TestTaken,), _tests),
    )
