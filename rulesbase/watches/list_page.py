"""The list of what somebody watches, as its page shows it."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.cards import cards as card_source
from rulesbase.core.languages import language_word
from rulesbase.models import Entry, User, Watch
from rulesbase.watches.mail import watch_name, watch_path

_Kind = Watch.Kind
_ORDER = list(Watch.Kind)


class Listed(NamedTuple):
    """A watch: its name, page and feed; ``was`` is the number it was watched under, where that is another now.

    ``gone`` says that it is not in the newest rules, or no card of the data.
    """

    public_id: str
    name: str
    path: str
    feed: str
    was: str
    gone: bool
    made: datetime.datetime


class Group(NamedTuple):
    """Watches of a kind."""

    kind: str
    label: str
    rows: tuple[Listed, ...]


def listed(versions: Catalogue, user: User) -> list[Group]:
    """What somebody watches, by kind, rules in the order of the book. Three queries."""
    watches = list(Watch.objects.filter(user=user).select_related("rule"))
    latest = versions.latest
    there = Entry.objects.filter(edition=latest.main.pk if latest else 0, rule__in=[one.rule_id for one in watches])
    entries = {entry.rule_id: entry for entry in there.select_related("wording").defer("wording__emphasis")}
    cards = card_source().by_id([one.oracle_id for one in watches if one.kind == _Kind.CARD])
    found: dict[str, list[tuple[object, Listed]]] = {}
    for one in watches:
        entry, card = entries.get(one.rule_id), cards.get(one.oracle_id)
        gone = (one.kind == _Kind.RULE and entry is None) or (one.kind == _Kind.CARD and card is None)
        was = one.number if entry and entry.number != one.number else ""
        if entry:
            one.number = entry.number
            one.name = entry.wording.heading or entry.wording.text
        row = Listed(one.public_id, _name(one), watch_path(one, card), _feed(one, card), was, gone, one.made_at)
        found.setdefault(one.kind, []).append((entry.position if entry else 0, row))
    return [
        Group(kind.value, str(kind.label), tuple(row for _, row in sorted(found[kind], key=_key)))
        for kind in _ORDER
        if kind in found
    ]


def _key(one: Sequence[object]) -> tuple[int, str]:
    position, row = one
    return int(str(position)), row.name if isinstance(row, Listed) else ""


def _name(watch: Watch) -> str:
    """What it is called below the heading of its kind."""
    if watch.kind == _Kind.SEARCH:
        return watch.question
    return language_word(watch.language) if watch.kind == _Kind.LANGUAGE else watch_name(watch)


def _feed(watch: Watch, card: object) -> str:
    """The feed of what is watched."""
    if watch.kind == _Kind.RULE:
        return reverse("feed_rule", args=[watch.rule.public_id]) if watch.rule else ""
    if watch.kind == _Kind.CARD:
        return reverse("feed_card", args=[getattr(card, "slug", watch.oracle_id)])
    if watch.kind == _Kind.SEARCH:
        return search_feed_path(watch.question, watch.language)
    return reverse("feed_translations", args=[watch.language])


def search_feed_path(question: str, language: str) -> str:
    """The address of the feed of a search."""
    return f"{reverse('feed_search')}?{urlencode({'q': question, 'lang': language})}"
