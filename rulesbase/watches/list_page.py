"""Build the list of a user's watches."""

import datetime
from collections.abc import Iterator
from typing import NamedTuple

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.core.card_interface import cards as card_source
from rulesbase.core.document_urls import by_document, in_document, visible_number
from rulesbase.core.languages import language_word
from rulesbase.engine.documents import DOCUMENTS, active_document
from rulesbase.models import Entry, User, Watch
from rulesbase.watches.button import feed_path
from rulesbase.watches.watched_pages import watch_name, watch_path

_Kind = Watch.Kind


class WatchRow(NamedTuple):
    """A watch in the list: its place, name, page and feed; ``was`` is the number when it was added, if it changed.

    ``gone``: the rule is not in the newest version, or the card is not in the data.
    """

    order: tuple[int, int, int]
    name: str
    kind: str
    public_id: str
    path: str
    feed: str
    was: str
    gone: bool
    made: datetime.datetime


def watch_rows(user: User) -> list[WatchRow]:
    """Return the user's watches by kind, rules in their order. Three queries for each document."""
    watches = list(Watch.objects.filter(user=user).select_related("rule"))
    found: list[WatchRow] = []
    for document, some in by_document(watches).items():
        with in_document(document):
            found += _rows(catalogue().latest, some)
    return sorted(found)


def _rows(latest: CatalogueVersion | None, watches: list[Watch]) -> Iterator[WatchRow]:
    """Yield the rows of the watches of the active document."""
    there = Entry.objects.filter(edition=latest.main.pk if latest else 0, rule__in=[one.rule_id for one in watches])
    entries = {entry.rule_id: entry for entry in there.select_related("wording").defer("wording__emphasis")}
    cards = card_source().by_id([one.oracle_id for one in watches if one.kind == _Kind.CARD])
    for one in watches:
        entry, card = entries.get(one.rule_id), cards.get(one.oracle_id)
        gone = (one.kind == _Kind.RULE and entry is None) or (one.kind == _Kind.CARD and card is None)
        was = visible_number(one.number) if entry and entry.number != one.number else ""
        if entry:
            one.number = entry.number
            one.name = entry.wording.heading or entry.wording.text
        order = _Kind.values.index(one.kind), DOCUMENTS.index(active_document()), entry.position if entry else 0
        address, feed = watch_path(one, card), _feed(one, card)
        yield WatchRow(order, _name(one), one.kind, one.public_id, address, feed, was, gone, one.made_at)


def _name(watch: Watch) -> str:
    """Return the name below the heading of its kind."""
    if watch.kind == _Kind.SEARCH:
        return watch.question
    return language_word(watch.language) if watch.kind == _Kind.LANGUAGE else watch_name(watch)


def _feed(watch: Watch, card: object) -> str:
    """Return the address of the target's feed; empty for a rule that is gone."""
    value = watch.question or watch.language
    if watch.kind == _Kind.RULE:
        value = watch.rule.public_id if watch.rule else ""
    elif watch.kind == _Kind.CARD:
        value = getattr(card, "slug", watch.oracle_id)
    return feed_path(watch.kind, value, watch.language) if value else ""
