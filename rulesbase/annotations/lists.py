"""Reading lists: create and change them and their items, and check who may read them."""

import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.annotations.notes import clean, store_change
from rulesbase.citations.other_documents import cited_section
from rulesbase.core.card_interface import cards
from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.document_urls import named
from rulesbase.core.errors import Refused
from rulesbase.engine.documents import document_active
from rulesbase.lineage.find_rule import entry_in_any_document
from rulesbase.models import Entry, ReadingItem, ReadingList, ReadItem, User
from rulesbase.models.annotations import LONGEST_COMMENT

MOST_LISTS = 100
MOST_ITEMS = 300
_LONGEST_NAME, _LONGEST_ABOUT = 120, 2000


class ListNotFound(Http404):
    """There is no such list or item, or not for this user: pages answer 404."""

    def __init__(self) -> None:
        super().__init__(_("There is no such list."))


class ListDetails(NamedTuple):
    """The name and purpose of a list, and whether others may read it."""

    name: str
    about: str = ""
    is_shared: bool = False


# ---- Lists ----


def lists_of(user: User) -> QuerySet[ReadingList]:
    """Return a user's lists, with the numbers of items and of items read."""
    read = Count("items__readers", filter=Q(items__readers__user=user), distinct=True)
    return ReadingList.objects.filter(owner=user).annotate(size=Count("items", distinct=True), done=read)


def list_for(user: User | None, public_id: str) -> ReadingList:
    """Return a list that a user may read: an own or shared one. Raises ListNotFound."""
    found = ReadingList.objects.select_related("copied_from", "owner").filter(public_id=public_id).first()
    if found is None or not (found.is_shared or (user and found.owner_id == user.pk)):
        raise ListNotFound
    return found


def own_list(user: User, public_id: str) -> ReadingList:
    """Return an own list of a user. Raises ListNotFound."""
    found = ReadingList.objects.filter(owner=user, public_id=public_id).first()
    if found is None:
        raise ListNotFound
    return found


def make_list(user: User, titled: ListDetails) -> ReadingList:
    """Create a list. Raises Refused."""
    wanted = _cleaned(titled)
    with transaction.atomic():
        _refuse_more(user)
        return ReadingList.objects.create(owner=user, **wanted._asdict())


def rename(row: ReadingList, titled: ListDetails, revision: int) -> None:
    """Change name, purpose and sharing. Raises Refused, EditConflict."""
    store_change(row, revision, _cleaned(titled)._asdict(), changed_at=timezone.now())


def copy_list(user: User, public_id: str) -> ReadingList:
    """Copy a list with its items and comments. Raises Refused and ListNotFound."""
    other = list_for(user, public_id)
    with transaction.atomic():
        _refuse_more(user)
        made = ReadingList.objects.create(owner=user, name=other.name, about=other.about, copied_from=other)
        names = ("position", "rule_id", "document", "number", "day", "wording_id", "oracle_id", "name", "comment")
        ReadingItem.objects.bulk_create(
            ReadingItem(of=made, **{name: getattr(item, name) for name in names}) for item in other.items.all()
        )
    return made


def _cleaned(titled: ListDetails) -> ListDetails:
    name = " ".join(clean(titled.name, _LONGEST_NAME, "name").split())
    if not name:
        raise Refused(_("Give the list a name."), "name")
    return ListDetails(name, clean(titled.about, _LONGEST_ABOUT, "about"), titled.is_shared)


def _refuse_more(user: User) -> None:
    """Raise Refused if a user has the maximum number of lists; parallel requests wait."""
    lock_user(user)
    if ReadingList.objects.filter(owner=user).count() >= MOST_LISTS:
        message = ngettext(
            "You have %(most)s list, the maximum. Delete one first.",
            "You have %(most)s lists, the maximum. Delete one first.",
            MOST_LISTS,
        )
        raise Refused(message % {"most": MOST_LISTS})


# ---- Items ----


def put(row: ReadingList, what: str, comment: str = "") -> ReadingItem:
    """Append a rule, chapter, term or card, by number or name, to a list. Raises Refused."""
    item = _named(row, what.strip())
    item.comment = clean(comment, LONGEST_COMMENT, "comment")
    with transaction.atomic():
        _lock(row)
        same = Q(rule=item.rule_id) if item.rule_id else Q(oracle_id=item.oracle_id)
        if ReadingItem.objects.filter(same, of=row).exists():
            with document_active(item.document):
                name = named(item.number, item.name)
            raise Refused(_("“%(name)s” is on this list already.") % {"name": name}, "what")
        last = ReadingItem.objects.filter(of=row).aggregate(last=Max("position"), count=Count("pk"))
        if last["count"] >= MOST_ITEMS:
            message = ngettext(
                "A list can have at most %(most)s entry. Create another list.",
                "A list can have at most %(most)s entries. Create another list.",
                MOST_ITEMS,
            )
            raise Refused(message % {"most": MOST_ITEMS})
        item.position = (last["last"] or 0) + 1
        item.save()
    return item


def _lock(row: ReadingList) -> None:
    """Lock a list until the transaction ends. Raises ListNotFound if it was just deleted."""
    if ReadingList.objects.select_for_update().filter(pk=row.pk).first() is None:
        raise ListNotFound


def _named(row: ReadingList, what: str) -> ReadingItem:
    found = entry_in_any_document(what) or entry_in_any_document("-".join(what.lower().split())) or _section(what)
    if found and found.edition and found.rule:
        name = found.wording.heading or found.wording.text
        day: datetime.date = found.edition.version.date
        return ReadingItem(
            of=row,
            rule=found.rule,
            document=found.rule.document,
            number=found.number,
            day=day,
            wording=found.wording,
            name=name[:300],
        )
    card = cards().meant(what[:300])
    if card:
        return ReadingItem(of=row, oracle_id=card.oracle_id, name=card.name)
    message = _(
        "There is no rule, term or card “%(what)s”. Write a number such as 601.2 or MTR 3.9, a "
        "term, or the name of a card."
    )
    raise Refused(message % {"what": what[:60]}, "what")


def _section(what: str) -> Entry | None:
    """Return the section of a tournament document that a citation names: ``MTR 3.9 of 2014``, ``GRV``."""
    section = cited_section(what)
    return entry_in_any_document(f"{section.document} {section.number}@{section.date}") if section else None


def item_of(row: ReadingList, public_id: str) -> ReadingItem:
    """Return an item of a list. Raises ListNotFound."""
    found = ReadingItem.objects.filter(of=row, public_id=public_id).first()
    if found is None:
        raise ListNotFound
    return found


def move(row: ReadingList, public_id: str, *, up: bool) -> None:
    """Exchange an item with the one above or below it; at the end it stays."""
    with transaction.atomic():
        _lock(row)
        item = item_of(row, public_id)
        above, below = row.items.filter(position__lt=item.position), row.items.filter(position__gt=item.position)
        other = above.last() if up else below.first()
        if other:
            item.position, other.position = other.position, item.position
            ReadingItem.objects.bulk_update([item, other], ["position"])


def comment_on(row: ReadingList, public_id: str, typed: str, revision: int) -> None:
    """Change the comment of an item. Raises Refused, ListNotFound, EditConflict."""
    comment = clean(typed, LONGEST_COMMENT)
    store_change(item_of(row, public_id), revision, {"comment": comment})


def set_read(user: User, item: ReadingItem, *, read: bool) -> None:
    """Mark an item as read by a user, or not."""
    if read:
        ReadItem.objects.get_or_create(user=user, item=item)
    else:
        ReadItem.objects.filter(user=user, item=item).delete()
