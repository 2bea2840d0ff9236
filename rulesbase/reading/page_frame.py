"""The frame of every reading page: version bar, language links, canonical and alternate addresses."""

import datetime
from collections.abc import Callable, Sequence
from functools import wraps
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import (
    MOST_COLUMNS,
    Catalogue,
    CatalogueEdition,
    CatalogueVersion,
    catalogue,
    chosen_texts,
)
from rulesbase.core.document_urls import document_name
from rulesbase.core.languages import language_word, own_name
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.text.numbers import canonical, kind_of
from rulesbase.reading.json_ld import legislation_data
from rulesbase.reading.page_address import (
    BELOW,
    CONTENTS,
    GLOSSARY,
    PLACE,
    TERM,
    EntryPosition,
    PageAddress,
    entry_positions,
    language_alternates,
    main_number,
    same_pages,
)
from rulesbase.reading.text_html import Annotations
from rulesbase.reading.version_menu import version_options


class VersionLink(NamedTuple):
    """A link to another version."""

    date: datetime.date
    href: str


class LanguageLink(NamedTuple):
    """A link that shows or hides a language; a ``missing`` one has no text in this version."""

    code: str
    name: str
    shown: bool
    href: str
    title: str
    missing: bool = False


class Frame(NamedTuple):
    """A reading page without its content: version, editions, and shared template context.

    ``text`` is the edition in the first column; the main edition if all columns are fallback texts. ``positions`` are
    those of its rule or term, ``notes`` those of the signed-in user.
    """

    versions: Catalogue
    version: CatalogueVersion
    texts: tuple[CatalogueEdition, ...]
    text: CatalogueEdition
    lang: str
    context: dict[str, object]
    positions: Sequence[EntryPosition] = ()
    notes: Annotations = Annotations()


def dated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Resolve the date in the address and pass the version to the view.

    A day between two versions redirects to the version in force. A day before the first version, or no valid day, gets
    a 404 with the reason. The view receives the request, the catalogue, the version, and the other parts of the
    address.
    """

    @require_safe
    @wraps(view)
    def of_date(request: HttpRequest, date: str, **rest: str) -> HttpResponse:
        versions = catalogue()
        version = versions.find(date)
        if date == str(version):
            return view(request, versions, version, **rest)
        name = request.resolver_match.view_name if request.resolver_match else "contents"
        query = request.META.get("QUERY_STRING", "")
        return redirect(reverse(name, args=[str(version), *rest.values()]) + (f"?{query}" if query else ""))

    return of_date


AddNotes = Callable[[HttpRequest, Frame, str], Frame]
_add_notes: list[AddNotes] = []


def register_notes(add: AddNotes) -> None:
    """Register the function that adds notes to reading pages; called once at start."""
    _add_notes[:] = [add]


def frame(
    request: HttpRequest, versions: Catalogue, version: CatalogueVersion, page: PageAddress, *, notes: bool = False
) -> Frame:
    """Build the frame of a page. One query at most, for its address in other versions and languages.

    With ``notes`` those of the signed-in user are added.
    """
    texts, missing = chosen_texts(version, request.GET.get("lang", ""))
    lang = "" if texts == (version.main,) else ",".join(text.language for text in texts)
    read = next((text for text in texts if not text.is_fallback), version.main)
    (earlier, later), latest = versions.neighbours(version), versions.latest
    past = latest if latest and version.date < latest.date else None
    others = list({one.pk: one for one in (earlier, later, past) if one}.values())
    came_from = canonical(request.GET.get("from", "")[:20]) or ""
    positions: list[EntryPosition] = []
    if page.name in (PLACE, TERM):
        editions = {text.pk for text in version.texts} | {one.main.pk for one in (version, *others)}
        positions = entry_positions(page, main=version.main.pk, read=read.pk, editions=editions, came_from=came_from)
    # In other languages terms have other slugs. All that is not in this text is found by the one in the main edition.
    main_page = page._replace(number=main_number(version, page, read, positions))
    pages = same_pages(main_page, version.main, others, positions)
    links = {one.pk: VersionLink(one.date, pages[one.pk].address(one, lang)) for one in others}
    until = later.date - datetime.timedelta(days=1) if later else None
    # ``now`` is the link to the latest version, on pages of other versions. ``came_from`` is the number of the rule in
    # the version that the reader left, if this page is not that rule with that number. ``came_to`` is what the page is:
    # the rule with its new "number", another rule with the "same" number, its "chapter", or the "contents".
    bar: dict[str, object] = {
        "version": version,
        "is_latest": latest is not None and version.pk == latest.pk,
        "in_future": version.date > versions.today,
        "earlier": links[earlier.pk] if earlier else None,
        "later": links[later.pk] if later else None,
        "until": until,
        # The label of this link names the other number itself.
        "now": VersionLink(past.date, pages[past.pk]._replace(came_from="").address(past, lang)) if past else None,
        "now_words": _now_words(page, pages[past.pk]) if past else "",
        "picks": _picks(versions, version, page, texts),
        "options": version_options(versions, str(version)),
        "first": versions.dates[0],
        "versions": len(versions.all),
        "place": main_page.form_value,
        "is_rule": page.is_rule,
        "came_from": came_from,
        "came_to": _came_to(page, came_from) if came_from else "",
        "has_came_from": any(one.number == came_from and one.edition == version.main.pk for one in positions),
    }
    context: dict[str, object] = {
        "catalogue": versions,
        "version": version,
        "document": document_name(),
        "bar": bar,
        "texts": texts,
        "text": read,
        "lang": lang,
        "lang_query": f"?lang={lang}" if lang else "",
        "missing_languages": [_missing_language(versions, version, main_page, code) for code in missing],
        "contents_url": PageAddress(CONTENTS).address(version, lang),
        "version_url": PageAddress(CONTENTS).address(version),
        **_addresses(request, version, page, texts, read, positions),
        "legislation": legislation_data(
            request,
            version,
            main_page,
            language=read.language if len(texts) == 1 else version.main.language,
            until=until,
            today=versions.today,
            earlier=(earlier, pages[earlier.pk]) if earlier else None,
        ),
    }
    around = Frame(versions, version, texts, read, lang, context, positions)
    # No query without a session, because those pages are cached.
    signed_in = notes and settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated
    with_notes = signed_in and _add_notes and (main_page.number or page.name != TERM)
    return _add_notes[0](request, around, main_page.number) if with_notes else around


def _came_to(page: PageAddress, came_from: str) -> str:
    if page.name != PLACE:
        return CONTENTS
    if page.number == came_from:
        return "same"
    return "number" if page.is_rule == (kind_of(came_from) in BELOW) else "chapter"


def _now_words(page: PageAddress, there: PageAddress) -> str:
    """Return the label of the link to the latest version: "This rule today"."""
    if there.name != page.name or (page.is_rule and not there.is_rule):
        return _("The chapter of this rule today") if there.name == PLACE else _("Today’s rules")
    if page.name == PLACE:
        if there.number == page.number:
            return _("This rule today") if page.is_rule else _("This chapter today")
        message = _("This rule today: %(number)s") if page.is_rule else _("This chapter today: %(number)s")
        return message % {"number": there.number}
    return {
        CONTENTS: _("Today’s rules"),
        GLOSSARY: _("The glossary today"),
        TERM: _("This term today"),
    }.get(page.name, _("This page today"))


def _missing_language(
    versions: Catalogue, version: CatalogueVersion, page: PageAddress, code: str
) -> dict[str, object]:
    with_text = [one for one in versions.all if one.text_in(code)]
    before = [one for one in with_text if one.date < version.date][-1:]
    after = [one for one in with_text if one.date > version.date][:1]
    lang = ",".join(dict.fromkeys((version.main.language, code)))
    # The page in those versions is looked up only if somebody follows the link.
    query = {"place": page.form_value, "start": str(version), "lang": lang}
    near = [VersionLink(one.date, reverse("go", query=query | {"version": str(one)})) for one in (*before, *after)]
    return {"name": language_word(code), "near": near}


def _picks(
    versions: Catalogue, version: CatalogueVersion, page: PageAddress, texts: tuple[CatalogueEdition, ...]
) -> tuple[LanguageLink, ...]:
    """Return the languages of the switch: those of this version, then those of others and of the interface."""
    languages = version.languages
    wanted = (code for code, _name in settings.LANGUAGES) if active_document() == COMPREHENSIVE_RULES else ()
    elsewhere = [code for code in dict.fromkeys((*versions.languages, *wanted)) if code not in languages]
    if len(languages) + len(elsewhere) < 2:
        return ()
    shown = [text.language for text in texts]
    picks = []
    for code in languages:
        if code in shown:
            then = [other for other in shown if other != code] or shown
            title = _("Hide %(language)s") if len(shown) > 1 else "%(language)s"
        else:
            then = [*shown, code][-MOST_COLUMNS:]
            title = _("Show %(language)s side by side")
        then = [language for language in languages if language in then]
        lang = "" if then == [version.main.language] else ",".join(then)
        picks.append(language_link(code, title, page.address(version, lang), shown=code in shown))
    for code in elsewhere:
        address = page.address(version, ",".join((*shown, code)[-MOST_COLUMNS:]))
        title = _("No %(language)s text of this version yet")
        picks.append(language_link(code, title, address, shown=False)._replace(missing=True))
    return tuple(picks)


def language_link(code: str, title: str, href: str, *, shown: bool) -> LanguageLink:
    """Return the link of a language; ``title`` has a place for its name in the language of the page."""
    return LanguageLink(code, own_name(code), shown, href, title % {"language": language_word(code)})


def _addresses(
    request: HttpRequest,
    version: CatalogueVersion,
    page: PageAddress,
    texts: tuple[CatalogueEdition, ...],
    read: CatalogueEdition,
    positions: Sequence[EntryPosition],
) -> dict[str, object]:
    """Return the canonical address and the addresses of the page in other languages.

    A page exists in a language if its text does, from this version or a fallback. Interface languages without a text
    show the main text. Several columns are no page of their own.
    """
    main = version.main.language
    alone = texts[0] if len(texts) == 1 else None
    only = alone.language if alone and alone.language != main else ""
    here = request.build_absolute_uri(page.address(version))
    known = dict(settings.LANGUAGES)
    pages = language_alternates(version, page, read, positions)
    usual = pages.get(main, page)
    alternates = []
    for code in dict.fromkeys((*pages, *known)):
        with override(code if code in known else settings.LANGUAGE_CODE):
            address = request.build_absolute_uri(pages.get(code, usual).address(version))
        alternates.append((code, address if code == main or code not in pages else f"{address}?lang={code}"))
    return {
        "canonical": f"{here}?lang={only}" if only else here,
        "alternates": alternates,
    }
