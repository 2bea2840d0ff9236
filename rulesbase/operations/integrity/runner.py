"""Check the integrity of the database: digests of texts, both ends of links, stored counts.

Nothing is changed. Each check reads all rows of its kind and lists the wrong ones. If the damage interrupts a check,
that is a finding, and the other checks continue.
"""

import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from rulesbase.core.database.database_errors import first_line
from rulesbase.operations.backup.tables import snapshot
from rulesbase.operations.integrity import content_checks, database_checks
from rulesbase.operations.integrity.content_checks import Found

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
        IntegrityCheck(
            "storage", "the file of the database is not damaged", partial(database_checks.pragma_check, "quick_check")
        ),
        IntegrityCheck(
            "indexes",
            "the indexes of the database fit its rows",
            partial(database_checks.pragma_check, "integrity_check"),
        ),
        IntegrityCheck("state", "the count of changes, which cached pages depend on, exists", database_checks.state),
        IntegrityCheck("links", "every row that another one refers to exists", database_checks.links),
        IntegrityCheck("states", "every value with choices is one of them", database_checks.states),
        IntegrityCheck("wordings", "every text has its digest", database_checks.wordings),
        IntegrityCheck(
            "counts",
            "the stored numbers of rules, terms and examples of sources and editions are right",
            content_checks.counts,
        ),
        IntegrityCheck("files", "every source has its file, byte for byte", content_checks.files),
        IntegrityCheck("places", "every entry has the kind, chapter and position of its number", content_checks.places),
        IntegrityCheck(
            "entries",
            "entries are in their own edition and language, once, and English ones have a Rule",
            content_checks.entries,
        ),
        IntegrityCheck("rules", "merged Rules lead to another one and have no entries", content_checks.rules),
        IntegrityCheck("sources", "English editions are equal to their sources, parsed again", content_checks.sources),
        IntegrityCheck(
            "translations", "every translation is of an English text and in its language", database_checks.translations
        ),
        IntegrityCheck("search", "the index of words fits the texts", database_checks.search),
        IntegrityCheck("study", "study progress is valid and belongs to its user", content_checks.study),
        *_registered,
        IntegrityCheck("log", "the database protects the log of actions from changes", database_checks.log),
    ]
