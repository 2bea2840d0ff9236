"""What was read of cards, kept in this process until anything but a translation is written."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


@contextmanager
def without_gc() -> Iterator[None]:
    """Make something large that stays: Python does not look again and again for what of it could be given back."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class DatabaseState(NamedTuple):
    """A database, and the state of its content that tells whether what was read of it is still true."""

    database: tuple[str, str]
    generation: object


_caches: list["RowCache[Any]"] = []


def clear_rows() -> None:
    """Read everything anew when it is next asked for."""
    for cache in _caches:
        cache.cache_clear()


class RowCache(Generic[T]):
    """What ``read`` tells of cards by their oracle ids, many at once; the latest of about ``most`` cards are kept.

    Of a card that ``read`` leaves out it is kept that there is nothing.
    """

    def __init__(self, read: Callable[[list[str]], Mapping[str, T]], most: int) -> None:
        self._read, self._most = read, most
        self._cached: dict[tuple[str, str], tuple[object, dict[str, T | None]]] = {}
        _caches.append(self)

    def of(self, state: DatabaseState, oracle_ids: Iterable[str]) -> dict[str, T]:
        """What is told of these cards, without those of which nothing is; what is not kept yet is read at once."""
        wanted = dict.fromkeys(oracle_ids)
        generation, known = self._cached.get(state.database, (None, {}))
        if generation != state.generation:
            known = {}
        if lacking := [one for one in wanted if one not in known]:
            if len(known) + len(lacking) > self._most:
                known = {one: known[one] for one in wanted if one in known}
            # Another thread may look into what is kept: it is never changed, only replaced.
            known = known | dict.fromkeys(lacking) | dict(self._read(lacking))
            # What was read may be of a later state, and is asked for anew then; of an earlier one it never is.
            self._cached[state.database] = state.generation, known
        return {one: row for one in wanted if (row := known[one]) is not None}

    def cache_clear(self) -> None:
        """Forget all, as what `functools` keeps is forgotten."""
        self._cached.clear()
