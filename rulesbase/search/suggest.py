"""Suggestions while a person types in the search box: numbers, headings, terms, versions and cards."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.card_interface import cards
from rulesbase.core.dates import day_text
from rulesbase.core.document_urls import entry_url
from rulesbase.core.excerpts import shortened
from rulesbase.engine.search.analyzer import is_unspaced, plain
from rulesbase.engine.search.highlight import Piece, marked
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.numbers import sort_key
from rulesbase.search.candidates import TITLE, Candidate, SearchedTexts, searched_texts, title_of
from rulesbase.search.languages import default_languages
from rulesbase.search.number_or_version import version_of

_MOST, _MOST_CARDS, _MOST_VERSIONS = 10, 3, 3
_LONGEST = 80
_NUMBER = re.compile(r"\s*(?:cr\s*|§\s*)?([1-9]\d{0,2}(?:\.\d{0,3}[a-z]{0,2})?)\s*", re.IGNORECASE)


class Suggestion(NamedTuple):
    """A place to go to: its name with the typed words marked, its language, its address and what it is."""

    name: Sequence[Piece]
    language: str
    address: str
    what: str

    @property
    def text(self) -> str:
        """Return the name as plain text."""
        return "".join(piece.text for piece in self.name)


def suggestions(versions: Catalogue, version: CatalogueVersion, typed: str, interface: str) -> list[Suggestion]:
    """Return what a text may lead to, at most ten, in the language of the page if the version has it.

    Titles come before cards, and titles that begin with the text before those with a word that begins so. At most four
    queries once the texts and names are cached.
    """
    typed = " ".join(typed[:_LONGEST].split())
    if not typed:
        return []
    language = default_languages(version, interface)[0]
    texts = searched_texts(versions, version, language)
    found = [*_versions(versions, typed)]
    number = _NUMBER.fullmatch(typed)
    places = _with_number(texts, number[1].lower()) if number else _with_title(texts, plain(typed))
    found += [_place(version, place, typed) for place in islice(places, _MOST - len(found))]
    if len(typed) == 1 and not is_unspaced(typed):
        return found
    named = cards().find(typed, language=None if language == "en" else language, limit=_MOST_CARDS, guess=False)
    from_cards = [
        Suggestion(marked(one.matched, typed), one.language, one.card.get_absolute_url(), _("Card"))
        for one in named
        if one.language in ("en", language)
    ]
    return [*found[: _MOST - len(from_cards)], *from_cards]


def _versions(versions: Catalogue, typed: str) -> Iterator[Suggestion]:
    """Yield the version that a date means, or the newest whose dates begin with it."""
    meant = version_of(versions, typed)
    begins = (one for one in reversed(versions.all) if len(typed) >= len("2026") and str(one).startswith(typed))
    for one in islice(dict.fromkeys([meant, *begins] if meant else begins), _MOST_VERSIONS):
        yield Suggestion([Piece(day_text(one.date), False)], "", reverse("contents", args=[str(one)]), _("Version"))


def _with_number(texts: SearchedTexts, start: str) -> Iterator[Candidate]:
    """Yield the entries whose number begins so, chapters and rules before subrules."""
    here = [place for place in texts.places if not place.is_term and place.number.startswith(start)]
    return iter(sorted(here, key=lambda place: (place.number != start, place.kind, sort_key(place.number))))


def _with_title(texts: SearchedTexts, folded: str) -> Iterator[Candidate]:
    """Yield the chapters, rules and terms whose title begins so, then those with a word that begins so."""
    inside = folded if is_unspaced(folded) else f" {folded}"
    begin = [place for title, place in texts.titles if title.startswith(folded)]
    begin.sort(key=lambda place: (len(title_of(place)), place.is_term))
    yield from begin
    yield from (place for title, place in texts.titles if inside in title and not title.startswith(folded))


def _place(version: CatalogueVersion, place: Candidate, typed: str) -> Suggestion:
    title = shortened(title_of(place) or place.text, TITLE)
    language = "" if place.language == version.main.language else place.language
    address = entry_url(version, place.number, lang=language)
    if place.is_term:
        return Suggestion(marked(title, typed), place.language, address, _("Glossary"))
    number = [Piece(f"{place.number} ", False)] if shown_number(place.number) else []
    return Suggestion([*number, *marked(title, typed)], place.language, address, "")
