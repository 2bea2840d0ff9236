"""The Atom format of feeds (RFC 4287)."""

import datetime
import re
import uuid
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

from rulesbase.core.document_urls import document_prefix

# The namespace of entry ids, so that they do not depend on the host.
_OURS = uuid.UUID("6d2f3d0e-9d0a-5a53-8f4e-0b6a3c1f7a52")
_FIRST = datetime.datetime(1999, 4, 23, tzinfo=datetime.UTC)
# Characters that XML does not allow.
_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def at_midnight(day: datetime.date) -> datetime.datetime:
    """Return the start of a day in UTC."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def urn(name: str) -> str:
    """Return the permanent id of a name in the active document and language."""
    return uuid.uuid5(_OURS, f"{get_language()}/{document_prefix()}{name}").urn


class AtomFeed(Atom1Feed):
    """A feed, newest item first. Names are permanent and unique; paths are those of HTML pages."""

    def __init__(self, request: HttpRequest, name: str, title: str, about: str, path: str) -> None:
        self.request = request
        super().__init__(
            title=_clean(title),
            link=request.build_absolute_uri(path),
            description=None,
            subtitle=_clean(about),
            language=get_language(),
            author_name="Rulesbase",
            feed_url=request.build_absolute_uri(),
            feed_guid=urn(name),
        )

    def add(
        self, name: str, title: str, at: datetime.datetime, path: str, html: str, marks: Sequence[str] = ()
    ) -> None:
        """Add an item with its content."""
        self.add_item(
            title=_clean(title),
            link=self.request.build_absolute_uri(path),
            description=_clean(html),
            unique_id=urn(name),
            pubdate=at,
            updateddate=at,
            categories=marks,
        )

    def latest_post_date(self) -> datetime.datetime:
        """Return the newest date of all items; a fixed one if there is none, so that the bytes stay equal."""
        return max((item["updateddate"] for item in self.items), default=_FIRST)

    def response(self) -> HttpResponse:
        """Return the response; the middleware adds the ETag."""
        return HttpResponse(self.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def site_of(request: HttpRequest) -> str:
    """Return the scheme and host of the site, without a trailing slash."""
    return request.build_absolute_uri("/").rstrip("/")


def _clean(text: str) -> str:
    return _UNWRITABLE.sub("", text)
