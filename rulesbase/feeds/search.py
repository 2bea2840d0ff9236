"""The feed of a search: which texts have its words since a version, and which have them no longer."""

import datetime
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue
from rulesbase.core.dates import day_text
from rulesbase.feeds.atom import Feed, Item, at_midnight
from rulesbase.search.all_versions import Spell, Through, spells, through_versions

_MOST, _OF_VERSION = 150, 20
_Run = tuple[object, datetime.date, datetime.date, int]


class Hit(NamedTuple):
    """A text that has the words since a version, or had them until one."""

    spell: Spell
    is_new: bool

    @property
    def number(self) -> str:
        """Where it stands, or stood last; of a term its name."""
        spell = self.spell
        if spell.is_term and spell.heading:
            return spell.heading
        return spell.first_number if self.is_new else spell.last_number

    @property
    def path(self) -> str:
        """The page of that place."""
        spell = self.spell
        day, number = (spell.first, spell.first_number) if self.is_new else (spell.last, spell.last_number)
        return reverse("term" if spell.is_term else "place", args=[day.isoformat(), number])


class Arrivals(NamedTuple):
    """The texts that came to have the words with a version, and those that lost them."""

    version: datetime.date
    hits: tuple[Hit, ...]


def arrivals(versions: Catalogue, language: str, question: str, since: datetime.date | None = None) -> list[Arrivals]:
    """The versions in force, newest first, that brought texts with the words or took them. Nine queries at most.

    Of words that are only understood when they are put right there is nothing: who watches a new word means that one.
    """
    through = through_versions(versions, language, question)
    if through is None or through.meant:
        return []
    dates = [date for date, _ in through.counts if date <= versions.today]
    after = dict(pairwise(dates))
    known = set(dates[1:])
    found = [(run.first, True, run) for run in through.runs if run.first in known]
    found += [(after[run.last], False, run) for run in through.runs if run.last in after]
    newest = sorted((one for one in found if since is None or one[0] > since), key=lambda one: one[:2], reverse=True)
    newest = newest[:_MOST]
    told = _told(versions, through, list(dict.fromkeys(run for *_, run in newest)))
    return [
        Arrivals(date, tuple(Hit(told[run], is_new) for _, is_new, run in some if run in told))
        for date, some in groupby(newest, key=lambda one: one[0])
    ]


def _told(versions: Catalogue, through: Through, runs: Sequence[_Run]) -> dict[_Run, Spell]:
    """Each run with its text. Those that have none any more are left out, the order stays."""
    found: dict[_Run, Spell] = {}
    waiting = iter(runs)
    for spell in spells(versions, through, runs):  # type: ignore[arg-type]
        for run in waiting:
            if run[1:] == (spell.first, spell.last, spell.versions):
                found[run] = spell
                break
    return found


def search_path(question: str, language: str) -> str:
    """The page of a search."""
    query = {"q": question} | ({"lang": language} if language != DEFAULT_LANGUAGE else {})
    return f"{reverse('search')}?{urlencode(query)}"


def search_feed(versions: Catalogue, language: str, question: str, site: str) -> Feed:
    """What the versions brought and took of a search."""
    items = [
        Item(
            f"search/{language}/{question}/{one.version}",
            title_of(one, question),
            at_midnight(one.version),
            f"{search_path(question, language)}&version={one.version}",
            hits_html(one, language, site),
        )
        for one in arrivals(versions, language, question)
    ]
    title = gettext("Search: %(question)s") % {"question": question}
    about = gettext("Which rules and terms have these words since a version, and which have them no longer.")
    return Feed(f"search/{language}/{question}", title, about, search_path(question, language), items)


def title_of(one: Arrivals, question: str) -> str:
    """What a version did, in one line."""
    count = len(one.hits)
    said = ngettext("%(question)s: %(count)d text, %(date)s", "%(question)s: %(count)d texts, %(date)s", count)
    return said % {"question": question, "count": count, "date": day_text(one.version)}


def hits_html(one: Arrivals, language: str, site: str) -> str:
    """The texts as HTML."""
    context = {"hits": one.hits[:_OF_VERSION], "more": len(one.hits[_OF_VERSION:]), "site": site, "language": language}
    return render_to_string("feeds/_hits.html", context)
