"""The head of a page as it is shared: its title, what it says in a sentence, its address; and its worker."""

from html import unescape
from typing import cast

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import get_language

from rulesbase.offline.portions import FRAMES

register = template.Library()

# As much as search engines and chats show.
_LONGEST = 200


class Captured(template.Node):
    """What its blocks say, as one line, in the variable ``name``; shown too where ``shown`` is a tag."""

    def __init__(self, nodelist: NodeList, name: str, shown: str) -> None:
        self.nodelist, self.name, self.shown = nodelist, name, shown

    def render(self, context: template.Context) -> SafeString:
        """Render the blocks once; their text is escaped already."""
        words = SafeString(" ".join(self.nodelist.render(context).split()))
        context[self.name] = words
        return format_html("<{0}>{1}</{0}>", self.shown, words) if self.shown else SafeString("")


@register.tag
def titled(parser: Parser, token: Token) -> Captured:
    """Everything up to ``endtitled`` is the title of the page."""
    del token
    nodelist = parser.parse(("endtitled",))
    parser.delete_first_token()
    return Captured(nodelist, "page_title", "title")


@register.tag
def summed(parser: Parser, token: Token) -> Captured:
    """Everything up to ``endsummed`` is what the page says in a sentence or two."""
    del token
    nodelist = parser.parse(("endsummed",))
    parser.delete_first_token()
    return Captured(nodelist, "page_summary", "")


def shared(context: template.Context, canonical: str) -> SafeString:
    """What chats and search engines show of a page: title, first words, address, language."""
    # What the blocks said is HTML; as text it is escaped anew, quotes too, for an attribute.
    title = unescape(str(context.get("page_title", ""))).removesuffix(" · Rulesbase")
    said = Truncator(unescape(strip_tags(str(context.get("page_summary", ""))))).chars(_LONGEST, truncate="…")
    language = get_language() or settings.LANGUAGE_CODE
    match = cast("HttpRequest", context["request"]).resolver_match
    return format_html(
        '<meta name="description" content="{said}">\n'
        '  <meta property="og:site_name" content="Rulesbase">\n'
        '  <meta property="og:type" content="{kind}">\n'
        '  <meta property="og:title" content="{title}">\n'
        '  <meta property="og:description" content="{said}">\n'
        '  <meta property="og:url" content="{address}">\n'
        '  <meta property="og:locale" content="{locale}">\n'
        '  <meta name="twitter:card" content="summary">',
        kind="website" if match and match.url_name == "home" else "article",
        title=title,
        said=said,
        address=canonical,
        locale=settings.LANGUAGE_LOCALES.get(language, language),
    )


@register.simple_tag(takes_context=True)
def installable(context: template.Context) -> SafeString:
    """The manifest, icons, and the script that knows the worker."""
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
        static("js/offline.js"),
        reverse("worker"),
        SafeString(" data-frame") if is_frame else "",
    )
