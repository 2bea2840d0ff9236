"""Feeds as data, and how they are written as Atom (RFC 4287)."""

import datetime
import re
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

# Ids are made of names under this one, so that they stay whatever host answers, and after a move to another.
_OURS = uuid.UUID("6d2f3d0e-9d0a-5a53-8f4e-0b6a3c1f7a52")
_FIRST = datetime.datetime(1999, 4, 23, tzinfo=datetime.UTC)
# What no XML document may hold.
_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class FeedItem(NamedTuple):
    """Something that happened. ``name`` is its own for ever; ``path`` the page about it; ``html`` tells it."""

    name: str
    title: str
    at: datetime.datetime
    path: str
    html: str
    marks: tuple[str, ...] = ()


class Feed(NamedTuple):
    """What happened to something, newest first. ``path`` is its page for people."""

    name: str
    title: str
    about: str
    path: str
    items: Sequence[FeedItem]


def at_midnight(day: datetime.date) -> datetime.datetime:
    """The moment from which a version counts."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def urn(name: str) -> str:
    """An id that is the same for a name in a language for ever."""
    return uuid.uuid5(_OURS, f"{get_language()}/{name}").urn


class _Atom(Atom1Feed):
    """As Django writes it, but of an empty feed the date is always the same: its text is then the same too."""

    def latest_post_date(self) -> datetime.datetime:
        """The newest moment of all items."""
        return max((item["updateddate"] for item in self.items), default=_FIRST)


def feed_response(request: HttpRequest, feed: Feed) -> HttpResponse:
    """Write a feed as the answer to a request; the middleware gives it a strong ETag and answers 304."""
    atom = _Atom(
        title=_clean(feed.title),
        link=request.build_absolute_uri(feed.path),
        description=None,
        subtitle=_clean(feed.about),
        language=get_language(),
        author_name="Rulesbase",
        feed_url=request.build_absolute_uri(),
        feed_guid=urn(feed.name),
    )
    for item in feed.items:
        atom.add_item(
            title=_clean(item.title),
            link=request.build_absolute_uri(item.path),
            description=_clean(item.html),
            unique_id=urn(item.name),
            pubdate=item.at,
            updateddate=item.at,
            categories=item.marks,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _clean(text: str) -> str:
    return _UNWRITABLE.sub("", text)
