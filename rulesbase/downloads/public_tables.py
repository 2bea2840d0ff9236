"""The public tables and columns of the database, for the bundle of the whole archive.

A list of what may go out, never of what may not: a table or column that nobody named here stays inside. Other parts
of the program add tables of their own by `register` when they start.
"""

import datetime
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from rulesbase.models import Change, Edition, Entry, Example, Kinship, Rule, Source, Translation, Version, Wording

_AT_ONCE = 2000


class Column(NamedTuple):
    """A column: its name, SQLite type, source (a field or a path of fields) and meaning."""

    name: str
    type: str
    field: str
    about: str
    convert: Callable[[Any], Any] | None = None


class Table(NamedTuple):
    """A public table. ``rows`` returns its rows ordered by content only; ``indexes`` are columns."""

    name: str
    about: str
    columns: tuple[Column, ...]
    rows: Callable[[], "QuerySet[Any]"]
    key: str = ""
    indexes: tuple[str, ...] = ()


def plain(value: Any) -> Any:
    """Return a value with JSON types; nested keys are sorted, because databases store them in different orders."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, dict | list):
        return json.loads(json.dumps(value, sort_keys=True))
    return value


def rows_of(table: Table) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table as plain values, read in batches."""
    converts = [column.convert or plain for column in table.columns]
    fields = [column.field for column in table.columns]
    for row in table.rows().values_list(*fields).iterator(chunk_size=_AT_ONCE):
        yield tuple(convert(value) for convert, value in zip(converts, row, strict=True))


_tables: dict[str, Table] = {}


def register(*tables: Table) -> None:
    """Add tables. Raises ValueError if a name is registered already."""
    for table in tables:
        if table.name in _tables:
            raise ValueError(f"There is a public table {table.name!r} already")
        _tables[table.name] = table


def public_tables() -> tuple[Table, ...]:
    """Return all public tables in the order of registration."""
    return tuple(_tables.values())


def _kind(number: int) -> str:
    return Entry.Kind(number).name.lower()


def public_wordings() -> "QuerySet[Wording]":
    """Return the public texts: those of editions and sources, and approved translations, but no drafts."""
    approved = Translation.objects.filter(status=Translation.Status.APPROVED)
    here = OuterRef("pk")
    return Wording.objects.filter(
        Exists(Entry.objects.filter(wording=here, edition__isnull=False))
        | Exists(Example.objects.filter(wording=here, entry__edition__isnull=False))
        | Exists(approved.filter(wording=here))
        | Exists(approved.filter(original=here))
        | Exists(Source.objects.filter(Q(introduction=here) | Q(index=here) | Q(credits=here)))
    ).order_by("pk")


def _versions() -> tuple[Table, ...]:
    version = Column("version", "TEXT", "version__date", "effective date of the version")
    return (
        Table(
            "versions",
            "Releases of the rules, by the day they took effect.",
            (
                Column("date", "TEXT", "date", "effective date, the key"),
                Column("name", "TEXT", "name", "the set it came with, or empty"),
                Column("sample", "INTEGER", "is_sample", "true for text that is not the rules"),
            ),
            lambda: Version.objects.readable().order_by("date"),
            key="date",
        ),
        Table(
            "editions",
            "A version in one language.",
            (
                Column("id", "INTEGER", "pk", "number of the edition in this file"),
                version,
                Column("language", "TEXT", "language", "language code"),
                Column("complete", "INTEGER", "complete", "false where it is composed of partial sources"),
                Column("source", "TEXT", "text_source__sha256", "SHA-256 of the file that set its text, or null"),
                Column("rules", "INTEGER", "rules", "how many rules and subrules"),
                Column("examples", "INTEGER", "examples", "how many examples"),
                Column("terms", "INTEGER", "terms", "how many glossary terms"),
            ),
            lambda: Edition.objects.order_by("version__date", "language"),
            key="id",
        ),
        Table(
            "sources",
            "Files and pages that the texts came from; one row for each language in a file.",
            (
                Column("sha256", "TEXT", "sha256", "SHA-256 of the file"),
                Column("language", "TEXT", "language", "language of its text"),
                Column("version", "TEXT", "edition__version__date", "version it belongs to, or null"),
                Column("name", "TEXT", "name", "name of the file"),
                Column("address", "TEXT", "address", "where it was found, or empty"),
                Column("size", "INTEGER", "size", "bytes"),
                Column("encoding", "TEXT", "encoding", "encoding found"),
                Column("layout", "TEXT", "layout", "how it writes its entries"),
                Column("whole", "INTEGER", "whole", "true for a complete text"),
                Column("stated_date", "TEXT", "stated_date", "the date it states, or null"),
                Column("title", "TEXT", "title", "its title"),
                Column("introduction", "INTEGER", "introduction_id", "wording of its introduction, or null"),
                Column("index_text", "INTEGER", "index_id", "wording of its index, or null"),
                Column("credits", "INTEGER", "credits_id", "wording of its credits, or null"),
                Column("issues", "TEXT", "issues", "JSON: what was odd, rows of [line, text, problem]"),
            ),
            lambda: Source.objects.order_by("pk"),
        ),
    )


def _texts() -> tuple[Table, ...]:
    return (
        Table(
            "wordings",
            "Texts, each stored once. An emphasis of `12-25 40-44` says which characters are in italics.",
            (
                Column("id", "INTEGER", "pk", "number of the text in this file"),
                Column("digest", "TEXT", "digest", "digest of the text; the same in every archive"),
                Column("language", "TEXT", "language", "language code"),
                Column("heading", "TEXT", "heading", "title of a section or chapter, or the term"),
                Column("text", "TEXT", "text", "the text; paragraphs end with a line feed"),
                Column("emphasis", "TEXT", "emphasis", "offsets of italics"),
            ),
            public_wordings,
            key="id",
        ),
        Table(
            "rules",
            "The identity that entries of many versions share, whatever their number.",
            (
                Column("id", "TEXT", "public_id", "the id, as in /rule/<id>/"),
                Column("merged_into", "TEXT", "merged_into__public_id", "the rule it became one with, or null"),
            ),
            lambda: Rule.objects.order_by("pk"),
            key="id",
        ),
        Table(
            "entries",
            "Numbered places and glossary terms of every edition.",
            (
                Column("id", "INTEGER", "pk", "number of the entry in this file"),
                Column("edition", "INTEGER", "edition_id", "the edition"),
                Column("position", "INTEGER", "position", "place in the order of the book"),
                Column("number", "TEXT", "number", "rule number; of a term its slug"),
                Column("kind", "TEXT", "kind", "section, chapter, rule, subrule or term", _kind),
                Column("rule", "TEXT", "rule__public_id", "the rule it is, or null"),
                Column("wording", "INTEGER", "wording_id", "its text"),
            ),
            lambda: Entry.objects.filter(edition__isnull=False).order_by("pk"),
            key="id",
            indexes=("edition, position", "number, edition", "rule"),
        ),
        Table(
            "examples",
            "Examples of entries.",
            (
                Column("entry", "INTEGER", "entry_id", "the entry"),
                Column("position", "INTEGER", "position", "their order"),
                Column("wording", "INTEGER", "wording_id", "the text"),
            ),
            lambda: Example.objects.filter(entry__edition__isnull=False).order_by("pk"),
            indexes=("entry",),
        ),
        Table(
            "translations",
            "Approved translations: a text for one English text, wherever that stands.",
            (
                Column("original", "INTEGER", "original_id", "the English wording"),
                Column("language", "TEXT", "language", "language code"),
                Column("wording", "INTEGER", "wording_id", "its translation"),
                Column("origin", "TEXT", "origin", "imported (an edition) or curator"),
            ),
            lambda: Translation.objects.filter(status=Translation.Status.APPROVED).order_by("pk"),
            indexes=("original, language",),
        ),
    )


def _lives() -> tuple[Table, ...]:
    version = Column("version", "TEXT", "version__date", "the version that brought it")
    return (
        Table(
            "changes",
            "What happened to a rule at a version, against the version before it.",
            (
                version,
                Column("rule", "TEXT", "rule__public_id", "the rule"),
                Column("item", "TEXT", "item", "rule, heading or glossary"),
                Column("kind", "TEXT", "kind", "what happened to the place"),
                Column("weight", "TEXT", "weight", "what happened to the words"),
                Column("old_number", "TEXT", "old_number", "number before, or empty"),
                Column("new_number", "TEXT", "new_number", "number since, or empty"),
                Column("confidence", "REAL", "confidence", "how sure the link is, 0 to 1"),
            ),
            lambda: Change.objects.order_by("pk"),
            indexes=("rule", "version"),
        ),
        Table(
            "kinships",
            "Rules that came out of another one (split), or went into one (merged).",
            (
                version,
                Column("kind", "TEXT", "kind", "split or merged"),
                Column("old", "TEXT", "old__public_id", "the rule before"),
                Column("new", "TEXT", "new__public_id", "the rule since"),
                Column("confidence", "REAL", "confidence", "how sure it is, 0 to 1"),
            ),
            lambda: Kinship.objects.order_by("pk"),
        ),
    )


def register_tables() -> None:
    """Register the public tables of the rules; called once at start."""
    register(*_versions(), *_texts(), *_lives())
