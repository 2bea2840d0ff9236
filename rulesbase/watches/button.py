"""The button that adds or removes a watch: its template context, and the address of the feed of its target."""

from django.urls import reverse

from rulesbase.core.document_urls import document_url, named_document
from rulesbase.models import Watch


def button_context(kind: str, value: str, lang: str, next_page: str, watch: Watch | None) -> dict[str, object]:
    """Return the context of watches/_watch.html for a target.

    ``next_page`` is the address to return to, ``watch`` the user's watch, if any.
    """
    params = {"kind": kind, "value": value, **({"lang": lang} if lang else {}), "next": next_page}
    ask, feed = reverse("watch", query=params), feed_path(kind, value, lang or "en")
    return {**params, "watch": watch, "ask": ask, "feed": feed}


def feed_path(kind: str, value: str, language: str) -> str:
    """Return the address of the feed of a target."""
    if kind == Watch.Kind.SEARCH:
        return reverse("feed_search", query={"q": value, "lang": language})
    feeds = {Watch.Kind.CARD: "feed_card", Watch.Kind.LANGUAGE: "feed_translations"}
    if kind in feeds:
        return reverse(feeds[Watch.Kind(kind)], args=[value])
    document, named = named_document(value)
    return document_url(document, "feed_rule", named)
