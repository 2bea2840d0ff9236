"""All versions and their editions at a glance: which was in force when, what stands before and after it.

Read once and kept in this process until content changes.
"""

import datetime
import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.content_version import content_stamp, english_key, with_translations_into
from rulesbase.core.dates import day_text
from rulesbase.engine.text.dates import day_said
from rulesbase.models import Edition, Source, Translation

DEFAULT_LANGUAGE = "en"
MOST_COLUMNS = 3
_ORDER = {code: at for at, (code, _name) in enumerate(settings.LANGUAGES)}


class CatalogueEdition(NamedTuple):
    """An edition: a version's text in one language.

    A version without an edition in a language that has translations has a text there too, which is carried over
    from other versions; its key is negative, as no edition has it. ``source`` set its text, or is the largest of the
    parts that it is made of; None where nothing was imported.
    """

    pk: int
    language: str
    complete: bool
    source: int | None
    rules: int
    examples: int
    terms: int

    @property
    def is_carried(self) -> bool:
        """Whether there is no edition, and all of it is carried over from other versions."""
        return self.pk < 0


class CatalogueVersion(NamedTuple):
    """A version with its editions, English first. What is left out has no edition and cannot be read.

    ``carried`` are the texts in languages without an edition here.
    """

    pk: int
    date: datetime.date
    name: str
    is_sample: bool
    texts: tuple[CatalogueEdition, ...]
    carried: tuple[CatalogueEdition, ...] = ()

    def text_in(self, language: str) -> CatalogueEdition | None:
        """The edition in a language."""
        return next((text for text in self.texts if text.language == language), None)

    def shown_in(self, language: str) -> CatalogueEdition | None:
        """The edition in a language, or the text carried over."""
        return next((text for text in (*self.texts, *self.carried) if text.language == language), None)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that this version can be read in, English first."""
        return tuple(sorted((t.language for t in (*self.texts, *self.carried)), key=_by_language))

    @property
    def main(self) -> CatalogueEdition:
        """The edition shown to whoever asks for no language: English, else the first there is."""
        return self.texts[0]

    def __str__(self) -> str:
        return self.date.isoformat()


class VersionNotFound(LookupError):
    """There is no version for what was asked; ``first`` is the first day that has one, if any has."""

    def __init__(self, asked: str, day: datetime.date | None, first: datetime.date | None) -> None:
        super().__init__(asked)
        self.asked, self.day, self.first = asked, day, first


class Catalogue:
    """All volumes by date."""

    def __init__(self, stamp: str, all_versions: tuple[CatalogueVersion, ...], today: datetime.date) -> None:
        self.stamp, self.all, self.today = stamp, all_versions, today
        self.dates = [version.date for version in all_versions]
        self.of_text = {text.pk: version for version in all_versions for text in version.texts}
        self._days_in: dict[str, Mapping[int, datetime.date]] = {}

    @cached_property
    def english(self) -> str:
        """What does not change while translations are written; all else that is on the shelf is in it."""
        languages = sorted({text.language for version in self.all for text in version.carried})
        return f"{english_key(self.stamp)} {self.today} {','.join(languages)}"

    def stamp_in(self, language: str) -> str:
        """The state of the content without the translations into other languages."""
        return with_translations_into(self.stamp, language)

    @cached_property
    def latest(self) -> CatalogueVersion | None:
        """The newest in force, complete English ones first; of a shelf with future ones only the first."""
        begun = [version for version in self.all if version.date <= self.today]
        whole = [v for v in begun if (text := v.text_in(DEFAULT_LANGUAGE)) and text.complete]
        newest = whole or begun or list(self.all[:1])
        return newest[-1] if newest else None

    def days_in(self, language: str) -> Mapping[int, datetime.date]:
        """The days of all editions in a language, oldest first, by their keys."""
        if language not in self._days_in:
            held = {text.pk: version.date for version in self.all if (text := version.text_in(language))}
            self._days_in[language] = held
        return self._days_in[language]

    def on(self, day: datetime.date) -> CatalogueVersion | None:
        """The volume in force on a day; None before the first."""
        at = bisect_right(self.dates, day)
        return self.all[at - 1] if at else None

    def before(self, version: CatalogueVersion) -> CatalogueVersion | None:
        """The volume before this one."""
        at = bisect_left(self.dates, version.date)
        return self.all[at - 1] if at else None

    def after(self, version: CatalogueVersion) -> CatalogueVersion | None:
        """The volume after this one."""
        at = bisect_right(self.dates, version.date)
        return self.all[at] if at < len(self.all) else None

    def find(self, name: str) -> CatalogueVersion:
        """The volume of a date, a day, a year (its last) or ``latest``. Raises NotOnShelf."""
        first = self.dates[0] if self.dates else None
        if name == "latest":
            found, day = self.latest, None
        else:
            day = _day(name)
            found = self.on(day) if day else None
        if found is None:
            raise VersionNotFound(name, day, first)
        return found


def _day(name: str) -> datetime.date | None:
    if re.fullmatch(r"[12]\d{3}", name):
        return datetime.date(int(name), 12, 31)
    return day_said(name)


def catalogue() -> Catalogue:
    """The shelf as it stands now. One query, one more after translations changed, and two after more did."""
    return _shelf(content_stamp(), timezone.localdate())


@lru_cache(maxsize=4)
def _shelf(stamp: str, today: datetime.date) -> Catalogue:
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
    languages = sorted(approved.values_list("language", flat=True).distinct(), key=_by_language)
    all_versions = _all_versions(english_key(stamp))
    return Catalogue(stamp, tuple(_with_carried(version, languages) for version in all_versions), today)


@lru_cache(maxsize=4)
def _all_versions(key: str) -> tuple[CatalogueVersion, ...]:
    """All versions with their editions; ``key`` is the state of the content but for its translations. One query."""
    del key  # only the key
    all_versions: dict[int, CatalogueVersion] = {}
    of_text = ("pk", "language", "complete", "usual_source", "rules", "examples", "terms")
    of_version = ("version_id", "version__date", "version__name", "version__is_sample")
    largest = Source.objects.filter(edition=OuterRef("pk")).order_by("-rules", "-terms", "pk").values("pk")[:1]
    editions = Edition.objects.annotate(usual_source=Coalesce("text_source", Subquery(largest)))
    for row in editions.order_by("version__date").values_list(*of_text, *of_version):
        text = CatalogueEdition(*row[: len(of_text)])
        pk, date, name, is_sample = row[len(of_text) :]
        known = all_versions.get(pk)
        texts = (*known.texts, text) if known else (text,)
        ordered = tuple(sorted(texts, key=lambda t: _by_language(t.language)))
        all_versions[pk] = CatalogueVersion(pk, date, name, is_sample, ordered)
    return tuple(all_versions.values())


def _by_language(code: str) -> tuple[int, str]:
    return _ORDER.get(code, len(_ORDER)), code


def _with_carried(version: CatalogueVersion, languages: list[str]) -> CatalogueVersion:
    """A version with its English text can be read in every language that has translations."""
    english = version.text_in(DEFAULT_LANGUAGE)
    if english is None or not languages:
        return version
    carried = (
        CatalogueEdition(-(english.pk * 64 + at), code, False, None, 0, 0, 0)
        for at, code in enumerate(languages)
        if not version.text_in(code)
    )
    return version._replace(carried=tuple(carried))


def chosen_texts(version: CatalogueVersion, wanted: str) -> tuple[tuple[CatalogueEdition, ...], tuple[str, ...]]:
    """The texts that ``en,fr,ja`` asks for, in its order, at most three, and the languages it lacks.

    The main edition where nothing that is there was asked for.
    """
    codes = dict.fromkeys(code.strip().lower() for code in wanted.split(",")) if wanted else {}
    texts = [text for code in codes if (text := version.shown_in(code))]
    missing = tuple(code for code in codes if re.fullmatch(r"[a-z]{2}", code) and not version.shown_in(code))
    return tuple(texts[:MOST_COLUMNS]) or (version.main,), missing[:MOST_COLUMNS]


def no_version_words(error: VersionNotFound) -> str:
    """Say why there is no version for what was asked."""
    if error.first is None:
        return _("No version of the rules has been imported yet.")
    if error.day is None:
        return _("“%(name)s” is no date. Write it as 2011-09-30, or write latest.") % {"name": error.asked[:40]}
    return _("No version was in force on %(day)s: the first one here is that of %(first)s.") % {
        "day": day_text(error.day),
        "first": day_text(error.first),
    }
