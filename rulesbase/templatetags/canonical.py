"""The addresses of a page that search engines shall know: its own, and those of its other languages."""

from typing import cast

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rulesbase.templatetags.page_head import shared

register = template.Library()

# Pages of one person, which no search engine sees.
_PRIVATE = ("/account/", "/curate/")


@register.simple_tag(takes_context=True)
def language_links(context: template.Context) -> SafeString:
    """The links of a page: ``canonical`` and ``alternates`` of its context, else its address without a query and the
    same page with the interface in the other languages. Nothing for errors and for pages of one person."""
    request = cast("HttpRequest | None", context.get("request"))
    if request is None or request.resolver_match is None or "exception" in context or _is_private(request):
        return SafeString("")
    canonical = context.get("canonical") or request.build_absolute_uri(request.path)
    alternates = context.get("alternates") or [(code, translate_url(canonical, code)) for code, _ in settings.LANGUAGES]
    if len({address for _, address in alternates}) < len(alternates):
        # One address for all languages, as those of the API's pages.
        return format_html('<link rel="canonical" href="{}">\n  {}', canonical, shared(context, canonical))
    default = translate_url(alternates[0][1], settings.LANGUAGE_CODE)
    links = format_html_join(
        "\n  ", '<link rel="alternate" hreflang="{}" href="{}">', [*alternates, ("x-default", default)]
    )
    return format_html('<link rel="canonical" href="{}">\n  {}\n  {}', canonical, links, shared(context, canonical))


def _is_private(request: HttpRequest) -> bool:
    language = get_language() or settings.LANGUAGE_CODE
    return request.path.removeprefix(f"/{language}").startswith(_PRIVATE)
