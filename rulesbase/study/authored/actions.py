"""Actions of curators on written questions: save, submit, publish, send back, retire, confirm.

Each checks, writes in one transaction and adds a row to the log; all wait for each other. A revision is never
rewritten: saving adds one. An action on a revision that is no longer the newest raises RevisionConflict and writes
nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.database.write_lock import content_lock
from rulesbase.core.errors import Refused
from rulesbase.engine.questions.markup import Content
from rulesbase.models import ActionLog, User, WrittenCitation, WrittenQuestion, WrittenRevision
from rulesbase.study.authored.content import (
    FileBindings,
    content_of,
    revision_of,
    texts_now,
    tidy,
    with_current_numbers,
)
from rulesbase.study.authored.study_cards import ask_again, fill_written_decks, settle_question

Status, Verb = WrittenRevision.Status, ActionLog.Verb
OPEN = (Status.DRAFT, Status.REVIEW)


class RevisionConflict(Exception):
    """Another person saved or published in between; ``newest`` is the revision stored now."""

    def __init__(self, newest: WrittenRevision) -> None:
        super().__init__("a newer revision")
        self.newest = newest


def newest_of(written: WrittenQuestion) -> WrittenRevision:
    """Return the newest revision; every question has one."""
    return written.revisions.select_related("author", "former", "written").latest("number")


def published_of(written: WrittenQuestion) -> WrittenRevision | None:
    """Return the published revision, also of a retired question."""
    return written.revisions.filter(status=Status.PUBLISHED).first()


def save(
    written: WrittenQuestion | None,
    content: Content,
    base: int,
    by: User | None,
    *,
    reason: str = "",
    submit: bool = False,
    public_id: str = "",
    given: FileBindings | None = None,
) -> WrittenRevision:
    """Store content based on revision ``base``, or as a new question; with ``submit`` send it to review.

    Content equal to the newest is not stored again. Raises RevisionConflict and InvalidQuestion.
    """
    with content_lock():
        newest = _newest_if(written, base) if written else None
        # The editor shows the numbers of today, a file the stored ones.
        if newest and tidy(content) == (with_current_numbers(newest) if given is None else content_of(newest)):
            if submit and newest.status == Status.DRAFT:
                _set(newest, status=Status.REVIEW)
                _log(newest, Verb.SUBMITTED, by, reason, old=Status.DRAFT, new=Status.REVIEW)
            return newest
        made, citations = revision_of(content, newest, given)
        made.written = written or WrittenQuestion.objects.create(**({"public_id": public_id} if public_id else {}))
        made.author, made.reason = by, reason[:300]
        made.number = newest.number + 1 if newest else 1
        made.status = Status.REVIEW if submit else Status.DRAFT
        made.save()
        WrittenCitation.objects.bulk_create(citations)
        if newest and newest.status in OPEN:
            _set(newest, status=Status.SUPERSEDED)
        old = newest.status if newest else ""
        _log(made, Verb.SUBMITTED if submit else Verb.SAVED, by, reason, old=old, new=made.status)
    return made


def publish(written: WrittenQuestion, base: int, by: User | None, reason: str = "") -> WrittenRevision:
    """Publish revision ``base`` in place of the one before. Raises RevisionConflict, Refused."""
    with content_lock():
        newest = _newest_if(written, base)
        if newest.status not in OPEN:
            raise Refused(_("This question is not waiting for publication."))
        before = published_of(written)
        # The newest revision contains the changes of all revisions since the published one.
        since = written.revisions.filter(number__gt=before.number if before else 0, author=by)
        if settings.FOUR_EYES and by is not None and since.exists():
            raise Refused(_("You cannot publish your own text. Another person must publish it."))
        now = timezone.now()
        if before is not None:
            # A retired question ended on the day of its retirement.
            _set(before, status=Status.SUPERSEDED, ended_at=written.retired_at or now)
        old = newest.status
        _set(newest, status=Status.PUBLISHED, published_at=now, ended_at=None)
        if written.retired_at:
            _set(written, retired_at=None, retired_why="")
        settle_question(written, newest)
        if before is not None:
            ask_again(written, before, newest)
        fill_written_decks()
        _log(newest, Verb.APPROVED, by, reason, old=old, new=Status.PUBLISHED)
    return newest


def send_back(written: WrittenQuestion, base: int, by: User, comment: str) -> None:
    """Return a question in review to its writer with a comment. Raises RevisionConflict, Refused."""
    if not comment.strip():
        raise Refused(_("Write in the comment what to change."))
    with content_lock():
        newest = _newest_if(written, base)
        if newest.status != Status.REVIEW:
            raise Refused(_("This question is not waiting for review."))
        _set(newest, status=Status.DRAFT)
        _log(newest, Verb.RETURNED, by, comment, old=Status.REVIEW, new=Status.DRAFT)


def retire(written: WrittenQuestion, base: int, by: User, reason: str) -> None:
    """Retire a question; people who learnt it see the reason. Raises RevisionConflict, Refused."""
    if not reason.strip():
        raise Refused(_("Enter a reason: it will be shown in the history."))
    with content_lock():
        newest = _newest_if(written, base)
        if written.retired_at:
            raise Refused(_("This question is no longer in use."))
        _set(written, retired_at=timezone.now(), retired_why=reason[:200])
        if published := published_of(written):
            settle_question(written, published)
        fill_written_decks()
        _log(newest, Verb.WITHDRAWN, by, reason, old=newest.status, new="retired")


def restore(written: WrittenQuestion, base: int, by: User, reason: str = "") -> None:
    """Ask a retired question again. Raises RevisionConflict, Refused."""
    with content_lock():
        newest = _newest_if(written, base)
        if not written.retired_at:
            raise Refused(_("This question is already in use."))
        # Exams of a day in between leave the question out, also from now on.
        pause = [written.retired_at.isoformat(), timezone.now().isoformat()]
        _set(written, retired_at=None, retired_why="", pauses=[*written.pauses, pause])
        if published := published_of(written):
            # The revision that was shown before is shown again.
            settle_question(written, published)
        fill_written_decks()
        _log(newest, Verb.REVERTED, by, reason, old="retired", new=newest.status)


def confirm(written: WrittenQuestion, base: int, by: User, seen: str, reason: str = "") -> None:
    """Confirm that a published question is right under the rules of today; ``seen`` names the texts the curator saw.

    Raises Refused where the rules have changed again since.
    """
    with content_lock():
        newest = _newest_if(written, base)
        published = published_of(written)
        if published is None:
            raise Refused(_("This question is not published."))
        rows = list(WrittenCitation.objects.filter(revision__in={published, newest}))
        now = texts_now(rows)
        if seen_of([row for row in rows if row.revision_id == published.pk], now) != seen:
            raise Refused(_("The rules changed while this page was open. Check the question again."))
        for row in rows:
            wording = now.get(row.pk)
            row.said_id, row.gone_known = (wording, False) if wording else (row.said_id, True)
        WrittenCitation.objects.bulk_update(rows, ["said", "gone_known"])
        _log(published, Verb.CONFIRMED, by, reason, old=published.status, new=published.status)


def seen_of(rows: Sequence[WrittenCitation], now: Mapping[int, int]) -> str:
    """Return the keys of the cited texts as one string: a confirmation must send the same."""
    return "-".join(str(now.get(row.pk, 0)) for row in sorted(rows, key=lambda row: row.pk))


def _set(row: WrittenQuestion | WrittenRevision, **fields: Any) -> None:
    """Store fields of a locked question, or of a revision of it."""
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=fields)


def _newest_if(written: WrittenQuestion, base: int) -> WrittenRevision:
    """Return the newest revision if it is ``base``, and lock the question until the transaction ends."""
    # Another window may have retired or restored it since it was read.
    fields = ["retired_at", "retired_why", "pauses"]
    written.refresh_from_db(fields=fields, from_queryset=WrittenQuestion.objects.select_for_update())
    newest = newest_of(written)
    if newest.number != base:
        raise RevisionConflict(newest)
    newest.written = written
    return newest


def place_of(written: WrittenQuestion) -> str:
    """Return the name of a question in the log."""
    return f"question {written.public_id}"


def _log(row: WrittenRevision, verb: str, by: User | None, reason: str, *, old: str, new: str) -> None:
    ActionLog.objects.create(
        verb=verb,
        author=by,
        place=place_of(row.written),
        old_status=old,
        new_status=new,
        reason=reason[:500],
        details={"question": row.written.public_id, "revision": row.number},
    )
