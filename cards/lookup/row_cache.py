"""Cache rows of cards in the process until anything but a translation is written."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


@contextmanager
def without_gc() -> Iterator[None]:
    """Switch the garbage collector off while something large is built that stays in memory."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class DatabaseState(NamedTuple):
    """A database and the generation of its content; equal states hold equal rows."""

    database: tuple[str, str]
    generation: object


_caches: list["RowCache[Any]"] = []


def clear_rows() -> None:
    """Clear all row caches."""
    for cache in _caches:
        cache.cache_clear()


class RowCache(Generic[T]):
    """A cache of what ``read`` returns for oracle ids, with about ``most`` cards.

    An id that ``read`` leaves out is cached as missing.
    """

    def __init__(self, read: Callable[[list[str]], Mapping[str, T]], most: int) -> None:
        self._read, self._most = read, most
        self._cached: dict[tuple[str, str], tuple[object, dict[str, T | None]]] = {}
        _caches.append(self)

    def of(self, state: DatabaseState, oracle_ids: Iterable[str]) -> dict[str, T]:
        """Return the values of these cards; missing ones are left out. What is not cached is read at once."""
        wanted = dict.fromkeys(oracle_ids)
        generation, known = self._cached.get(state.database, (None, {}))
        if generation != state.generation:
            known = {}
        if lacking := [one for one in wanted if one not in known]:
            if len(known) + len(lacking) > self._most:
                known = {one: known[one] for one in wanted if one in known}
            # Another thread may read the dictionary: replace it, never change it.
            known = known | dict.fromkeys(lacking) | dict(self._read(lacking))
            # The rows may be of a later state, then they are read again; they are never of an earlier one.
            self._cached[state.database] = state.generation, known
        return {one: row for one in wanted if (row := known[one]) is not None}

    def cache_clear(self) -> None:
        """Clear the cache; named as in ``functools``."""
        self._cached.clear()
