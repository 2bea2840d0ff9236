"""Full text index of all wordings on SQLite (FTS5 without content) and PostgreSQL (``tsvector`` with GIN).

``engine.search.analyzer`` makes the tokens, so both databases find the same. A text never changes: add it when it is
stored, remove it when it is deleted. A migration creates the index.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import xor

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import BigIntegerField
from django.db.models.expressions import RawSQL

from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.engine.search.analyzer import analyse
from rulesbase.models import Wording

# One of each list must match: (token, whether a prefix of a word is enough).
Wanted = Sequence[Sequence[tuple[str, bool]]]
_AT_ONCE = 2000
_NO_TOKEN = re.compile(r"[\x00-\x7f](?<![a-zA-Z0-9{}./+=*-])")


class _SQLite:
    """FTS5 without content and positions. Tokens are quoted, so that input is never an operator."""

    insert = "INSERT INTO rulesbase_fulltext(rowid, tokens) VALUES (%s, %s)"
    remove = "INSERT INTO rulesbase_fulltext(rulesbase_fulltext, rowid, tokens) VALUES ('delete', %s, %s)"
    clear = "INSERT INTO rulesbase_fulltext(rulesbase_fulltext) VALUES ('delete-all')"
    tidy: str = "INSERT INTO rulesbase_fulltext(rulesbase_fulltext) VALUES ('optimize')"
    sort_in: str = ""
    known = "SELECT id FROM rulesbase_fulltext_docsize"
    # All (text, token) pairs of the index.
    before_all = "CREATE VIRTUAL TABLE temp.rulesbase_tokens USING fts5vocab(main, rulesbase_fulltext, instance)"
    all = "SELECT doc, term FROM temp.rulesbase_tokens"
    after_all = "DROP TABLE temp.rulesbase_tokens"
    match = "SELECT rowid FROM rulesbase_fulltext WHERE rulesbase_fulltext MATCH %s"

    @staticmethod
    def write(cursor: CursorWrapper, statement: str, rows: list[tuple[int, str]]) -> None:
        cursor.executemany(statement, rows)

    @staticmethod
    def wanted(wanted: Wanted) -> str:
        def one(token: str, begins: bool) -> str:
            # Other characters would split the token into a phrase.
            return f'"{_NO_TOKEN.sub("", token) or "="}"{"*" if begins else ""}'

        return " AND ".join("(" + " OR ".join(one(*choice) for choice in choices) + ")" for choices in wanted)


class _PostgreSQL:
    """Tokens as lexemes without positions, without the parser of PostgreSQL."""

    # All texts of an import in one statement; no token has a space in it.
    insert = (
        "INSERT INTO rulesbase_fulltext(wording_id, tokens)"
        " SELECT given.key, array_to_tsvector(string_to_array(given.tokens, ' '))"
        " FROM unnest(%s::bigint[], %s::text[]) AS given(key, tokens) ON CONFLICT (wording_id) DO NOTHING"
    )
    remove = "DELETE FROM rulesbase_fulltext WHERE wording_id = ANY(%s) AND %s::text[] IS NOT NULL"
    clear = "DELETE FROM rulesbase_fulltext"
    tidy: str = ""
    # Merge the pending list of the GIN index: with a long one the planner scans all texts instead.
    sort_in: str = "SELECT gin_clean_pending_list('rulesbase_fulltext_tokens')"
    known = "SELECT wording_id FROM rulesbase_fulltext"
    before_all = after_all = ""
    all = "SELECT wording_id, unnest(tsvector_to_array(tokens)) FROM rulesbase_fulltext"
    match = "SELECT wording_id FROM rulesbase_fulltext WHERE tokens @@ %s::tsquery"

    @staticmethod
    def write(cursor: CursorWrapper, statement: str, rows: list[tuple[int, str]]) -> None:
        keys, tokens = zip(*rows, strict=True)
        cursor.execute(statement, [list(keys), list(tokens)])

    @staticmethod
    def wanted(wanted: Wanted) -> str:
        def one(token: str, begins: bool) -> str:
            quoted = token.replace("\\", "\\\\").replace("'", "''")
            return f"'{quoted}'{':*' if begins else ''}"

        return " & ".join("(" + " | ".join(one(*choice) for choice in choices) + ")" for choices in wanted)


_Index = type[_SQLite] | type[_PostgreSQL]


def _index_of(connection: BaseDatabaseWrapper) -> _Index:
    return _PostgreSQL if connection.vendor == "postgresql" else _SQLite


def _writing() -> tuple[_Index, BaseDatabaseWrapper]:
    connection = connections[router.db_for_write(Wording)]
    return _index_of(connection), connection


# ---- Writing ----


def add_to_index(texts: Iterable[Wording]) -> None:
    """Add texts that are not in the index."""
    _run("insert", texts)


def remove_from_index(texts: Iterable[Wording]) -> None:
    """Remove texts from the index before they are deleted."""
    _run("remove", texts)


def _run(statement: str, texts: Iterable[Wording]) -> None:
    index, connection = _writing()
    rows = [(text.pk, " ".join(analyse(text.language, text.heading, text.text))) for text in texts]
    if rows:
        with connection.cursor() as cursor:
            index.write(cursor, getattr(index, statement), rows)
            if index.sort_in:
                cursor.execute(index.sort_in)


def empty() -> None:
    """Empty the index."""
    index, connection = _writing()
    with connection.cursor() as cursor:
        cursor.execute(index.clear)


def lacking() -> set[int]:
    """Return the ids of texts that are not in the index."""
    index, connection = _writing()
    with connection.cursor() as cursor:
        cursor.execute(index.known)
        known = {key for (key,) in cursor.fetchall()}
    return set(Wording.objects.values_list("pk", flat=True)) - known


def mistaken() -> set[int]:
    """Return the ids of texts with wrong tokens in the index, and of deleted texts still in it."""
    index, connection = _writing()
    known: defaultdict[int, int] = defaultdict(int)
    with connection.cursor() as cursor:
        if index.before_all:
            cursor.execute(index.before_all)
        cursor.execute(index.all)
        while rows := cursor.fetchmany(_AT_ONCE):
            for key, token in rows:
                # Combine the tokens of a text into one number: an archive has millions of tokens.
                known[key] ^= hash(token)
        if index.after_all:
            cursor.execute(index.after_all)
    wrong: set[int] = set()
    for key, *text in Wording.objects.values_list("pk", "language", "heading", "text").iterator(chunk_size=_AT_ONCE):
        if known.pop(key, 0) != reduce(xor, map(hash, set(analyse(*text))), 0):
            wrong.add(key)
    return wrong | set(known)


def rebuild(progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Rebuild the index in one transaction; return the number of texts. ``progress`` gets (done, total)."""
    index, connection = _writing()
    with transaction.atomic(using=connection.alias):
        empty()
        keys = list(Wording.objects.order_by("pk").values_list("pk", flat=True))
        for start in range(0, len(keys), _AT_ONCE):
            add_to_index(Wording.objects.filter(pk__in=keys_subquery(keys[start : start + _AT_ONCE])))
            progress(min(start + _AT_ONCE, len(keys)), len(keys))
        if index.tidy:
            with connection.cursor() as cursor:
                cursor.execute(index.tidy)
    return len(keys)


# ---- Reading ----


def matching(wanted: Wanted) -> RawSQL:
    """Return the ids of texts that match each list, for ``wording__in=``."""
    index = _index_of(connections[router.db_for_read(Wording)])
    return RawSQL(index.match, [index.wanted(wanted)], output_field=BigIntegerField())  # noqa: S611
