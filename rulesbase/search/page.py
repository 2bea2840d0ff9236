"""What the search page shows: the best hits, then groups by chapter, the glossary, examples, cards, the past."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.urls import reverse

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.numbers import percent, px
from rulesbase.engine.search.highlight import Piece
from rulesbase.engine.search.ranking import Asked, pieces
from rulesbase.engine.text.numbers import parent_of
from rulesbase.search.all_versions import Spell, Through
from rulesbase.search.candidates import titles
from rulesbase.search.queries import Answer, Hit

EXAMPLES, TERMS, SECTIONS = "examples", "1000", "0"
_PER_PAGE = 25
# With more hits than this the page shows the best of each group.
_ALL_AT_ONCE, _BEST, _OF_GROUP, _GROUPS = 12, 5, 3, 8


class Shown(NamedTuple):
    """A hit as the page shows it; ``where`` are the section, chapter and rule that hold it."""

    address: str
    number: str
    language: str
    is_term: bool
    is_example: bool
    is_carried: bool
    heading: list[Piece]
    text: list[Piece]
    where: tuple[str, ...]


class Group(NamedTuple):
    """A group in the list beside the hits: a chapter, or one of EXAMPLES, TERMS, SECTIONS; how many hits it has."""

    key: str
    heading: str
    language: str
    total: int

    @property
    def is_chapter(self) -> bool:
        """Whether it is a chapter, with number and heading."""
        return self.key not in (EXAMPLES, TERMS, SECTIONS)


class ShownGroup(NamedTuple):
    """A group with its hits, or the best of them; ``more`` tells that there are others."""

    group: Group
    hits: list[Shown]
    more: bool


class Sheet(NamedTuple):
    """All of the page but cards and the past. ``page`` is set where hits are shown page by page."""

    named: list[Shown]
    best: list[Shown]
    groups: list[Group]
    shown: list[ShownGroup]
    page: Page[Hit] | None
    chosen: str
    others: list[Shown]


def sheet_of(versions: Catalogue, version: CatalogueVersion, answer: Answer, chosen: str, page: str | None) -> Sheet:
    """Put hits on the page: of a chosen group page by page, else the best of all and of each group."""
    by_group: dict[str, list[Hit]] = {}
    for hit in answer.hits:
        by_group.setdefault(_key(hit), []).append(hit)
    order = sorted(by_group, key=lambda key: (key == EXAMPLES, key == TERMS))
    groups = {key: _group(versions, version, key, by_group[key]) for key in order}
    show = _Shower(versions, version, answer.ready)
    alone = chosen if chosen in groups else order[0] if len(order) == 1 else ""
    named = [hit for hit in answer.hits if hit.is_name]
    if alone:
        others = [hit for hit in by_group[alone] if chosen or not hit.is_name]
        paged = Paginator(others, _PER_PAGE).get_page(page)
        shown = [ShownGroup(groups[alone], show(paged.object_list), False)] if others else []
        first = not chosen and paged.number == 1
        above, below = (show(named), show(answer.others)) if first else ([], [])
        return Sheet(above, [], list(groups.values()), shown, paged, alone if chosen else "", below)
    rest = [hit for hit in answer.hits if not hit.is_name]
    best = rest[:_BEST] if len(rest) > _ALL_AT_ONCE else []
    parts = _parts(groups, by_group, {id(hit) for hit in (*named, *best)}, show, few=not best)
    return Sheet(show(named), show(best), list(groups.values()), parts, None, "", show(answer.others))


def _parts(
    groups: Mapping[str, Group], by_group: Mapping[str, list[Hit]], above: set[int], show: "_Shower", *, few: bool
) -> list[ShownGroup]:
    """The groups with what is not shown above; of many the first hits, and of many chapters the first ones."""
    parts: list[ShownGroup] = []
    chapters = 0
    for key, group in groups.items():
        rest = [hit for hit in by_group[key] if id(hit) not in above]
        chapters += group.is_chapter
        if rest and (few or not group.is_chapter or chapters <= _GROUPS):
            hits = rest if few else rest[:_OF_GROUP]
            parts.append(ShownGroup(group, show(hits), len(hits) < len(rest)))
    return parts


def _key(hit: Hit) -> str:
    place = hit.place
    if place.is_example:
        return EXAMPLES
    return TERMS if place.is_term else str(place.chapter)


def _group(versions: Catalogue, version: CatalogueVersion, key: str, hits: Sequence[Hit]) -> Group:
    language = hits[0].place.language
    edition = version.text_in(language) or version.main
    heading = titles(versions, version, language).get(key, "") if len(key) == 3 else ""
    return Group(key, heading, edition.language, len(hits))


class _Shower:
    """Makes hits ready for the page."""

    def __init__(self, versions: Catalogue, version: CatalogueVersion, ready: Mapping[str, Asked]) -> None:
        self.versions, self.version, self.ready = versions, version, ready

    def __call__(self, hits: Iterable[Hit]) -> list[Shown]:
        return [self._shown(hit) for hit in hits]

    def _shown(self, hit: Hit) -> Shown:
        place = hit.place
        one = self.ready[place.language]
        language = "" if place.language == self.version.main.language else place.language
        address = place_address("term" if place.is_term else "place", self.version.date, place.number, language)
        heading, text = pieces(one, place.heading, whole=True), pieces(one, place.text)
        flags = place.is_term, place.is_example, place.is_carried
        return Shown(address, place.number, place.language, *flags, heading, text, self._where(hit))

    def _where(self, hit: Hit) -> tuple[str, ...]:
        if hit.place.is_term:
            return ()
        heads = titles(self.versions, self.version, hit.place.language)
        above: list[str] = []
        number = parent_of(hit.place.number)
        while number:
            if heads.get(number):
                above.insert(0, f"{number} {heads[number]}")
            number = parent_of(number)
        return tuple(above)


def place_address(name: str, date: datetime.date, number: str, language: str) -> str:
    """The address of a place or term of a version, with the language where it is not the usual one."""
    address = reverse(name, args=[date.isoformat(), number])
    return f"{address}?{urlencode({'lang': language})}" if language else address


# ---- All versions ----


class ShownSpell(NamedTuple):
    """A Rule and when it had the words."""

    spell: Spell
    address: str
    number: str
    heading: list[Piece]
    text: list[Piece]
    is_standing: bool
    today_address: str


def show_spells(versions: Catalogue, ready: Asked, told: Iterable[Spell]) -> list[ShownSpell]:
    """Make spells ready for the page; the address leads to the life of the Rule, or to the last text with the words."""
    newest = versions.all[-1].date
    found: list[ShownSpell] = []
    for spell in told:
        kind = "term" if spell.is_term else "place"
        language = ready.question.language
        address = place_address(kind, spell.last, spell.last_number, "" if language == "en" else language)
        if spell.public_id:
            address = reverse("rule_history", args=[spell.public_id])
        today = place_address(kind, newest, spell.today, "") if spell.today and spell.public_id else ""
        heading, text = pieces(ready, spell.heading, whole=True), pieces(ready, spell.text)
        found.append(ShownSpell(spell, address, spell.last_number, heading, text, spell.last == newest, today))
    return found


class Bar(NamedTuple):
    """A version in the picture, x and width in percent, y and height of 40 pixels; and a link to its hits."""

    date: datetime.date
    texts: int
    x: str
    width: str
    y: str
    height: str
    address: str


def bars(through: Through, asked: QueryDict) -> list[Bar]:
    """How many texts of each version have the words, side by side in order of time."""
    kept = asked.copy()
    kept.pop("page", None)
    most = max((count for _, count in through.counts), default=0)
    wide = 100 / max(1, len(through.counts))
    found: list[Bar] = []
    for at, (date, count) in enumerate(through.counts):
        high = max(2.0, 40 * count / most) if count else 0.0
        kept["version"] = date.isoformat()
        box = percent(at * wide), percent(wide * 0.8), px(40 - high), px(high)
        found.append(Bar(date, count, *box, f"?{kept.urlencode()}"))
    return found
