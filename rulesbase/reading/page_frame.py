"""What stands around every reading page: the version bar, the bar of the past, languages, addresses."""

import datetime
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse, translate_url
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import (
    MOST_COLUMNS,
    Catalogue,
    CatalogueEdition,
    CatalogueVersion,
    VersionNotFound,
    catalogue,
    chosen_texts,
    no_version_words,
)
from rulesbase.core.content_version import NotInKey
from rulesbase.core.languages import language_word, own_name
from rulesbase.reading.entry_list_html import Annotations
from rulesbase.reading.language_alternates import tongues_of
from rulesbase.reading.place_query import Whereabouts, where_is
from rulesbase.reading.places import PLACE, TERM, Spot, same_spots


class Step(NamedTuple):
    """A way to another version."""

    date: datetime.date
    href: str


class Pick(NamedTuple):
    """A language in the picker: shown or not, and what the link does."""

    code: str
    name: str
    shown: bool
    href: str
    title: str


class Bar(NamedTuple):
    """The version bar, and the bar of the past where ``now`` is set."""

    version: CatalogueVersion
    is_latest: bool
    in_future: bool
    earlier: Step | None
    later: Step | None
    until: datetime.date | None
    now: Step | None
    now_words: str
    picks: tuple[Pick, ...]
    options: SafeString
    first: datetime.date
    versions: int
    place: str


class Frame(NamedTuple):
    """A reading page apart from its content: what was asked for, and in which editions.

    ``found`` is where else its rule or term stands, for pages of one. ``notes`` are those of whoever is signed in.
    """

    versions: Catalogue
    version: CatalogueVersion
    texts: tuple[CatalogueEdition, ...]
    lang: str
    context: dict[str, object]
    found: Whereabouts | None = None
    notes: Annotations | None = None

    @property
    def text(self) -> CatalogueEdition:
        """The edition in the first column; the main one where all columns are carried over from other versions."""
        return next((text for text in self.texts if not text.is_carried), self.version.main)


def dated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view have the version of its date. Any day works: it leads to the version in force on it.

    A day before the first version, and what is no day, gets a 404 that says so. The view is called with
    the request, the shelf, the version, and what else stands in its address.
    """

    @require_safe
    @wraps(view)
    def of_date(request: HttpRequest, date: str, **rest: str) -> HttpResponse:
        versions = catalogue()
        try:
            version = versions.find(date)
        except VersionNotFound as error:
            raise Http404(no_version_words(error)) from None
        if date == str(version):
            return view(request, versions, version, **rest)
        name = request.resolver_match.view_name if request.resolver_match else "contents"
        query = request.META.get("QUERY_STRING", "")
        return redirect(reverse(name, args=[str(version), *rest.values()]) + (f"?{query}" if query else ""))

    return of_date


def frame(
    request: HttpRequest, versions: Catalogue, version: CatalogueVersion, spot: Spot, now_words: str = ""
) -> Frame:
    """Everything around a page. One query, or none: to find its place in the versions before, after, and today, and in
    other languages."""
    texts, missing = chosen_texts(version, request.GET.get("lang", ""))
    chosen = ",".join(text.language for text in texts)
    lang = "" if texts == (version.main,) else chosen
    read = next((text for text in texts if not text.is_carried), version.main)
    found = _found(versions, version, spot, read)
    bar = _bar(versions, version, spot, texts, lang, now_words, found)
    context: dict[str, object] = {
        "version": version,
        "bar": bar,
        "texts": texts,
        "text": read,
        "lang": lang,
        "lang_query": f"?lang={lang}" if lang else "",
        "missing_languages": [language_word(code) for code in missing],
        "contents_url": Spot("contents").address(version, lang),
        **_addresses(request, version, spot, texts, found),
    }
    return Frame(versions, version, texts, lang, context, found)


def _found(versions: Catalogue, version: CatalogueVersion, spot: Spot, read: CatalogueEdition) -> Whereabouts | None:
    """Where a chapter, rule or term stands; all its life where it is shown."""
    if spot.page not in (PLACE, TERM):
        return None
    around = [version, *_others(versions, version)]
    editions = {text.pk for text in version.texts} | {one.main.pk for one in around}
    whole = spot.page == TERM or "." in spot.number
    term = spot.page == TERM
    return where_is(spot.number, term=term, main=version.main.pk, read=read.pk, editions=editions, whole=whole)


def _others(versions: Catalogue, version: CatalogueVersion) -> list[CatalogueVersion]:
    """The versions that a page leads to: before, after, and that in force, if it is a later one."""
    earlier, later, latest = versions.before(version), versions.after(version), versions.latest
    past = latest if latest and version.date < latest.date else None
    return list({one.pk: one for one in (earlier, later, past) if one}.values())


def _bar(
    versions: Catalogue,
    version: CatalogueVersion,
    spot: Spot,
    texts: tuple[CatalogueEdition, ...],
    lang: str,
    now_words: str,
    found: Whereabouts | None,
) -> Bar:
    earlier, later, latest = versions.before(version), versions.after(version), versions.latest
    past = latest is not None and version.date < latest.date
    spots = same_spots(spot, version.main, _others(versions, version), found)

    def step(to: CatalogueVersion | None) -> Step | None:
        return Step(to.date, spots[to.pk].address(to, lang)) if to else None

    now = step(latest) if past else None
    if now and latest:
        now_words = _now_words(spot, spots[latest.pk], now_words)
    return Bar(
        version,
        latest is not None and version.pk == latest.pk,
        version.date > versions.today,
        step(earlier),
        step(later),
        later.date - datetime.timedelta(days=1) if later else None,
        now,
        now_words,
        _picks(version, spot, texts),
        _options(versions.english, NotInKey(versions), version.date),
        versions.dates[0],
        len(versions.all),
        spot.written,
    )


def _now_words(spot: Spot, there: Spot, same: str) -> str:
    if there.page != spot.page or (spot.page == PLACE and len(there.number) == 3 != len(spot.number)):
        return _("Its chapter today") if there.page == PLACE else _("The rules in force")
    if spot.page == PLACE and there.number != spot.number:
        return _("%(words)s: now %(number)s") % {"words": same, "number": there.number}
    return same or _("This page today")


def _picks(version: CatalogueVersion, spot: Spot, texts: tuple[CatalogueEdition, ...]) -> tuple[Pick, ...]:
    languages = version.languages
    if len(languages) < 2:
        return ()
    shown = [text.language for text in texts]
    picks = []
    for code in languages:
        if code in shown:
            then = [other for other in shown if other != code] or shown
            title = _("Hide %(language)s") if len(shown) > 1 else "%(language)s"
        else:
            then = [*shown, code][-MOST_COLUMNS:]
            title = _("Show %(language)s beside it")
        then = [language for language in languages if language in then]
        lang = "" if then == [version.main.language] else ",".join(then)
        name = own_name(code)
        picks.append(
            Pick(
                code,
                name,
                code in shown,
                spot.address(version, lang),
                title % {"language": language_word(code)},
            )
        )
    return tuple(picks)


@lru_cache(maxsize=256)
def _options(english: str, versions: NotInKey[Catalogue], chosen: datetime.date) -> SafeString:
    """All versions as options of a select, newest first: over a hundred on each page."""
    del english  # only part of the key
    return format_html_join(
        "",
        "<option{}>{}</option>",
        (
            (SafeString(" selected") if date == chosen else "", date.isoformat())
            for date in reversed(versions.value.dates)
        ),
    )


def _addresses(
    request: HttpRequest,
    version: CatalogueVersion,
    spot: Spot,
    texts: tuple[CatalogueEdition, ...],
    found: Whereabouts | None,
) -> dict[str, object]:
    """The address that search engines shall know, and the page in its other languages.

    A page is in a language if its text is, carried over from other versions or not, and its interface where there is
    one in it; columns side by side are no page of their own. An interface without a text has the usual text.
    """
    main = version.main.language
    alone = texts[0] if len(texts) == 1 else None
    only = alone.language if alone and alone.language != main else ""
    here = request.build_absolute_uri(spot.address(version))
    known = dict(settings.LANGUAGES)
    read = next((text for text in texts if not text.is_carried), version.main)
    spots = {tongue.language: tongue.spot for tongue in tongues_of(version, spot, read, found)}
    usual = spots.get(main, spot)
    alternates = []
    for code in dict.fromkeys((*spots, *known)):
        there = request.build_absolute_uri(spots.get(code, usual).address(version))
        address = translate_url(there, code if code in known else settings.LANGUAGE_CODE)
        alternates.append((code, address if code == main or code not in spots else f"{address}?lang={code}"))
    return {
        "canonical": f"{here}?lang={only}" if only else here,
        "alternates": alternates,
    }


def spot_words(spot: Spot) -> str:
    """What the bar of the past calls a page: "This rule today"."""
    if spot.page == PLACE:
        return _("This rule today") if "." in spot.number else _("This chapter today")
    return _("This term today") if spot.page == TERM else _("This page today")


AddNotes = Callable[[HttpRequest, Frame, str], Frame]
_add_notes: list[AddNotes] = []


def register_notes(add: AddNotes) -> None:
    """Let notes be added to reading pages; called once, when the program starts."""
    _add_notes[:] = [add]


def with_notes(request: HttpRequest, around: Frame, number: str = "") -> Frame:
    """Add the notes of the person signed in; ``number`` is that of the page's chapter, rule or term."""
    return _add_notes[0](request, around, number) if _add_notes else around
