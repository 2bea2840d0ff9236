"""Where a page of a version is in each of its languages: a term has another address in each, a rule may be missing."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.models import Entry
from rulesbase.reading.place_query import Whereabouts
from rulesbase.reading.places import GLOSSARY, PLACE, TERM, Spot


class Tongue(NamedTuple):
    """A page in a language: where it is, and whether its text is in that language."""

    language: str
    spot: Spot


def tongues_of(
    version: CatalogueVersion, spot: Spot, text: CatalogueEdition, found: Whereabouts | None
) -> tuple[Tongue, ...]:
    """The page in each language that it can be read in, that of the main edition first if it is there.

    ``spot`` is the page in the edition ``text``, and ``found`` where it stands. What is carried over stands where the
    main edition has it.
    """
    numbers = _numbers(version, spot, text, found) if found and len(version.texts) > 1 else {}
    main = numbers.get(version.main.pk, spot.number)
    tongues = []
    for code in version.languages:
        edition = version.text_in(code)
        if edition is None:
            tongues.append(Tongue(code, spot._replace(number=main)))
        elif spot.page == GLOSSARY and not edition.terms and edition != version.main:
            continue
        elif spot.page not in (PLACE, TERM) or len(version.texts) == 1:
            tongues.append(Tongue(code, spot))
        elif edition.pk in numbers:
            tongues.append(Tongue(code, spot._replace(number=numbers[edition.pk])))
    return tuple(tongues)


def _numbers(version: CatalogueVersion, spot: Spot, text: CatalogueEdition, found: Whereabouts) -> Mapping[int, str]:
    """The number or slug of the page in each edition that has it."""
    here = [one for one in found.everything if one.edition in {text.pk for text in version.texts}]
    if spot.page == PLACE:
        here = [one for one in here if one.number == spot.number]
    else:
        rule = found.rule_at(text.pk, spot.number)
        here = [
            one for one in here if (rule and one.rule == rule) or (one.edition, one.number) == (text.pk, spot.number)
        ]
    return {one.edition: one.number for one in sorted(here, key=lambda one: -one.position)}


def slugs_of_terms(version: CatalogueVersion) -> Mapping[str, Mapping[str, str]]:
    """For each term of the main edition its slugs by language, in editions. One query."""
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
    """For each place of the main edition, in its order, the languages of the editions that have it. One query."""
    code = {text.pk: text.language for text in version.texts}
    entries = Entry.objects.filter(edition__in=code, kind__lt=Entry.Kind.TERM).exclude(kind=Entry.Kind.SECTION)
    held: dict[str, list[str]] = {}
    order: list[str] = []
    for edition, number in entries.order_by("position").values_list("edition_id", "number"):
        held.setdefault(number, []).append(code[edition])
        if edition == version.main.pk:
            order.append(number)
    return {number: tuple(held[number]) for number in order}


def readable_in(version: CatalogueVersion, editions: Iterable[str]) -> tuple[str, ...]:
    """The languages of a page that stands in these editions, with those that it is carried over to."""
    found = {*editions, *(text.language for text in version.carried)}
    return tuple(code for code in version.languages if code in found)
