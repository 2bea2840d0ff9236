"""Cache rows of cards in the process until anything but a translation is written."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

T = TypeVar("T")

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
        self.cache_clear()
        _caches.append(self)

    def of(self, state: str, oracle_ids: Iterable[str]) -> dict[str, T]:
        """Return the values of these cards in a state of the database. What is not cached is read at once.

        Missing cards are left out.
        """
        wanted = dict.fromkeys(oracle_ids)
        cached_state, known = self._cached
        if cached_state != state:
            known = {}
        if lacking := [one for one in wanted if one not in known]:
            if len(known) + len(lacking) > self._most:
                known = {one: known[one] for one in wanted if one in known}
            # Another thread may read the dictionary: replace it, never change it.
            known = known | dict.fromkeys(lacking) | dict(self._read(lacking))
            # The rows may be of a later state, then they are read again; they are never of an earlier one.
            self._cached = state, known
        return {one: row for one in wanted if (row := known[one]) is not None}

    def cache_clear(self) -> None:
        """Clear the cache; named as in ``functools``."""
        self._cached: tuple[str, dict[str, T | None]] = "", {}
