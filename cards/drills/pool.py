"""The cards for name questions, sorted by their use; read once and cached.

Only cards that are legal, restricted or banned in some format and share their name with no other.
"""

import datetime
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from django.conf import settings
from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import ratio

from cards.engine.lookup.name_index import NameIndex
from cards.engine.lookup.types import MatchReason
from cards.lookup.find_cards import index
from cards.models import Card, Face, Interchangeable, PrintedName

# Minimum likeness of two differing words, and maximum number of names with one pattern.
_LEAST = 60.0
# Names of one word have nothing else in common.
_LEAST_ALONE = 75.0
_MOST_OF_A_KIND = 12
_FEW_LETTERS = 2


def alike(cards: Iterable["CardSummary"]) -> list[tuple["CardSummary", "CardSummary"]]:
    """Return pairs of cards whose names look alike, in the order of their names."""
    found: dict[tuple[str, str], tuple[CardSummary, CardSummary]] = {}
    patterns: defaultdict[tuple[str, ...], list[CardSummary]] = defaultdict(list)
    for card in sorted(cards, key=lambda card: card.name):
        words = card.name.split()
        if len(words) == 1:
            patterns[("", card.name[:3])].append(card)
        for at in range(len(words) if len(words) > 1 else 0):
            patterns[(*words[:at], "", *words[at + 1 :])].append(card)
    for pattern, some in patterns.items():
        if len(some) <= _MOST_OF_A_KIND:
            at = pattern.index("")
            for one, other in combinations(some, 2):
                if one.name != other.name and _likeness(one.name, other.name, at) >= _LEAST:
                    found.setdefault((one.name, other.name), (one, other))
    return [found[key] for key in sorted(found)]


def _likeness(one: str, other: str, at: int) -> float:
    """Return how alike two names are that differ in one word."""
    a, b = one.split()[at], other.split()[at]
    if a == one and ratio(a, b) < _LEAST_ALONE:
        return 0.0
    if Levenshtein.distance(a, b) <= _FEW_LETTERS and min(len(a), len(b)) > _FEW_LETTERS:
        return max(ratio(a, b), _LEAST)
    return ratio(a, b)


# The languages of the interface, the original apart.
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
_ALLOWED = {"legal", "restricted", "banned"}
_ANY_NUMBER = "A deck can have"
_QUOTED = re.compile(r'"([^"]+)"')
_ACTIVATED = re.compile(r"^(?:\{[^}]+\}|Sacrifice|Tap|Discard|Pay)[^:\n]*: .*", re.M)
_MELD = re.compile(r"\bmelds?\b", re.I)
_FAMILIES = ("split", "flip", "transform", "modal_dfc", "adventure", "meld")


class CardSummary(NamedTuple):
    """A card in short: ``sides`` and ``types`` are names and type lines of its faces."""

    oracle_id: str
    name: str
    layout: str
    sides: tuple[str, ...]
    types: tuple[str, ...]
    released: datetime.date | None

    @property
    def is_plain(self) -> bool:
        """Return whether it has only one name."""
        return len(self.sides) == 1


class SharedPrintedName(NamedTuple):
    """A name that is printed on two cards."""

    language: str
    printed: str
    one: CardSummary
    other: CardSummary


class Pool:
    """Cards by their use in questions. Every list is in the order of names, whatever the database."""

    def __init__(self, names: NameIndex) -> None:
        self.names = names
        rows, texts = _cards()
        cards = sorted(rows.values(), key=lambda card: (card.name, card.oracle_id))
        self.cards = frozenset(Card.objects.in_play().values_list("oracle_id", flat=True))
        self.by_name = {card.name: card for card in cards}
        self.plain = [card for card in cards if card.is_plain and card.layout not in _FAMILIES]
        melds = {rows[pk].name: bool(_MELD.search(texts[pk])) for pk in rows if rows[pk].layout == "meld"}
        self.melds = sorted(name for name, is_part in melds.items() if not is_part)
        fit = [card for card in cards if melds.get(card.name, not card.is_plain)]
        self.families = {family: [card for card in fit if card.layout == family] for family in _FAMILIES}
        self.printed, self.shared = _printed(rows)
        self.with_printed = [card for card in self.plain if card.oracle_id in self.printed]
        self.alike = alike(self.plain)
        self.like: defaultdict[str, list[CardSummary]] = defaultdict(list)
        for one, other in self.alike:
            self.like[one.oracle_id].append(other)
            self.like[other.oracle_id].append(one)
        self.one_name = _one_name()
        self.flavors = _flavors(rows, self.one_name)
        self.tokens = _tokens()
        sides = ((card, side) for family in _FAMILIES for card in self.families[family] for side in card.sides)
        self.like_tokens = [(card, side) for card, side in sides if len(card.sides) > 1 and side in self.tokens]
        self.naming_itself, self.granting, self.activated, self.shortened = _texts(rows, texts)
        self.is_sure = cache(self._is_sure)

    def _is_sure(self, typed: str, oracle_id: str) -> bool:
        """Return whether a typed name belongs to this card alone."""
        found = self.names.find(typed, limit=8)
        if not found or found[0].card != oracle_id or not found[0].is_whole:
            return False
        rivals = {one.card for one in found if one.is_whole and one.card in self.cards}
        return found[0].reason is MatchReason.EXACT or len(rivals) == 1


def pool() -> Pool:
    """Return the current pool of this database; read again together with the index of names."""
    return _pool_of(index())


_pool_of = lru_cache(maxsize=1)(Pool)


# ---- Reading ----


def _cards() -> tuple[dict[int, CardSummary], dict[int, str]]:
    """Return the usable cards by key, and their texts. Two queries."""
    fields = ("pk", "oracle_id", "name", "layout", "released", "legalities")
    rows_in_play = Card.objects.in_play().filter(is_variant=False, is_playtest=False, is_sample=False)
    rows = {row[0]: row for row in rows_in_play.values_list(*fields) if _ALLOWED & set(row[5].values())}
    seen = Counter(row[2] for row in rows.values())
    faces: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    texts: defaultdict[int, str] = defaultdict(str)
    printed = Face.objects.order_by("card_id", "position")
    for of, name, line, text in printed.values_list("card_id", "name", "type_line", "text"):
        if of in rows:
            faces[of].append((name, line))
            texts[of] += f"{text}\n"
    found = {}
    for pk, oracle_id, name, layout, released, _legal in rows.values():
        own = faces[pk]
        basic = any("Basic" in line for _name, line in own)
        if not own or basic or seen[name] > 1 or name.startswith("A-") or _ANY_NUMBER in texts[pk]:
            continue
        sides = tuple(dict.fromkeys(side for side, _line in own))
        found[pk] = CardSummary(oracle_id, name, layout, sides, tuple(line for _name, line in own), released)
    return found, texts


def _printed(rows: Mapping[int, CardSummary]) -> tuple[dict[str, dict[str, str]], list[SharedPrintedName]]:
    """Return the printed names of cards with one face, and those of two cards. One query."""
    names: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    found = PrintedName.objects.filter(language__in=LANGUAGES, flavor=False).order_by()
    for of, language, name in found.values_list("card_id", "language", "name").distinct():
        if of in rows and rows[of].is_plain and rows[of].layout != "meld":
            names[of, language].add(name)
    bearers: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    printed: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (of, language), some in sorted(names.items(), key=lambda item: (rows[item[0][0]].name, item[0][1])):
        for name in some:
            bearers[language, name].add(of)
        if len(some) == 1 and (name := next(iter(some))) != rows[of].name:
            printed[rows[of].oracle_id][language] = name
    shared = []
    for (language, name), cards in sorted(bearers.items(), key=lambda item: item[0]):
        printed_on = sorted((rows[key] for key in cards), key=lambda card: card.name)
        shared += [SharedPrintedName(language, name, printed_on[0], other) for other in printed_on[1:]]
    return dict(printed), shared


def _flavors(rows: Mapping[int, CardSummary], one_name: Iterable[tuple[str, str]]) -> list[tuple[CardSummary, str]]:
    """Return English titles printed above the names of cards, without those that are names of cards."""
    names = {name for pair in one_name for name in pair}
    found = PrintedName.objects.filter(flavor=True, language="en").order_by().values_list("card_id", "name")
    rows_in_play = {(rows[of], name) for of, name in found if of in rows and rows[of].is_plain and name not in names}
    return sorted(rows_in_play, key=lambda item: (item[1], item[0].name))


def _one_name() -> list[tuple[str, str]]:
    rows = Interchangeable.objects.values_list("name", "other")
    return sorted((name, other) for name, other in rows if "//" not in name)


def _tokens() -> list[str]:
    """Return the creature types of tokens, all types of a token together."""
    rows = Face.objects.filter(card__kind=Card.Kind.TOKEN, type_line__contains="Creature").order_by()
    found = set()
    for name, line in rows.values_list("name", "type_line"):
        words = line.partition("\N{EM DASH}")[2].split()
        if words and name == " ".join(words):
            found.add(name)
    return sorted(found)


def _texts(rows: Mapping[int, CardSummary], texts: Mapping[int, str]) -> tuple[list[CardSummary], ...]:
    """Return the cards whose text names them, grants or has an ability that does, or uses a short name."""
    found: tuple[list[CardSummary], ...] = ([], [], [], [])
    naming_itself, granting, activated, shortened = found
    for pk, card in sorted(rows.items(), key=lambda item: (item[1].name, item[1].oracle_id)):
        text, line = texts[pk], card.types[0]
        if not card.is_plain:
            continue
        legendary, short = "Legendary" in line, card.name.partition(",")[0]
        if card.name in text and not legendary and re.search("Creature|Artifact|Enchantment", line):
            naming_itself.append(card)
        if any(card.name in quote for quote in _QUOTED.findall(text)):
            granting.append(card)
        if "Creature" in line and any(card.name in one for one in _ACTIVATED.findall(_QUOTED.sub("", text))):
            activated.append(card)
        if legendary and short != card.name and short in text.replace(card.name, ""):
            shortened.append(card)
    return found
