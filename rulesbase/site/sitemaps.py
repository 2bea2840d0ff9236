"""Build the sitemap: pages with their languages and the date of their last change.

The latest version is listed in full. Other versions have their contents only, because the history of each rule covers
them. Comparisons, searches and questions are endless, so they are left out.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import Max, QuerySet
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language, override

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.core.content_version import ContentStamp
from rulesbase.core.grouping import grouped
from rulesbase.models import Change, Entry, Rule, Source

# Pages per file. With three languages each this is far below the protocol's limit of 50,000 addresses.
PART = 2000


class SitemapPage(NamedTuple):
    """A page: its path without a language prefix, and the date of its last change, if known.

    ``texts`` are the languages of its text, the default first; ``paths`` are the paths of languages that differ from
    the default path.
    """

    path: str
    changed: datetime.date | None
    texts: tuple[str, ...] = ()
    paths: Mapping[str, str] = {}


class SitemapFile(Sitemap):  # type: ignore[type-arg]
    """A file of the sitemap, with each page in each of its languages. ``changed`` is its newest date."""

    i18n = alternates = x_default = True

    def __init__(self, pages: Callable[[], Iterable[SitemapPage]], changed: datetime.date | None) -> None:
        self._pages_of_file = pages
        self.changed = changed

    def items(self) -> list[SitemapPage]:
        """Return the pages of this file."""
        return list(self._pages_of_file())

    def get_languages_for_item(self, item: SitemapPage) -> list[str]:
        """Return the languages of the text, then those that only the interface has."""
        return list(dict.fromkeys((*item.texts, *dict(settings.LANGUAGES))))

    def location(self, item: SitemapPage) -> str:
        """Return the address in the active language, as the page itself names it."""
        code = get_language() or settings.LANGUAGE_CODE
        prefix = get_script_prefix()
        interface = f"{code}/" if code in dict(settings.LANGUAGES) and code != settings.LANGUAGE_CODE else ""
        query = f"?lang={code}" if code in item.texts[1:] else ""
        return f"{prefix}{interface}{item.paths.get(code, item.path).removeprefix(prefix)}{query}"

    def lastmod(self, item: SitemapPage) -> datetime.date | None:
        """Return the date of the last change."""
        return item.changed


def sitemap_files(
    versions: Catalogue, slugs: "QuerySet[Any, str]", imported: datetime.date | None
) -> dict[str, SitemapFile]:
    """Return all files by name; ``slugs`` are those of all cards, ``imported`` is when cards last came."""
    newest = max(imported_on(versions.stamp).values(), default=None)
    found = {"pages": SitemapFile(partial(_pages, versions), newest)}
    if versions.latest:
        found["rules"] = SitemapFile(partial(_rules, versions, versions.latest), newest)
        found["glossary"] = SitemapFile(partial(_terms, versions, versions.latest), newest)
        for number, rows in _parts(len(_rule_histories(versions.stamp))):
            found[f"histories-{number}"] = SitemapFile(partial(_histories, versions, rows), newest)
    for number, rows in _parts(slugs.count()):
        found[f"cards-{number}"] = SitemapFile(partial(_cards, slugs[rows]), imported)
    return found


def _parts(count: int) -> list[tuple[int, slice]]:
    """Return the number of each file and the rows in it."""
    return [(number, slice(at, at + PART)) for number, at in enumerate(range(0, count, PART), 1)]


def _path(name: str, *args: object) -> str:
    """Return a path without a language prefix."""
    with override(settings.LANGUAGE_CODE):
        return reverse(name, args=args)


@lru_cache(maxsize=4)
def imported_on(_stamp: ContentStamp) -> Mapping[int, datetime.date]:
    """Return the import date of each version's English text, else of another language, by key. One query."""
    found: dict[int, datetime.date] = {}
    rows = Source.objects.filter(text_of__isnull=False).order_by("imported_at")
    for version, language, moment in rows.values_list("text_of__version", "text_of__language", "imported_at"):
        if version not in found or language == DEFAULT_LANGUAGE:
            found[version] = moment.date()
    return found


def _pages(versions: Catalogue) -> Iterator[SitemapPage]:
    """Yield the single pages, and the contents and glossary of each version, newest first."""
    days = imported_on(versions.stamp)
    newest = max(days.values(), default=None)
    for name in ("home", "archive", "downloads"):
        yield SitemapPage(_path(name), newest)
    names = "versions heat documents names card_list compare_form cite coverage help_marks offline feeds"
    for name in names.split():
        yield SitemapPage(_path(name), None)
    for version in reversed(versions.all):
        day = days.get(version.pk)
        yield SitemapPage(_path("contents", str(version)), day, version.languages)
        yield SitemapPage(_path("downloads-version", str(version)), day)
        if version != versions.latest and version.main.terms:
            yield SitemapPage(_path("glossary", str(version)), day, _glossary_languages(version))


def _rules(versions: Catalogue, version: CatalogueVersion) -> Iterator[SitemapPage]:
    """Yield all chapters and rules of a version, its introduction and credits. Two queries."""
    day, date = imported_on(versions.stamp).get(version.pk), str(version)
    source = Source.objects.filter(pk=version.main.source or 0).first()
    if source and source.introduction_id:
        yield SitemapPage(_path("introduction", date), day, version.languages)
    if source and (source.credits_id or source.index_id):
        yield SitemapPage(_path("credits", date), day, version.languages)
    base = _path("contents", date)
    for number, editions in _languages_of_numbers(version).items():
        yield SitemapPage(f"{base}{number}/", day, _readable_in(version, editions))


def _glossary_languages(version: CatalogueVersion) -> tuple[str, ...]:
    """Return the languages in which a version has a glossary."""
    return _readable_in(version, (text.language for text in version.texts if text.terms or text == version.main))


def _terms(versions: Catalogue, version: CatalogueVersion) -> Iterator[SitemapPage]:
    """Yield the glossary of a version and each term. One query."""
    day = imported_on(versions.stamp).get(version.pk)
    if version.main.terms:
        yield SitemapPage(_path("glossary", str(version)), day, _glossary_languages(version))
    for slug, slugs in _slugs_of_terms(version).items():
        paths = {code: _path("term", str(version), other) for code, other in slugs.items() if other != slug}
        yield SitemapPage(_path("term", str(version), slug), day, _readable_in(version, slugs), paths)


@lru_cache(maxsize=2)
def _rule_histories(_stamp: ContentStamp) -> tuple[tuple[str, datetime.date | None], ...]:
    """Return the ids of all Rules of complete English texts, and the date of their last change. Two queries."""
    entries = Entry.objects.in_active_document()
    complete = entries.filter(edition__language=DEFAULT_LANGUAGE, edition__complete=True).values("rule")
    latest = Change.objects.order_by().values("rule").annotate(day=Max("version__date")).values_list("rule", "day")
    days = dict(latest)
    rules = Rule.objects.filter(pk__in=complete, merged_into=None).order_by("pk").values_list("pk", "public_id")
    return tuple((public_id, days.get(pk)) for pk, public_id in rules)


def _histories(versions: Catalogue, rows: slice) -> list[SitemapPage]:
    """Return the history pages of Rules; they changed with the import of the version that changed the Rule last."""
    came = imported_on(versions.stamp)
    days = {version.date: came.get(version.pk) for version in versions.all}
    base = _path("rule_history", "id").removesuffix("id/")
    return [
        SitemapPage(f"{base}{public_id}/", days.get(day) if day else None)
        for public_id, day in _rule_histories(versions.stamp)[rows]
    ]


def _cards(slugs: Iterable[str]) -> Iterator[SitemapPage]:
    """Return the pages of cards. The date of their last change is unknown."""
    base = _path("card_list")
    return (SitemapPage(f"{base}{quote(slug)}/", None) for slug in slugs)


def _slugs_of_terms(version: CatalogueVersion) -> Mapping[str, Mapping[str, str]]:
    """Map each term of the main edition to its slug in each language. One query."""
    code = {text.pk: text.language for text in version.texts}
    entries = Entry.objects.filter(edition__in=code, kind=Entry.Kind.TERM).order_by("position")
    by_rule: dict[int, dict[str, str]] = {}
    mains: list[tuple[str, int | None]] = []
    for edition, number, rule in entries.values_list("edition_id", "number", "rule_id"):
        if rule:
            by_rule.setdefault(rule, {}).setdefault(code[edition], number)
        if edition == version.main.pk:
            mains.append((number, rule))
    main = version.main.language
    return {number: {**by_rule.get(rule or 0, {}), main: number} for number, rule in mains}


def _languages_of_numbers(version: CatalogueVersion) -> Mapping[str, tuple[str, ...]]:
    """Map each number of the main edition, in order, to the languages of the editions that have it. One query."""
    code = {text.pk: text.language for text in version.texts}
    entries = Entry.objects.filter(edition__in=code, kind__lt=Entry.Kind.TERM).exclude(kind=Entry.Kind.SECTION)
    rows = list(entries.order_by("position").values_list("number", "edition_id"))
    languages = grouped((number, code[edition]) for number, edition in rows)
    return {number: tuple(languages[number]) for number, edition in rows if edition == version.main.pk}


def _readable_in(version: CatalogueVersion, editions: Iterable[str]) -> tuple[str, ...]:
    """Return the languages that can show a page of these editions, including fallback languages."""
    positions = {*editions, *(text.language for text in version.fallbacks)}
    return tuple(code for code in version.languages if code in positions)
