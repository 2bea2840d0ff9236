"""Slots: all translations of one English text into one language, and which of them readers see.

A curator's approved text stays approved. Of imported ones that of the newest version counts; within a version the
text of the edition before what only stands beside it.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import Model

from rulesbase.models import Edition, Entry, Source, TranslatedPlace, Translation, Wording

_APPROVED, _SUPERSEDED = Translation.Status.APPROVED, Translation.Status.SUPERSEDED


class Wanted(NamedTuple):
    """A translation that an import brings: English wording, its own, and the entries where both stand."""

    original: int
    wording: int
    entry: int
    own: int
    is_example: bool
    with_examples: bool


def forget_places(source: Source) -> set[int]:
    """Take out what a source says; the English wordings whose slots have to be settled after it."""
    places = TranslatedPlace.objects.filter(source=source)
    touched = set(places.values_list("translation__original", flat=True))
    places.delete()
    return touched


def keep_places(source: Source, wanted: Sequence[Wanted], touched: Iterable[int] = ()) -> None:
    """Store what a source says, each text once, and settle its slots."""
    language = source.language
    originals = {one.original for one in wanted} | set(touched)
    known: dict[tuple[int, int], int] = {}
    newest: defaultdict[int, int] = defaultdict(int)
    rows = Translation.objects.filter(language=language).order_by("pk")
    fields = ("pk", "original_id", "wording_id", "revision", "origin")
    for pk, original, wording, revision, origin in rows.values_list(*fields):
        if original in originals:
            # A curator may have said the same words: the place stays with the text that was imported.
            if origin == Translation.Origin.IMPORTED:
                known[original, wording] = pk
            known.setdefault((original, wording), pk)
            newest[original] = max(newest[original], revision)
    fresh: dict[tuple[int, int], Translation] = {}
    for one in wanted:
        key = one.original, one.wording
        if key not in known and key not in fresh:
            newest[one.original] += 1
            fresh[key] = Translation(
                original_id=one.original,
                wording_id=one.wording,
                language=language,
                status=_SUPERSEDED,
                origin=Translation.Origin.IMPORTED,
                revision=newest[one.original],
                source=source,
            )
    Translation.objects.bulk_create(fresh.values())
    known.update({key: row.pk for key, row in fresh.items()})
    TranslatedPlace.objects.bulk_create(
        TranslatedPlace(
            translation_id=known[one.original, one.wording],
            entry_id=one.entry,
            own_id=one.own,
            source=source,
            is_example=one.is_example,
            with_examples=one.with_examples,
        )
        for one in wanted
    )
    settle_slots(originals, language)


class _Candidate(NamedTuple):
    """An imported text of a slot by what it is chosen by; the last makes the choice the same on every machine."""

    rank: int
    date: datetime.date
    whole: bool
    size: int
    digest: str
    pk: int


def settle_slots(originals: Collection[int], language: str) -> None:
    """Approve in each slot the text that readers shall see, and let go of imported ones that no source has now."""
    if not originals:
        return
    rows = [
        row
        for row in Translation.objects.filter(language=language).values_list("pk", "original_id", "status", "origin")
        if row[1] in originals
    ]
    slots: defaultdict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for pk, original, status, origin in rows:
        slots[original].append((pk, status, origin))
    best = _best_imported({row[0] for row in rows}, language)
    down: list[int] = []
    up: list[int] = []
    alone: list[int] = []
    for texts in slots.values():
        held = any(status == _APPROVED and origin == Translation.Origin.CURATOR for _, status, origin in texts)
        chosen = None if held else max((best[pk] for pk, _, _ in texts if pk in best), default=None)
        for pk, status, origin in texts:
            if origin != Translation.Origin.IMPORTED:
                continue
            if pk not in best:
                alone.append(pk)
            wanted = chosen is not None and chosen.rank > 0 and chosen.pk == pk
            if status == _APPROVED and not wanted:
                down.append(pk)
            elif status == _SUPERSEDED and wanted:
                up.append(pk)
    _set_status(down, _SUPERSEDED)
    _set_status(up, _APPROVED)
    _let_go(alone)


def _best_imported(pks: set[int], language: str) -> dict[int, _Candidate]:
    """Of each imported text the place that speaks most for it.

    Plain queries by key: a join of these tables is planned without statistics within the transaction that fills
    them, and PostgreSQL then goes through all rows for each row.
    """
    rows = TranslatedPlace.objects.filter(translation__language=language, source__isnull=False)
    columns = rows.values_list("translation_id", "translation__wording_id", "source_id", "entry_id", "own_id")
    places = [place for place in columns if place[0] in pks]
    sources = {row[0]: row[1:] for row in _by_key(Source, {place[2] for place in places}, "whole", "rules", "terms")}
    entries = {place[at] for place in places for at in (3, 4)}
    editions = dict(_by_key(Entry, entries, "edition_id"))
    dates = dict(_by_key(Edition, set(editions.values()) - {None}, "version__date"))
    digests = dict(_by_key(Wording, {place[1] for place in places}, "digest"))
    found: dict[int, _Candidate] = {}
    for pk, wording, source, entry, own in places:
        whole, rules, terms = sources[source]
        # 2: it is an edition's text; 1: a part beside one; 0: a whole text that a corrected one replaced.
        rank = 2 if editions.get(own) else 0 if whole else 1
        date = dates.get(editions[entry])
        one = _Candidate(rank, date or datetime.date.min, whole, rules + terms, digests[wording], pk)
        found[pk] = max(one, found.get(pk, one))
    return found


def _by_key(model: type[Model], keys: Iterable[int | None], *fields: str) -> Iterator[tuple[Any, ...]]:
    """Yield key and ``fields`` of the rows with these keys."""
    ordered = sorted({key for key in keys if key is not None})
    for at in range(0, len(ordered), 500):
        yield from model._default_manager.filter(pk__in=ordered[at : at + 500]).values_list("pk", *fields)


def _set_status(pks: Sequence[int], status: str) -> None:
    for at in range(0, len(pks), 500):
        Translation.objects.filter(pk__in=pks[at : at + 500]).update(status=status)


def _let_go(pks: Sequence[int]) -> None:
    """Delete imported texts that no source has any more, unless somebody built on them or spoke of them."""
    for at in range(0, len(pks), 500):
        rows = Translation.objects.filter(pk__in=pks[at : at + 500], followed_by=None, comments=None, actions=None)
        Translation.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).delete()
