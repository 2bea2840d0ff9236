"""Read the facts that the name engine needs from the database: of cards, and which subtypes there are."""

import datetime
import re
from collections.abc import Iterable, Sequence

from django.db.models import Max, Min

from cards.engine.types import CardFacts, Side
from cards.lookup.dated_facts import DatedFacts, dated_facts_of, first_printing_of, history_of
from cards.lookup.find_cards import RowCache, cached_by_state
from cards.models import Card, Face, Interchangeable
from rulesbase.engine.text.dates import read_day
from rulesbase.models import Entry, Wording

_MELDS = re.compile(r"\bmeld them into ([^.]+?)\.")
_MELD_WORD = re.compile(r"\bmelds?\b", re.I)
_DASH = re.compile(r"\s[\N{EM DASH}\N{EN DASH}-]\s")
# A name in a list of the rules: “Attraction (see rule 717), Blood, Bobblehead and Time Lord.”
_LISTED = re.compile(r"\b([A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)(?= \(see|,|\.| and )")
# The rules that list the subtypes.
_SUBTYPE_RULES = "205.3"
# Formats of cards printed up to a day: a later release date of such a card is that of a reprint.
_OLD_FORMATS = ("oldschool", "premodern")
_PREMODERN_ENDED = datetime.date(2003, 7, 28)
_ALLOWED = ("legal", "restricted", "banned")
_MOST_CACHED = 1000
_Pairs = list[tuple[str, str, datetime.date | None]]


def facts_of_all(oracle_ids: Iterable[str]) -> dict[str, CardFacts]:
    """Return the facts of cards by oracle id; unknown ids are left out. Four queries.

    The few meld cards take queries of their own.
    """
    rows = Card.objects.filter(oracle_id__in=set(oracle_ids)).for_reading()
    rows = rows.defer("keywords").select_related("first_set")
    cards = list(rows.annotate(first_ruling=Min("rulings__date")))
    dated = dated_facts_of(name for card in cards for name in (card.name, *(face.name for face in card.faces.all())))
    pairs = _pairs()
    return {card.oracle_id: _facts(card, getattr(card, "first_ruling", None), pairs, dated) for card in cards}


def facts_of_card(card: Card, dated: DatedFacts) -> CardFacts:
    """Return the facts of a card that was read with its faces, without interchangeable names. One query."""
    return _facts(card, _first_ruling(card), [], dated)


cached_facts = RowCache(facts_of_all, _MOST_CACHED)


def _pairs() -> _Pairs:
    """Return the pairs of interchangeable names with the day of the second name; there are few rows."""
    return list(Interchangeable.objects.values_list("name", "other", "since"))


def _facts(card: Card, first_ruling: datetime.date | None, pairs: _Pairs, dated: DatedFacts) -> CardFacts:
    sides = _sides(card, list(card.faces.all()))
    names = {card.name, *(side.name for side in sides)}
    own = tuple(sorted((one, two) for one, two, _since in pairs if one in names or two in names))
    today = read_day(card.standing[:10])
    return CardFacts(
        name=card.name,
        layout=card.layout,
        sides=sides,
        kind=card.kind,
        melds_into=_melds_into(card, sides) if card.layout == "meld" else None,
        pairs=own,
        released=_printed_as(card.name, _first_printing(card, first_ruling, dated), pairs),
        legalities=card.legalities,
        oracle_id=card.oracle_id,
        casual=_is_casual(card),
        as_of=today,
        history=history_of(dated, card, sides, today) if card.kind == Card.Kind.CARD else None,
    )


def _sides(card: Card, faces: Sequence[Face]) -> tuple[Side, ...]:
    sides = tuple(side_of(face, None if len(faces) > 1 else card.mana_value) for face in faces)
    return sides[:1] if len({side.name for side in sides}) == 1 else sides


def side_of(face: Face, usual: float | None = None) -> Side:
    """Return a face; ``usual`` is its mana value where the data give none."""
    value = face.mana_value if face.mana_value is not None else usual
    return Side(face.name, face.type_line, face.mana_cost, face.colors, value, face.text, face.power, face.toughness)


def first_printing_as(name: str, card: Card) -> datetime.date | None:
    """Return the first day a card was printed with a name; None if unknown. Few queries."""
    dated = dated_facts_of([_first_name(card)])
    return _printed_as(name, _first_printing(card, _first_ruling(card), dated), _pairs())


def _first_name(card: Card) -> str:
    """Return the name of the first face."""
    face = next(iter(card.faces.all()), None)
    return face.name if face else card.name


def _first_ruling(card: Card) -> datetime.date | None:
    return card.rulings.order_by("date").values_list("date", flat=True).first()


def _printed_as(name: str, released: datetime.date | None, pairs: _Pairs) -> datetime.date | None:
    """Return the first day of a name: the other one of two interchangeable names came later."""
    since = [day for _name, other, day in pairs if other == name and day and released and day > released]
    return since[0] if since else released


def _first_printing(card: Card, first_ruling: datetime.date | None, dated: DatedFacts) -> datetime.date | None:
    """Return the first day a card was printed; None if the data hold only a later printing.

    Files of MTGJSON version 3 hold nearly all printings of their time. Otherwise a legality in an old format or a
    ruling before the day of release shows that the first printing is missing.
    """
    if card.kind == Card.Kind.CARD and (first := first_printing_of(dated, _first_name(card))):
        return first
    if card.released is None:
        return None
    if card.released >= _PREMODERN_ENDED and any(card.legalities.get(name, "") in _ALLOWED for name in _OLD_FORMATS):
        return None
    return None if first_ruling and first_ruling < card.released else card.released


def _is_casual(card: Card) -> bool:
    """Return whether a card is from a set such as Unglued, or a playtest card, and legal in no format."""
    played = any(word in _ALLOWED for word in card.legalities.values())
    return not played and (card.is_playtest or (card.first_set is not None and card.first_set.kind == "funny"))


def pairs_of(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of interchangeable names (rule 201.3) that hold any of these names. One query."""
    rows = Interchangeable.objects.filter(name__in=names) | Interchangeable.objects.filter(other__in=names)
    return tuple(sorted(rows.values_list("name", "other")))


def _melds_into(card: Card, sides: Sequence[Side]) -> Side | None:
    """Return the combined back face: by the related parts, else by the texts. A result melds into itself."""
    if part := card.parts.filter(component="meld_result").select_related("other").first():
        return _front(part.other) or Side(part.name)
    own = "\n".join(side.text for side in sides)
    if not _MELD_WORD.search(own):
        return sides[0] if sides else None
    # Of two halves only one says what they meld into.
    others = Face.objects.filter(card__layout="meld", text__contains=f"named {card.name}")
    match = next(filter(None, map(_MELDS.search, (own, *others.values_list("text", flat=True)))), None)
    return match and (_front(Card.objects.filter(name=match[1]).first()) or Side(match[1]))


def _front(card: Card | None) -> Side | None:
    """Return the first face of a card."""
    face = card.faces.order_by("position").first() if card else None
    return side_of(face, card.mana_value) if card and face else None


@cached_by_state
def data_as_of() -> datetime.date | None:
    """Return the day of the newest card data; None if unknown. One query while nothing was written."""
    return read_day((Card.objects.aggregate(newest=Max("standing"))["newest"] or "")[:10])


@cached_by_state
def known_subtypes() -> frozenset[str] | None:
    """Return the words of all subtypes of cards and of any version, in lower case; None without rules.

    Three queries after a write, else one.
    """
    entries = Entry.objects.filter(number__startswith=_SUBTYPE_RULES, edition__language="en").values("wording")
    texts = Wording.objects.filter(pk__in=entries).values_list("text", flat=True)
    of_rules = [word for text in texts for name in _LISTED.findall(text) for word in name.split()]
    if not of_rules:
        return None
    lines = Face.objects.exclude(type_line="").values_list("type_line", flat=True).distinct()
    halves = (half for line in lines for half in line.split("//"))
    of_cards = [word for half in halves for behind in _DASH.split(half, maxsplit=1)[1:] for word in behind.split()]
    return frozenset(word.lower().replace("’", "'") for word in (*of_rules, *of_cards))
