"""Write the watch button and the feed links of a page."""

from typing import cast

from django import template
from django.http import HttpRequest
from django.urls import ResolverMatch, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from rulesbase.core.document_urls import document_prefix
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.feeds.rules import versions_title
from rulesbase.models import Watch
from rulesbase.search.number_or_version import LONGEST_QUERY
from rulesbase.templatetags.page_head import is_private
from rulesbase.watches.button import button_context

register = template.Library()


@register.inclusion_tag("watches/_watch.html", takes_context=True)
def watch_button(context: template.Context, kind: str, value: object, day: object = "") -> dict[str, object]:
    """Write a form with a button, or a link for anonymous users: ``{% watch_button "rule" number version %}``.

    Kinds are rule (a number and a version, or an id), card (its oracle id) and search (language as ``day``).
    One query; none without a session, because those pages are cached.
    """
    if kind == Watch.Kind.SEARCH and active_document() != COMPREHENSIVE_RULES:
        # Watched searches are of the Comprehensive Rules.
        return {}
    request = cast(HttpRequest, context["request"])
    named = f"{value}@{day}" if kind == Watch.Kind.RULE and day else str(value)
    if kind == Watch.Kind.RULE:
        named = document_prefix() + named
    signed_in = bool(context.get("signed_in"))
    language = str(day or "en") if kind == Watch.Kind.SEARCH else ""
    watch = _mine(request, kind, str(value), str(day)) if signed_in else None
    return {
        **button_context(kind, named, language, request.get_full_path(), watch),
        "csrf_token": context.get("csrf_token"),
        "signed_in": signed_in,
    }


def _mine(request: HttpRequest, kind: str, value: str, day: str) -> Watch | None:
    mine = Watch.objects.filter(user=request.user.pk, kind=kind)
    if kind == Watch.Kind.CARD:
        return mine.filter(oracle_id=value).first()
    if kind == Watch.Kind.SEARCH:
        return mine.filter(question=" ".join(value.split()), language=day or "en").first()
    if day:
        entry = {"rule__entries__number": value, "rule__entries__edition__version__date": day}
        return mine.filter(rule__entries__edition__language="en", document=active_document(), **entry).first()
    return mine.filter(rule__public_id=value).first()


@register.simple_tag(takes_context=True)
def feed_links(context: template.Context) -> SafeString:
    """Write the feed links of a page: new versions and the subject of the page. Nothing on personal pages."""
    request = cast("HttpRequest | None", context.get("request"))
    if request is None or request.resolver_match is None or is_private(request):
        return SafeString("")
    found = [(versions_title(), reverse("feed_versions"))]
    if "exception" not in context:
        found += _of_page(context, request.resolver_match)
    link = '<link rel="alternate" type="application/atom+xml" title="{}" href="{}">'
    return format_html_join("\n  ", link, found)


def _of_page(context: template.Context, match: ResolverMatch) -> list[tuple[str, str]]:
    name, given = match.url_name, match.kwargs
    if name in ("place", "term") and ("line" in context or "entries" in context):
        number = str(given.get("number") or context.get("main_slug"))
        if not number:
            return []
        address = reverse("feed_rule", args=[f"{number}@{given['date']}"])
        return [(gettext("Changes to %(place)s") % {"place": number}, address)]
    if name == "rule_history":
        return [(gettext("Changes to this rule"), reverse("feed_rule", args=[given["public_id"]]))]
    if name == "card" and "card" in context:
        card = context["card"]
        return [(gettext("Rulings of %(card)s") % {"card": card.name}, reverse("feed_card", args=[card.slug]))]
    question = str(context.get("q") or "")
    if name == "search" and question and len(question) <= LONGEST_QUERY:
        query = {"q": question, "lang": next(iter(context.get("languages") or ()), get_language() or "en")}
        title = gettext("Search: %(question)s") % {"question": question}
        return [(title, reverse("feed_search", query=query))]
    return []
