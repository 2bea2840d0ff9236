"""What search engines shall know of: which pages, in which languages, and since when they say what they say.

The latest version is listed in full; of the others the contents, because the life of each rule tells what they said,
and a hundred nearly equal copies of a page help nobody who searches. Comparisons, searches and questions are endless.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import Max, QuerySet
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language, override

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.models import Change, Entry, Rule, Source
from rulesbase.reading.language_alternates import places_of, readable_in, slugs_of_terms

# Three languages each: far below the 50,000 addresses that the protocol allows, and written in a second.
PART = 2000


class Spot(NamedTuple):
    """A page: its path without a language, and the day since when it is as it is, where that is known.

    ``texts`` are the languages that its text can be read in, where it has one of its own in each, the usual one
    first; ``paths`` are those of languages that have another than the usual.
    """

    path: str
    changed: datetime.date | None
    texts: tuple[str, ...] = ()
    paths: Mapping[str, str] = MappingProxyType({})


class Section(Sitemap):  # type: ignore[type-arg]
    """A file of the sitemap, each page once for each of its languages. ``changed`` is the newest day in it."""

    i18n = alternates = x_default = True

    def __init__(self, spots: Callable[[], Iterable[Spot]], changed: datetime.date | None) -> None:
        self._spots = spots
        self.changed = changed

    def items(self) -> list[Spot]:
        """Return the pages of this file."""
        return list(self._spots())

    def get_languages_for_item(self, item: Spot) -> list[str]:
        """Return the languages of the text, then those that only the interface has."""
        return list(dict.fromkeys((*item.texts, *dict(settings.LANGUAGES))))

    def location(self, item: Spot) -> str:
        """Return the address in the active language, as the page itself names it."""
        code = get_language() or settings.LANGUAGE_CODE
        prefix = get_script_prefix()
        interface = f"{code}/" if code in dict(settings.LANGUAGES) and code != settings.LANGUAGE_CODE else ""
        query = f"?lang={code}" if code in item.texts[1:] else ""
        return f"{prefix}{interface}{item.paths.get(code, item.path).removeprefix(prefix)}{query}"

    def lastmod(self, item: Spot) -> datetime.date | None:
        """Return the day since when the page is as it is."""
        return item.changed


def sections_of(versions: Catalogue, slugs: "QuerySet[Any, str]", imported: datetime.date | None) -> dict[str, Section]:
    """Return all files by name; ``slugs`` are those of all cards, ``imported`` is when cards last came."""
    newest = max(imported_on(versions.stamp).values(), default=None)
    found = {"pages": Section(partial(_pages, versions), newest)}
    if versions.latest:
        found["rules"] = Section(partial(_rules, versions, versions.latest), newest)
        found["glossary"] = Section(partial(_terms, versions, versions.latest), newest)
        for number, rows in _parts(len(_lives(versions.stamp))):
            found[f"histories-{number}"] = Section(partial(_histories, versions, rows), newest)
    for number, rows in _parts(slugs.count()):
        found[f"cards-{number}"] = Section(partial(_cards, slugs[rows]), imported)
    return found


def _parts(count: int) -> list[tuple[int, slice]]:
    """Return the number of each file and the rows in it."""
    return [(number, slice(at, at + PART)) for number, at in enumerate(range(0, count, PART), 1)]


def _path(name: str, *args: object) -> str:
    """A path in the language without a prefix."""
    with override(settings.LANGUAGE_CODE):
        return reverse(name, args=args)


@lru_cache(maxsize=4)
def imported_on(stamp: str) -> Mapping[int, datetime.date]:
    """When the text of each version came, by the version's key: of the English, or of what stands for it. One query."""
    del stamp  # only part of the key
    found: dict[int, datetime.date] = {}
    rows = Source.objects.filter(text_of__isnull=False).order_by("imported_at")
    for version, language, moment in rows.values_list("text_of__version", "text_of__language", "imported_at"):
        if version not in found or language == DEFAULT_LANGUAGE:
            found[version] = moment.date()
    return found


def _pages(versions: Catalogue) -> Iterator[Spot]:
    """Pages that there is one of, and the contents and the glossary of each version, the newest first."""
    days = imported_on(versions.stamp)
    newest = max(days.values(), default=None)
    yield Spot(_path("home"), newest)
    yield Spot(_path("archive"), newest)
    yield Spot(_path("downloads"), newest)
    for name in ("heat", "names", "card_list", "compare_form", "cite", "help_marks", "offline", "feeds"):
        yield Spot(_path(name), None)
    for version in reversed(versions.all):
        day = days.get(version.pk)
        yield Spot(_path("contents", str(version)), day, version.languages)
        yield Spot(_path("downloads-version", str(version)), day)
        if version != versions.latest and version.main.terms:
            yield Spot(_path("glossary", str(version)), day, _with_terms(version))


def _rules(versions: Catalogue, version: CatalogueVersion) -> Iterator[Spot]:
    """All chapters and rules of a version, and what stands around them. Two queries."""
    day, date = imported_on(versions.stamp).get(version.pk), str(version)
    source = Source.objects.filter(pk=version.main.source or 0).first()
    if source and source.introduction_id:
        yield Spot(_path("introduction", date), day, version.languages)
    if source and (source.credits_id or source.index_id):
        yield Spot(_path("credits", date), day, version.languages)
    base = _path("contents", date)
    for number, editions in places_of(version).items():
        yield Spot(f"{base}{number}/", day, readable_in(version, editions))


def _with_terms(version: CatalogueVersion) -> tuple[str, ...]:
    """The languages in which a version has a glossary."""
    return readable_in(version, (text.language for text in version.texts if text.terms or text == version.main))


def _terms(versions: Catalogue, version: CatalogueVersion) -> Iterator[Spot]:
    """The glossary of a version, and each term. One query."""
    day = imported_on(versions.stamp).get(version.pk)
    if version.main.terms:
        yield Spot(_path("glossary", str(version)), day, _with_terms(version))
    for slug, slugs in slugs_of_terms(version).items():
        paths = {code: _path("term", str(version), other) for code, other in slugs.items() if other != slug}
        yield Spot(_path("term", str(version), slug), day, readable_in(version, slugs), paths)


@lru_cache(maxsize=2)
def _lives(stamp: str) -> tuple[tuple[str, datetime.date | None], ...]:
    """The ids of all Rules that stand in a complete English text, and when each last changed. Two queries."""
    del stamp  # only part of the key
    complete = Entry.objects.filter(edition__language=DEFAULT_LANGUAGE, edition__complete=True).values("rule")
    latest = Change.objects.order_by().values("rule").annotate(day=Max("version__date")).values_list("rule", "day")
    days = dict(latest)
    rules = Rule.objects.filter(pk__in=complete, merged_into=None).order_by("pk").values_list("pk", "public_id")
    return tuple((public_id, days.get(pk)) for pk, public_id in rules)


def _histories(versions: Catalogue, rows: slice) -> list[Spot]:
    """The life of each Rule: as it is since the version came that changed it last."""
    came = imported_on(versions.stamp)
    days = {version.date: came.get(version.pk) for version in versions.all}
    base = _path("rule_history", "id").removesuffix("id/")
    return [
        Spot(f"{base}{public_id}/", days.get(day) if day else None) for public_id, day in _lives(versions.stamp)[rows]
    ]


def _cards(slugs: Iterable[str]) -> Iterator[Spot]:
    """Return cards. When the facts of each changed is not known, so they have no day."""
    base = _path("card_list")
    return (Spot(f"{base}{quote(slug)}/", None) for slug in slugs)
