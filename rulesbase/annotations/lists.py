"""Reading lists: making and changing them, what is on them, and who may read them."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.annotations.notes import clean
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.cards import cards
from rulesbase.core.errors import Refused
from rulesbase.core.user_lock import lock_user
from rulesbase.lineage.lookup import rule_place
from rulesbase.models import ReadingItem, ReadingList, ReadItem, User
from rulesbase.models.annotations import LONGEST_COMMENT

MOST_LISTS = 100
MOST_ITEMS = 300
_LONGEST_NAME, _LONGEST_ABOUT = 120, 2000


class ListNotFound(LookupError):
    """There is no such list, or not for this person."""


class ListConflict(Exception):
    """Another window has changed this meanwhile; ``row`` is what stands now."""

    def __init__(self, row: ReadingList | ReadingItem) -> None:
        super().__init__(row.public_id)
        self.row = row


class ListDetails(NamedTuple):
    """What a list is called, what it is for, and whether others may read it."""

    name: str
    about: str = ""
    is_shared: bool = False


# ---- Lists ----


def lists_of(user: User) -> QuerySet[ReadingList]:
    """Somebody's lists by name, with how much is on each and how much of it they have read."""
    read = Count("items__readers", filter=Q(items__readers__user=user), distinct=True)
    return ReadingList.objects.filter(owner=user).annotate(size=Count("items", distinct=True), done=read)


def list_for(user: User | None, public_id: str) -> ReadingList:
    """A list that somebody may read: their own, or a shared one. Raises NoList."""
    found = ReadingList.objects.select_related("copied_from", "owner").filter(public_id=public_id).first()
    if found is None or not (found.is_shared or (user and found.owner_id == user.pk)):
        raise ListNotFound(public_id)
    return found


def own_list(user: User, public_id: str) -> ReadingList:
    """A list of somebody's own. Raises NoList."""
    found = ReadingList.objects.filter(owner=user, public_id=public_id).first()
    if found is None:
        raise ListNotFound(public_id)
    return found


def make_list(user: User, titled: ListDetails) -> ReadingList:
    """Make a list. Raises Refused."""
    wanted = _cleaned(titled)
    with transaction.atomic():
        _refuse_more(user)
        return ReadingList.objects.create(owner=user, **wanted._asdict())


def rename(user: User, public_id: str, titled: ListDetails, revision: int) -> ReadingList:
    """Change name, purpose and sharing. Raises Refused, NoList, ListOvertaken."""
    row = own_list(user, public_id)
    wanted = _cleaned(titled)
    fields = wanted._asdict() | {"revision": F("revision") + 1, "changed_at": timezone.now()}
    if not ReadingList.objects.filter(pk=row.pk, revision=revision).update(**fields):
        row.refresh_from_db()
        if ListDetails(row.name, row.about, row.is_shared) != wanted:
            raise ListConflict(row)
    row.refresh_from_db()
    return row


def copy_list(user: User, public_id: str) -> ReadingList:
    """A list of one's own with all that is on another one, comments too. Raises Refused and NoList."""
    other = list_for(user, public_id)
    with transaction.atomic():
        _refuse_more(user)
        made = ReadingList.objects.create(owner=user, name=other.name, about=other.about, copied_from=other)
        names = ("position", "rule_id", "number", "day", "wording_id", "oracle_id", "name", "comment")
        ReadingItem.objects.bulk_create(
            ReadingItem(of=made, **{name: getattr(item, name) for name in names}) for item in other.items.all()
        )
    return made


def _cleaned(titled: ListDetails) -> ListDetails:
    name = " ".join(clean(titled.name, _LONGEST_NAME, "name").split())
    if not any(sign.isprintable() and sign != " " for sign in name):
        raise Refused(_("Give the list a name."), "name")
    return ListDetails(name, clean(titled.about, _LONGEST_ABOUT, "about"), titled.is_shared)


def _refuse_more(user: User) -> None:
    """Raise Refused where somebody has as many lists as can be; two windows at once take turns."""
    lock_user(user)
    if ReadingList.objects.filter(owner=user).count() >= MOST_LISTS:
        message = ngettext(
            "You have %(most)s list, which is as many as can be kept. Delete one first.",
            "You have %(most)s lists, which is as many as can be kept. Delete one first.",
            MOST_LISTS,
        )
        raise Refused(message % {"most": MOST_LISTS})


# ---- What is on them ----


def put(row: ReadingList, what: str, comment: str = "") -> ReadingItem:
    """Put a rule, chapter, term or card at the end of a list, however it is named. Raises Refused."""
    item = _named(row, what.strip())
    item.comment = clean(comment, LONGEST_COMMENT, "comment")
    with transaction.atomic():
        # Two windows at once take their turns: each sees what the other put there.
        _hold(row)
        same = Q(rule=item.rule_id) if item.rule_id else Q(oracle_id=item.oracle_id)
        if ReadingItem.objects.filter(same, of=row).exists():
            raise Refused(_("“%(name)s” is on this list already.") % {"name": item.number or item.name}, "what")
        last = ReadingItem.objects.filter(of=row).aggregate(last=Max("position"), count=Count("pk"))
        if last["count"] >= MOST_ITEMS:
            message = ngettext(
                "A list holds %(most)s thing at most. Make another one.",
                "A list holds %(most)s things at most. Make another one.",
                MOST_ITEMS,
            )
            raise Refused(message % {"most": MOST_ITEMS})
        item.position = (last["last"] or 0) + 1
        item.save()
    return item


def _hold(row: ReadingList) -> None:
    """Hold a list until the transaction ends. Raises NoList where another window has just deleted it."""
    if ReadingList.objects.select_for_update().filter(pk=row.pk).first() is None:
        raise ListNotFound(row.public_id)


def _named(row: ReadingList, what: str) -> ReadingItem:
    versions = catalogue()
    found = rule_place(versions, what) or rule_place(versions, "-".join(what.lower().split()))
    if found and found.edition:
        name = found.wording.heading or found.wording.text
        day: datetime.date = found.edition.version.date
        return ReadingItem(
            of=row, rule=found.rule, number=found.number, day=day, wording=found.wording, name=name[:300]
        )
    card = cards().meant(what[:300])
    if card:
        return ReadingItem(of=row, oracle_id=card.oracle_id, name=card.name)
    raise Refused(
        _("There is no rule, term or card “%(what)s”. Write a number such as 601.2, a term, or the name of a card.")
        % {"what": what[:60]},
        "what",
    )


def item_of(row: ReadingList, public_id: str) -> ReadingItem:
    """Something on a list. Raises NoList."""
    found = ReadingItem.objects.filter(of=row, public_id=public_id).first()
    if found is None:
        raise ListNotFound(public_id)
    return found


def move(row: ReadingList, public_id: str, steps: int) -> None:
    """Move something up (negative) or down; at the end it stays. What others put there meanwhile stays too."""
    with transaction.atomic():
        _hold(row)
        order = list(ReadingItem.objects.filter(of=row))
        at = next((at for at, item in enumerate(order) if item.public_id == public_id), None)
        if at is None:
            raise ListNotFound(public_id)
        item = order.pop(at)
        order.insert(max(0, min(len(order), at + steps)), item)
        changed = [one for position, one in enumerate(order, 1) if one.position != position]
        for position, one in enumerate(order, 1):
            one.position = position
        ReadingItem.objects.bulk_update(changed, ["position"])


def comment_on(row: ReadingList, public_id: str, typed: str, revision: int) -> ReadingItem:
    """Change the comment of something on a list. Raises Refused, NoList, ListOvertaken."""
    comment = clean(typed, LONGEST_COMMENT)
    item = item_of(row, public_id)
    rows = ReadingItem.objects.filter(pk=item.pk, revision=revision)
    if not rows.update(comment=comment, revision=F("revision") + 1):
        item.refresh_from_db()
        if item.comment != comment:
            raise ListConflict(item)
    return item


def set_read(user: User, item: ReadingItem, *, read: bool) -> None:
    """Note that somebody has read something, or has not."""
    if read:
        ReadItem.objects.get_or_create(user=user, item=item)
    else:
        ReadItem.objects.filter(user=user, item=item).delete()


def read_of(user: User | None, items: Sequence[ReadingItem]) -> set[int]:
    """The keys of those that somebody has read. One query."""
    if user is None:
        return set()
    return set(ReadItem.objects.filter(user=user, item__in=items).values_list("item_id", flat=True))
