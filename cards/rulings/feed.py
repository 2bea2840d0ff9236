"""Write the feed of a card's rulings."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext

from cards.models import Card, Ruling
from rulesbase.core.dates import day_text
from rulesbase.feeds.atom import AtomFeed, at_midnight

_MOST = 60


def rulings_of(card: Card) -> list[Ruling]:
    """Return the newest rulings of a card, newest first. One query."""
    return list(card.rulings.order_by("-date", "pk")[:_MOST])


def card_feed(request: HttpRequest, card: Card) -> AtomFeed:
    """Return the feed of a card."""
    title = gettext("Rulings of %(card)s") % {"card": card.name}
    about = gettext("Official rulings of this card.")
    feed = AtomFeed(request, f"card/{card.oracle_id}", title, about, card.get_absolute_url())
    for ruling in rulings_of(card):
        feed.add(
            f"card/{card.oracle_id}/{ruling.digest}",
            gettext("%(card)s: ruling of %(date)s") % {"card": card.name, "date": day_text(ruling.date)},
            at_midnight(ruling.date),
            card.get_absolute_url(),
            # The ruling is marked as an insertion.
            render_to_string("watches/_ruling.html", {"ruling": ruling}),
        )
    return feed
