"""The cache that all machines share, in Redis. Without it pages are made anew: slower, and right all the same."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as BrokenConnection
from redis.exceptions import RedisError
from redis.retry import Retry

from config.program import program

T = TypeVar("T")
log = logging.getLogger(__name__)

# So long a cache that did not answer is not asked again, and twice as long each further time: each try of a machine
# that is off, or hangs, takes its time.
PAUSE, LONGEST_PAUSE = 5.0, 60.0
# Seconds. What is kept was made in less.
CONNECTING, ANSWERING = 0.5, 0.3
# An answer that took longer is worth little, and so many of them one after the other are as none.
SLOW, SLOW_ANSWERS = 0.2, 3
_PROGRAM_LENGTH = 16


def by_program(key: str, prefix: str, version: int) -> str:
    """What Redis knows a key by. Two versions of the program, as during an upgrade, share nothing."""
    return f"{prefix}:{version}:{program()[:_PROGRAM_LENGTH]}:{key}"


@dataclass(slots=True)
class _Silence:
    """Until when a cache is not asked, for how long the next time, and how many slow answers came last."""

    until: float = 0.0
    pause: float = PAUSE
    slow: int = 0


_silences: defaultdict[str, _Silence] = defaultdict(_Silence)


def forget_silence() -> None:
    """Ask again at once."""
    _silences.clear()


def _fall_silent(silence: _Silence, why: str) -> None:
    log.warning("The shared cache does not answer (%s): done without for %d s", why, silence.pause)
    silence.until = time.monotonic() + silence.pause
    silence.pause = min(2 * silence.pause, LONGEST_PAUSE)


class SharedCache(RedisCache):
    """Django's own; where Redis does not answer, nothing is found and nothing is kept."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        times: dict[str, Any] = {"socket_connect_timeout": CONNECTING, "socket_timeout": ANSWERING}
        # Once more, at once: a connection of before Redis began anew is broken, and nobody knew. One that hangs would
        # hang again.
        times["retry"] = Retry(NoBackoff(), 1, (BrokenConnection,))
        super().__init__(server, params | {"OPTIONS": times | params.get("OPTIONS", {})})
        self.key_func = by_program
        self._place = server

    def _asked(self, ask: Callable[[], T], otherwise: T) -> T:
        """What Redis answers; ``otherwise`` where it does not, or did not a moment ago."""
        silence, begun = _silences[self._place], time.monotonic()
        if begun < silence.until:
            return otherwise
        try:
            answer = ask()
        except (RedisError, OSError) as error:
            _fall_silent(silence, type(error).__name__)
            return otherwise
        if time.monotonic() - begun <= SLOW:
            silence.pause, silence.slow = PAUSE, 0
            return answer
        silence.slow += 1
        if silence.slow >= SLOW_ANSWERS:
            _fall_silent(silence, "too slow")
        return answer

    def answers(self) -> bool:
        """Whether it answers now."""
        return self._asked(lambda: bool(self._cache.get_client(write=True).ping()), False)

    def count(self, key: str, timeout: int, more: int = 1) -> int | None:
        """One more of ``key``, or so many; it is forgotten some seconds after its first; None where nobody counts.

        The same for every version of the program: an upgrade gives nobody more room.
        """

        def ask() -> int:
            with self._cache.get_client(write=True).pipeline() as pipe:
                # As old servers know it too: EXPIRE with NX came with Redis 7.
                pipe.set(f"count:{key}", 0, ex=timeout, nx=True)
                pipe.incr(f"count:{key}", more)
                return int(pipe.execute()[1])

        return self._asked(ask, None)

    # ---- What Django's has, each with what is true of an empty cache ----

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._asked(lambda: super(SharedCache, self).add(key, value, timeout, version), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._asked(lambda: super(SharedCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._asked(lambda: super(SharedCache, self).set(key, value, timeout, version), None)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._asked(lambda: super(SharedCache, self).touch(key, timeout, version), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._asked(lambda: super(SharedCache, self).delete(key, version), False)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return self._asked(lambda: super(SharedCache, self).get_many(keys, version), {})

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._asked(lambda: super(SharedCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raises ValueError for what is not there, as Django's does; so without Redis."""
        found = self._asked(lambda: super(SharedCache, self).incr(key, delta, version), None)
        if found is None:
            raise ValueError(f"Key {key!r} not found")
        return found

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        return self._asked(lambda: super(SharedCache, self).set_many(data, timeout, version), [])

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._asked(lambda: super(SharedCache, self).delete_many(keys, version), None)

    def clear(self) -> None:
        """Nobody may: the counts of all limits lie there too. What is kept goes by `State.generation`."""
        raise NotImplementedError("A shared cache is not emptied: the counts of all limits lie there too.")
