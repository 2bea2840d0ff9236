"""Find the rules that apply to a card in a version: of its layout, types, keywords and names.

Titles of that version come first. For a title that it lacks, the Rule that has it in another version is followed to
this one: totem armor leads to umbra armor today.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Length

from cards.engine.rules.governing import HeadingQuery, keyword_titles, wanted
from cards.models import Card
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.citations.resolve import resolve_all
from rulesbase.lineage.traversal import english
from rulesbase.models import Entry

# Longest title of a rule, in characters.
_LONGEST = 60
_BEGINS = 8
_NO_TITLE = (".", ":", "?", "!")


class GoverningRule(NamedTuple):
    """A chapter or rule, and the card's word that leads to it; ``renamed`` if the keyword has another name here."""

    why: str
    word: str
    number: str
    heading: str
    renamed: bool


class Governing(NamedTuple):
    """The rules for a card in a version.

    ``ability_words`` is the number of the rule that lists ability words, ``listed`` the card's words in that list.
    ``without`` are keywords without a rule in the version.
    """

    version: CatalogueVersion
    places: tuple[GoverningRule, ...]
    listed: tuple[str, ...]
    ability_words: str
    without: tuple[str, ...]


def governing(versions: Catalogue, version: CatalogueVersion, card: Card) -> Governing:
    """Return the rules for a card in a version with a complete English text. At most two queries if cached."""
    here = _titles(versions.english, version.main.pk)
    lines = [face.type_line for face in card.faces.all()]
    wanted_rules = [*wanted(card.layout, lines), *_keywords(versions, card)]
    found: list[GoverningRule] = []
    lost: list[HeadingQuery] = []
    for one in wanted_rules:
        places = [_rule(one, *here[title]) for title in one.titles if title in here]
        found += places if one.every else places[:1]
        if not places:
            lost.append(one)
    found += _renamed_rules(versions, version, lost)
    keyworded = {place.word for place in found if place.why == "keyword"}
    without = [word for word in card.keywords if word not in keyworded]
    number, listed = _ability_words(version, without) if without else ("", ())
    rest = tuple(word for word in without if word not in listed)
    return Governing(version, _unique(found), listed, number, rest)


def _keywords(versions: Catalogue, card: Card) -> Iterable[HeadingQuery]:
    known = _rules_titled(versions.english)
    for keyword in card.keywords:
        yield HeadingQuery("keyword", keyword, tuple(keyword_titles(keyword, known.keys())))


def _rule(one: HeadingQuery, number: str, heading: str) -> GoverningRule:
    other = one.why == "keyword" and _title(heading) != _title(one.word)
    return GoverningRule(one.why, one.word, number, heading, other)


def _unique(places: Iterable[GoverningRule]) -> tuple[GoverningRule, ...]:
    """Return one rule for each number; the layout's come first."""
    order = {"layout": 0, "subtype": 1, "keyword": 2, "type": 3, "name": 4}
    first: dict[str, GoverningRule] = {}
    for place in sorted(places, key=lambda place: order[place.why]):
        first.setdefault(place.number, place)
    return tuple(first.values())


def shorten(text: str) -> str:
    """Return a short text whole, else its first words."""
    words = text.split(maxsplit=_BEGINS)
    return text if len(text) <= _LONGEST else " ".join(words[:_BEGINS]) + " …"


def _title(text: str) -> str:
    return text.strip().lower().replace("’", "'")


def _titled() -> QuerySet[Entry]:
    """Return chapters, and rules short enough to be titles."""
    kinds = (Entry.Kind.CHAPTER, Entry.Kind.RULE)
    return Entry.objects.filter(kind__in=kinds).annotate(length=Length("wording__text")).filter(length__lte=_LONGEST)


def _with_title(rows: QuerySet[Entry], field: str) -> Iterator[tuple[Any, str]]:
    """Yield a field of each row, and the row's title if it has one."""
    for value, heading, text in rows.values_list(field, "wording__heading", "wording__text"):
        title = heading or text
        if title and not title.endswith(_NO_TITLE):
            yield value, title


@lru_cache(maxsize=64)
def _titles(english_now: str, edition: int) -> dict[str, tuple[str, str]]:
    """Return number and title by folded title for an edition. One query, none if cached."""
    del english_now  # only part of the key
    rows = _titled().filter(edition=edition).order_by("-kind", "-position")
    return {_title(title): (number, title) for number, title in _with_title(rows, "number")}


@lru_cache(maxsize=2)
def _rules_titled(english_now: str) -> dict[str, frozenset[int]]:
    """Return the keys of the Rules that had a title in any version. One query, none if cached."""
    del english_now  # only part of the key
    rows = _titled().filter(wording__language=DEFAULT_LANGUAGE, rule__isnull=False).order_by().distinct()
    found: defaultdict[str, set[int]] = defaultdict(set)
    for rule, title in _with_title(rows, "rule"):
        found[_title(title)].add(rule)
    return {title: frozenset(rules) for title, rules in found.items()}


def _renamed_rules(
    versions: Catalogue, version: CatalogueVersion, lost: Sequence[HeadingQuery]
) -> Iterable[GoverningRule]:
    """Yield the rules that have another title in this version, followed from the nearest version with the title."""
    known = _rules_titled(versions.english)
    titles = {title for one in lost for title in one.titles if title in known}
    if not titles:
        return
    dates = {one.main.pk: one.date for one in english(versions)}
    rules = {rule for title in titles for rule in known[title]}
    rows = _titled().filter(rule__in=rules, edition__in=dates)
    nearest: dict[str, tuple[int, str, datetime.date]] = {}
    for edition, number, heading, text in rows.values_list("edition", "number", "wording__heading", "wording__text"):
        title, date = _title(heading or text), dates[edition or 0]
        if title in titles:
            stood = abs((date - version.date).days), number, date
            nearest[title] = min(nearest.get(title, stood), stood)
    found = resolve_all(versions, {(number, date) for _, number, date in nearest.values()}, version)
    for one in lost:
        successors = (found[nearest[title][1:]].successors[:1] for title in one.titles if title in nearest)
        for rule in next((some for some in successors if some), ()):
            yield _rule(one, rule.number, rule.heading or shorten(rule.text))


def _ability_words(version: CatalogueVersion, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the number of the rule that lists ability words, and which of these it lists. One query."""
    rows = Entry.objects.filter(edition=version.main.pk, kind__lt=Entry.Kind.TERM)
    listing = rows.filter(wording__text__icontains="ability words are").order_by("-position")
    for number, text in listing.values_list("number", "wording__text"):
        folded = _title(text)
        listed = tuple(word for word in words if _title(word) in folded)
        if listed:
            return number, listed
    return "", ()
