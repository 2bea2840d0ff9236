"""Check the integrity of the database: digests of texts, both ends of links, stored counts.

Nothing is changed. Each check reads all rows of its kind and lists the wrong ones. If the damage interrupts a check,
that is a finding, and the other checks continue.
"""

import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

from django.db import DatabaseError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, F

from rulesbase.archive import text_index
from rulesbase.core.database import append_only
from rulesbase.engine.text.normalize import digest, fold_number
from rulesbase.imports.batch import first_line
from rulesbase.models import State, Translation, Wording
from rulesbase.operations.backup.tables import all_tables, snapshot
from rulesbase.operations.integrity import checks
from rulesbase.operations.integrity.checks import Found, all_wrong

_AT_ONCE = 2000
# Findings listed for each check; the rest is counted.
MOST_NAMED = 20


class IntegrityFinding(NamedTuple):
    """A finding: the table, the row or place in it, and a sentence."""

    table: str
    where: str
    what: str


class IntegrityResult(NamedTuple):
    """The result of a check; ``found`` counts all findings, ``findings`` are the first ones."""

    name: str
    about: str
    found: int
    findings: tuple[IntegrityFinding, ...]
    seconds: float


class IntegrityCheck(NamedTuple):
    """A check: its name, what it guarantees, and the function that finds violations."""

    name: str
    about: str
    find: Callable[[BaseDatabaseWrapper], Found]


# Exceptions that damaged data raises while it is read.
_BROKEN = (DatabaseError, OSError, TypeError, ValueError, LookupError, ArithmeticError)
_QUICK, _DEEP = {"indexes", "files"}, {"sources"}
_registered: list[IntegrityCheck] = []


def register(*added: IntegrityCheck) -> None:
    """Register checks of another application."""
    _registered.extend(added)


def left_out(*, quick: bool, deep: bool) -> list[str]:
    """Return the names of the checks that are skipped."""
    return sorted((_QUICK if quick else set()) | (set() if deep else _DEEP))


def check_data(
    progress: Callable[[int, int], None] = lambda done, total: None, *, quick: bool = False, deep: bool = False
) -> list[IntegrityResult]:
    """Run the checks on one snapshot: without slow ones if ``quick``, with every source parsed again if ``deep``.

    Raises DatabaseError if the database cannot be opened.
    """
    connection = connections["default"]
    without = left_out(quick=quick, deep=deep)
    wanted = [check for check in all_checks() if check.name not in without]
    done: list[IntegrityResult] = []
    with snapshot(connection):
        for number, check in enumerate(wanted, start=1):
            done.append(_checked(check, connection))
            progress(number, len(wanted))
    return done


def _checked(check: IntegrityCheck, connection: BaseDatabaseWrapper) -> IntegrityResult:
    """Run a check, to its end or until it fails."""
    started = time.perf_counter()
    named: list[IntegrityFinding] = []
    found = 0
    # After an error PostgreSQL refuses further queries of the transaction.
    apart = transaction.atomic(using=connection.alias) if connection.vendor == "postgresql" else nullcontext()
    try:
        with apart:
            for found, finding in enumerate(check.find(connection), start=1):
                if found <= MOST_NAMED:
                    named.append(IntegrityFinding(*finding))
    except _BROKEN as error:
        found += 1
        message = first_line(error) or type(error).__name__
        named.append(IntegrityFinding("", "", f"the check of {check.name} stopped early: {message}"))
    return IntegrityResult(check.name, check.about, found, tuple(named), time.perf_counter() - started)


def all_checks() -> list[IntegrityCheck]:
    """Return all checks, basic ones first, as later ones rely on them."""
    return [
        # SQLite's checks of its pages, and of its indexes; PostgreSQL has none for ordinary users.
        IntegrityCheck("storage", "the file of the database is not damaged", partial(_pragma_check, "quick_check")),
        IntegrityCheck(
            "indexes", "the indexes of the database fit its rows", partial(_pragma_check, "integrity_check")
        ),
        IntegrityCheck("state", "the count of changes, which cached pages depend on, exists", _state),
        IntegrityCheck("links", "every row that another one refers to exists", _links),
        IntegrityCheck("states", "every value with choices is one of them", _states),
        IntegrityCheck("wordings", "every text has its digest", _wordings),
        IntegrityCheck(
            "counts",
            "the stored numbers of rules, terms and examples of sources and editions are right",
            checks.counts,
        ),
        IntegrityCheck("files", "every source has its file, byte for byte", checks.files),
        IntegrityCheck("places", "every entry has the kind, chapter and position of its number", checks.places),
        IntegrityCheck(
            "entries",
            "entries are in their own edition and language, once, and English ones have a Rule",
            checks.entries,
        ),
        IntegrityCheck("rules", "merged Rules lead to another one and have no entries", checks.rules),
        IntegrityCheck("sources", "English editions are equal to their sources, parsed again", checks.sources),
        IntegrityCheck(
            "translations", "one approved translation a text and language, each in its language", _translations
        ),
        IntegrityCheck("search", "the index of words fits the texts", _search),
        IntegrityCheck("study", "study progress is valid and belongs to its user", checks.study),
        *_registered,
        IntegrityCheck("log", "the database protects the log of actions from changes", _log),
    ]


def _pragma_check(check: str, connection: BaseDatabaseWrapper) -> Found:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {check}({MOST_NAMED})")
        for (message,) in cursor.fetchall():
            if message != "ok":
                yield "", "", f"SQLite says: {message}"


def _state(connection: BaseDatabaseWrapper) -> Found:
    """Check the row of State, part of all cache keys: if it is reset, old cache entries count as current."""
    rows = {row.pk: row for row in State.objects.using(connection.alias)}
    state = rows.pop(1, None)
    if state is None and Wording.objects.using(connection.alias).exists():
        yield "rulesbase_state", "row 1", "it is missing: old cached pages count as current"
    elif state and state.translated > state.generation:
        what = f"{state.translated} of {state.generation} changes were changes of translations: it was reset"
        yield "rulesbase_state", "row 1", what
    elif state and not _is_counts(state.translated_into):
        yield "rulesbase_state", "row 1", "it has no counts by language: pages in columns cannot be cached"
    elif state and (counts := sum(state.translated_into.values())) > state.translated:
        what = f"by language there are {counts} changes of translations, in all {state.translated}: it was reset"
        yield "rulesbase_state", "row 1", what
    for pk in rows:
        yield "rulesbase_state", f"row {pk}", "it is not needed"


def _is_counts(counts: object) -> bool:
    return isinstance(counts, dict) and all(type(count) is int and count >= 0 for count in counts.values())


def _links(connection: BaseDatabaseWrapper) -> Found:
    """Find foreign keys that refer to missing rows, in all tables."""
    quote = connection.ops.quote_name
    for table in all_tables():
        key = table.model._meta.pk
        for field in table.fields:
            if not isinstance(field, models.ForeignKey):
                continue
            own, other = quote(table.name), quote(field.related_model._meta.db_table)
            theirs, column = quote(str(field.target_field.column)), quote(str(field.column))
            query = (
                f"SELECT a.{quote(str(key.column)) if key else column}, a.{column} FROM {own} a "  # noqa: S608 - our names
                f"WHERE a.{column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {other} b WHERE b.{theirs} = a.{column})"
            )
            with connection.cursor() as cursor:
                cursor.execute(query)
                for row, missing in cursor.fetchall():
                    what = f"its {field.name} is row {missing} of {field.related_model._meta.db_table}, which is gone"
                    yield table.name, f"row {row}", what


def _states(connection: BaseDatabaseWrapper) -> Found:
    """Find values that are not among the choices of their column."""
    for table in all_tables():
        for field in table.fields:
            if not field.choices:
                continue
            allowed = [value for value, _label in field.flatchoices]
            rows: models.QuerySet[Any] = models.QuerySet(table.model, using=connection.alias)
            wrong = rows.exclude(**{f"{field.attname}__in": allowed})
            if field.null:
                wrong = wrong.exclude(**{f"{field.attname}__isnull": True})
            if field.blank:
                wrong = wrong.exclude(**{field.attname: ""})
            for row, value in wrong.values_list("pk", field.attname):
                yield table.name, f"row {row}", f"its {field.name} is {value!r}, which is not among the choices"


def _wordings(connection: BaseDatabaseWrapper) -> Found:
    fields = ("pk", "digest", "fold", "language", "heading", "text", "emphasis")
    rows = Wording.objects.using(connection.alias).values_list(*fields).iterator(chunk_size=_AT_ONCE)
    for pk, stored, fold, language, heading, text, emphasis in rows:
        if digest(language, heading, text, emphasis) != stored:
            yield "rulesbase_wording", f"row {pk}", "its text has changed: it has another digest"
        elif fold_number(heading, text) != fold:
            yield "rulesbase_wording", f"row {pk}", "its number for the text without typography is wrong"


def _translations(connection: BaseDatabaseWrapper) -> Found:
    rows = Translation.objects.using(connection.alias)
    approved = rows.filter(status=Translation.Status.APPROVED).values("original", "language")
    for slot in approved.annotate(times=Count("pk")).filter(times__gt=1).order_by():
        where = f"text {slot['original']} in {slot['language']}"
        yield "rulesbase_translation", where, f"{slot['times']} of its translations are approved"
    revisions = rows.values("original", "language", "revision")
    for twice in revisions.annotate(times=Count("pk")).filter(times__gt=1).order_by():
        where = f"text {twice['original']} in {twice['language']}"
        yield "rulesbase_translation", where, f"revision {twice['revision']} exists {twice['times']} times"
    wrong_language = rows.exclude(wording__language=F("language"))
    yield from all_wrong(wrong_language, "its text is in another language than stated")
    yield from all_wrong(rows.exclude(original__language="en"), "it translates a text that is not English")
    yield from all_wrong(rows.filter(based_on=F("pk")), "it is based on itself")


def _search(connection: BaseDatabaseWrapper) -> Found:
    lacking = text_index.lacking()
    for key in sorted(lacking):
        yield "rulesbase_fulltext", f"text {key}", "the index lacks it; run manage.py rebuild_search"
    for key in sorted(text_index.mistaken() - lacking):
        yield "rulesbase_fulltext", f"text {key}", "the index has other words; run manage.py rebuild_search"


def _log(connection: BaseDatabaseWrapper) -> Found:
    if not append_only.is_guarded(connection):
        yield append_only.TABLE, "", "the database does not protect it from changes: its triggers are missing"
