"""The addresses of a page in the other languages of its version.

A term has another address in each language; a rule may be missing in some.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.models import Entry
from rulesbase.reading.place_query import EntryPositions
from rulesbase.reading.places import GLOSSARY, PLACE, TERM, PageAddress


class LanguageAlternate(NamedTuple):
    """The address of a page in a language."""

    language: str
    page: PageAddress


def language_alternates(
    version: CatalogueVersion, page: PageAddress, text: CatalogueEdition, positions: EntryPositions | None
) -> tuple[LanguageAlternate, ...]:
    """Return the page in each language that can show it.

    ``page`` is the page in the edition ``text``, and ``positions`` the positions of its entry. Fallback texts use the
    number of the main edition.
    """
    numbers = _numbers(version, page, text, positions) if positions and len(version.texts) > 1 else {}
    main = numbers.get(version.main.pk, page.number)
    alternates = []
    for code in version.languages:
        edition = version.text_in(code)
        if edition is None:
            alternates.append(LanguageAlternate(code, page._replace(number=main)))
        elif page.name == GLOSSARY and not edition.terms and edition != version.main:
            continue
        elif page.name not in (PLACE, TERM) or len(version.texts) == 1:
            alternates.append(LanguageAlternate(code, page))
        elif edition.pk in numbers:
            alternates.append(LanguageAlternate(code, page._replace(number=numbers[edition.pk])))
    return tuple(alternates)


def _numbers(
    version: CatalogueVersion, page: PageAddress, text: CatalogueEdition, positions: EntryPositions
) -> Mapping[int, str]:
    """Return the number or slug of the page in each edition that has it."""
    here = [one for one in positions.everything if one.edition in {text.pk for text in version.texts}]
    if page.name == PLACE:
        here = [one for one in here if one.number == page.number]
    else:
        rule = positions.rule_at(text.pk, page.number)
        here = [
            one for one in here if (rule and one.rule == rule) or (one.edition, one.number) == (text.pk, page.number)
        ]
    return {one.edition: one.number for one in sorted(here, key=lambda one: -one.position)}


def slugs_of_terms(version: CatalogueVersion) -> Mapping[str, Mapping[str, str]]:
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


def places_of(version: CatalogueVersion) -> Mapping[str, tuple[str, ...]]:
    """Map each number of the main edition, in order, to the languages of the editions that have it. One query."""
    code = {text.pk: text.language for text in version.texts}
    entries = Entry.objects.filter(edition__in=code, kind__lt=Entry.Kind.TERM).exclude(kind=Entry.Kind.SECTION)
    languages: dict[str, list[str]] = {}
    order: list[str] = []
    for edition, number in entries.order_by("position").values_list("edition_id", "number"):
        languages.setdefault(number, []).append(code[edition])
        if edition == version.main.pk:
            order.append(number)
    return {number: tuple(languages[number]) for number in order}


def readable_in(version: CatalogueVersion, editions: Iterable[str]) -> tuple[str, ...]:
    """Return the languages that can show a page of these editions, including fallback languages."""
    positions = {*editions, *(text.language for text in version.fallbacks)}
    return tuple(code for code in version.languages if code in positions)
