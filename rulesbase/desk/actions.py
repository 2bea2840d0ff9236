"""Save, submit, approve, send back, comment on, revert and withdraw one translation.

Each action checks the right of the person (``PermissionDenied``) and its conditions, writes in one transaction and
adds a row to the log. A text is never rewritten:
saving adds a row with the next revision of its slot. ``Refused`` has a message for the user. If the base revision is
no longer the newest, ``Conflict`` has the newest one, and nothing is written.
"""

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import REVIEW, ensure_language_roles, may
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.desk.action_log import log
from rulesbase.desk.drafts import delete_draft
from rulesbase.desk.new_revision import new_revision, store_typed
from rulesbase.desk.rights import require_reason, require_right
from rulesbase.desk.targets import TranslationTarget, newest_of
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.normalize import skeleton
from rulesbase.models import ActionLog, Draft, ReviewComment, TranslatedPlace, Translation, User
from rulesbase.translations.shown_translation import update_shown

Status, Verb = Translation.Status, ActionLog.Verb
OPEN = (Status.DRAFT, Status.REVIEW)


class Conflict(Exception):
    """Another user saved, approved or withdrew in between; ``newest`` is the newest text now."""

    def __init__(self, newest: Translation | None) -> None:
        super().__init__("a newer text")
        self.newest = newest


def is_own(row: Translation, approved: Translation | None, by: User) -> bool:
    """Return whether the user saved this text, or was the first to write its words after the ``approved`` text.

    A change of punctuation by another user does not make it their text. If two users wrote a text, it belongs to
    the one who wrote its words first, and the other can approve it.
    """
    if row.author_id == by.pk:
        return True
    since = Translation.objects.of_slot(row.original_id, row.language).select_related("wording")
    since = since.filter(revision__gt=approved.revision if approved else 0).order_by("revision")
    words = _letters(row)
    return next((one.author_id for one in since if _letters(one) == words), None) == by.pk


def _letters(row: Translation) -> tuple[str, str]:
    """Return heading and text reduced to letters and digits, without case."""
    return skeleton(row.wording.heading), skeleton(row.wording.text)


def save(
    target: TranslationTarget, heading: str, typed: Passage, base: int, by: User, reason: str, *, submit: bool
) -> Translation:
    """Save a text based on revision ``base`` (0: the first), as a draft or for review. Raises Conflict, Refused.

    If this changes neither text nor status, log the reason as a comment.
    """
    require_right(by, "submit" if submit else "save", target.language)
    with transaction.atomic():
        before = newest_of(target)
        made = _store_text(target, heading, typed, base, by, reason, Status.REVIEW if submit else Status.DRAFT)
        if reason.strip() and before == made and before.status == made.status:
            log(target, Verb.COMMENTED, made, by, reason)
    return made


def approve(target: TranslationTarget, base: int, seen: int | None, by: User, reason: str = "") -> Translation:
    """Approve revision ``base``; ``seen`` is the key of the approved text that the reviewer saw, if any.

    Raises Conflict if either has changed, Refused if the text may not be approved.
    """
    require_right(by, "approve", target.language)
    with writing(translations_into=target.language):
        newest = _newest_if(target, base)
        if newest is not None and newest.status == Status.APPROVED:
            raise Refused(_("This text is already approved."))
        if newest is None or newest.status not in OPEN:
            raise Refused(_("No text here is waiting for approval."))
        return _approve(target, newest, seen, by, reason)


def submit_and_approve(
    target: TranslationTarget, heading: str, typed: Passage, base: int, seen: int | None, by: User, reason: str = ""
) -> Translation:
    """Save a reviewer's own text and approve it at once. Raises Conflict, Refused."""
    require_right(by, "approve", target.language)
    with writing(translations_into=target.language):
        made = _store_text(target, heading, typed, base, by, reason, Status.REVIEW)
        if made.status == Status.APPROVED and made.origin == Translation.Origin.IMPORTED:
            # A person answers for an imported text from now on.
            made = add_revision(target, made.wording_id, made, by, Status.REVIEW, reason, based_on=made)
        return _approve(target, made, seen, by, reason)


def send_back(target: TranslationTarget, base: int, comment: str, by: User) -> Translation:
    """Return a text in review to its translator with a comment. Raises Conflict, Refused."""
    require_right(by, "return", target.language)
    if not comment.strip():
        raise Refused(_("Write in the comment what to change."))
    with transaction.atomic():
        newest = _newest_if(target, base)
        if newest is None or newest.status != Status.REVIEW:
            raise Refused(_("No text here is waiting for review."))
        _set_status(newest, Status.DRAFT)
        ReviewComment.objects.create(translation=newest, text=comment, author=by)
        log(target, Verb.RETURNED, newest, by, comment, old=Status.REVIEW)
        # A reviewer who typed nothing edits the text no longer.
        Draft.objects.filter(user=by, original=target.original, language=target.language, saves=0).delete()
    return newest


def comment_on(target: TranslationTarget, base: int, comment: str, by: User) -> None:
    """Comment on the newest text. Raises Conflict, Refused."""
    require_right(by, "comment", target.language)
    if not comment.strip():
        raise Refused(_("The comment is empty."))
    with transaction.atomic():
        newest = _newest_if(target, base)
        if newest is None:
            raise Refused(_("There is no text here yet. Write and save a text first."))
        ReviewComment.objects.create(translation=newest, text=comment, author=by)
        log(target, Verb.COMMENTED, newest, by, comment)


def revert(target: TranslationTarget, to: Translation, base: int, by: User, reason: str) -> Translation:
    """Add an earlier text of this Rule again as a new revision.

    It is approved at once if the user is a reviewer and one person may approve alone; else it waits for review. A text
    for other English returns to that English, so that readers see it with its freshness; who may not approve alone gets
    it as a draft to adapt. Raises Conflict, Refused.
    """
    require_right(by, "revert", target.language)
    require_reason(reason)
    is_older = to.original_id != target.original.pk
    alone = may(by, REVIEW, target.language) and not settings.FOUR_EYES
    with writing(translations_into=target.language):
        newest = _newest_if(target, base)
        if is_older and alone:
            return _revert_to_older_english(target, to, by, reason)
        if newest is not None and newest.wording_id == to.wording_id and newest.status in (*OPEN, Status.APPROVED):
            raise Refused(_("The chosen text is already the newest text."))
        seen = approved_of(target)
        status = Status.DRAFT if is_older else Status.REVIEW
        made = add_revision(target, to.wording_id, newest, by, status, reason, based_on=to)
        log(target, Verb.REVERTED, made, by, reason, before=newest, old=newest.status if newest else "")
        return _approve(target, made, seen, by, reason) if alone else made


def _revert_to_older_english(target: TranslationTarget, to: Translation, by: User, reason: str) -> Translation:
    """Approve a text again for the English that it was made for; withdraw a curator's text for the current English."""
    places = to.places.filter(entry__edition__isnull=False).select_related("entry__edition__version")
    place = places.order_by("-entry__edition__version__date", "-pk").first()
    if place is None:
        raise Refused(
            _("The English text of this translation is no longer stored, so the translation cannot be restored.")
        )
    slot = Translation.objects.of_slot(to.original_id, target.language)
    current = _approved_by_curator(target)
    if to.status == Status.APPROVED and current is None:
        raise Refused(_("Readers already see this text, marked as a translation of an older English text."))
    if current is not None:
        _withdraw(target, current, by, reason)
    made = to
    if to.status != Status.APPROVED:
        slot.filter(status=Status.APPROVED).update(status=Status.SUPERSEDED)
        made = new_revision(
            to.original_id,
            target.language,
            to.wording_id,
            Status.APPROVED,
            newest=slot.values_list("revision", flat=True).first() or 0,
            based_on=to.pk,
            by=by,
            reason=reason,
        )
        made.save()
        TranslatedPlace.objects.create(
            translation=made, entry=place.entry, is_example=place.is_example, with_examples=place.with_examples
        )
    log(target, Verb.REVERTED, made, by, reason, old=to.status)
    update_shown([target.original.pk, to.original_id], target.language)
    return made


def withdraw(target: TranslationTarget, base: int, by: User, reason: str) -> Translation:
    """Withdraw an approved text of a curator; an imported text of the slot, if any, is shown again.

    Raises Conflict, Refused.
    """
    require_right(by, "withdraw", target.language)
    require_reason(reason)
    with writing(translations_into=target.language):
        _newest_if(target, base)
        approved = _approved_by_curator(target)
        if approved is None:
            raise Refused(
                _(
                    "Only an approved text that was written at the translation desk can be withdrawn. To remove an "
                    "imported text, undo its import."
                )
            )
        _withdraw(target, approved, by, reason)
        update_shown([target.original.pk], target.language)
    return approved


# ---- Helpers ----


def _approved_by_curator(target: TranslationTarget) -> Translation | None:
    return target.slot.filter(status=Status.APPROVED, origin=Translation.Origin.CURATOR).first()


def _withdraw(target: TranslationTarget, row: Translation, by: User, reason: str) -> None:
    old = row.status
    _set_status(row, Status.SUPERSEDED)
    log(target, Verb.WITHDRAWN, row, by, reason, old=old)


def approved_of(target: TranslationTarget) -> int | None:
    """Return the key of the approved text of this English wording."""
    return target.slot.filter(status=Status.APPROVED).values_list("pk", flat=True).first()


def _newest_if(target: TranslationTarget, base: int) -> Translation | None:
    """Return the newest text of the slot. Raises Conflict if it is not revision ``base``."""
    newest = newest_of(target)
    if (newest.revision if newest else 0) != base:
        raise Conflict(newest)
    return newest


def _set_status(row: Translation, to: str) -> None:
    """Set the status of a row. Raises Conflict if it has changed since it was read."""
    if not Translation.objects.filter(pk=row.pk, status=row.status).update(status=to):
        raise Conflict(Translation.objects.filter(pk=row.pk).first())
    row.status = to


def _store_text(
    target: TranslationTarget, heading: str, typed: Passage, base: int, by: User, reason: str, status: str
) -> Translation:
    """Store a wording as the newest text of the slot and return the row."""
    if not typed.text and not heading:
        raise Refused(_("There is no text to save. Write the text first."))
    newest = _newest_if(target, base)
    wording = store_typed(target.language, heading, typed)
    if newest is not None and newest.wording_id == wording and newest.status != Status.SUPERSEDED:
        if newest.status == Status.DRAFT and status == Status.REVIEW:
            _set_status(newest, status)
            log(target, Verb.SUBMITTED, newest, by, reason, old=Status.DRAFT)
        delete_draft(target, by)
        return newest
    made = add_revision(target, wording, newest, by, status, reason)
    verb = Verb.SUBMITTED if status == Status.REVIEW else Verb.SAVED
    log(target, verb, made, by, reason, before=newest, old=newest.status if newest else "")
    delete_draft(target, by)
    return made


def add_revision(
    target: TranslationTarget,
    wording: int,
    newest: Translation | None,
    by: User,
    status: str,
    reason: str,
    based_on: Translation | None = None,
) -> Translation:
    """Add the next revision of a slot; it supersedes an open one. Raises Conflict."""
    if newest is None and not Translation.objects.filter(language=target.language).exists():
        ensure_language_roles(target.language)
    base = based_on or newest
    made = new_revision(
        target.original.pk,
        target.language,
        wording,
        status,
        newest=newest.revision if newest else 0,
        based_on=base.pk if base else None,
        by=by,
        reason=reason,
    )
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:
        raise Conflict(newest_of(target)) from None
    # The translator of an entry is expected to translate its examples too.
    with_examples = not target.part and bool(target.examples)
    TranslatedPlace.objects.create(
        translation=made, entry=target.entry, is_example=target.part > 0, with_examples=with_examples
    )
    if newest is not None and newest.status in OPEN:
        Translation.objects.filter(pk=newest.pk, status__in=OPEN).update(status=Status.SUPERSEDED)
    for row in outdated_open_texts(target):
        _withdraw(target, row, by, _("There is already a translation of a newer English text."))
    return made


def outdated_open_texts(target: TranslationTarget) -> list[Translation]:
    """Return the open texts of this Rule that were made for an older English text. Examples have none."""
    if target.part:
        return []
    rows = Translation.objects.open_in(target.language).exclude(original=target.original)
    rows = rows.filter(places__entry__rule=target.entry.rule, places__is_example=False)
    # The newest version may have the same wording elsewhere.
    rows = rows.exclude(original__entries__edition=target.entry.edition_id)
    return list(rows.select_related("wording", "author", "former").order_by("-made_at").distinct())


def _approve(target: TranslationTarget, row: Translation, seen: int | None, by: User, reason: str) -> Translation:
    before = target.slot.filter(status=Status.APPROVED).select_related("wording").first()
    if settings.FOUR_EYES and is_own(row, before, by):
        raise Refused(_("Another reviewer must approve your own text."))
    if row.status == Status.APPROVED:
        if reason.strip():
            log(target, Verb.CONFIRMED, row, by, reason, old=row.status)
        return row
    if (before.pk if before else None) != seen:
        raise Conflict(before)
    if before is not None:
        _set_status(before, Status.SUPERSEDED)
    old = row.status
    _set_status(row, Status.APPROVED)
    log(target, Verb.APPROVED, row, by, reason, before=before, old=old)
    return row
