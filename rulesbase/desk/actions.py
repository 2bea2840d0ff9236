"""Verbs of translators and reviewers on one text: save, submit, approve, send back, comment, revert, withdraw.

Each checks, writes in one transaction and adds a row to the log. A text is never rewritten: saving adds a row with
the next revision of its slot. Refusals are sentences for people; whoever worked on from a revision that is not the
newest any more gets a Conflict with the newest, and nothing is written.
"""

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import REVIEW, ensure_language_roles, may
from rulesbase.archive.store import Draft as Words
from rulesbase.archive.store import store_wordings
from rulesbase.core.errors import Refused
from rulesbase.core.write_lock import writing
from rulesbase.desk.targets import Spot, newest_of
from rulesbase.engine.text.normalize import digest, skeleton
from rulesbase.engine.text.typed_markup import MarkedText
from rulesbase.models import ActionLog, Draft, ReviewComment, TranslatedPlace, Translation, User
from rulesbase.translations.slots import settle_slots


def is_own(row: Translation, approved: Translation | None, by: User) -> bool:
    """Whether somebody saved this text, or was the first to write its words since the ``approved`` one, if any.

    So nobody approves their words because another changed a comma of them; nor does a text wait for a third person
    where two wrote: its words are of the one of them who wrote them first, and the other approves.
    """
    if row.author_id == by.pk:
        return True
    since = Translation.objects.of_slot(row.original_id, row.language).select_related("wording")
    since = since.filter(revision__gt=approved.revision if approved else 0).order_by("revision")
    words = _words(row)
    return next((one.author_id for one in since if _words(one) == words), None) == by.pk


def _words(row: Translation) -> tuple[str, str]:
    """Letters and digits alone: signs, spaces and capitals make no other words."""
    return skeleton(row.wording.heading), skeleton(row.wording.text)


Status, Verb = Translation.Status, ActionLog.Verb
OPEN = (Status.DRAFT, Status.REVIEW)
# Two who store the same words at once: the second finds them at the next try.
_TRIES = 3


class Conflict(Exception):
    """Somebody else saved, approved or withdrew in between; ``newest`` is what stands there now."""

    def __init__(self, newest: Translation | None) -> None:
        super().__init__("a newer text")
        self.newest = newest


def save_draft(spot: Spot, heading: str, typed: MarkedText, base: int, by: User, reason: str = "") -> Translation:
    """Keep a text as a draft, on top of revision ``base`` (0: the first). Raises Conflict, Refused."""
    with transaction.atomic():
        return _store(spot, heading, typed, base, by, reason, Status.DRAFT)


def submit(spot: Spot, heading: str, typed: MarkedText, base: int, by: User, reason: str = "") -> Translation:
    """Save a text if it is new, and hand it to the reviewers. Raises Conflict, Refused."""
    with transaction.atomic():
        return _store(spot, heading, typed, base, by, reason, Status.REVIEW)


def approve(spot: Spot, base: int, seen: int | None, by: User, reason: str = "") -> Translation:
    """Let readers see revision ``base``; ``seen`` is the approved text that the reviewer saw beside it, if any.

    Raises Conflict where either has changed meanwhile, Refused where it may not be approved.
    """
    with writing(translations_into=spot.language):
        newest = _newest_if(spot, base)
        if newest is None or newest.status not in OPEN:
            raise Refused(_("There is no text here that waits for approval."))
        return _approve(spot, newest, seen, by, reason)


def submit_and_approve(
    spot: Spot, heading: str, typed: MarkedText, base: int, seen: int | None, by: User, reason: str = ""
) -> Translation:
    """Save a reviewer's own text and let readers see it at once. Raises Conflict, Refused."""
    with writing(translations_into=spot.language):
        made = _store(spot, heading, typed, base, by, reason, Status.REVIEW)
        return _approve(spot, made, seen, by, reason)


def send_back(spot: Spot, base: int, comment: str, by: User) -> Translation:
    """Give a text in review back to its translator, with what is to be done. Raises Conflict, Refused."""
    if not comment.strip():
        raise Refused(_("Say in the comment what is to be done."))
    with transaction.atomic():
        newest = _newest_if(spot, base)
        if newest is None or newest.status != Status.REVIEW:
            raise Refused(_("There is no text here that waits for review."))
        _move(newest, Status.DRAFT)
        ReviewComment.objects.create(translation=newest, text=comment, author=by)
        log(spot, Verb.RETURNED, newest, by, comment, old=Status.REVIEW, new=Status.DRAFT)
    return newest


def comment_on(spot: Spot, base: int, comment: str, by: User) -> ReviewComment:
    """Say something about the newest text. Raises Conflict, Refused."""
    if not comment.strip():
        raise Refused(_("The comment is empty."))
    with transaction.atomic():
        newest = _newest_if(spot, base)
        if newest is None:
            raise Refused(_("There is no text here yet."))
        made = ReviewComment.objects.create(translation=newest, text=comment, author=by)
        log(spot, Verb.COMMENTED, newest, by, comment)
    return made


def revert(spot: Spot, to: Translation, base: int, by: User, reason: str) -> Translation:
    """Take up an earlier text of this Rule again, as a new revision.

    Readers see it at once if it is a reviewer who does it and one person may approve alone; else it waits for
    review. Raises Conflict, Refused.
    """
    if not reason.strip():
        raise Refused(_("Say why: the reason stays in the history."))
    with writing(translations_into=spot.language):
        newest = _newest_if(spot, base)
        if newest is not None and newest.wording_id == to.wording_id and newest.status in (*OPEN, Status.APPROVED):
            raise Refused(_("This is the newest text already."))
        seen = approved_of(spot)
        made = add_revision(spot, to.wording_id, newest, by, Status.REVIEW, reason, based_on=to)
        log(spot, Verb.REVERTED, made, by, reason, before=newest, old=newest.status if newest else "", new=made.status)
        if may(by, REVIEW, spot.language) and not settings.FOUR_EYES:
            return _approve(spot, made, seen, by, reason)
    return made


def withdraw(spot: Spot, base: int, by: User, reason: str) -> Translation:
    """Take an approved text of a curator from the readers; an imported one, if there is one, stands again.

    Raises Conflict, Refused.
    """
    if not reason.strip():
        raise Refused(_("Say why: the reason stays in the history."))
    with writing(translations_into=spot.language):
        _newest_if(spot, base)
        approved = _slot(spot).filter(status=Status.APPROVED, origin=Translation.Origin.CURATOR).first()
        if approved is None:
            raise Refused(_("No curator’s text is approved here. An import is undone as a whole."))
        _move(approved, Status.SUPERSEDED)
        log(spot, Verb.WITHDRAWN, approved, by, reason, old=Status.APPROVED, new=Status.SUPERSEDED)
        settle_slots([spot.original.pk], spot.language)
    return approved


# ---- What they are made of ----


def _slot(spot: Spot) -> QuerySet[Translation]:
    return Translation.objects.of_slot(spot.original.pk, spot.language)


def approved_of(spot: Spot) -> int | None:
    """The key of the text that readers see for this very English."""
    return _slot(spot).filter(status=Status.APPROVED).values_list("pk", flat=True).first()


def _newest_if(spot: Spot, base: int) -> Translation | None:
    """The newest text of the slot if it is revision ``base``."""
    newest = newest_of(spot)
    if (newest.revision if newest else 0) != base:
        raise Conflict(newest)
    return newest


def _move(row: Translation, to: str) -> None:
    """Set the status of a row if it still is what was read."""
    if not Translation.objects.filter(pk=row.pk, status=row.status).update(status=to):
        raise Conflict(Translation.objects.filter(pk=row.pk).first())
    row.status = to


def store_typed(language: str, heading: str, typed: MarkedText) -> int:
    """The key of a wording, stored if it is new."""
    key = digest(language, heading, typed.text, typed.spans)
    words = Words(key, language, heading, typed.text, typed.spans)
    for _again in range(_TRIES - 1):
        try:
            with transaction.atomic():
                return store_wordings([words])[key]
        except IntegrityError:
            continue
    return store_wordings([words])[key]


def _store(spot: Spot, heading: str, typed: MarkedText, base: int, by: User, reason: str, status: str) -> Translation:
    """The newest text of the slot with these words."""
    if not typed.text and not heading:
        raise Refused(_("There is no text to save."))
    newest = _newest_if(spot, base)
    wording = store_typed(spot.language, heading, typed)
    if newest is not None and newest.wording_id == wording and newest.status != Status.SUPERSEDED:
        if newest.status == Status.DRAFT and status == Status.REVIEW:
            _move(newest, status)
            log(spot, Verb.SUBMITTED, newest, by, reason, old=Status.DRAFT, new=status)
        return _kept(spot, newest, by)
    made = add_revision(spot, wording, newest, by, status, reason)
    verb = Verb.SUBMITTED if status == Status.REVIEW else Verb.SAVED
    log(spot, verb, made, by, reason, before=newest, old=newest.status if newest else "", new=status)
    return _kept(spot, made, by)


def add_revision(
    spot: Spot,
    wording: int,
    newest: Translation | None,
    by: User,
    status: str,
    reason: str,
    based_on: Translation | None = None,
) -> Translation:
    """Add the next revision of a slot; an open one before it is done with. Raises Conflict."""
    if newest is None and not Translation.objects.filter(language=spot.language).exists():
        ensure_language_roles(spot.language)
    try:
        with transaction.atomic():
            made = Translation.objects.create(
                original=spot.original,
                language=spot.language,
                wording_id=wording,
                status=status,
                origin=Translation.Origin.CURATOR,
                revision=(newest.revision if newest else 0) + 1,
                based_on=based_on or newest,
                author=by,
                reason=reason[:300],
            )
    except IntegrityError:
        raise Conflict(newest_of(spot)) from None
    # Whoever writes the text of an entry is asked for its examples too.
    with_examples = not spot.part and bool(spot.examples)
    TranslatedPlace.objects.create(
        translation=made, entry=spot.entry, is_example=spot.part > 0, with_examples=with_examples
    )
    if newest is not None and newest.status in OPEN:
        Translation.objects.filter(pk=newest.pk, status__in=OPEN).update(status=Status.SUPERSEDED)
    for row in overtaken(spot):
        _move(row, Status.SUPERSEDED)
        log(spot, Verb.WITHDRAWN, row, by, _("Overtaken: there is a text for newer English."), new=Status.SUPERSEDED)
    return made


def overtaken(spot: Spot) -> list[Translation]:
    """Texts of this Rule that still wait, for English that is not the newest any more. Of examples nobody can say."""
    if spot.part:
        return []
    rows = Translation.objects.filter(
        language=spot.language, status__in=OPEN, places__entry__rule=spot.entry.rule, places__is_example=False
    ).exclude(original=spot.original)
    # The same words may still stand elsewhere in the newest version.
    rows = rows.exclude(original__entries__edition=spot.entry.edition_id)
    return list(rows.select_related("wording", "author", "former").order_by("-made_at").distinct())


def _kept(spot: Spot, made: Translation, by: User) -> Translation:
    """The text that was stored; what was kept of it while it was typed is of no use any more."""
    Draft.objects.filter(user=by, original=spot.original, language=spot.language).delete()
    return made


def _approve(spot: Spot, row: Translation, seen: int | None, by: User, reason: str) -> Translation:
    before = _slot(spot).filter(status=Status.APPROVED).select_related("wording").first()
    if settings.FOUR_EYES and is_own(row, before, by):
        raise Refused(_("Somebody else has to approve what you wrote yourself."))
    if row.status == Status.APPROVED:
        return row
    if (before.pk if before else None) != seen:
        raise Conflict(before)
    if before is not None:
        _move(before, Status.SUPERSEDED)
    old = row.status
    _move(row, Status.APPROVED)
    log(spot, Verb.APPROVED, row, by, reason, before=before, old=old, new=Status.APPROVED)
    return row


def log(
    spot: Spot,
    verb: str,
    row: Translation,
    by: User,
    reason: str,
    *,
    before: Translation | None = None,
    old: str = "",
    new: str = "",
) -> ActionLog:
    """Add a row to the log."""
    return ActionLog.objects.create(
        verb=verb,
        author=by,
        language=spot.language,
        place=spot.place[:120],
        original=spot.original,
        translation=row,
        before_id=before.wording_id if before else None,
        after_id=row.wording_id,
        old_status=old,
        new_status=new,
        reason=reason[:500],
    )
