"""The feed of a search: texts that match since a version, and texts that no longer match."""

import datetime
from itertools import groupby, pairwise
from typing import NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue
from rulesbase.core.dates import day_text
from rulesbase.core.document_urls import entry_url, visible_number
from rulesbase.feeds.atom import AtomFeed, at_midnight, site_of
from rulesbase.search.all_versions import MatchPeriod, match_periods, search_all_versions

_MOST, _OF_VERSION = 150, 20


class SearchChange(NamedTuple):
    """A text that matches since a version (``is_new``) or matched until one."""

    period: MatchPeriod
    is_new: bool
    language: str

    @property
    def number(self) -> str:
        """Return the number at that version, or the heading of an entry without one."""
        number = self.period.first_number if self.is_new else self.period.last_number
        return visible_number(number) or self.period.heading or number

    @property
    def path(self) -> str:
        """Return the address of the text in that version and language."""
        period = self.period
        day, number = (period.first, period.first_number) if self.is_new else (period.last, period.last_number)
        return entry_url(day, number, lang=self.language if self.language != DEFAULT_LANGUAGE else "")


class SearchChanges(NamedTuple):
    """The texts that match since a version, and those that no longer match."""

    version: datetime.date
    changes: tuple[SearchChange, ...]


def search_changes(
    versions: Catalogue, language: str, question: str, since: datetime.date | None = None
) -> list[SearchChanges]:
    """Return the versions in force, newest first, that changed the results of a search. Nine queries at most.

    Return nothing if the search only matches after spelling correction: a watched new word is meant literally.
    """
    through = search_all_versions(versions, language, question)
    if through is None or through.meant:
        return []
    dates = [date for date, _ in through.counts if date <= versions.today]
    after = dict(pairwise(dates))
    known = set(dates[1:])
    found = [(run.first, True, run) for run in through.runs if run.first in known]
    found += [(after[run.last], False, run) for run in through.runs if run.last in after]
    newest = sorted((one for one in found if since is None or one[0] > since), key=lambda one: one[:2], reverse=True)
    newest = newest[:_MOST]
    texts = match_periods(versions, language, through.keys, list(dict.fromkeys(run for *_, run in newest)))
    return [
        SearchChanges(
            date, tuple(SearchChange(texts[run], is_new, language) for _, is_new, run in some if run in texts)
        )
        for date, some in groupby(newest, key=lambda one: one[0])
    ]


def search_path(question: str, language: str) -> str:
    """Return the address of a search."""
    return reverse("search", query={"q": question, **({"lang": language} if language != DEFAULT_LANGUAGE else {})})


def search_feed(request: HttpRequest, versions: Catalogue, language: str, question: str) -> AtomFeed:
    """Return the feed of a search."""
    title = gettext("Search: %(question)s") % {"question": question}
    about = gettext("Rules and terms that gain or lose these words in each version.")
    path = search_path(question, language)
    feed = AtomFeed(request, f"search/{language}/{question}", title, about, path)
    for one in search_changes(versions, language, question):
        feed.add(
            f"search/{language}/{question}/{one.version}",
            item_title(one, question),
            at_midnight(one.version),
            f"{path}&version={one.version}",
            hits_html(one, language, site_of(request)),
        )
    return feed


def item_title(one: SearchChanges, question: str) -> str:
    """Return the title of an item."""
    count = len(one.changes)
    message = ngettext(
        "%(question)s: %(count)d matching text, %(date)s", "%(question)s: %(count)d matching texts, %(date)s", count
    )
    return message % {"question": question, "count": count, "date": day_text(one.version)}


def hits_html(one: SearchChanges, language: str, site: str) -> str:
    """Return the texts as HTML."""
    context = {
        "hits": one.changes[:_OF_VERSION],
        "more": len(one.changes[_OF_VERSION:]),
        "site": site,
        "language": language,
    }
    return render_to_string("feeds/_hits.html", context)
