"""Filters for costs, texts and rulings of cards."""

import datetime
import re

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from cards.catalogue.card_page import layout_in_words
from cards.catalogue.printed_names import language_name, language_tag
from cards.models import NameEvent, Ruling
from cards.name_checker.event_reasons import translated_reason
from cards.rulings.queries import Basis, RulingWithBases, day_of
from rulesbase.archive.entries import Lead, Passage
from rulesbase.engine.text.citations import find_citations
from rulesbase.engine.text.references import Ref
from rulesbase.reading.text_html import Links, inline_html

register = template.Library()
register.filter("layout_word", layout_in_words)
register.filter("language_name", language_name)
register.filter("language_tag", language_tag)

_REMINDER = re.compile(r"\([^()\n]*\)")
_NOTHING = Lead({}, {})


class CardLinks(Links):
    """Symbols for the text of a card; no links to rules or terms."""

    def __init__(self, language: str) -> None:
        self.language, self.matcher, self.query = language, None, ""


class RulingLinks(CardLinks):
    """Links for the numbers in a ruling, as of its day."""

    def __init__(self, days: dict[str, datetime.date], bases: tuple[Basis, ...]) -> None:
        super().__init__("en")
        self._days = days
        self._moved_numbers = {basis.number for basis in bases if basis.renumbered}

    def reference(self, number: str, shown: str, lead: Lead, fold: int) -> str:
        """Return a number as a link to its citation, marked if the rule has another number now."""
        address = reverse("citation", args=[f"{number}@{self._days[number].isoformat()}"])
        if number not in self._moved_numbers:
            return f'<a class="xref" href="{address}">{shown}</a>'
        note = escape(gettext("The rule has another number now"))
        return (
            f'<a class="xref xref-stale" href="{address}" title="{note}">{shown}<span class="vh"> ({note})</span></a>'
        )


@register.filter
def card_text(text: str) -> SafeString:
    """Write a card's text as paragraphs."""
    reminders = tuple(match.span() for match in _REMINDER.finditer(text))
    return _paragraphs(inline_html(Passage(text, reminders, 0, ()), CardLinks("en")))


@register.filter
def cost(written: str) -> SafeString:
    """Write a mana cost with its symbols, labelled in the language of the page; two costs of a card stay apart."""
    links = CardLinks(get_language() or "en")
    return mark_safe(inline_html(Passage(written, (), 0, ()), links))  # noqa: S308 - escaped by rendering


def ruling_html(text: str, date: datetime.date, bases: tuple[Basis, ...] = ()) -> SafeString:
    """Return a ruling as paragraphs, its numbers linked as of their day."""
    cited = find_citations(text)
    refs = tuple(Ref(one.start, one.end, one.number) for one in cited)
    days = {one.number: day_of(one, date) for one in cited}
    return _paragraphs(inline_html(Passage(text, (), 0, refs), RulingLinks(days, bases), _NOTHING))


def _paragraphs(html: str) -> SafeString:
    return mark_safe("<p>" + html.replace("\n", "</p><p>") + "</p>" if html else "")  # noqa: S308 - escaped before


@register.filter
def ruling_text(text: RulingWithBases) -> SafeString:
    """Write a ruling with its symbols and with links as of its day."""
    return ruling_html(text.ruling.text, text.ruling.date, text.bases)


@register.filter
def plain_ruling(ruling: Ruling) -> SafeString:
    """Write a ruling by itself."""
    return ruling_html(ruling.text, ruling.date)


@register.filter
def language_short(code: str) -> str:
    """Write a language of printed cards in a few letters: ZH-T for traditional Chinese."""
    language, _, script = code.partition("-")
    return f"{language.upper()}-{script.removeprefix('han')[:1].upper()}" if script else code.upper()


@register.filter
def colors(letters: str) -> SafeString:
    """Write colours, given as WUBRG, as their symbols."""
    return cost("".join(f"{{{letter}}}" for letter in letters))


@register.simple_tag
def reason_of(event: NameEvent) -> SafeString:
    """Write why a name changed, translated where possible; empty without a reason."""
    text, is_translated = translated_reason(event.reason)
    if not text:
        return SafeString("")
    return format_html(" <span>{}</span>" if is_translated else ' <span lang="en">{}</span>', text)
