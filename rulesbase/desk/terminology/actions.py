"""Suggest, agree on and decline terms. Each action checks its conditions, writes a row and logs it."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.models import ActionLog, TermEntry, User

# Begins the place of an agreed term in the log; no number or slug has a space.
TERM_PREFIX = "term "
_Status = TermEntry.Status
_Verb = ActionLog.Verb


def suggest(
    *, language: str, term: str, translation: str, by: User, variants: str = "", note: str = "", agreed: bool = False
) -> TermEntry:
    """Suggest a translation of a term, or agree on it at once (``agreed``). ``TermForm`` checks it. Raises Refused."""
    term, translation, note = (" ".join(part.split()) for part in (term, translation, note))
    lines = [" ".join(line.split()) for line in variants.replace("\r", "\n").split("\n")]
    variants = "\n".join(line for line in lines if line)

    # A known term keeps its stored spelling.
    known = TermEntry.objects.filter(language=language, term__iexact=term).values_list("term", flat=True).first()
    term = known or term
    in_use = TermEntry.objects.filter(language=language, term=term, status__in=[_Status.AGREED, _Status.SUGGESTED])
    if in_use.filter(translation=translation, variants=variants, note=note).exists():
        raise Refused(
            _("The translation “%(translation)s” of this term already exists.") % {"translation": translation}
        )
    row = TermEntry(language=language, term=term, translation=translation, variants=variants, note=note)
    row.origin = TermEntry.Origin.CURATOR
    return _store_term(row, _Status.AGREED if agreed else _Status.SUGGESTED, by=by)


def agree(chosen: TermEntry, *, newest: int, by: User) -> TermEntry:
    """Agree on a word that was suggested, declined or superseded; the one agreed before is superseded.

    ``newest`` is the revision of the term that was shown. Raises Refused where somebody was quicker.
    """
    if chosen.status == _Status.AGREED:
        raise Refused(_("This translation is already agreed."))
    _refuse_newer(chosen, newest)
    copied = ("language", "term", "translation", "variants", "note", "origin", "evidence")
    row = TermEntry(**{name: getattr(chosen, name) for name in copied})
    return _store_term(row, _Status.AGREED, by=by, instead=chosen)


def decline(row: TermEntry, *, newest: int, by: User, reason: str = "") -> TermEntry:
    """Decline a suggested or agreed translation. Raises Refused."""
    # A replaced translation is not rejected: name the newer one first.
    _refuse_newer(row, newest)
    if row.status not in (_Status.SUGGESTED, _Status.AGREED):
        raise Refused(_("This translation is already rejected."))
    with writing():
        if not TermEntry.objects.filter(pk=row.pk, status=row.status).update(status=_Status.DECLINED):
            raise Refused(_newer_message())
        _log(row, _Verb.RETURNED, by, row.status, _Status.DECLINED, reason)
    row.status = _Status.DECLINED
    return row


def newest_revision(language: str, term: str) -> int:
    """Return the newest revision of a term, which a change must name; 0 for a new term."""
    return TermEntry.objects.history_of(language, term).values_list("revision", flat=True).first() or 0


def _store_term(row: TermEntry, status: str, *, by: User, instead: TermEntry | None = None) -> TermEntry:
    try:
        with writing(), transaction.atomic():
            row.status, row.author = status, by
            row.revision = newest_revision(row.language, row.term) + 1
            if status == _Status.AGREED:
                rows = TermEntry.objects.filter(language=row.language, term=row.term)
                rows.filter(status=_Status.AGREED).update(status=_Status.SUPERSEDED)
                if instead:
                    rows.filter(pk=instead.pk).update(status=_Status.SUPERSEDED)
            row.save()
            _log(row, _Verb.APPROVED if status == _Status.AGREED else _Verb.SAVED, by, "", status, row.note)
    except IntegrityError:
        raise Refused(_newer_message()) from None
    return row


def _log(row: TermEntry, verb: str, by: User, old: str, new: str, reason: str) -> None:
    ActionLog.objects.create(
        verb=verb,
        language=row.language,
        place=f"{TERM_PREFIX}{row.term}"[:120],
        author=by,
        old_status=old,
        new_status=new,
        reason=reason[:500],
        details={"term": row.term, "translation": row.translation, "variants": row.variants, "entry": row.pk},
    )


def _refuse_newer(row: TermEntry, newest: int) -> None:
    if newest_revision(row.language, row.term) != newest:
        raise Refused(_newer_message())


def _newer_message() -> str:
    return _("Another person changed this term in the meantime. Read the term again, then decide.")
