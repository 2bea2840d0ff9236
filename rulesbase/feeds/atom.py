"""Feeds as data, and their Atom format (RFC 4287)."""

import datetime
import re
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

from rulesbase.core.documents import document_prefix

# The namespace of entry ids, so that they do not depend on the host.
_OURS = uuid.UUID("6d2f3d0e-9d0a-5a53-8f4e-0b6a3c1f7a52")
_FIRST = datetime.datetime(1999, 4, 23, tzinfo=datetime.UTC)
# Characters that XML does not allow.
_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class FeedItem(NamedTuple):
    """A feed entry. ``name`` is permanent and unique; ``path`` is its page; ``html`` its content."""

    name: str
    title: str
    at: datetime.datetime
    path: str
    html: str
    marks: tuple[str, ...] = ()


class Feed(NamedTuple):
    """A feed, newest item first. ``path`` is its HTML page."""

    name: str
    title: str
    about: str
    path: str
    items: Sequence[FeedItem]


def at_midnight(day: datetime.date) -> datetime.datetime:
    """Return the start of a day in UTC."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def urn(name: str) -> str:
    """Return the permanent id of a name in the active document and language."""
    return uuid.uuid5(_OURS, f"{get_language()}/{document_prefix()}{name}").urn


class _Atom(Atom1Feed):
    """Django's Atom feed with a fixed date if it is empty, so that its bytes stay equal."""

    def latest_post_date(self) -> datetime.datetime:
        """Return the newest date of all items."""
        return max((item["updateddate"] for item in self.items), default=_FIRST)


def feed_response(request: HttpRequest, feed: Feed) -> HttpResponse:
    """Return a feed as a response; the middleware adds the ETag."""
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
