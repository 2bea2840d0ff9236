"""Filters for costs, texts and rulings of cards."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.catalogue.card_page import layout_in_words
from cards.catalogue.printed_names import language_tag
from cards.catalogue.text_html import card_text_html, cost_html, ruling_html
from cards.models import NameEvent
from cards.name_checker.event_reasons import translated_reason
from rulesbase.core.languages import language_word

register = template.Library()
register.filter("layout_word", layout_in_words)
register.filter("card_text", card_text_html)
register.filter("cost", cost_html)
register.filter("ruling_text", ruling_html)
register.filter("language_name", language_word)
register.filter("language_tag", language_tag)


@register.filter
def language_short(code: str) -> str:
    """Write a language of printed cards in a few letters: ZH-T for traditional Chinese."""
    language, _, script = code.partition("-")
    return f"{language.upper()}-{script.removeprefix('han')[:1].upper()}" if script else code.upper()


@register.filter
def colors(letters: str) -> SafeString:
    """Write colours, given as WUBRG, as their symbols."""
    return cost_html("".join(f"{{{letter}}}" for letter in letters))


@register.simple_tag
def reason_of(event: NameEvent) -> SafeString:
    """Write why a name changed, translated where possible; empty without a reason."""
    text, is_translated = translated_reason(event.reason)
    if not text:
        return SafeString("")
    return format_html(" <span>{}</span>" if is_translated else ' <span lang="en">{}</span>', text)
