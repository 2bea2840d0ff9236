"""The public tables and columns of the database, for the bundle of the whole archive.

A list of what is published, never of what is not: any other table or column stays internal. The columns are in
`rulesbase/data/public_columns.csv`. Other apps add their tables by `register` at start.
"""

import datetime
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from rulesbase.engine.data_tables import data_rows
from rulesbase.models import Change, Edition, Entry, Example, Kinship, Rule, Source, Translation, Version, Wording

_AT_ONCE = 2000


class Column(NamedTuple):
    """A column: its name, SQLite type, source (a field or a path of fields) and meaning."""

    name: str
    type: str
    field: str
    about: str


class Table(NamedTuple):
    """A public table. ``rows`` returns its rows ordered by content only; ``indexes`` are columns.

    ``convert`` has a function for each column whose stored value is not the public one. `register` sets the columns.
    """

    name: str
    about: str
    rows: Callable[[], "QuerySet[Any]"]
    key: str = ""
    indexes: tuple[str, ...] = ()
    convert: Mapping[str, Callable[[Any], Any]] = {}
    columns: tuple[Column, ...] = ()


def plain(value: Any) -> Any:
    """Return a value with JSON types; nested keys are sorted, because databases store them in different orders."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, dict | list):
        return json.loads(json.dumps(value, sort_keys=True))
    return value


def rows_of(table: Table) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table as plain values, read in batches."""
    converts = [table.convert.get(column.name, plain) for column in table.columns]
    fields = [column.field for column in table.columns]
    for row in table.rows().values_list(*fields).iterator(chunk_size=_AT_ONCE):
        yield tuple(convert(value) for convert, value in zip(converts, row, strict=True))


_tables: dict[str, Table] = {}


def register(columns: str, *tables: Table) -> None:
    """Add tables with their columns, listed in this CSV table. Raise ValueError if a name is registered already."""
    of_table: defaultdict[str, list[Column]] = defaultdict(list)
    for row in data_rows(columns):
        of_table[row.pop("table")].append(Column(**row))
    for table in tables:
        if table.name in _tables:
            raise ValueError(f"There is a public table {table.name!r} already")
        _tables[table.name] = table._replace(columns=tuple(of_table[table.name]))


def public_tables() -> tuple[Table, ...]:
    """Return all public tables in the order of registration."""
    return tuple(_tables.values())


def public_wordings() -> "QuerySet[Wording]":
    """Return the public texts: those of editions and sources, and approved translations, but no drafts."""
    approved = Translation.objects.filter(status=Translation.Status.APPROVED)
    here = OuterRef("pk")
    return Wording.objects.filter(
        Exists(Entry.objects.in_active_document().filter(wording=here))
        | Exists(Example.objects.filter(wording=here, entry__in=Entry.objects.in_active_document()))
        | Exists(approved.filter(wording=here))
        | Exists(approved.filter(original=here))
        | Exists(Source.objects.filter(Q(introduction=here) | Q(index=here) | Q(credits=here)))
    ).order_by("pk")


def register_tables() -> None:
    """Register the public tables of the rules; called once at start."""
    register(
        "rulesbase/data/public_columns.csv",
        Table(
            "versions",
            "Releases of the rules, by the day they took effect.",
            lambda: Version.objects.readable().order_by("date"),
            key="date",
        ),
        Table(
            "editions",
            "A version in one language.",
            lambda: Edition.objects.order_by("version__date", "language"),
            key="id",
        ),
        Table(
            "sources",
            "Files and pages that the texts came from; one row for each language in a file.",
            lambda: Source.objects.order_by("pk"),
        ),
        Table(
            "wordings",
            "Texts, each stored once. An emphasis of `12-25 40-44` says which characters are in italics.",
            public_wordings,
            key="id",
        ),
        Table(
            "rules",
            "The identity that entries of many versions share, whatever their number.",
            lambda: Rule.objects.order_by("pk"),
            key="id",
        ),
        Table(
            "entries",
            "Numbered places and glossary terms of every edition.",
            lambda: Entry.objects.in_active_document().order_by("pk"),
            key="id",
            indexes=("edition, position", "number, edition", "rule"),
            convert={"kind": lambda number: Entry.Kind(number).name.lower()},
        ),
        Table(
            "examples",
            "Examples of entries.",
            lambda: Example.objects.filter(entry__in=Entry.objects.in_active_document()).order_by("pk"),
            indexes=("entry",),
        ),
        Table(
            "translations",
            "Approved translations: a text for one English text, wherever that stands.",
            lambda: Translation.objects.filter(status=Translation.Status.APPROVED).order_by("pk"),
            indexes=("original, language",),
        ),
        Table(
            "changes",
            "What happened to a rule at a version, against the version before it.",
            lambda: Change.objects.order_by("pk"),
            indexes=("rule", "version"),
        ),
        Table(
            "kinships",
            "Rules that came out of another one (split), or went into one (merged).",
            lambda: Kinship.objects.order_by("pk"),
        ),
    )
