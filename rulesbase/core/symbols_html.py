"""Symbols of the game, such as {W} or {T}, as HTML glyphs with their names."""

from functools import lru_cache

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from rulesbase.engine.text import symbols


@lru_cache(maxsize=1024)
def symbol_html(written: str, language: str) -> str | None:
    """Return a symbol as a glyph with its name as label, copied in braces; None for unknown symbols."""
    glyph = symbols.glyph(written)
    if glyph is None:
        return None
    label = escape(symbols.name(written, language))
    drawn = f" sym-{glyph.sign.lower()}" if glyph.drawn else f" sl-{glyph.left} sr-{glyph.right}"
    wide = " sym-wide" if len(glyph.sign) > 2 and not glyph.drawn else ""
    sign = escape(glyph.sign)
    return (
        f'<span class="sym{drawn}{wide}" role="img" aria-label="{label}" title="{label}">'
        f'<span class="br">{{</span>{sign}<span class="br">}}</span></span>'
    )


def with_symbols(text: str, language: str = "en") -> SafeString:
    """Return a text, or HTML without braces in its attributes, with its symbols as glyphs; unsafe text is escaped."""
    html = str(conditional_escape(text))
    if "{" not in html:
        return SafeString(html)
    drawn = symbols.SYMBOL.sub(lambda match: symbol_html(match[1], language) or match[0], html)
    return mark_safe(drawn)  # noqa: S308 - escaped above
