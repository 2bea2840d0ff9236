"""Suggestions and reports of readers: stored within limits, answered by curators."""

from datetime import timedelta
from typing import TypeVar
from urllib.parse import urljoin

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from rulesbase.accounts.mail import send
from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.errors import Refused
from rulesbase.engine.text.typed_markup import tidied, visible_text
from rulesbase.models import ActionLog, Question, QuestionNote, User, WrittenQuestion

# Suggestions and reports of one reader.
MOST_PER_DAY = 10
_Row = TypeVar("_Row", bound=Model)
_Kind, _Status = QuestionNote.Kind, QuestionNote.Status


def send_feedback(user: User, text: str, question: Question | None = None) -> None:
    """Store a suggestion, or a report on a question. Raises Refused."""
    text = tidied(visible_text(text))
    if not text:
        raise Refused(_("Write your message before you send it."))
    with transaction.atomic():
        lock_user(user)
        sent_today(QuestionNote.objects.filter(author=user), text=text, question=question)
        kind = _Kind.REPORT if question is not None else _Kind.SUGGESTION
        language = get_language() or settings.LANGUAGE_CODE
        QuestionNote.objects.create(kind=kind, question=question, text=text, author=user, language=language)


def sent_today(mine: QuerySet[_Row], **same: object) -> QuerySet[_Row]:
    """Return what a reader sent in the last day. Raises Refused for too much, or if the same is among it."""
    today = mine.filter(made_at__gt=timezone.now() - timedelta(days=1))
    if today.count() >= MOST_PER_DAY:
        message = _("You have sent %(most)d suggestions and reports today, the maximum. Send more tomorrow.")
        raise Refused(message % {"most": MOST_PER_DAY})
    if today.filter(**same).exists():
        raise Refused(_("You have already sent this message."))
    return today


def answer_feedback(pk: int, by: User, status: str, reply: str, *, site: str) -> None:
    """Answer a note, and mail the answer to its author. Raises Refused."""
    reply = tidied(visible_text(reply))
    if status == _Status.DECLINED and not reply:
        raise Refused(_("Give a reason. The sender will read it."))
    with transaction.atomic():
        fields = {"status": status, "reply": reply, "answered_at": timezone.now()}
        if not QuestionNote.objects.filter(pk=pk, status=_Status.OPEN).update(**fields):
            raise Refused(_("Another curator has already answered this message."))
        row = QuestionNote.objects.select_related("author", "question").get(pk=pk)
        verb = ActionLog.Verb.APPROVED if status == _Status.TAKEN else ActionLog.Verb.RETURNED
        ActionLog.objects.create(verb=verb, author=by, place=f"note {row.pk}", reason=reply[:500])
    if row.author and row.author.email and row.author.is_active:
        # Notes of old versions have no language.
        with override(row.language or settings.LANGUAGE_CODE):
            address = urljoin(site, reverse("study-question-notes"))
            send("study/authored/mail/note_answered.txt", row.author.email, note=row, address=address)


def open_notes(written: WrittenQuestion | None) -> list[QuestionNote]:
    """Return the open reports on a question."""
    if written is None or written.question_id is None:
        return []
    return list(QuestionNote.objects.filter(question=written.question_id, status=_Status.OPEN))
