"""The button that adds or removes a watch: its template context, and the address of the feed of its target."""

from typing import NamedTuple

from django.urls import reverse

from rulesbase.core.document_urls import document_url, named_document
from rulesbase.models import Watch


class WatchRequest(NamedTuple):
    """The target of a watch form, and the address to return to."""

    kind: str
    value: str
    lang: str
    next: str


def button_context(target: WatchRequest, watch: Watch | None) -> dict[str, object]:
    """Return the context of watches/_watch.html; ``watch`` is the user's watch, if any."""
    params = {name: value for name, value in target._asdict().items() if value or name != "lang"}
    feed = feed_path(target.kind, target.value, target.lang or "en")
    return {**params, "watch": watch, "ask": reverse("watch", query=params), "feed": feed}


def feed_path(kind: str, value: str, language: str) -> str:
    """Return the address of the feed of a target."""
    if kind == Watch.Kind.SEARCH:
        return reverse("feed_search", query={"q": value, "lang": language})
    feeds = {Watch.Kind.CARD: "feed_card", Watch.Kind.LANGUAGE: "feed_translations"}
    if kind in feeds:
        return reverse(feeds[Watch.Kind(kind)], args=[value])
    document, named = named_document(value)
    return document_url(document, "feed_rule", named)
