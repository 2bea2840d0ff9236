"""The rules that a card falls under in a version: those of its layout, types and keywords, and of names.

Headings of that version come first. Where it has none of that name, the Rule that has it in another version is
followed to this one: totem armor stands under umbra armor today.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Length

from cards.engine.rules.governing import Wanted, keyword_titles, wanted
from cards.models import Card
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.citations.resolve import resolve_all
from rulesbase.lineage.traversal import english
from rulesbase.models import Entry

# Titles of rules are no longer than this, in letters.
_LONGEST = 60
_BEGINS = 8
_NO_TITLE = (".", ":", "?", "!")


class Place(NamedTuple):
    """A chapter or rule, and the card's word that leads there; ``renamed``: a keyword has another name here."""

    why: str
    word: str
    number: str
    heading: str
    renamed: bool


class Governing(NamedTuple):
    """The places of a card in a version; ``without`` are its keywords for which that version has no rule.

    ``ability_words`` is the number of the rule that lists them, and ``listed`` are those of the card that it names.
    """

    version: CatalogueVersion
    places: tuple[Place, ...]
    listed: tuple[str, ...]
    ability_words: str
    without: tuple[str, ...]


def governing(versions: Catalogue, version: CatalogueVersion, card: Card) -> Governing:
    """What governs a card in a version that has a complete English text. Two queries at most where all is kept."""
    here = _titles(versions.english, version.main.pk)
    lines = [face.type_line for face in card.faces.all()]
    asked = [*wanted(card.layout, lines), *_keywords(versions, card)]
    found: list[Place] = []
    lost: list[Wanted] = []
    for one in asked:
        places = [_place(one, *here[title]) for title in one.titles if title in here]
        found += places if one.every else places[:1]
        if not places:
            lost.append(one)
    found += _elsewhere(versions, version, lost)
    keyworded = {place.word for place in found if place.why == "keyword"}
    without = [word for word in card.keywords if word not in keyworded]
    number, listed = _ability_words(version, without) if without else ("", ())
    rest = tuple(word for word in without if word not in listed)
    return Governing(version, _once(found), listed, number, rest)


def _keywords(versions: Catalogue, card: Card) -> Iterable[Wanted]:
    known = _rules_titled(versions.english)
    for keyword in card.keywords:
        yield Wanted("keyword", keyword, tuple(keyword_titles(keyword, known.keys())))


def _place(one: Wanted, number: str, heading: str) -> Place:
    other = one.why == "keyword" and _title(heading) != _title(one.word)
    return Place(one.why, one.word, number, heading, other)


def _once(places: Iterable[Place]) -> tuple[Place, ...]:
    """One place for each number, the layout's before the rest."""
    order = {"layout": 0, "subtype": 1, "keyword": 2, "type": 3, "name": 4}
    first: dict[str, Place] = {}
    for place in sorted(places, key=lambda place: order[place.why]):
        first.setdefault(place.number, place)
    return tuple(first.values())


def begins(text: str) -> str:
    """A text as a title: itself where it is short, else its first words."""
    words = text.split(maxsplit=_BEGINS)
    return text if len(text) <= _LONGEST else " ".join(words[:_BEGINS]) + " …"


def _title(text: str) -> str:
    return text.strip().lower().replace("’", "'")


def _titled() -> QuerySet[Entry]:
    """Chapters, and rules short enough to be no more than a title."""
    kinds = (Entry.Kind.CHAPTER, Entry.Kind.RULE)
    return Entry.objects.filter(kind__in=kinds).annotate(length=Length("wording__text")).filter(length__lte=_LONGEST)


@lru_cache(maxsize=64)
def _titles(english_now: str, edition: int) -> dict[str, tuple[str, str]]:
    """The chapters and titled rules of an edition: title in lower case to number and title. One query, or none."""
    del english_now  # only part of the key
    rows = _titled().filter(edition=edition).order_by("-kind", "-position")
    found = {}
    for number, heading, text in rows.values_list("number", "wording__heading", "wording__text"):
        title = heading or text
        if title and not title.endswith(_NO_TITLE):
            found[_title(title)] = number, title
    return found


@lru_cache(maxsize=2)
def _rules_titled(english_now: str) -> dict[str, frozenset[int]]:
    """The Rules that had a title in any version, by it. One query, or none."""
    del english_now  # only part of the key
    rows = _titled().filter(wording__language=DEFAULT_LANGUAGE, rule__isnull=False).order_by().distinct()
    found: defaultdict[str, set[int]] = defaultdict(set)
    for rule, heading, text in rows.values_list("rule", "wording__heading", "wording__text"):
        title = heading or text
        if title and not title.endswith(_NO_TITLE):
            found[_title(title)].add(rule or 0)
    return {title: frozenset(rules) for title, rules in found.items()}


def _elsewhere(versions: Catalogue, version: CatalogueVersion, lost: Sequence[Wanted]) -> Iterable[Place]:
    """Places that have another name in this version: what had the title in the nearest version, followed to here."""
    known = _rules_titled(versions.english)
    titles = {title for one in lost for title in one.titles if title in known}
    if not titles:
        return
    dates = {book.main.pk: book.date for book in english(versions)}
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
        heirs = (found[nearest[title][1:]].heirs[:1] for title in one.titles if title in nearest)
        for heir in next((some for some in heirs if some), ()):
            yield _place(one, heir.number, heir.heading or begins(heir.text))


def _ability_words(version: CatalogueVersion, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The rule that lists ability words, and which of these it names. One query."""
    rows = Entry.objects.filter(edition=version.main.pk, kind__lt=Entry.Kind.TERM)
    listing = rows.filter(wording__text__icontains="ability words are").order_by("-position")
    for number, text in listing.values_list("number", "wording__text"):
        said = _title(text)
        listed = tuple(word for word in words if _title(word) in said)
        if listed:
            return number, listed
    return "", ()
