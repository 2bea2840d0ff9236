"""Doubts that readers see beside a translation: errors that no reviewer has confirmed."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from rulesbase.core.content_version import ContentStamp, english_key
from rulesbase.engine.checks.types import Check, CheckResult
from rulesbase.models import ActionLog
from rulesbase.translations.check_messages import concerns_readers
from rulesbase.translations.failed_checks import approved_made_at, checked_translations, enabled_checks
from rulesbase.translations.freshness_rows import single_approvals
from rulesbase.translations.freshness_types import DOUBTED, SAME_MEANING, EntryFreshness, Freshness


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


def doubts_of(stamp: ContentStamp, language: str, cells: Iterable[EntryFreshness]) -> dict[int, Doubts]:
    """Return the doubts of cells by English entry; entries without doubts are left out. Three queries at most."""
    cells = [cell for cell in cells if cell.text.translation]
    keys = {key for cell in cells for key in cell.translations}
    if not keys:
        return {}
    key = english_key(stamp)
    on = enabled_checks(key, language)
    made = approved_made_at(stamp, language)
    checked = checked_translations(key, language, {pk: made[pk] for pk in keys if pk in made})
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


def doubted_entries(stamp: ContentStamp, language: str, cells: Iterable[EntryFreshness]) -> frozenset[int]:
    """Return the English entries with a translation that would have the meaning of the English, but has doubts."""
    return frozenset(doubts_of(stamp, language, [cell for cell in cells if cell.state in SAME_MEANING]))


def state_counts(cells: Iterable[EntryFreshness], doubted: Collection[int]) -> Counter[str]:
    """Return freshness -> number of entries; those with doubts count as ``doubted`` only."""
    return Counter(DOUBTED if cell.entry in doubted else str(cell.state) for cell in cells)


def _confirmed(keys: Collection[int]) -> set[int | None]:
    """Return the translations that a reviewer approved with a reason, in spite of what a check finds. One query.

    The reason of a bulk action, such as a replacement in many texts, confirms none of them.
    """
    approved = single_approvals().filter(translation__in=keys, verb=ActionLog.Verb.APPROVED)
    return set(approved.exclude(reason="").values_list("translation", flat=True))
