"""The cards that name questions are made of, sorted by what makes them interesting; read once and kept.

Only what can be asked fairly is among them: cards that some format knows, each under a name of its own.
"""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from django.conf import settings
from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import ratio

from cards.drills.facts import FactCache, cached_facts
from cards.engine.lookup.index import NameIndex
from cards.engine.lookup.types import MatchReason
from cards.lookup.lookup import index
from cards.lookup.row_cache import without_gc
from cards.models import Card, Face, Interchangeable, PrintedName

# Of two words that differ, so much must be alike; of more words with one pattern nothing is learnt.
_LEAST = 60.0
# Names of one word have nothing else in common.
_LEAST_ALONE = 75.0
_MOST_OF_A_KIND = 12
_FEW_LETTERS = 2
T = TypeVar("T")


class SimilarPair(NamedTuple, Generic[T]):
    """Two things whose names look alike, and how much, up to 100."""

    one: T
    other: T
    likeness: float


def alike(named: Iterable[tuple[str, T]]) -> Sequence[SimilarPair[T]]:
    """Pairs of things whose names look alike, in the order of their names."""
    found: dict[tuple[str, str], SimilarPair[T]] = {}
    patterns: defaultdict[tuple[str, ...], list[tuple[str, T]]] = defaultdict(list)
    for name, what in sorted(named, key=lambda pair: pair[0]):
        words = name.split()
        if len(words) == 1:
            patterns[("", name[:3])].append((name, what))
        for at in range(len(words) if len(words) > 1 else 0):
            patterns[(*words[:at], "", *words[at + 1 :])].append((name, what))
    for pattern, some in patterns.items():
        if len(some) <= _MOST_OF_A_KIND:
            at = pattern.index("")
            for (one, first), (other, second) in combinations(some, 2):
                likeness = _likeness(one, other, at)
                if likeness >= _LEAST and one != other:
                    found.setdefault((one, other), SimilarPair(first, second, likeness))
    return [found[key] for key in sorted(found)]


def _likeness(one: str, other: str, at: int) -> float:
    """How alike two names are that differ in the word at a place."""
    a, b = one.split()[at], other.split()[at]
    if a == one and ratio(a, b) < _LEAST_ALONE:
        return 0.0
    if Levenshtein.distance(a, b) <= _FEW_LETTERS and min(len(a), len(b)) > _FEW_LETTERS:
        return max(ratio(a, b), _LEAST)
    return ratio(a, b)


# The languages of the interface, the original apart.
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
_ALLOWED = ("legal", "restricted", "banned")
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
        """Whether it has but one name."""
        return len(self.sides) == 1


class SharedName(NamedTuple):
    """A name that is printed on two cards."""

    language: str
    printed: str
    one: CardSummary
    other: CardSummary


@dataclass
class Pool:
    """Cards by what is asked of them. Every list is in the order of names, whatever the database."""

    names: NameIndex
    stock: FactCache
    cards: frozenset[str] = frozenset()
    by_name: Mapping[str, CardSummary] = field(default_factory=dict)
    plain: Sequence[CardSummary] = ()
    families: Mapping[str, Sequence[CardSummary]] = field(default_factory=dict)
    printed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    with_printed: Sequence[CardSummary] = ()
    shared: Sequence[SharedName] = ()
    alike: Sequence[SimilarPair[CardSummary]] = ()
    like: Mapping[str, Sequence[CardSummary]] = field(default_factory=dict)
    flavors: Sequence[tuple[CardSummary, str]] = ()
    one_name: Sequence[tuple[str, str]] = ()
    tokens: Sequence[str] = ()
    like_tokens: Sequence[tuple[CardSummary, str]] = ()
    melds: Sequence[str] = ()
    naming_itself: Sequence[CardSummary] = ()
    granting: Sequence[CardSummary] = ()
    activated: Sequence[CardSummary] = ()
    shortened: Sequence[CardSummary] = ()
    words: Mapping[str, Sequence[CardSummary]] = field(default_factory=dict)
    sure: dict[str, bool] = field(default_factory=dict)
    drawings: dict[object, object] = field(default_factory=dict)

    def akin(self, light: CardSummary) -> list[CardSummary]:
        """Cards whose name begins or ends with the same word."""
        words = light.name.split()
        if len(words) < 2:
            return []
        some = [*self.words.get(words[-1], ()), *self.words.get(words[0], ())]
        return [one for one in dict.fromkeys(some) if one is not light]

    def is_sure(self, typed: str, oracle_id: str) -> bool:
        """Whether a name as typed is that of this card and of no other."""
        key = f"{oracle_id} {typed}"
        if key not in self.sure:
            self.sure[key] = self._is_sure(typed, oracle_id)
        return self.sure[key]

    def _is_sure(self, typed: str, oracle_id: str) -> bool:
        found = self.names.find(typed, limit=8)
        if not found or found[0].card != oracle_id or not found[0].is_whole:
            return False
        rivals = {one.card for one in found if one.is_whole and one.card in self.cards}
        return found[0].reason is MatchReason.EXACT or len(rivals) == 1


_cached: list[Pool] = []
_making = Lock()


def pool() -> Pool:
    """The pool of this database as it stands now; read anew whenever the index of names was."""
    names = index()
    with _making:
        if not _cached or _cached[0].names is not names:
            with without_gc():
                _cached[:] = [_read(names)]
        return _cached[0]


# ---- Reading ----


class _CardsByText(NamedTuple):
    naming_itself: list[CardSummary]
    granting: list[CardSummary]
    activated: list[CardSummary]
    shortened: list[CardSummary]


def _read(names: NameIndex) -> Pool:
    rows, texts = _cards()
    lights = sorted(rows.values(), key=lambda light: (light.name, light.oracle_id))
    plain = [light for light in lights if light.is_plain and light.layout not in _FAMILIES]
    printed, shared = _printed(rows)
    of_families = {
        family: [light for light in lights if light.layout == family and (family == "meld" or not light.is_plain)]
        for family in _FAMILIES
    }
    pairs = alike([(light.name, light) for light in plain])
    like: defaultdict[str, list[CardSummary]] = defaultdict(list)
    for one, other, _likeness in pairs:
        like[one.oracle_id].append(other)
        like[other.oracle_id].append(one)
    by_name = {light.name: light for light in lights}
    by_text = _texts(rows, texts)
    melds = {rows[pk].name: bool(_MELD.search(texts[pk])) for pk in rows if rows[pk].layout == "meld"}
    of_families["meld"] = [light for light in of_families["meld"] if melds[light.name]]
    tokens = _tokens()
    two_sided = [light for family in _FAMILIES for light in of_families[family] if len(light.sides) > 1]
    return Pool(
        names,
        cached_facts(),
        frozenset(Card.objects.in_play().values_list("oracle_id", flat=True)),
        by_name,
        plain,
        of_families,
        printed,
        [light for light in plain if light.oracle_id in printed],
        shared,
        pairs,
        like,
        _flavors(rows),
        _one_name(),
        tokens,
        [(light, side) for light in two_sided for side in light.sides if side in tokens],
        sorted(name for name, is_part in melds.items() if not is_part),
        *by_text,
        _by_word(plain),
    )


def _by_word(lights: Iterable[CardSummary]) -> dict[str, list[CardSummary]]:
    """Cards by the first and the last word of their names."""
    found: defaultdict[str, list[CardSummary]] = defaultdict(list)
    for light in lights:
        first, *rest = light.name.split()
        if rest:
            found[first].append(light)
            found[rest[-1]].append(light)
    return found


def _cards() -> tuple[dict[int, CardSummary], dict[int, str]]:
    """The cards that may be asked about by key, and their texts. Two queries."""
    fields = ("pk", "oracle_id", "name", "layout", "released", "legalities")
    rows_in_play = Card.objects.in_play().filter(is_variant=False, is_playtest=False, is_sample=False)
    rows = {row[0]: row for row in rows_in_play.values_list(*fields) if _is_played(row[5])}
    seen: defaultdict[str, int] = defaultdict(int)
    for row in rows.values():
        seen[row[2]] += 1
    faces: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    texts: defaultdict[int, str] = defaultdict(str)
    for of, name, line, text in Face.objects.order_by("card_id", "position").values_list(
        "card_id", "name", "type_line", "text"
    ):
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


def _is_played(legalities: Mapping[str, str]) -> bool:
    return any(word in _ALLOWED for word in legalities.values())


def _printed(rows: Mapping[int, CardSummary]) -> tuple[dict[str, dict[str, str]], list[SharedName]]:
    """Printed names of cards with one face, and those that two cards bear. One query."""
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
        lights = sorted((rows[of] for of in cards), key=lambda light: light.name)
        shared += [SharedName(language, name, lights[0], other) for other in lights[1:]]
    return dict(printed), shared


def _flavors(rows: Mapping[int, CardSummary]) -> list[tuple[CardSummary, str]]:
    """English titles that stand on cards instead of their names, those apart that are names of cards."""
    names = {name for pair in _one_name() for name in pair}
    found = PrintedName.objects.filter(flavor=True, language="en").order_by().values_list("card_id", "name")
    rows_in_play = {(rows[of], name) for of, name in found if of in rows and rows[of].is_plain and name not in names}
    return sorted(rows_in_play, key=lambda item: (item[1], item[0].name))


def _one_name() -> list[tuple[str, str]]:
    rows = Interchangeable.objects.values_list("name", "other")
    return sorted((name, other) for name, other in rows if "//" not in name)


def _tokens() -> list[str]:
    """The creature types that tokens have, as many as one token has at once."""
    rows = Face.objects.filter(card__kind=Card.Kind.TOKEN, type_line__contains="Creature").order_by()
    found = set()
    for name, line in rows.values_list("name", "type_line"):
        words = line.partition("\N{EM DASH}")[2].split()
        if words and name == " ".join(words):
            found.add(name)
    return sorted(found)


def _texts(rows: Mapping[int, CardSummary], texts: Mapping[int, str]) -> _CardsByText:
    """Cards by how their text uses their own name."""
    by_text = _CardsByText([], [], [], [])
    for pk, light in sorted(rows.items(), key=lambda item: (item[1].name, item[1].oracle_id)):
        text, line = texts[pk], light.types[0]
        if not light.is_plain:
            continue
        legendary, short = "Legendary" in line, light.name.partition(",")[0]
        if light.name in text and not legendary and re.search("Creature|Artifact|Enchantment", line):
            by_text.naming_itself.append(light)
        if any(light.name in quote for quote in _QUOTED.findall(text)):
            by_text.granting.append(light)
        if "Creature" in line and any(light.name in one for one in _ACTIVATED.findall(_QUOTED.sub("", text))):
            by_text.activated.append(light)
        if legendary and short != light.name and short in text.replace(light.name, ""):
            by_text.shortened.append(light)
    return by_text
