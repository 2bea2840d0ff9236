"""Integrity checks of the database itself: its files, links, choices, digests, translations, index and log."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F

from rulesbase.archive import text_index
from rulesbase.core.database import append_only
from rulesbase.engine.text.normalize import digest, fold_number
from rulesbase.models import State, Translation, Wording
from rulesbase.operations.backup.tables import all_tables
from rulesbase.operations.integrity.content_checks import Found, all_wrong

_AT_ONCE = 2000
# The most messages that SQLite lists.
_MOST_MESSAGES = 20


def pragma_check(check: str, connection: BaseDatabaseWrapper) -> Found:
    """Run a check of SQLite; nothing on PostgreSQL."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {check}({_MOST_MESSAGES})")
        for (message,) in cursor.fetchall():
            if message != "ok":
                yield "", "", f"SQLite says: {message}"


def state(connection: BaseDatabaseWrapper) -> Found:
    """Check the row of State, part of all cache keys: if it is reset, old cache entries count as current."""
    stored = State.objects.using(connection.alias).filter(pk=1).first()
    if stored is None and Wording.objects.using(connection.alias).exists():
        yield "rulesbase_state", "row 1", "it is missing: old cached pages count as current"
    elif stored and stored.translated > stored.generation:
        what = f"{stored.translated} of {stored.generation} changes were changes of translations: it was reset"
        yield "rulesbase_state", "row 1", what
    elif stored and not _is_counts(stored.translated_into):
        yield "rulesbase_state", "row 1", "it has no counts by language: pages in columns cannot be cached"
    elif stored and (counts := sum(stored.translated_into.values())) > stored.translated:
        what = f"by language there are {counts} changes of translations, in all {stored.translated}: it was reset"
        yield "rulesbase_state", "row 1", what


def _is_counts(counts: object) -> bool:
    return isinstance(counts, dict) and all(type(count) is int and count >= 0 for count in counts.values())


def links(connection: BaseDatabaseWrapper) -> Found:
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


def states(connection: BaseDatabaseWrapper) -> Found:
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


def wordings(connection: BaseDatabaseWrapper) -> Found:
    """Compare the stored digests of texts with their words."""
    fields = ("pk", "digest", "fold", "language", "heading", "text", "emphasis")
    rows = Wording.objects.using(connection.alias).values_list(*fields).iterator(chunk_size=_AT_ONCE)
    for pk, stored, fold, language, heading, text, emphasis in rows:
        if digest(language, heading, text, emphasis) != stored:
            yield "rulesbase_wording", f"row {pk}", "its text has changed: it has another digest"
        elif fold_number(heading, text) != fold:
            yield "rulesbase_wording", f"row {pk}", "its number for the text without typography is wrong"


def translations(connection: BaseDatabaseWrapper) -> Found:
    """Find translations from or into a wrong language, or based on themselves."""
    rows = Translation.objects.using(connection.alias)
    wrong_language = rows.exclude(wording__language=F("language"))
    yield from all_wrong(wrong_language, "its text is in another language than stated")
    yield from all_wrong(rows.exclude(original__language="en"), "it translates a text that is not English")
    yield from all_wrong(rows.filter(based_on=F("pk")), "it is based on itself")


def search(connection: BaseDatabaseWrapper) -> Found:
    """Find texts that the full-text index lacks or has with other words."""
    lacking = text_index.lacking()
    for key in sorted(lacking):
        yield "rulesbase_fulltext", f"text {key}", "the index lacks it; run manage.py rebuild_search"
    for key in sorted(text_index.mistaken() - lacking):
        yield "rulesbase_fulltext", f"text {key}", "the index has other words; run manage.py rebuild_search"


def log(connection: BaseDatabaseWrapper) -> Found:
    """Check that the database refuses changes of the log of actions."""
    if not append_only.is_guarded(connection):
        yield append_only.TABLE, "", "the database does not protect it from changes: its triggers are missing"
