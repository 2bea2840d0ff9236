"""Read the names of a card: printed names by language, cards with the same names, changes of names."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q

from cards.models import Card, CardSet, Face, Interchangeable, NameEvent, PrintedName
from rulesbase.engine.languages import text_language

# Languages shown at once; the others are folded.
SHOWN = tuple(code for code, _name in settings.LANGUAGES)
_MOST_SAME = 24
_SETS_SHOWN = 6


def language_tag(code: str) -> str:
    """Return the lang attribute for a language of the data."""
    return text_language(code).lang


# Is it a flavor name, position of the face (-1 for the whole card), name, English name of the face.
_Key = tuple[bool, int, str, str]
_Sets = defaultdict[_Key, dict[int, CardSet]]


class NameInSets(NamedTuple):
    """A printed name: its face, its kana, the first sets with it (``sets``) and the rest (``more``)."""

    text: str
    face: str
    flavor: bool
    reading: str
    sets: tuple[CardSet, ...]
    more: tuple[CardSet, ...]


class LanguageNames(NamedTuple):
    """The printed names of a language."""

    code: str
    names: tuple[NameInSets, ...]


def names_by_language(card: Card, faces: Sequence[Face], printed: Iterable[PrintedName]) -> list[LanguageNames]:
    """Return the names by language: languages of the interface first, the others by code."""
    several = {face.pk: face.name for face in faces} if len(faces) > 1 else {}
    place = {face.pk: face.position for face in faces}
    grouped: defaultdict[str, _Sets] = defaultdict(lambda: defaultdict(dict))
    readings: dict[str, str] = {}
    for row in printed:
        at = place.get(row.face_id or 0, -1) if several else -1
        key = row.flavor, at, row.name, several.get(row.face_id or 0, "")
        sets = grouped[row.language][key]
        if row.card_set:
            sets[row.card_set.pk] = row.card_set
        if row.reading:
            readings[row.name] = row.reading
    if all(flavor for flavor, *_rest in grouped["en"]):
        grouped["en"][False, -1, card.name, ""] = _english_sets(card)
    for names in grouped.values():
        _drop_halves(names)
    order = sorted(grouped, key=lambda code: (SHOWN.index(code) if code in SHOWN else len(SHOWN), code))
    return [
        LanguageNames(
            code,
            tuple(
                NameInSets(text, face, flavor, readings.get(text, ""), *_shown_and_more(sets.values()))
                for (flavor, _at, text, face), sets in sorted(grouped[code].items(), key=_first_printed)
            ),
        )
        for code in order
    ]


def _english_sets(card: Card) -> dict[int, CardSet]:
    """Return the sets in which a card was printed in English, as far as known. One query."""
    first = {card.first_set.pk: card.first_set} if card.first_set else {}
    printings = card.printings.exclude(scryfall_id="").select_related("card_set")
    return first | {one.card_set.pk: one.card_set for one in printings}


def _drop_halves(names: _Sets) -> None:
    """Remove names of faces that are part of the whole card's name."""
    whole = {half for flavor, at, text, _face in names if at < 0 for half in text.split(" // ")}
    for key in [key for key in names if key[1] >= 0 and key[2] in whole]:
        del names[key]


def _first_printed(item: tuple[_Key, dict[int, CardSet]]) -> tuple[bool, str, int, str]:
    """Sort flavor names last, then by the first day in print."""
    (flavor, at, text, _face), sets = item
    days = [one.released.isoformat() for one in sets.values() if one.released]
    return flavor, min(days, default="9"), at, text


def _shown_and_more(sets: Iterable[CardSet]) -> tuple[tuple[CardSet, ...], tuple[CardSet, ...]]:
    """Return the first sets by day, and the rest."""
    ordered = tuple(sorted(sets, key=lambda one: (one.released is None, one.released, one.code)))
    # Never fold a single set.
    shown = len(ordered) if len(ordered) <= _SETS_SHOWN + 1 else _SETS_SHOWN
    return ordered[:shown], ordered[shown:]


def same_names(card: Card, printed: Iterable[PrintedName]) -> list[tuple[str, str, list[Card]]]:
    """Return language and text of names that other cards have too, with these cards. Two queries."""
    own = {(row.language, row.name) for row in printed}
    found: defaultdict[tuple[str, str], dict[int, Card]] = defaultdict(dict)
    others = PrintedName.objects.filter(name__in={name for _code, name in own}).exclude(card=card)
    # Skip the large columns.
    others = others.select_related("card").defer("text", "type_line", "card__keywords", "card__legalities")
    for row in others.order_by("card__name", "card__pk"):
        if (row.language, row.name) in own:
            found[row.language, row.name][row.card_id] = row.card
    for other in Card.objects.filter(name=card.name).exclude(pk=card.pk).defer("keywords", "legalities"):
        found["en", card.name][other.pk] = other
    return [(code, text, list(cards.values())[:_MOST_SAME]) for (code, text), cards in sorted(found.items())]


def interchangeable_names(card: Card, faces: Sequence[Face]) -> list[tuple[str, Card | None, Interchangeable]]:
    """Return the names interchangeable with a card's (rule 201.3), their cards if known, and the rows. Two queries."""
    own = {card.name, *(face.name for face in faces)}
    rows = list(Interchangeable.objects.filter(Q(name__in=own) | Q(other__in=own)))
    names = [row.other if row.name in own else row.name for row in rows]
    cards = {one.name: one for one in Card.objects.in_play().filter(name__in=names)} if names else {}
    return [(name, cards.get(name), row) for name, row in zip(names, rows, strict=True)]


def events_of(card: Card, printed: Iterable[PrintedName]) -> list[tuple[NameEvent, Card | None]]:
    """Return the changes of a card's names, and those of other cards that have or had a name of it, with these cards.

    One or two queries.
    """
    own = {(row.language, row.name) for row in printed}
    rows = NameEvent.objects.filter(Q(card_name=card.name) | Q(printed__in={name for _code, name in own}))
    about = [row for row in rows if row.card_name == card.name or (row.language, row.printed) in own]
    names = {row.card_name for row in about} - {card.name}
    others = {one.name: one for one in Card.objects.in_play().filter(name__in=names)} if names else {}
    return [(row, others.get(row.card_name)) for row in about if row.card_name == card.name or row.card_name in others]
