"""Write texts of cards and rulings as HTML: symbols as glyphs, reminder text in italics, rule numbers as links."""

import datetime
import re

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from cards.models import Ruling
from cards.rulings.queries import Basis, day_of
from rulesbase.archive.entries import LinkedText
from rulesbase.archive.link_targets import LinkTargets
from rulesbase.engine.text.citations import find_citations
from rulesbase.engine.text.references import Ref
from rulesbase.reading.text_html import TextLinks, inline_html

_REMINDER = re.compile(r"\([^()\n]*\)")


class RulingLinks(TextLinks):
    """Links for the numbers in a ruling, as of its day."""

    def __init__(self, days: dict[str, datetime.date], bases: tuple[Basis, ...]) -> None:
        super().__init__("en")
        self._days = days
        self._moved_numbers = {basis.number for basis in bases if basis.renumbered}

    def reference(self, number: str, shown: str, targets: LinkTargets, fold: int) -> str:
        """Return a number as a link to its citation, marked if the rule has another number now."""
        address = reverse("citation", args=[f"{number}@{self._days[number].isoformat()}"])
        if number not in self._moved_numbers:
            return f'<a class="xref" href="{address}">{shown}</a>'
        note = escape(gettext("The rule has another number now"))
        return (
            f'<a class="xref xref-stale" href="{address}" title="{note}">{shown}<span class="vh"> ({note})</span></a>'
        )


def card_text_html(text: str) -> SafeString:
    """Return a card's English text as paragraphs."""
    reminders = tuple(match.span() for match in _REMINDER.finditer(text))
    return _paragraphs(inline_html(LinkedText(text, reminders, 0, ()), TextLinks("en")))


def cost_html(cost: str) -> SafeString:
    """Return a mana cost with its symbols, labelled in the language of the page; two costs of a card stay apart."""
    html = inline_html(LinkedText(cost, (), 0, ()), TextLinks(get_language() or "en"))
    return mark_safe(html)  # noqa: S308 - escaped by rendering


def ruling_html(ruling: Ruling, bases: tuple[Basis, ...] = ()) -> SafeString:
    """Return a ruling as paragraphs with its symbols, its numbers linked as of their day."""
    cited = find_citations(ruling.text)
    refs = tuple(Ref(one.start, one.end, one.number) for one in cited)
    days = {one.number: day_of(one, ruling.date) for one in cited}
    return _paragraphs(inline_html(LinkedText(ruling.text, (), 0, refs), RulingLinks(days, bases)))


def _paragraphs(html: str) -> SafeString:
    return mark_safe("<p>" + html.replace("\n", "</p><p>") + "</p>" if html else "")  # noqa: S308 - escaped before
