"""Failed checks of stored translations, for the queues of the desk and the doubts that readers see.

A translation never changes its text, so each process checks a row once per set of enabled checks.
"""

import datetime
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.db import connection

from rulesbase.core.content_version import ContentStamp, english_key
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.engine.checks import run
from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.engine.checks.term_use import TermUse
from rulesbase.engine.checks.types import Case, Check, CheckResult, Severity
from rulesbase.models import CheckSwitch, Translation
from rulesbase.translations.term_counts import term_use

# These never report errors and need more than the texts.
_NEED_MORE = frozenset({Check.CARDS, Check.EXAMPLES})
_FIELDS = ("pk", "origin", "original__heading", "original__text", "wording__heading", "wording__text")


class CheckedTranslation(NamedTuple):
    """The texts of a checked translation, when it was stored, whether it was imported, and its errors."""

    made_at: datetime.datetime
    imported: bool
    heading: str
    text: str
    errors: tuple[CheckResult, ...]


@lru_cache(maxsize=64)
def enabled_checks(_key: str, language: str) -> frozenset[Check]:
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
    """Return the errors (no warnings) that enabled checks find in a translation; ``key`` as for ``enabled_checks``."""
    on = enabled_checks(key, language) - _NEED_MORE
    compared = (
        term_differences(term_use(key, language), english, text, english_heading) if Check.TERMS in on and text else ()
    )
    found = run(Case(language, english, text, compared=compared), on) if english or text else []
    if english_heading:
        found += run(Case(language, english_heading, heading, heading=True), on)
    return tuple(one for one in found if one.severity is Severity.WRONG)


def failing(stamp: ContentStamp, language: str) -> dict[int, tuple[str, ...]]:
    """Return the names of the failed checks of each approved or open translation with an error, by key. One query."""
    open_rows = Translation.objects.open_in(language).values_list("pk", "made_at")
    return {**_failing_approved(stamp, language), **_failing(english_key(stamp), language, dict(open_rows))}


@lru_cache(maxsize=6)
def _failing_approved(stamp: ContentStamp, language: str) -> Mapping[int, tuple[str, ...]]:
    return _failing(english_key(stamp), language, approved_made_at(stamp, language))


def _failing(key: str, language: str, made: Mapping[int, datetime.datetime]) -> dict[int, tuple[str, ...]]:
    checked = checked_translations(key, language, made)
    return {
        pk: tuple(dict.fromkeys(str(one.check) for one in row.errors)) for pk in made if (row := checked[pk]).errors
    }


def checked_translations(
    key: str, language: str, made: Mapping[int, datetime.datetime]
) -> Mapping[int, CheckedTranslation]:
    """Return the checked translations by key; ``made`` is when each was stored. Query those not checked yet."""
    cache = _cache(connection.settings_dict["NAME"], language, enabled_checks(key, language), term_use(key, language))
    # After an undo another row may have the key.
    new = [pk for pk, at in made.items() if pk not in cache or cache[pk].made_at != at]
    rows = Translation.objects.filter(pk__in=keys_subquery(new)) if new else Translation.objects.none()
    for pk, origin, *texts in rows.values_list(*_FIELDS):
        imported = origin == Translation.Origin.IMPORTED
        cache[pk] = CheckedTranslation(made[pk], imported, texts[2], texts[3], errors_in(key, language, *texts))
    return cache


@lru_cache(maxsize=32)
def _cache(_database: str, _language: str, _on: frozenset[Check], _terms: TermUse) -> dict[int, CheckedTranslation]:
    """Return the cache of checked translations; ``checked_translations`` fills it."""
    return {}


@lru_cache(maxsize=6)
def approved_made_at(_stamp: ContentStamp, language: str) -> Mapping[int, datetime.datetime]:
    """Return when each approved translation of a language was stored. One query, or none."""
    return dict(Translation.objects.approved_in(language).values_list("pk", "made_at"))
