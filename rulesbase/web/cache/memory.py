"""The cache in the memory of a process, bounded in bytes: many large pages would fill a small machine."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

MAX_BYTES = 128 * 1024 * 1024


class MemoryCache(LocMemCache):
    """Django's own, with one more limit: OPTIONS["MAX_BYTES"]. What was used longest ago goes first."""

    _cache: OrderedDict[str, bytes]
    _expire_info: dict[str, float | None]
    _lock: Lock

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._max_bytes = int(params.get("OPTIONS", {}).get("MAX_BYTES", MAX_BYTES))

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep a value, and drop others until all have room; a value that never has is not kept."""
        super().set(key, value, timeout, version)
        with self._lock:
            # Adding up some thousand lengths takes a fraction of making the page that is kept here.
            size = sum(map(len, self._cache.values()))
            while size > self._max_bytes:
                oldest, dropped = self._cache.popitem()
                del self._expire_info[oldest]
                size -= len(dropped)
