"""Write the canonical address of a page and the addresses of its other languages."""

from typing import cast

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rulesbase.templatetags.page_head import sharing_tags

register = template.Library()

# Personal pages, which search engines do not see.
_PRIVATE = ("/account/", "/curate/")


@register.simple_tag(takes_context=True)
def language_links(context: template.Context) -> SafeString:
    """Write the links of a page; nothing for errors and personal pages.

    ``canonical`` and ``alternates`` of the context override the address without a query and the same page with the
    interface in the other languages.
    """
    request = cast("HttpRequest | None", context.get("request"))
    if request is None or request.resolver_match is None or "exception" in context or is_private(request):
        return SafeString("")
    canonical = context.get("canonical") or request.build_absolute_uri(request.path)
    alternates = context.get("alternates") or [(code, translate_url(canonical, code)) for code, _ in settings.LANGUAGES]
    if len({address for _, address in alternates}) < len(alternates):
        # Some pages, such as those of the API, have one address for all languages.
        return format_html('<link rel="canonical" href="{}">\n  {}', canonical, sharing_tags(context, canonical))
    default = translate_url(alternates[0][1], settings.LANGUAGE_CODE)
    links = format_html_join(
        "\n  ", '<link rel="alternate" hreflang="{}" href="{}">', [*alternates, ("x-default", default)]
    )
    return format_html(
        '<link rel="canonical" href="{}">\n  {}\n  {}', canonical, links, sharing_tags(context, canonical)
    )


def is_private(request: HttpRequest) -> bool:
    language = get_language() or settings.LANGUAGE_CODE
    return request.path.removeprefix(f"/{language}").startswith(_PRIVATE)
