"""The positions of an entry in its version, the neighbouring versions and all languages, in one query."""

from collections.abc import Collection
from functools import cached_property
from typing import NamedTuple

from django.db.models import BigIntegerField, Q, Value

from rulesbase.engine.text.numbers import chapter_of
from rulesbase.models import Entry


class EntryPosition(NamedTuple):
    """An entry in its edition."""

    edition: int
    entry: int
    number: str
    rule: int | None
    wording: int
    position: int


class EntryPositions:
    """The positions of the entry of a page.

    ``named`` have its number, or that of its chapter, in the selected editions. ``chapter`` is its chapter in the
    edition shown. ``same`` are the entries of its Rules, from all editions if ``whole``.
    """

    def __init__(
        self,
        named: Collection[EntryPosition],
        chapter: Collection[EntryPosition],
        same: Collection[EntryPosition],
        *,
        whole: bool,
    ) -> None:
        self.named, self.chapter, self.same, self.whole = named, chapter, same, whole

    @cached_property
    def everything(self) -> tuple[EntryPosition, ...]:
        """Return each entry once, those with its number first."""
        return tuple({one.entry: one for one in (*self.named, *self.same)}.values())

    def rule_at(self, edition: int, number: str) -> int | None:
        """Return the Rule of a number in an edition."""
        return next((one.rule for one in self.named if (one.edition, one.number) == (edition, number)), None)

    def of_rule(self, rule: int) -> list[EntryPosition] | None:
        """Return every entry of a Rule; None if those were not queried."""
        found = [one for one in self.same if one.rule == rule]
        return found if self.whole and found else None


_NAMED, _CHAPTER, _SAME = (Value(what, BigIntegerField()) for what in range(3))
_FIELDS = ("edition_id", "pk", "number", "rule_id", "wording_id", "position")


def entry_positions(
    number: str, *, term: bool, main: int, read: int, editions: Collection[int], whole: bool = False
) -> EntryPositions:
    """Find a number or term slug of the editions ``main`` and ``read`` in all ``editions``. One query.

    With ``whole``, also find its Rules in every edition, and the rest of its chapter in the edition ``read``.
    """
    entries = Entry.objects.order_by()
    entries = entries.filter(kind=Entry.Kind.TERM) if term else entries.filter(kind__lt=Entry.Kind.TERM)
    own = entries.filter(edition__in={main, read}, number=number, rule__isnull=False).values("rule")
    numbers = {number} if term else {number, chapter_of(number)}
    named = entries.filter(number__in=numbers - {""}, edition__in=editions)
    same = entries.filter(rule__in=own) if whole else entries.filter(rule__in=own, edition__in=editions)
    rows = named.values_list(_NAMED, *_FIELDS).union(same.values_list(_SAME, *_FIELDS), all=True)
    if whole and not term:
        beside = entries.filter(Q(edition=read), chapter=int(chapter_of(number)))
        rows = rows.union(beside.values_list(_CHAPTER, *_FIELDS), all=True)
    found: dict[int, list[EntryPosition]] = {one.value: [] for one in (_NAMED, _CHAPTER, _SAME)}
    for what, edition, *rest in rows:
        found[what].append(EntryPosition(edition or 0, *rest))
    by_position = [sorted(some, key=lambda one: (one.position, one.entry)) for some in found.values()]
    return EntryPositions(*by_position, whole=whole)
