"""Actions of curators on the lineage: correct, withdraw, rebuild.

Each checks its input, writes in one transaction and computes the steps concerned again. Raises Refused with a message.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from rulesbase.archive.bulletins import update_bulletins
from rulesbase.archive.catalogue import NotFound
from rulesbase.archive.lookup import version_named
from rulesbase.core.database.write_lock import writing
from rulesbase.core.document_urls import by_document, named_document
from rulesbase.core.errors import Refused
from rulesbase.engine.documents import RULEBOOK, document_active
from rulesbase.engine.text.numbers import canonical
from rulesbase.lineage.assign_rules import rebuild_lineage, relink
from rulesbase.lineage.followed_editions import edition_before, followed_editions
from rulesbase.models import Correction, Entry, Kinship, Rule, User, Version

_Verb = Correction.Verb
# Two corrections of one step with the same older (or newer) place contradict each other if they have these verbs.
_CLASH_AT_OLD = ({_Verb.SAME}, {_Verb.MERGE}, {_Verb.SAME, _Verb.MERGE}, {_Verb.SPLIT, _Verb.MERGE})
_CLASH_AT_NEW = ({_Verb.SAME}, {_Verb.SPLIT}, {_Verb.SAME, _Verb.SPLIT}, {_Verb.SPLIT, _Verb.MERGE})


class DatedNumbers(NamedTuple):
    """The two places of a correction, by the dates of versions and numbers (or slugs of terms)."""

    old_date: datetime.date
    old_number: str
    new_date: datetime.date
    new_number: str


class CorrectionPlaces(NamedTuple):
    """The entries of a correction: both, and the ``successor`` of the older one just before the newer.

    The successor is in the version before the newer entry, or in the last version of a rule that ended earlier.
    """

    old: Entry
    successor: Entry
    new: Entry

    @property
    def relation(self) -> str:
        """The present relation of the two: same, split, merge or apart."""
        if self.successor.rule_id == self.new.rule_id:
            return "same"
        relations = Kinship.objects.filter(
            version__editions=self.new.edition_id or 0, old=self.successor.rule, new=self.new.rule
        )
        return relations.values_list("kind", flat=True).first() or "apart"


def entry_of(date: datetime.date, number: str) -> Entry:
    """Return the entry at a number (or term slug) in the complete English edition of a date. Raises Refused."""
    edition = followed_editions().filter(version__date=date).first()
    if edition is None:
        message = _("There is no complete English text for the version of %(date)s. Use the date of another version.")
        raise Refused(message % {"date": date.isoformat()})
    entry = edition.entries.select_related("wording", "edition__version").filter(number=number)
    found = entry.order_by("position").last()
    if found is None:
        message = _("The version of %(date)s has no rule or term %(number)s.")
        raise Refused(message % {"date": date.isoformat(), "number": number or "–"})
    return found


def read_places(old: str, new: str) -> tuple[str, DatedNumbers]:
    """Return the document of two places, and their dates and numbers.

    A place is ``201.3@2006-05-01`` or ``MTR 3.9@2014-07-18``; a date means the version then in force. Raises Refused.
    """
    (document, old), (new_document, new) = named_document(old.strip()), named_document(new.strip())
    if document != new_document:
        raise Refused(_("Both rule numbers must be in the same document."))
    with document_active(document):
        return document, DatedNumbers(*read_place(old), *read_place(new))


def read_place(cited: str) -> tuple[datetime.date, str]:
    """Return (date of the version, number) of ``201.3@2006-05-01`` in the active document. Raises Refused."""
    number, at, day = (part.strip() for part in cited.partition("@"))
    if not number or not at or not day:
        raise Refused(_("“%(place)s” is not a number with a date. Write it as 201.3@2006-05-01.") % {"place": cited})
    try:
        return version_named(day).date, canonical(number) or number.lower().rstrip(".")
    except NotFound as error:
        raise Refused(str(error)) from None


def find_places(verb: str, where: DatedNumbers) -> CorrectionPlaces:
    """Return the entries of a correction. Raises Refused if they do not exist or cannot be corrected."""
    if verb not in _Verb.values:
        message = _("“%(verb)s” is not a type of correction. Allowed: %(verbs)s.")
        raise Refused(message % {"verb": verb, "verbs": ", ".join(_Verb.values)})
    old_date, old_number, new_date, new_number = where
    if old_date >= new_date:
        raise Refused(_("The version of the old rule number must be earlier than the version of the new rule number."))
    old, new = entry_of(old_date, old_number), entry_of(new_date, new_number)
    before = edition_before(Version(date=new_date))
    # If the older version is the one just before, use its entry itself.
    successor = old if before and before.pk == old.edition_id else _last_before(old, new_date)
    is_there = before is not None and successor.edition_id == before.pk
    # Of a rule that ended earlier the correction can only decide whether it is reinstated.
    if not is_there and verb not in (_Verb.SAME, _Verb.APART):
        message = _(
            "%(number)s (version of %(old)s) was removed before the version of %(new)s. As the newer version, choose "
            "the version in which this rule was removed."
        )
        raise Refused(message % {"number": old_number, "old": old_date.isoformat(), "new": new_date.isoformat()})
    return CorrectionPlaces(old, successor, new)


def _last_before(old: Entry, date: datetime.date) -> Entry:
    """Return the last entry of the same Rule before a date."""
    entries = Entry.objects.filter(rule=old.rule_id, edition__in=followed_editions().filter(version__date__lt=date))
    found = entries.select_related("wording", "edition__version").order_by("edition__version__date", "position").last()
    return found or old


def _contradicts(other: Correction, verb: str, where: DatedNumbers, places: CorrectionPlaces) -> bool:
    """Return whether a stored correction contradicts or repeats one with this verb."""
    other_where = DatedNumbers(other.old_date, other.old_number, other.new_date, other.new_number)
    # The same numbers contradict even if the stored correction has lost its effect.
    if other_where == where:
        return True
    try:
        held = find_places(other.verb, other_where)
    except Refused:
        return False
    old, new = held.successor.pk == places.successor.pk, held.new.pk == places.new.pk
    verbs = {_Verb(verb), _Verb(other.verb)}
    return (old and new) or (old and verbs in _CLASH_AT_OLD) or (new and verbs in _CLASH_AT_NEW)


def check(verb: str, where: DatedNumbers) -> CorrectionPlaces:
    """Return the places of a correction that can be made now.

    Raises Refused, also if a correction of the same step in force contradicts or repeats this one.
    """
    places = find_places(verb, where)
    for other in Correction.objects.in_force().filter(new_date=where.new_date):
        if _contradicts(other, verb, where, places):
            message = _("Another correction contradicts this correction: %(other)s. Remove the other correction first.")
            raise Refused(message % {"other": str(other)})
    return places


def checked_reason(typed: str) -> str:
    """Return the reason for a correction on one line. Raises Refused if there is none or it is too long."""
    reason = " ".join(typed.split())
    if not reason:
        raise Refused(_("Give a reason for the correction."))
    if len(reason) > 300:
        raise Refused(_("The reason is too long: at most 300 characters."))
    return reason


def correct(verb: str, where: DatedNumbers, *, reason: str, by: User | None) -> Correction:
    """Store a correction and compute its step again. Raises Refused; then nothing is stored."""
    reason = checked_reason(reason)
    with writing():
        places = check(verb, where)
        made = Correction.objects.create(verb=verb, **where._asdict(), reason=reason, made_by=by)
        ended = relink(Version.objects.get(editions=places.new.edition_id or 0))
        if not effects([made])[made.pk]:
            raise Refused(_no_effect(verb, where.old_number, where.new_number))
        if len(ended) == 1:
            made.ended = Rule.objects.get(pk=ended[0]).public_id
            made.save(update_fields=["ended"])
        update_bulletins()
    return made


def _no_effect(verb: str, old: str, new: str) -> str:
    if verb == _Verb.SPLIT:
        return _(
            "This correction changes nothing as long as %(old)s is not linked to a rule other than %(new)s. First add "
            "a correction of the type “is the same rule as” between %(old)s and that rule."
        ) % {"old": old, "new": new}
    return _(
        "This correction changes nothing as long as %(new)s is not linked to another rule of the older version. "
        "First add a correction of the type “is the same rule as” between these two rules."
    ) % {"new": new}


def withdraw(pk: int, *, by: User | None) -> Correction:
    """Withdraw a correction and compute its step again. Raises Refused."""
    with writing():
        row = Correction.every.filter(pk=pk).first()
        if row is None:
            raise Refused(_("There is no such correction."))
        if row.withdrawn_at:
            raise Refused(_("This correction was already removed."))
        row.withdraw(by)
        with document_active(row.document):
            edition = followed_editions().filter(version__date=row.new_date).first()
            if edition:
                ended = Rule.objects.filter(public_id=row.ended, entries=None) if row.ended else Rule.objects.none()
                relink(edition.version, list(ended.values_list("pk", flat=True)))
                update_bulletins()
    return row


def rebuild(progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Compute the whole lineage again, with corrections; return the number of steps."""
    with writing():
        steps = rebuild_lineage(progress)
    # Remarks of bulletins refer to Rules too.
    update_bulletins()
    return steps


def effects(rows: Iterable[Correction]) -> dict[int, bool]:
    """Return id -> whether the stored lineage has the correction; False if its places do not exist.

    Three queries for each document.
    """
    found: dict[int, bool] = {}
    for document, some in by_document(rows).items():
        with document_active(document):
            # The page of terms applies those of a rulebook.
            found |= dict.fromkeys((row.pk for row in some), True) if document == RULEBOOK else _effects(some)
    return found


def _effects(listed: Sequence[Correction]) -> dict[int, bool]:
    dates = {date for row in listed for date in (row.old_date, row.new_date)}
    numbers = {number for row in listed for number in (row.old_number, row.new_number)}
    entries = Entry.objects.filter(
        number__in=numbers, edition__in=followed_editions().filter(version__date__in=dates)
    ).order_by("position")
    rows = entries.values_list("edition__version__date", "number", "rule_id")
    at = {(date, number): rule for date, number, rule in rows}
    relations = set(Kinship.objects.filter(version__date__in=dates).values_list("version__date", "kind", "old", "new"))
    return {row.pk: _holds(row, at, relations) for row in listed}


def _holds(
    row: Correction,
    at: Mapping[tuple[datetime.date, str], int | None],
    relations: set[tuple[datetime.date, str, int, int]],
) -> bool:
    old, new = at.get((row.old_date, row.old_number)), at.get((row.new_date, row.new_number))
    if old is None or new is None:
        return False
    if row.verb in (_Verb.SPLIT, _Verb.MERGE):
        return (row.new_date, row.verb, old, new) in relations
    return (old == new) == (row.verb == _Verb.SAME)
