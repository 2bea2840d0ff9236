"""Show the list of cards, and the page of a card."""

import datetime
from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.catalogue import card_page
from cards.catalogue.filters import CardFilter, address_of
from cards.catalogue.oracle_history import oracle_text
from cards.lookup.find_cards import find_cards
from cards.models import Card, CardSet, PrintedName
from cards.relevance.queries import relevant_rules
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound, catalogue
from rulesbase.core.content_version import ContentStamp, content_stamp
from rulesbase.reading.version_menu import version_options

_A_PAGE = 60


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    """List the filtered cards. An address in another spelling redirects to the canonical one."""
    chosen = CardFilter(request.GET, Card.objects.all())
    valid = chosen.is_valid()
    values = {name: value for name, value in chosen.form.cleaned_data.items() if name not in chosen.form.errors}
    # Sort only keys. The list avoids a second search of names for the count.
    keys = chosen.qs.values_list("pk", flat=True) if valid else Card.objects.none().values_list("pk", flat=True)
    pages = Paginator(list(keys) if values.get("q") else keys, _A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    query = address_of(values, page.number)
    if valid and request.GET.urlencode() != query:
        return redirect(f"{request.path}?{query}" if query else request.path)
    typed = values.get("q") or ""
    context = {
        "form": chosen.form,
        "asked": values,
        "page": page,
        "rows": _listed_cards(list(page.object_list), typed),
        "choices": _filter_choices(content_stamp()),
        "narrowed": bool(address_of(values | {"sort": ""})),
        "near": [one.card for one in find_cards(typed)] if typed and not pages.count else (),
        "no_cards": not pages.count and not Card.objects.exists(),
        "canonical": request.build_absolute_uri(f"{request.path}?{query}" if query else request.path),
    }
    return render(request, "cards/card_list.html", context)


@lru_cache(maxsize=2)
def _filter_choices(_stamp: ContentStamp) -> Mapping[str, Sequence[object]]:
    """Return the sets by code and the layouts of the data. Two queries after content changed."""
    sets = CardSet.objects.order_by("-released", "name").values_list("code", "name")
    layouts = Card.objects.order_by("layout").values_list("layout", flat=True).distinct()
    return {"sets": [(code, name or code.upper()) for code, name in sets], "layouts": list(layouts)}


def _listed_cards(keys: Sequence[int], typed: str) -> list[tuple[Card, PrintedName | None]]:
    """Return the cards with these keys in their order, and the name in another language or flavor name that matched.

    Two queries, and a third for the names.
    """
    wide = Card.objects.select_related("first_set").defer("keywords", "legalities").for_reading()
    found = wide.in_bulk(keys)
    listed = [found[key] for key in keys if key in found]
    printed: dict[int, PrintedName] = {}
    wanted = [card.pk for card in listed if typed.lower() not in card.name.lower()] if typed else []
    if wanted:
        names = PrintedName.objects.filter(card__in=wanted, name__icontains=typed).order_by("language", "name")
        for name in names.only("card_id", "language", "name", "flavor"):
            printed.setdefault(name.card_id, name)
    return [(card, printed.get(card.pk)) for card in listed]


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card: faces, names, rulings, and the rules for it in a version (``?version=``).

    Another spelling of one card's address redirects to it. An address of no card or of several gets status 404 and a
    list of the cards that may be meant.
    """
    found = Card.objects.select_related("first_set").for_reading().filter(slug=slug).first()
    if found is None:
        meant = card_page.card_or_near(slug)
        if isinstance(meant, Card):
            query = f"?{request.GET.urlencode()}" if request.GET else ""
            return redirect(meant.get_absolute_url() + query)
        missing = {"words": card_page.words_of_slug(slug), "near": meant}
        return render(request, "cards/card_missing.html", missing, status=404)
    versions = catalogue()
    version = _version(versions, request.GET.get("version", ""))
    latest = versions.latest
    usual = "" if version is None or version == latest else str(version)
    if request.GET.get("version", "") != usual:
        return redirect(found.get_absolute_url() + (f"?{urlencode({'version': usual})}" if usual else ""))
    oracle = oracle_text(found, version.date if version else versions.today)
    context = card_page.content(versions, found) | {
        "card": found,
        "relevant": relevant_rules(versions, version, found) if version else None,
        "volumes": version_options(versions, str(version), english=True),
        "is_latest": not usual,
        "came_later": bool(version and oracle.facts.released and oracle.facts.released > _until(versions, version)),
        "oracle": oracle,
        "canonical": request.build_absolute_uri(found.get_absolute_url()),
    }
    return render(request, "cards/card.html", context)


def _version(versions: Catalogue, wanted: str) -> CatalogueVersion | None:
    """Return the version asked for, else the latest; the one before if it lacks a complete English text.

    None if there are no complete English rules.
    """
    whole = versions.complete
    if not whole:
        return None
    try:
        day = versions.find(wanted or "latest").date
    except VersionNotFound as error:
        raise Http404(str(error)) from None
    return versions.complete_until(day) or whole[0]


def _until(versions: Catalogue, version: CatalogueVersion) -> datetime.date:
    """Return the last day on which a version was in force, or today."""
    _before, after = versions.neighbours(version)
    return after.date - datetime.timedelta(days=1) if after else max(versions.today, version.date)
