"""The feed of a language: approved translations and imported texts."""

import datetime
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from rulesbase.archive.languages import approvals_and_imports
from rulesbase.core.diff_html import bare_difference, plain_difference
from rulesbase.core.document_urls import entry_url, in_document, named_document
from rulesbase.core.languages import language_word
from rulesbase.feeds.atom import AtomFeed, site_of
from rulesbase.models import ActionLog, Wording

_MOST, _OF_BATCH = 200, 15


class ApprovedText(NamedTuple):
    """An approved translation: its place, the English, the text before and now."""

    place: str
    language: str
    english: str
    old: str
    new: str

    @property
    def number(self) -> str:
        """The number or term."""
        return self.place.partition("@")[0]

    @property
    def path(self) -> str:
        """The page with the translation beside its English."""
        document, place = named_document(self.place)
        number, _, rest = place.partition("@")
        if not number or "/" in self.place:
            # The place is a unit id of an exchange file, which has no page.
            return reverse("archive")
        day = rest.partition(" ")[0] or "latest"
        with in_document(document):
            return f"{entry_url(day, number)}?lang=en,{self.language}"

    @property
    def html(self) -> SafeString:
        """The change as HTML, or the whole text if it is new."""
        return bare_difference(self.old, self.new, self.language)

    @property
    def text(self) -> str:
        """The change as plain text."""
        return plain_difference(self.old, self.new, language=self.language) if self.old else self.new


class TranslationChange(NamedTuple):
    """A change of the translations of a language: approvals of one action, or the name of an import."""

    at: datetime.datetime
    last: int
    approved: tuple[ApprovedText, ...]
    imported: str
    source: int | None

    @property
    def path(self) -> str:
        """The page of the change."""
        if self.source:
            return reverse("source", args=[self.source])
        return self.approved[0].path if self.approved else reverse("archive")


def translation_changes(language: str, after: int = 0, until: int | None = None) -> list[TranslationChange]:
    """Return the approvals and imports of a language, newest first, between two actions of the log. One query."""
    rows = _rows(language, after, until).select_related("original", "before", "after").order_by("-pk")[:_MOST]
    groups = groupby(rows, key=lambda row: (row.batch or row.pk, row.verb == ActionLog.Verb.IMPORTED))
    return [_change(language, list(some)) for _key, some in groups]


def omitted_count(language: str, after: int, until: int) -> int:
    """Return how many rows of the log ``translation_changes`` leaves out. One query."""
    return max(_rows(language, after, until).count() - _MOST, 0)


def _rows(language: str, after: int, until: int | None) -> QuerySet[ActionLog]:
    rows = approvals_and_imports().filter(language=language, pk__gt=after)
    return rows if until is None else rows.filter(pk__lte=until)


def _change(language: str, rows: Sequence[ActionLog]) -> TranslationChange:
    last = rows[0]
    imported = last.place if last.verb == ActionLog.Verb.IMPORTED else ""
    approved = () if imported else tuple(_approved_text(language, row) for row in rows)
    return TranslationChange(last.made_at, last.pk, approved, imported, last.source_id)


def _approved_text(language: str, row: ActionLog) -> ApprovedText:
    english, old, new = map(_words, (row.original, row.before, row.after))
    return ApprovedText(row.place, language, english, old, new)


def _words(wording: Wording | None) -> str:
    """Return the heading and the text of a wording."""
    return "\n".join(filter(None, (wording.heading, wording.text))) if wording else ""


def title_of(one: TranslationChange, language: str) -> str:
    """Return the title of a change."""
    name = language_word(language)
    if one.imported:
        return gettext("%(language)s: %(name)s imported") % {"language": name, "name": one.imported}
    if len(one.approved) == 1:
        message = gettext("%(language)s: translation of %(place)s approved")
        return message % {"language": name, "place": one.approved[0].number}
    message = ngettext(
        "%(language)s: %(count)d translation approved",
        "%(language)s: %(count)d translations approved",
        len(one.approved),
    )
    return message % {"language": name, "count": len(one.approved)}


def change_html(one: TranslationChange, site: str) -> str:
    """Return a change as HTML."""
    shown, more = one.approved[:_OF_BATCH], len(one.approved[_OF_BATCH:])
    return render_to_string("feeds/_approved.html", {"change": one, "shown": shown, "more": more, "site": site})


def translations_feed(request: HttpRequest, language: str) -> AtomFeed:
    """Return the feed of a language. One query."""
    title = gettext("Translations: %(language)s") % {"language": language_word(language)}
    about = gettext("Approved and imported translations, with their changes.")
    feed = AtomFeed(request, f"translations/{language}", title, about, reverse("rules_latest"))
    for one in translation_changes(language):
        # Name an item by its newest row: the oldest row of the last item changes as the feed moves on.
        name, html = f"translations/{language}/{one.last}", change_html(one, site_of(request))
        feed.add(name, title_of(one, language), one.at, one.path, html)
    return feed
