"""Link a ruling to a rule, decide on computed links, remove a link, and store what rulings cite.

Each action of a person checks, writes in one transaction and stores who, when and why. Messages of Refused are for
people.
"""

import datetime
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from cards.models import Ruling, RulingCitation, RulingRule, RulingsRead, RulingTie
from cards.rulings.queries import cited_numbers
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.lineage.corrections import entry_of, read_place
from rulesbase.models import Entry, User

_BATCH = 2000
# Raise it when a text would give other citations: all rulings are then read again.
READER = 1


class ProposedLink(NamedTuple):
    """A link that is not stored yet: a ruling, and an entry of the version of a day."""

    ruling: Ruling
    entry: Entry
    day: datetime.date


def propose_link(ruling: int, place: str) -> ProposedLink:
    """Return the ruling with a key, and the entry of ``201.3`` on the ruling's day or of ``201.3@2006-05-01``.

    Raise Refused if the ruling or rule does not exist, or if the link exists already.
    """
    row = Ruling.objects.select_related("card").filter(pk=ruling).first()
    if row is None:
        raise Refused(_("There is no such ruling."))
    named = place if "@" in place else f"{place}@{row.date.isoformat()}"
    date, number = read_place(named)
    entry = entry_of(date, number)
    if entry.kind == Entry.Kind.TERM:
        raise Refused(_("A ruling can be linked to rules only, not to glossary terms."))
    if RulingTie.objects.confirmed().filter(ruling=row, number=entry.number, day=date).exists():
        raise Refused(_("The ruling is already linked to %(place)s.") % {"place": f"{number}@{date.isoformat()}"})
    return ProposedLink(row, entry, date)


def add_link(ruling: int, place: str, *, reason: str, by: User | None) -> RulingTie:
    """Link a ruling to a rule; the link replaces a rejection. Raise Refused."""
    with writing():
        meant = propose_link(ruling, place)
        rejected = RulingTie.objects.in_force().filter(ruling=meant.ruling, number=meant.entry.number, day=meant.day)
        for rejection in rejected:
            rejection.withdraw(by)
        return _store(meant.ruling, meant.entry.number, meant.day, reason=reason.strip(), made_by=by)


def decide_link(link: int, *, confirmed: bool, by: User | None) -> RulingTie:
    """Confirm or reject a computed link; the decision counts for this ruling and rule. Raise Refused."""
    with writing():
        row = RulingRule.objects.undecided().filter(pk=link).select_related("ruling__card").first()
        if row is None:
            message = _(
                "Somebody has already confirmed or rejected this link between a ruling and a rule, or a newer link "
                "has replaced it. Load the page again."
            )
            raise Refused(message)
        return _store(row.ruling, row.number, row.day, rejected=not confirmed, made_by=by)


def _store(ruling: Ruling, number: str, day: datetime.date, **more: Any) -> RulingTie:
    named = {"oracle_id": ruling.card.oracle_id, "digest": ruling.digest}
    return RulingTie.objects.create(ruling=ruling, number=number, day=day, **named, **more)


def remove_link(pk: int, *, by: User | None) -> RulingTie:
    """Remove a link; its row stays as a record. Raise Refused."""
    with writing():
        row = RulingTie.objects.filter(pk=pk).first()
        if row is None:
            raise Refused(_("There is no such link between a ruling and a rule."))
        if row.withdrawn_at:
            raise Refused(_("This link between a ruling and a rule was already removed."))
        row.withdraw(by)
    return row


# ---- After an import ----


def update_ruling_citations() -> int:
    """Store the citations of new rulings, and restore the links of rulings that an import replaced.

    Call it after an import, under the write lock. A ruling never changes, so each is read once. If no citation is left,
    all are read again. Return how many citations were found.
    """
    state, _made = RulingsRead.objects.get_or_create(pk=1)
    if state.reader != READER or not RulingCitation.objects.exists():
        RulingCitation.objects.all().delete()
        state.last, state.reader = 0, READER
    rows = Ruling.objects.filter(pk__gt=state.last).order_by("pk")
    found: list[RulingCitation] = []
    for pk, date, text in rows.values_list("pk", "date", "text").iterator(_BATCH):
        state.last = pk
        found += [RulingCitation(ruling_id=pk, number=n, day=day) for n, day in cited_numbers(text, date)]
    RulingCitation.objects.bulk_create(found, batch_size=_BATCH)
    state.save()
    same = Ruling.objects.filter(card__oracle_id=OuterRef("oracle_id"), digest=OuterRef("digest")).values("pk")[:1]
    RulingTie.objects.filter(ruling=None).update(ruling=Subquery(same))
    return len(found)
