"""Write the head of a page: title, summary, its address in each language, links to install the site; the footer."""

import json
import re
from functools import lru_cache
from html import unescape
from typing import cast

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import get_urlconf, reverse, translate_url
from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import get_language

from config.static_files import stylesheet_names
from rulesbase.offline.stored_pages import FRAMES

register = template.Library()


@register.simple_tag
def stylesheets(bundle: str) -> SafeString:
    """Link the stylesheets of a bundle (see `config.static_files`): ``{% stylesheets "css/site.css" %}``."""
    links = ((static(name),) for name in stylesheet_names(bundle))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', links)


# The longest description that search engines and chats show, in characters.
_LONGEST = 200


@register.simple_block_tag(takes_context=True)
def capture_title(context: template.Context, content: str) -> SafeString:
    """Use everything up to ``endcapture_title`` as the page title."""
    # The rendered blocks are escaped already.
    context["page_title"] = _one_line(content)
    return format_html("<title>{}</title>", context["page_title"])


@register.simple_block_tag(takes_context=True)
def capture_summary(context: template.Context, content: str) -> SafeString:
    """Use everything up to ``endcapture_summary`` as the page description."""
    context["page_summary"] = _one_line(content)
    return SafeString("")


def _one_line(content: str) -> SafeString:
    """Return rendered HTML in one line; the no-break spaces of French stay."""
    return SafeString(re.sub(r"[ \t\r\n]+", " ", content).strip())


def sharing_tags(context: template.Context, canonical: str) -> SafeString:
    """Write the meta tags for chats and search engines: title, description, address, language."""
    # The captured blocks are HTML; convert them to text, which is escaped again for the attribute.
    title = unescape(str(context.get("page_title", ""))).removesuffix(" · Rulesbase")
    words = unescape(strip_tags(str(context.get("page_summary", "")))).strip()
    summary = Truncator(words).chars(_LONGEST, truncate="…")
    language = get_language() or settings.LANGUAGE_CODE
    match = cast("HttpRequest", context["request"]).resolver_match
    return format_html(
        '<meta name="description" content="{summary}">\n'
        '  <meta property="og:site_name" content="Rulesbase">\n'
        '  <meta property="og:type" content="{kind}">\n'
        '  <meta property="og:title" content="{title}">\n'
        '  <meta property="og:description" content="{summary}">\n'
        '  <meta property="og:url" content="{address}">\n'
        '  <meta property="og:locale" content="{locale}">\n'
        '  <meta name="twitter:card" content="summary">',
        kind="website" if match and match.url_name == "home" else "article",
        title=title,
        summary=summary,
        address=canonical,
        locale=settings.LANGUAGE_LOCALES.get(language, language),
    )


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
    """Return whether a page is personal, so that search engines do not see it."""
    language = get_language() or settings.LANGUAGE_CODE
    return request.path.removeprefix(f"/{language}").startswith("/account/") or "/curate/" in request.path


@register.simple_tag(takes_context=True)
def legislation(context: template.Context) -> SafeString:
    """Write the description of the text as JSON-LD: data, so the content policy needs no exception for it."""
    data = context.get("legislation")
    if not data:
        return SafeString("")
    # As `json_script` escapes, which has another type.
    written = json.dumps(data, ensure_ascii=False).translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"})
    return format_html('<script type="application/ld+json">{}</script>', SafeString(written))


@register.simple_tag(takes_context=True)
def install_links(context: template.Context) -> SafeString:
    """Write the manifest, icons, and the script that registers the service worker."""
    if not settings.OFFLINE:
        return SafeString("")
    request = cast("HttpRequest | None", context.get("request"))
    home = reverse("home")
    is_frame = request is not None and request.path in {home + path.removeprefix("/") for path in FRAMES}
    return format_html(
        '<link rel="manifest" href="{}">\n'
        '  <link rel="apple-touch-icon" href="{}">\n'
        '  <meta name="theme-color" content="#fcfbf8" media="(prefers-color-scheme: light)">\n'
        '  <meta name="theme-color" content="#171613" media="(prefers-color-scheme: dark)">\n'
        '  <script type="module" src="{}" data-worker="{}"{}></script>',
        reverse("manifest"),
        static("img/icon-180.png"),
        static("js/service-worker-register.js"),
        reverse("worker"),
        SafeString(" data-frame") if is_frame else "",
    )


@register.simple_tag
def footer() -> SafeString:
    """Write the footer, which is the same on all pages of a language and a document."""
    return _footer(get_language(), get_urlconf())


# A twentieth of the time of a page, mostly for its two dozen addresses.
@lru_cache(maxsize=32)
def _footer(_language: str | None, _urlconf: object) -> SafeString:
    return render_to_string("_footer.html")
