"""What search engines shall know of: which pages, in which languages, and since when they say what they say.

The latest version is listed in full; of the others the contents, because the life of each rule tells what they said,
and a hundred nearly equal copies of a page help nobody who searches. Comparisons, searches and questions are endless.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from django.conf import settings
from django.db.models import Max
from django.urls import get_script_prefix, reverse
from django.utils.translation import override

from rulesbase.models import Change, Entry, Rule, Source
from rulesbase.shelf import DEFAULT_LANGUAGE, Shelf, Volume
from rulesbase.standing_in import places_of, readable_in, slugs_of_terms

# Half of what the protocol allows, three languages each: files that are quickly read.
PART = 5000
PAGES, RULES, GLOSSARY, HISTORIES, CARDS = "pages", "rules", "glossary", "histories", "cards"

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
_TOGETHER = 100


class Spot(NamedTuple):
    """A page: its path without a language, and the day since when it is as it is, where that is known.

    ``texts`` are the languages that its text can be read in, where it has one of its own in each, the usual one
    first; ``paths`` are those of languages that have another than the usual.
    """

    path: str
    changed: datetime.date | None
    texts: tuple[str, ...] = ()
    paths: Mapping[str, str] = MappingProxyType({})


class Part(NamedTuple):
    """A file of the sitemap: its name, and the newest day in it."""

    name: str
    changed: datetime.date | None


def parts_of(books: Shelf, cards: int, imported: datetime.date | None) -> list[Part]:
    """All files; ``cards`` is the number of cards, ``imported`` when cards last came."""
    newest = max(imported_on(books.stamp).values(), default=None)
    found = [Part(PAGES, newest)]
    if books.latest:
        found += [Part(RULES, newest), Part(GLOSSARY, newest)]
        found += [Part(f"{HISTORIES}-{at + 1}", newest) for at in range(_parts(len(_lives(books.stamp))))]
    return found + [Part(f"{CARDS}-{at + 1}", imported) for at in range(_parts(cards))]


def _parts(count: int) -> int:
    return -(-count // PART)


def spots_of(books: Shelf, name: str, cards: Sequence[str]) -> Iterable[Spot]:
    """The pages of a file; ``cards`` are the ends of the addresses of all cards, in a lasting order. None: KeyError."""
    kind, _dash, number = name.partition("-")
    if kind == PAGES and not number:
        return _pages(books)
    if kind == RULES and not number and books.latest:
        return _rules(books, books.latest)
    if kind == GLOSSARY and not number and books.latest:
        return _terms(books, books.latest)
    at = int(number) if number.isdecimal() and len(number) < 5 else 0
    rows = slice((at - 1) * PART, at * PART)
    found: list[Spot] = []
    if at and kind == HISTORIES:
        found = _histories(books, rows)
    elif at and kind == CARDS:
        found = _cards(cards, rows)
    if not found:
        raise KeyError(name)
    return found


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


def _pages(books: Shelf) -> Iterator[Spot]:
    """Pages that there is one of, and the contents and the glossary of each version, the newest first."""
    days = imported_on(books.stamp)
    newest = max(days.values(), default=None)
    yield Spot(_path("home"), newest)
    yield Spot(_path("archive"), newest)
    yield Spot(_path("downloads"), newest)
    for name in ("heat", "names", "card_list", "compare_form", "cite", "help_marks", "offline", "feeds"):
        yield Spot(_path(name), None)
    for volume in reversed(books.volumes):
        day = days.get(volume.pk)
        yield Spot(_path("contents", str(volume)), day, volume.languages)
        yield Spot(_path("downloads-version", str(volume)), day)
        if volume != books.latest and volume.main.terms:
            yield Spot(_path("glossary", str(volume)), day, _with_terms(volume))


def _rules(books: Shelf, volume: Volume) -> Iterator[Spot]:
    """All chapters and rules of a version, and what stands around them. Two queries."""
    day, date = imported_on(books.stamp).get(volume.pk), str(volume)
    source = Source.objects.filter(pk=volume.main.source or 0).first()
    if source and source.introduction_id:
        yield Spot(_path("introduction", date), day, volume.languages)
    if source and (source.credits_id or source.index_id):
        yield Spot(_path("credits", date), day, volume.languages)
    base = _path("contents", date)
    for number, editions in places_of(volume).items():
        yield Spot(f"{base}{number}/", day, readable_in(volume, editions))


def _with_terms(volume: Volume) -> tuple[str, ...]:
    """The languages in which a version has a glossary."""
    return readable_in(volume, (text.language for text in volume.texts if text.terms or text == volume.main))


def _terms(books: Shelf, volume: Volume) -> Iterator[Spot]:
    """The glossary of a version, and each term. One query."""
    day = imported_on(books.stamp).get(volume.pk)
    if volume.main.terms:
        yield Spot(_path("glossary", str(volume)), day, _with_terms(volume))
    for slug, slugs in slugs_of_terms(volume).items():
        paths = {code: _path("term", str(volume), other) for code, other in slugs.items() if other != slug}
        yield Spot(_path("term", str(volume), slug), day, readable_in(volume, slugs), paths)


@lru_cache(maxsize=2)
def _lives(stamp: str) -> tuple[tuple[str, datetime.date | None], ...]:
    """The ids of all Rules that stand in a complete English text, and when each last changed. Two queries."""
    del stamp  # only part of the key
    complete = Entry.objects.filter(edition__language=DEFAULT_LANGUAGE, edition__complete=True).values("rule")
    latest = Change.objects.order_by().values("rule").annotate(day=Max("version__date")).values_list("rule", "day")
    days = dict(latest)
    rules = Rule.objects.filter(pk__in=complete, merged_into=None).order_by("pk").values_list("pk", "public_id")
    return tuple((public_id, days.get(pk)) for pk, public_id in rules)


def _histories(books: Shelf, rows: slice) -> list[Spot]:
    """The life of each Rule: as it is since the version came that changed it last."""
    came = imported_on(books.stamp)
    days = {volume.date: came.get(volume.pk) for volume in books.volumes}
    base = _path("rule_history", "id").removesuffix("id/")
    return [Spot(f"{base}{public_id}/", days.get(day) if day else None) for public_id, day in _lives(books.stamp)[rows]]


def _cards(slugs: Sequence[str], rows: slice) -> list[Spot]:
    """Cards: when the facts of each changed is not known, so nothing is said of it."""
    base = _path("card_list")
    return [Spot(f"{base}{quote(slug)}/", None) for slug in slugs[rows]]


# ---- Written ----


def index_xml(parts: Iterable[Part], host: str) -> str:
    """The list of all files."""
    rows = []
    for part in parts:
        where = host + reverse("sitemap_part", args=[part.name])
        day = f"<lastmod>{part.changed.isoformat()}</lastmod>" if part.changed else ""
        rows.append(f"<sitemap><loc>{escape(where)}</loc>{day}</sitemap>\n")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{"".join(rows)}</sitemapindex>\n'


def addresses_of(spot: Spot, host: str) -> list[tuple[str, str]]:
    """A page in each language, as the page itself names them: its text's where it has one, else the interface's."""
    prefix = get_script_prefix()
    known = dict(settings.LANGUAGES)
    own = spot.texts[:1]
    found = []
    for code in dict.fromkeys((*spot.texts, *known)):
        interface = f"{code}/" if code in known and code != settings.LANGUAGE_CODE else ""
        query = f"?lang={code}" if code in spot.texts and (code,) != own else ""
        rest = spot.paths.get(code, spot.path).removeprefix(prefix)
        found.append((code, f"{host}{prefix}{interface}{rest}{query}"))
    return found


def sitemap_xml(spots: Iterable[Spot], host: str) -> Iterator[bytes]:
    """A file, some pages at a time."""
    yield _HEAD.encode()
    lines: list[str] = []
    for at, spot in enumerate(spots, 1):
        lines += _lines(spot, host)
        if at % _TOGETHER == 0:
            yield "".join(lines).encode()
            lines = []
    yield "".join((*lines, "</urlset>\n")).encode()


def _lines(spot: Spot, host: str) -> Iterator[str]:
    """A page once for each language, each naming all."""
    addresses = addresses_of(spot, host)
    plain = f"{host}{spot.path}"
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href={quoteattr(address)}/>'
        for code, address in (*addresses, ("x-default", plain))
    )
    day = f"<lastmod>{spot.changed.isoformat()}</lastmod>" if spot.changed else ""
    for _code, address in addresses:
        yield f"<url><loc>{escape(address)}</loc>{day}{links}</url>\n"
