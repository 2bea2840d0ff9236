"""Write the difference of two texts with <ins> and <del>.

The labels for screen readers are in the language of the text, not of the page.
"""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from rulesbase.core.diff_html import View, difference
from rulesbase.core.symbols_html import with_symbols
from rulesbase.engine.diff.texts import Op

register = template.Library()
register.simple_tag(difference)
register.filter("symbols", with_symbols)


@register.simple_tag
def read_difference(
    old: str,
    new: str,
    ops: Sequence[Op] | None = None,
    language: str = "en",
    view: View = "unified",
    typography: bool = False,
) -> SafeString:
    """Write a difference for readers, with its symbols as glyphs. Translators see the braces that they type."""
    return with_symbols(difference(old, new, ops, language, view, typography), language)
