"""The index of words of all texts, in each database's own full text: the one module that knows which one it speaks to.

What a text is found by is decided in ``engine.analysing``, so both databases find the same. A text never changes: it is
put in once, when it is stored, and taken out when it is deleted. SQLite: a table of FTS5 that keeps no text, only which
token is where. PostgreSQL: a ``tsvector`` a text, with a GIN index. Both are made by a migration, not by models.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import reduce
from operator import xor
from typing import Any, Protocol

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import BigIntegerField
from django.db.models.expressions import RawSQL

from rulesbase.engine.search.analyzer import analyse
from rulesbase.models import Wording

# Any of each list must be there: (token, whether a word that begins so is enough).
Wanted = Sequence[Sequence[tuple[str, bool]]]
_AT_ONCE = 2000
_NO_TOKEN = re.compile(r"[\x00-\x7f](?<![a-zA-Z0-9{}./+=*-])")


class Text(Protocol):
    """What goes into the index: a Wording, or the like of it in a migration."""

    pk: int
    language: str
    heading: str
    text: str


class _SQLite:
    """FTS5 without content and positions. Its tokens are quoted, so nothing typed is an operator."""

    create = (
        "CREATE VIRTUAL TABLE rulesbase_fulltext USING fts5("
        "tokens, content='', detail=none, tokenize=\"ascii tokenchars '{}./+-=*'\")",
    )
    drop = ("DROP TABLE rulesbase_fulltext",)
    insert = "INSERT INTO rulesbase_fulltext(rowid, tokens) VALUES (%s, %s)"
    remove = "INSERT INTO rulesbase_fulltext(rulesbase_fulltext, rowid, tokens) VALUES ('delete', %s, %s)"
    clear = "INSERT INTO rulesbase_fulltext(rulesbase_fulltext) VALUES ('delete-all')"
    tidy: str = "INSERT INTO rulesbase_fulltext(rulesbase_fulltext) VALUES ('optimize')"
    sort_in: str = ""
    known = "SELECT id FROM rulesbase_fulltext_docsize"
    # Every token with every text that has it, as the index knows them.
    before_all = "CREATE VIRTUAL TABLE temp.rulesbase_tokens USING fts5vocab(main, rulesbase_fulltext, instance)"
    all = "SELECT doc, term FROM temp.rulesbase_tokens"
    after_all = "DROP TABLE temp.rulesbase_tokens"
    match = "SELECT rowid FROM rulesbase_fulltext WHERE rulesbase_fulltext MATCH %s"
    among = "SELECT value FROM json_each(%s)"

    @staticmethod
    def write(cursor: CursorWrapper, statement: str, rows: list[tuple[int, str]]) -> None:
        cursor.executemany(statement, rows)

    @staticmethod
    def wanted(wanted: Wanted) -> str:
        def one(token: str, begins: bool) -> str:
            # What is no part of a token would cut it in two, and two tokens are a phrase.
            return f'"{_NO_TOKEN.sub("", token) or "="}"{"*" if begins else ""}'

        return " AND ".join("(" + " OR ".join(one(*choice) for choice in choices) + ")" for choices in wanted)

    @staticmethod
    def keys(keys: Iterable[int]) -> Any:
        return json.dumps(list(keys))


class _PostgreSQL:
    """Tokens as lexemes, without positions; its own parser never sees them."""

    create = (
        "CREATE TABLE rulesbase_fulltext (wording_id bigint PRIMARY KEY, tokens tsvector NOT NULL)",
        "CREATE INDEX rulesbase_fulltext_tokens ON rulesbase_fulltext USING gin (tokens)",
    )
    drop = ("DROP TABLE rulesbase_fulltext",)
    # All texts of an import in one statement; no token has a space in it.
    insert = (
        "INSERT INTO rulesbase_fulltext(wording_id, tokens)"
        " SELECT given.key, array_to_tsvector(string_to_array(given.tokens, ' '))"
        " FROM unnest(%s::bigint[], %s::text[]) AS given(key, tokens) ON CONFLICT (wording_id) DO NOTHING"
    )
    remove = "DELETE FROM rulesbase_fulltext WHERE wording_id = ANY(%s) AND %s::text[] IS NOT NULL"
    clear = "DELETE FROM rulesbase_fulltext"
    tidy: str = ""
    # New rows wait in a list beside the index, which every search reads as a whole: with a long one the planner rather
    # reads all texts. Nobody but the autovacuum would sort them in, some day.
    sort_in: str = "SELECT gin_clean_pending_list('rulesbase_fulltext_tokens')"
    known = "SELECT wording_id FROM rulesbase_fulltext"
    before_all = after_all = ""
    all = "SELECT wording_id, unnest(tsvector_to_array(tokens)) FROM rulesbase_fulltext"
    match = "SELECT wording_id FROM rulesbase_fulltext WHERE tokens @@ %s::tsquery"
    among = "SELECT unnest(%s::bigint[])"

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

    @staticmethod
    def keys(keys: Iterable[int]) -> Any:
        return list(keys)


_Index = type[_SQLite] | type[_PostgreSQL]


def _index_of(connection: BaseDatabaseWrapper) -> _Index:
    return _PostgreSQL if connection.vendor == "postgresql" else _SQLite


def _reading() -> _Index:
    return _index_of(connections[router.db_for_read(Wording)])


def _writing() -> tuple[_Index, BaseDatabaseWrapper]:
    connection = connections[router.db_for_write(Wording)]
    return _index_of(connection), connection


# ---- Writing ----


def create(connection: BaseDatabaseWrapper) -> None:
    """Make the empty index."""
    with connection.cursor() as cursor:
        for statement in _index_of(connection).create:
            cursor.execute(statement)


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take the index away."""
    with connection.cursor() as cursor:
        for statement in _index_of(connection).drop:
            cursor.execute(statement)


def put_in(texts: Iterable[Text], connection: BaseDatabaseWrapper | None = None) -> None:
    """Put texts that are not in the index into it."""
    _run("insert", texts, connection)


def take_out(texts: Iterable[Text]) -> None:
    """Take texts that are to be deleted out of the index."""
    _run("remove", texts, None)


def _run(statement: str, texts: Iterable[Text], connection: BaseDatabaseWrapper | None) -> None:
    connection = connection or _writing()[1]
    index = _index_of(connection)
    rows = [(text.pk, " ".join(analyse(text.language, text.heading, text.text))) for text in texts]
    if rows:
        with connection.cursor() as cursor:
            index.write(cursor, getattr(index, statement), rows)
            if index.sort_in:
                cursor.execute(index.sort_in)


def empty() -> None:
    """Take everything out of the index."""
    index, connection = _writing()
    with connection.cursor() as cursor:
        cursor.execute(index.clear)


def lacking() -> set[int]:
    """The keys of texts that are not in the index."""
    index, connection = _writing()
    with connection.cursor() as cursor:
        cursor.execute(index.known)
        known = {key for (key,) in cursor.fetchall()}
    return set(Wording.objects.values_list("pk", flat=True)) - known


def mistaken() -> set[int]:
    """The keys of texts of which the index knows other tokens than they have, and of those it knows that are gone."""
    index, connection = _writing()
    known: defaultdict[int, int] = defaultdict(int)
    with connection.cursor() as cursor:
        if index.before_all:
            cursor.execute(index.before_all)
        cursor.execute(index.all)
        while rows := cursor.fetchmany(_AT_ONCE):
            for key, token in rows:
                # All tokens of a text as one number: the texts of a whole archive have millions.
                known[key] ^= hash(token)
        if index.after_all:
            cursor.execute(index.after_all)
    wrong: set[int] = set()
    for key, *text in Wording.objects.values_list("pk", "language", "heading", "text").iterator(chunk_size=_AT_ONCE):
        if known.pop(key, 0) != reduce(xor, map(hash, set(analyse(*text))), 0):
            wrong.add(key)
    return wrong | set(known)


def rebuild(progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Make the index anew from all texts, in one transaction; their number. ``progress`` is told (done, all)."""
    index, connection = _writing()
    with transaction.atomic(using=connection.alias):
        empty()
        keys = list(Wording.objects.order_by("pk").values_list("pk", flat=True))
        for start in range(0, len(keys), _AT_ONCE):
            put_in(Wording.objects.filter(pk__in=among(keys[start : start + _AT_ONCE])))
            progress(min(start + _AT_ONCE, len(keys)), len(keys))
        if index.tidy:
            with connection.cursor() as cursor:
                cursor.execute(index.tidy)
    return len(keys)


# ---- Reading ----


def matching(wanted: Wanted) -> RawSQL:
    """The keys of texts that have something of each list, for ``wording__in=``."""
    index = _reading()
    return RawSQL(index.match, [index.wanted(wanted)], output_field=BigIntegerField())  # noqa: S611


def matching_any(wanted: Wanted) -> RawSQL:
    """The keys of texts that have anything of any list; ``wanted`` is not empty."""
    return matching([[choice for choices in wanted for choice in choices]])


def among(keys: Collection[int]) -> RawSQL:
    """Keys as they are, for ``__in=``: any number of them, which a list of parameters could not hold."""
    index = _reading()
    return RawSQL(index.among, [index.keys(keys)], output_field=BigIntegerField())  # noqa: S611
