"""A cache in the memory of a process, limited in bytes."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

MAX_BYTES = 128 * 1024 * 1024


class MemoryCache(LocMemCache):
    """Django's LocMemCache with a limit in bytes; the least recently used value goes first."""

    _cache: OrderedDict[str, bytes]
    _expire_info: dict[str, float | None]
    _lock: Lock

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value and drop others until all fit; a value above the limit is not stored."""
        super().set(key, value, timeout, version)
        with self._lock:
            # Summing some thousand lengths is far cheaper than rendering the page stored here.
            size = sum(map(len, self._cache.values()))
            while size > MAX_BYTES:
                oldest, dropped = self._cache.popitem()
                del self._expire_info[oldest]
                size -= len(dropped)
