"""Catalogue of all versions and their editions by date, cached in the process until content changes."""

import datetime
import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.content_version import ContentStamp, content_stamp, english_key
from rulesbase.core.dates import day_text
from rulesbase.core.punctuation import brackets
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.languages import language_codes
from rulesbase.engine.text.dates import find_dates, halfwidth, read_day
from rulesbase.engine.text.set_names import sets_by_code, sets_by_name
from rulesbase.models import Edition, Source, Translation

DEFAULT_LANGUAGE = "en"
MOST_COLUMNS = 3
_ORDER = {code: at for at, (code, _name) in enumerate(settings.LANGUAGES)}


class CatalogueEdition(NamedTuple):
    """An edition: a version's text in one language.

    A version without an edition in a translated language has a fallback: translations from other versions. Its id is
    negative. ``source`` is the source of the text or its largest part; None if nothing was imported.
    """

    pk: int
    language: str
    complete: bool
    source: int | None
    rules: int
    examples: int
    terms: int

    @property
    def is_fallback(self) -> bool:
        """Whether there is no edition and all texts come from other versions."""
        return self.pk < 0


class CatalogueVersion(NamedTuple):
    """A version with its editions, English first; versions without editions are left out.

    ``fallbacks`` are the texts in translated languages without an edition. ``languages`` are those of all texts,
    English first.
    """

    pk: int
    date: datetime.date
    name: str
    is_sample: bool
    texts: tuple[CatalogueEdition, ...]
    fallbacks: tuple[CatalogueEdition, ...] = ()
    languages: tuple[str, ...] = ()

    def text_in(self, language: str) -> CatalogueEdition | None:
        """Return the edition in a language."""
        return next((text for text in self.texts if text.language == language), None)

    def shown_in(self, language: str) -> CatalogueEdition | None:
        """Return the edition in a language, or the fallback."""
        return next((text for text in (*self.texts, *self.fallbacks) if text.language == language), None)

    @property
    def main(self) -> CatalogueEdition:
        """The default edition: English, else the first."""
        return self.texts[0]

    @property
    def title(self) -> str:
        """The name for people: the set and the day, as in ``Magic 2014 (13 July 2013)``, or the day alone."""
        day = day_text(self.date)
        return self.name + brackets() % day if self.name else day

    def __str__(self) -> str:
        return self.date.isoformat()


class NotFound(Http404):
    """A version, edition or entry that somebody asked for does not exist. Views answer 404 with the message."""


class VersionNotFound(NotFound):
    """No version has a name. ``day`` is the date that the name means, ``first`` that of the first version, if any."""

    def __init__(self, asked: str, day: datetime.date | None, first: datetime.date | None) -> None:
        self.day = day
        if first is None:
            words = _("No version of the rules has been imported yet.")
        elif day is None:
            words = _("“%(name)s” is not a date. Write it as 2011-09-30, or write latest.") % {"name": asked[:40]}
        else:
            words = _("No version was in force on %(day)s. The first version on this site is that of %(first)s.") % {
                "day": day_text(day),
                "first": day_text(first),
            }
        super().__init__(words)


class Catalogue:
    """All versions by date."""

    def __init__(self, stamp: ContentStamp, all_versions: tuple[CatalogueVersion, ...], today: datetime.date) -> None:
        self.stamp, self.all, self.today = stamp, all_versions, today
        self.dates = [version.date for version in all_versions]
        self.of_text = {text.pk: version for version in all_versions for text in version.texts}
        # The languages that any version has.
        found = {code for version in all_versions for code in version.languages}
        self.languages = tuple(sorted(found, key=_by_language))
        # Cache key of everything but the translations.
        languages = sorted({text.language for version in all_versions for text in version.fallbacks})
        self.english = f"{english_key(stamp)} {today} {','.join(languages)}"
        # The versions with a complete English edition.
        self.complete = tuple(v for v in all_versions if (text := v.text_in(DEFAULT_LANGUAGE)) and text.complete)
        self.complete_dates = [version.date for version in self.complete]
        # Their English editions, with the position of each among them.
        self.complete_order = {version.main.pk: at for at, version in enumerate(self.complete)}
        # The newest version in force, if possible with complete English; the first if all are future ones.
        begun = [version for version in all_versions if version.date <= today]
        self.latest = self.complete_until(today) or next(reversed(begun or all_versions[:1]), None)

    def stamp_in(self, language: str) -> ContentStamp:
        """Return the content stamp without the translations into other languages."""
        return self.stamp.with_translations_into(language)

    def days_in(self, language: str) -> Mapping[int, datetime.date]:
        """Return edition id -> date of all editions in a language, oldest first."""
        return {text.pk: version.date for version in self.all if (text := version.text_in(language))}

    def on(self, day: datetime.date) -> CatalogueVersion | None:
        """Return the version in force on a date; None before the first."""
        at = bisect_right(self.dates, day)
        return self.all[at - 1] if at else None

    def complete_until(self, day: datetime.date) -> CatalogueVersion | None:
        """Return the newest version up to a day with a complete English edition."""
        return next((version for version in reversed(self.complete) if version.date <= day), None)

    def neighbours(self, version: CatalogueVersion) -> tuple[CatalogueVersion | None, CatalogueVersion | None]:
        """Return the previous and the next version."""
        after = bisect_right(self.dates, version.date)
        return self.before(version.date), self.all[after] if after < len(self.all) else None

    def before(self, day: datetime.date) -> CatalogueVersion | None:
        """Return the last version before a date."""
        at = bisect_left(self.dates, day)
        return self.all[at - 1] if at else None

    def typed(self, text: str) -> CatalogueVersion:
        """Return the version that a typed text names: a day in any form, a year, a set or its code.

        Raises VersionNotFound.
        """
        text = text.strip()
        with suppress(VersionNotFound):
            return self.find(text)
        dates = find_dates(text)
        found = self._of_set(text.lower()) or (self.on(dates[0].period.last) if len(dates) == 1 else None)
        if found is None:
            raise VersionNotFound(text, None, self.dates[0] if self.dates else None)
        return found

    def _of_set(self, text: str) -> CatalogueVersion | None:
        """Return the version with this title, this set or its code, else the newest whose set begins so."""
        text = text.replace("’", "'")
        of_set = sets_by_code().get(text) or sets_by_name().get(halfwidth(text))
        name = of_set.name.lower() if of_set else text
        named = [version for version in reversed(self.all) if version.name]
        exact = (one for one in named if name == one.name.lower() or text == one.title.lower())
        begins = (one for one in named if text and one.name.lower().startswith(text))
        return next(exact, None) or next(begins, None)

    def find(self, name: str) -> CatalogueVersion:
        """Return the version in force on a date, the last one of a year, or ``latest``. Raises VersionNotFound."""
        first = self.dates[0] if self.dates else None
        if name == "latest":
            found, day = self.latest, None
        else:
            day = datetime.date(int(name), 12, 31) if re.fullmatch(r"[12]\d{3}", name) else read_day(name)
            found = self.on(day) if day else None
        if found is None:
            raise VersionNotFound(name, day, first)
        return found


def catalogue() -> Catalogue:
    """Return the current catalogue. One query, two after translations changed, three after other changes."""
    return _catalogue(content_stamp(), timezone.localdate())


@lru_cache(maxsize=4)
def _catalogue(stamp: ContentStamp, today: datetime.date) -> Catalogue:
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
    if active_document() != COMPREHENSIVE_RULES:
        approved = approved.filter(places__entry__edition__version__document=active_document())
    languages = sorted(approved.values_list("language", flat=True).distinct(), key=_by_language)
    all_versions = _all_versions(english_key(stamp))
    if languages:
        all_versions = tuple(_with_fallbacks(version, languages) for version in all_versions)
    return Catalogue(stamp, all_versions, today)


def _with_fallbacks(version: CatalogueVersion, languages: Sequence[str]) -> CatalogueVersion:
    """Return a version with fallbacks in the translated languages."""
    english = version.text_in(DEFAULT_LANGUAGE)
    fallbacks = tuple(
        CatalogueEdition(-(english.pk * 64 + at), code, False, None, 0, 0, 0)
        for at, code in enumerate(languages)
        if english and not version.text_in(code)
    )
    shown = sorted((text.language for text in (*version.texts, *fallbacks)), key=_by_language)
    return version._replace(fallbacks=fallbacks, languages=tuple(shown))


@lru_cache(maxsize=4)
def _all_versions(_key: str) -> tuple[CatalogueVersion, ...]:
    """Return all versions with their editions; ``_key`` is the content stamp without translations. One query."""
    of_version = ("version_id", "version__date", "version__name", "version__is_sample")
    of_text = ("pk", "language", "complete", "usual_source", "rules", "examples", "terms")
    largest = Source.objects.filter(edition=OuterRef("pk")).order_by("-rules", "-terms", "pk").values("pk")[:1]
    editions = Edition.objects.annotate(usual_source=Coalesce("text_source", Subquery(largest)))
    rows = editions.order_by("version__date").values_list(*of_version, *of_text)
    all_versions: list[CatalogueVersion] = []
    for (pk, date, name, is_sample), group in groupby(rows, key=lambda row: row[: len(of_version)]):
        texts = [CatalogueEdition(*row[len(of_version) :]) for row in group]
        texts.sort(key=lambda text: _by_language(text.language))
        languages = tuple(text.language for text in texts)
        all_versions.append(CatalogueVersion(pk, date, name, is_sample, tuple(texts), languages=languages))
    return tuple(all_versions)


def _by_language(code: str) -> tuple[int, str]:
    return _ORDER.get(code, len(_ORDER)), code


def chosen_texts(version: CatalogueVersion, wanted: str) -> tuple[tuple[CatalogueEdition, ...], tuple[str, ...]]:
    """Return the texts for ``en,fr,ja``, in its order and at most three, and the missing languages.

    Return the main edition if none of the languages exists.
    """
    shown = {text.language: text for text in (*version.texts, *version.fallbacks)}
    codes = language_codes(wanted, shown)
    texts = [shown[code] for code in codes if code in shown]
    missing = tuple(code for code in codes if re.fullmatch(r"[a-z]{2}", code) and code not in shown)
    return tuple(texts[:MOST_COLUMNS]) or (version.main,), missing[:MOST_COLUMNS]
