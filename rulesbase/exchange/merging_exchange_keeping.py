"""Translations from an exchange file as rows: the texts, the places they are for, and the log. Many at once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, shelf
from rulesbase.archive.store import Draft, store_wordings
from rulesbase.engine.text.normalize import digest
from rulesbase.exchange.units import Unit
from rulesbase.lineage.edition_items import followed_editions
from rulesbase.models import ActionLog, Entry, Example, TranslatedPlace, Translation, User, Wording

_Status, _Verb = Translation.Status, ActionLog.Verb
_VERBS = {_Status.APPROVED: _Verb.APPROVED, _Status.REVIEW: _Verb.SUBMITTED, _Status.DRAFT: _Verb.SAVED}


class Wanted(NamedTuple):
    """A text to store for an English wording: (language, heading, text, emphasis), and the newest text before it."""

    told: tuple[str, str, str, str]
    original: Wording
    unit: Unit
    newest: Translation | None
    status: Translation.Status


def current_wordings() -> frozenset[int]:
    """The English wordings of the newest version, examples included."""
    latest = shelf().latest
    text = latest.text_in(DEFAULT_LANGUAGE) if latest else None
    if text is None:
        return frozenset()
    entries = Entry.objects.filter(edition=text.pk).values_list("wording", flat=True)
    examples = Example.objects.filter(entry__edition=text.pk).values_list("wording", flat=True)
    return frozenset(entries) | frozenset(examples)


def keep(wanted: Sequence[Wanted], name: str, batch: str, by: User | None) -> None:
    """Store texts of different wordings, each as the next revision of its slot, with its place and a row of the log."""
    keys = [digest(*one.told) for one in wanted]
    wordings = store_wordings(Draft(key, *one.told) for key, one in zip(keys, wanted, strict=True))
    for language in {one.told[0] for one in wanted}:
        # One text of a slot is approved: the one before gives way first.
        over = [one.original for one in wanted if one.told[0] == language and one.status == _Status.APPROVED]
        before = Translation.objects.filter(original__in=over, language=language, status=_Status.APPROVED)
        before.update(status=_Status.SUPERSEDED)
    rows = Translation.objects.bulk_create(
        Translation(
            original=one.original,
            language=one.told[0],
            wording_id=wordings[key],
            status=one.status,
            origin=Translation.Origin.CURATOR,
            revision=(one.newest.revision if one.newest else 0) + 1,
            based_on=one.newest,
            reason=f"exchange: {name}"[:300],
            author=by,
        )
        for key, one in zip(keys, wanted, strict=True)
    )
    entries = _entries_for(wanted)
    places = (
        (row, entries[one.original.pk]) for row, one in zip(rows, wanted, strict=True) if one.original.pk in entries
    )
    TranslatedPlace.objects.bulk_create(
        TranslatedPlace(translation=row, entry_id=entry, is_example=example) for row, (entry, example) in places
    )
    ActionLog.objects.bulk_create(_log(row, one, name, batch) for row, one in zip(rows, wanted, strict=True))


def _log(row: Translation, one: Wanted, name: str, batch: str) -> ActionLog:
    return ActionLog(
        verb=_VERBS[one.status],
        language=row.language,
        place=f"{one.unit.number}@{one.unit.version}"[:120] if one.unit.number else one.unit.id[:120],
        original=one.original,
        translation=row,
        before=one.newest.wording if one.newest else None,
        after_id=row.wording_id,
        old_status=one.newest.status if one.newest else "",
        new_status=one.status,
        reason=row.reason,
        batch=batch,
        author=row.author,
        details={"file": name[:200]},
    )


def _entries_for(wanted: Iterable[Wanted]) -> dict[int, tuple[int, bool]]:
    """English wording -> (the newest entry that has it, if possible of the Rule that is named, whether as example)."""
    rules = {one.original.pk: one.unit.rule for one in wanted}
    editions = followed_editions()
    entries = Entry.objects.filter(wording__in=list(rules), edition__in=editions)
    examples = Example.objects.filter(wording__in=list(rules), entry__edition__in=editions)
    fields = ("pk", "edition__version__date", "position", "rule__public_id")
    rows = [(wording, *rest, False) for wording, *rest in entries.values_list("wording", *fields)]
    of_examples = examples.values_list("wording", *(f"entry__{field}" for field in fields))
    rows += [(wording, *rest, True) for wording, *rest in of_examples]
    best: dict[int, tuple[tuple[object, ...], int, bool]] = {}
    for wording, entry, date, position, rule, example in rows:
        rank = (rule == rules[wording], not example, date, -position)
        if wording not in best or rank > best[wording][0]:
            best[wording] = rank, entry, example
    return {wording: (entry, example) for wording, (_, entry, example) in best.items()}
