"""The cache in memory never holds more than it may."""

from collections.abc import Iterator

import pytest

from rulesbase.web.cache import memory
from rulesbase.web.cache.memory import MemoryCache

PAGE = b"x" * 1000


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryCache]:
    """A cache for three pages, not for four."""
    monkeypatch.setattr(memory, "MAX_BYTES", 3500)
    cache = MemoryCache("small", {})
    yield cache
    cache.clear()


def held(cache: MemoryCache, names: str) -> str:
    return "".join(name for name in names if cache.has_key(name))


def test_what_was_used_longest_ago_goes_first(cache: MemoryCache) -> None:
    for name in "abc":
        cache.set(name, PAGE)
    assert cache.get("a") == PAGE
    cache.set("d", PAGE)
    assert held(cache, "abcd") == "acd"
    assert cache.get("b") is None


def test_what_is_larger_than_the_cache_is_not_held(cache: MemoryCache) -> None:
    cache.set("a", PAGE)
    cache.set("b", PAGE * 4)
    assert held(cache, "ab") == ""
    cache.set("c", PAGE)
    assert cache.get("c") == PAGE
