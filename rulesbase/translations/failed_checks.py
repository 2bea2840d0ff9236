"""Failed checks of stored translations: the queue of the desk, and the doubts that readers see beside a text.

A translation never changes its text, so each process checks a row once per set of enabled checks.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.db import connection

from rulesbase.core.content_version import ContentStamp, content_stamp, english_key
from rulesbase.core.database.many_keys import among
from rulesbase.engine.checks import run
from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.engine.checks.term_use import TermUse
from rulesbase.engine.checks.types import Case, Check, CheckResult, Severity
from rulesbase.models import ActionLog, CheckSwitch, Translation
from rulesbase.translations.check_messages import concerns_readers
from rulesbase.translations.freshness_rows import single_approvals
from rulesbase.translations.freshness_types import DOUBTED, SAME_MEANING, Cell, Freshness, Sheet
from rulesbase.translations.term_counts import term_use

_CHUNK = 500
# These never report errors and need more than the texts.
_NEED_MORE = frozenset({Check.CARDS, Check.EXAMPLES})
_FIELDS = ("pk", "origin", "original__heading", "original__text", "wording__heading", "wording__text")


class _Checked(NamedTuple):
    """The errors of a translation, and whether it is imported."""

    made_at: datetime.datetime
    imported: bool
    heading: str
    text: str
    errors: tuple[CheckResult, ...]


@lru_cache(maxsize=64)
def checks_on(_key: str, language: str) -> frozenset[Check]:
    """Return the enabled checks of a language: its own switch, else that of all languages, else enabled."""
    switches = {
        (row.language, row.check_name): row.on for row in CheckSwitch.objects.filter(language__in=["", language])
    }
    return frozenset(
        check for check in Check if switches.get((language, str(check)), switches.get(("", str(check)), True))
    )


def errors_in(
    key: str, language: str, english_heading: str, english: str, heading: str, text: str
) -> tuple[CheckResult, ...]:
    """Return the errors (no warnings) that the enabled checks find in a translation; ``key`` as for ``checks_on``."""
    on = checks_on(key, language) - _NEED_MORE
    compared = (
        term_differences(term_use(key, language), english, text, english_heading) if Check.TERMS in on and text else ()
    )
    found = run(Case(language, english, text, compared=compared), on) if english or text else []
    if english_heading:
        found += run(Case(language, english_heading, heading, heading=True), on)
    return tuple(one for one in found if one.severity is Severity.WRONG)


def failing(language: str, *, stamp: ContentStamp | None = None) -> dict[int, tuple[str, ...]]:
    """Return the names of the failed checks of each approved or open translation with an error, by key. One query."""
    stamp = stamp or content_stamp()
    open_rows = Translation.objects.open_in(language).values_list("pk", "made_at")
    return {**_failing_approved(stamp, language), **_failing(english_key(stamp), language, dict(open_rows))}


@lru_cache(maxsize=6)
def _failing_approved(stamp: ContentStamp, language: str) -> Mapping[int, tuple[str, ...]]:
    return _failing(english_key(stamp), language, _made(stamp, language))


def _failing(key: str, language: str, made: Mapping[int, datetime.datetime]) -> dict[int, tuple[str, ...]]:
    checked = _checked(key, language, made)
    return {
        pk: tuple(dict.fromkeys(str(one.check) for one in row.errors)) for pk in made if (row := checked[pk]).errors
    }


def _checked(key: str, language: str, made: Mapping[int, datetime.datetime]) -> Mapping[int, _Checked]:
    """Return the checked translations by key; ``made`` is when each was stored. Query those not checked yet."""
    cache = _cache(connection.settings_dict["NAME"], language, checks_on(key, language), term_use(key, language))
    # After an undo another row may have the key.
    new = [pk for pk, at in made.items() if pk not in cache or cache[pk].made_at != at]
    rows = Translation.objects.filter(pk__in=among(new)) if new else Translation.objects.none()
    for pk, origin, *texts in rows.values_list(*_FIELDS):
        imported = origin == Translation.Origin.IMPORTED
        cache[pk] = _Checked(made[pk], imported, texts[2], texts[3], errors_in(key, language, *texts))
    return cache


@lru_cache(maxsize=32)
def _cache(_database: str, _language: str, _on: frozenset[Check], _terms: TermUse) -> dict[int, _Checked]:
    """Return the cache of checked translations; ``_checked`` fills it."""
    return {}


class Doubts(NamedTuple):
    """Why the texts of an entry are not known to be faithful: errors that no reviewer has confirmed.

    ``heading`` and ``text`` are those of the checked translation; ``missing`` counts its examples without one.
    ``translations`` are the keys of those with errors, of the text or its examples.
    """

    errors: tuple[CheckResult, ...]
    heading: str
    text: str
    missing: int
    translations: frozenset[int]


def doubts_of(stamp: ContentStamp, language: str, cells: Iterable[Cell]) -> dict[int, Doubts]:
    """Return the doubts of cells by English entry; entries without doubts are left out. Three queries at most."""
    cells = [cell for cell in cells if cell.text.translation]
    keys = {key for cell in cells for key in cell.translations}
    if not keys:
        return {}
    key = english_key(stamp)
    on = checks_on(key, language)
    rows = Translation.objects.filter(pk__in=keys).values_list("pk", "made_at")
    made = _made(stamp, language) if len(keys) > _CHUNK else dict(rows)
    checked = _checked(key, language, {pk: made[pk] for pk in keys if pk in made})
    by_people = [pk for pk in keys if pk in checked and checked[pk].errors and not checked[pk].imported]
    confirmed = _confirmed(by_people)
    found: dict[int, Doubts] = {}
    for cell in cells:
        errors: dict[int, list[CheckResult]] = {}
        for one in (cell.text, *cell.examples):
            row = checked.get(one.translation or 0)
            if row is not None and one.translation and one.translation not in confirmed:
                errors.setdefault(one.translation, []).extend(filter(concerns_readers, row.errors))
        own = checked.get(cell.text.translation or 0)
        if own is None:
            continue
        missing = 0 if cell.has_examples else sum(one.state is Freshness.MISSING for one in cell.examples)
        missing = missing if own.imported and Check.EXAMPLES in on else 0
        every = tuple(error for some in errors.values() for error in some)
        if every or missing:
            failed = frozenset(pk for pk, some in errors.items() if some)
            found[cell.entry] = Doubts(every, own.heading, own.text, missing, failed)
    return found


def doubted_entries(stamp: ContentStamp, sheet: Sheet) -> frozenset[int]:
    """Return the English entries with a translation that would have the meaning of the English, but has doubts."""
    same = [cell for cell in sheet.cells.values() if cell.state in SAME_MEANING]
    return frozenset(doubts_of(stamp, sheet.language, same))


def state_counts(cells: Iterable[Cell], doubted: Collection[int]) -> Counter[str]:
    """Return freshness -> number of entries; those with doubts count as ``doubted`` only."""
    return Counter(DOUBTED if cell.entry in doubted else str(cell.state) for cell in cells)


def _confirmed(keys: Collection[int]) -> set[int | None]:
    """Return the translations that a reviewer approved with a reason, in spite of what a check finds. One query.

    The reason of a bulk action, such as a replacement in many texts, confirms none of them.
    """
    approved = single_approvals().filter(translation__in=keys, verb=ActionLog.Verb.APPROVED)
    return set(approved.exclude(reason="").values_list("translation", flat=True))


@lru_cache(maxsize=6)
def _made(_stamp: ContentStamp, language: str) -> Mapping[int, datetime.datetime]:
    """Return when each approved translation of a language was stored. One query, or none."""
    return dict(Translation.objects.approved_in(language).values_list("pk", "made_at"))
