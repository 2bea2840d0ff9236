"""What this process keeps of the content of databases, and when a test has made it untrue."""

import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# What reads and no more; anything else may have changed a row.
_HARMLESS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "BEGIN", "SHOW", "SET ", "EXPLAIN")


class Writings:
    """A context manager: `places` fills with the names of databases that got a statement which is no mere question."""

    def __init__(self) -> None:
        self.places: set[str] = set()

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: object,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        """Run a statement, as a wrapper of Django's cursors does."""
        if not sql.lstrip(" (\n").upper().startswith(_HARMLESS):
            self.places.add(str(context["connection"].settings_dict["NAME"]))
        return execute(sql, params, many, context)

    def _watch(self, connection: BaseDatabaseWrapper, **_: object) -> None:
        if self not in connection.execute_wrappers:
            # First: who adds one for a while takes the last away.
            connection.execute_wrappers.insert(0, self)

    def __enter__(self) -> Self:
        connection_created.connect(self._watch, weak=False)
        for connection in connections.all(initialized_only=True):
            self._watch(connection)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        connection_created.disconnect(self._watch)


# Packages and loaded modules -> what empties each of their functions that keep something: looked for once.
_clearing: dict[object, list[Callable[[], object]]] = {}


def clear_caches(packages: tuple[str, ...], without: tuple[str, ...] = ()) -> None:
    """Empty what functions of the loaded modules of packages remember, except of modules with such a part.

    A function of an excepted module that another one remembers by a cache of its own is left alone too.
    """
    key = packages, without, len(sys.modules)
    if key not in _clearing:
        _clearing[key] = [
            value.cache_clear
            for name, module in list(sys.modules.items())
            if name.startswith(packages) and not any(part in name for part in without)
            for value in list(vars(module).values())
            if not isinstance(value, type)
            and hasattr(value, "cache_clear")
            and not any(part in str(getattr(value, "__module__", "")) for part in without)
        ]
    for clear in _clearing[key]:
        clear()


def forget_cards() -> None:
    """Empty the index of names and the rows of cards that this process keeps."""
    clear_caches(("cards.lookup.",))


def forget() -> None:
    """Empty what functions outside the engines keep of a database; what the API keeps of its own code stays."""
    from rulesbase.translations import memory as translations_memory

    translations_memory._indexes.clear()
    clear_caches(("rulesbase.", "cards."), without=(".engine.", ".api."))
