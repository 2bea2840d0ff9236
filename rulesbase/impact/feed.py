"""The feed of what each new version touches."""

from itertools import pairwise

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from rulesbase.archive.catalogue import Catalogue
from rulesbase.compare.queries import pair_of
from rulesbase.core.dates import day_text
from rulesbase.feeds.atom import Feed, FeedItem, at_midnight
from rulesbase.impact.kinds import impact_kinds
from rulesbase.impact.queries import public_counts
from rulesbase.lineage.traversal import english

_VERSIONS = 8


def impact_feed(versions: Catalogue) -> Feed:
    """Return an item for each of the newest versions in force, with counts by kind."""
    begun = [version for version in english(versions) if version.date <= versions.today]
    items = []
    for before, version in reversed(list(pairwise(begun))[-_VERSIONS:]):
        address = reverse("impact", args=[str(before), str(version)])
        counts = public_counts(pair_of(str(before), str(version)))
        rows = format_html_join(
            "\n",
            '<li><a href="{}?kind={}">{}</a>: {}</li>',
            ((address, kind.code, kind.name, counts[kind.code]) for kind in impact_kinds() if kind.code in counts),
        )
        title = gettext("Impact of the version of %(date)s") % {"date": day_text(version.date)}
        items.append(
            FeedItem(f"impact/{version}", title, at_midnight(version.date), address, format_html("<ul>{}</ul>", rows))
        )
    about = gettext("Rulings, cards, translations and questions affected by rule changes in substance.")
    return Feed("impact", gettext("Impact of each version"), about, reverse("compare_form"), items)
