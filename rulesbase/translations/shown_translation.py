"""Slots: all translations of one English text into one language; choose the one that readers see.

The approved text of a curator stays approved. Otherwise choose the imported text of the newest version; within a
version prefer the text of the edition to a partial source.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Model

from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.core.grouping import grouped
from rulesbase.models import Edition, Entry, Source, TranslatedPlace, Translation, Wording

_APPROVED, _SUPERSEDED = Translation.Status.APPROVED, Translation.Status.SUPERSEDED


class ImportedText(NamedTuple):
    """An imported translation: English wording, own wording, and the entries of both."""

    original: int
    wording: int
    entry: int
    own: int
    is_example: bool
    with_examples: bool


def delete_places(source: Source) -> set[int]:
    """Delete the translations of a source; return the English wordings whose slots must be settled again."""
    places = TranslatedPlace.objects.filter(source=source)
    touched = set(places.values_list("translation__original", flat=True))
    places.delete()
    return touched


def store_places(source: Source, wanted: Sequence[ImportedText], touched: Iterable[int]) -> None:
    """Store the translations of a source, each text once, and settle their slots."""
    language = source.language
    originals = {one.original for one in wanted} | set(touched)
    known: dict[tuple[int, int], int] = {}
    newest: defaultdict[int, int] = defaultdict(int)
    rows = Translation.objects.filter(language=language).order_by("pk")
    fields = ("pk", "original_id", "wording_id", "revision", "origin")
    for pk, original, wording, revision, origin in rows.values_list(*fields):
        if original in originals:
            # A curator may have written the same text: prefer the imported row.
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
    _keep_open_texts_newest(language, {one.original_id: newest[one.original_id] for one in fresh.values()})
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
    update_shown(originals, language)


def _keep_open_texts_newest(language: str, newest: Mapping[int, int]) -> None:
    """Renumber drafts and texts in review after revision ``newest`` of their slot; the desk shows the newest text."""
    open_texts = Translation.objects.open_in(language).filter(original__in=keys_subquery(newest))
    rows = list(open_texts.only("revision", "original"))
    for row in rows:
        row.revision = newest[row.original_id] + 1
    Translation.objects.bulk_update(rows, ["revision"])


class _Candidate(NamedTuple):
    """Sort key of an imported text; the digest makes the choice deterministic."""

    rank: int
    date: datetime.date
    whole: bool
    size: int
    digest: str
    pk: int


def update_shown(originals: Collection[int], language: str) -> None:
    """Approve the text of each slot that readers see; delete imported texts without a source."""
    if not originals:
        return
    rows = Translation.objects.filter(language=language, original__in=keys_subquery(originals))
    rows_of_slots = rows.values_list("pk", "original_id", "status", "origin")
    slots = grouped((original, (pk, status, origin)) for pk, original, status, origin in rows_of_slots)
    best = _best_imported({pk for texts in slots.values() for pk, _status, _origin in texts})
    down: list[int] = []
    up: list[int] = []
    unplaced: list[int] = []
    for texts in slots.values():
        curated = any(status == _APPROVED and origin == Translation.Origin.CURATOR for _, status, origin in texts)
        chosen = None if curated else max((best[pk] for pk, _, _ in texts if pk in best), default=None)
        for pk, status, origin in texts:
            if origin != Translation.Origin.IMPORTED:
                continue
            if pk not in best:
                unplaced.append(pk)
            wanted = chosen is not None and chosen.rank > 0 and chosen.pk == pk
            if status == _APPROVED and not wanted:
                down.append(pk)
            elif status == _SUPERSEDED and wanted:
                up.append(pk)
    _set_status(down, _SUPERSEDED)
    _set_status(up, _APPROVED)
    # A translation, comment or log row may refer to an imported text without a source: that one stays.
    unused = Translation.objects.filter(pk__in=keys_subquery(unplaced), followed_by=None, comments=None, actions=None)
    Translation.objects.filter(pk__in=keys_subquery(list(unused.values_list("pk", flat=True)))).delete()


def _best_imported(pks: set[int]) -> dict[int, _Candidate]:
    """Return the best place of each imported text.

    Plain queries by id: within the transaction that fills these tables PostgreSQL has no statistics for a join.
    """
    rows = TranslatedPlace.objects.filter(translation__in=keys_subquery(pks), source__isnull=False)
    places = list(rows.values_list("translation_id", "translation__wording_id", "source_id", "entry_id", "own_id"))
    sources = {row[0]: row[1:] for row in _by_key(Source, {place[2] for place in places}, "whole", "rules", "terms")}
    entries = {place[at] for place in places for at in (3, 4)}
    editions = dict(_by_key(Entry, entries, "edition_id"))
    dates = dict(_by_key(Edition, set(editions.values()) - {None}, "version__date"))
    digests = dict(_by_key(Wording, {place[1] for place in places}, "digest"))
    found: dict[int, _Candidate] = {}
    for pk, wording, source, entry, own in places:
        whole, rules, terms = sources[source]
        # 2: text of an edition; 1: partial source; 0: whole text replaced by a corrected one.
        rank = 2 if editions.get(own) else 0 if whole else 1
        date = dates.get(editions[entry])
        one = _Candidate(rank, date or datetime.date.min, whole, rules + terms, digests[wording], pk)
        found[pk] = max(one, found.get(pk, one))
    return found


def _by_key(model: type[Model], keys: Iterable[int | None], *fields: str) -> Iterator[tuple[Any, ...]]:
    """Return key and ``fields`` of the rows with these keys."""
    known = {key for key in keys if key is not None}
    return model._default_manager.filter(pk__in=keys_subquery(known)).values_list("pk", *fields).iterator()


def _set_status(pks: Sequence[int], status: str) -> None:
    Translation.objects.filter(pk__in=keys_subquery(pks)).update(status=status)
