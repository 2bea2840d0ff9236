"""Word-level differences of many changes as HTML, made only for what is shown and kept by the two texts."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from rulesbase.engine.comparing import ItemChange
from rulesbase.engine.diffing import diff
from rulesbase.templatetags.differences import difference

_KEPT = 7 * 24 * 3600


class Written(NamedTuple):
    """A difference in one column, or in two: ``sides`` are the older and the newer text."""

    unified: str
    sides: tuple[str, str] | None = None


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def _key(change: ItemChange, language: str, side: bool) -> str:
    how = f"{'side' if side else 'one'}:{change.weight == 'typography'}"
    return f"words:{settings.VERSION}:{language}:{how}:{_digest(change.old_text)}:{_digest(change.new_text)}"


def _write(change: ItemChange, language: str, side: bool) -> Written:
    old, new = change.old_text, change.new_text
    ops = diff(old, new, language)
    # Elsewhere quotes and dashes would only distract from the words.
    typography = change.weight == "typography"
    if not side:
        return Written(str(difference(old, new, ops, language, "unified", typography)))
    older = str(difference(old, new, ops, language, "old", typography)) if old else ""
    newer = str(difference(old, new, ops, language, "new", typography)) if new else ""
    return Written("", (older, newer))


def written(changes: Iterable[ItemChange], language: str, side: bool) -> dict[ItemChange, Written]:
    """The difference of every change. Those of texts that were compared before come from the cache."""
    keys = {change: _key(change, language, side) for change in changes}
    kept: dict[str, Written] = cache.get_many(set(keys.values()))
    fresh: dict[str, Written] = {}
    for change, key in keys.items():
        if key not in kept and key not in fresh:
            fresh[key] = _write(change, language, side)
    if fresh:
        cache.set_many(fresh, _KEPT)
    return {change: kept[key] if key in kept else fresh[key] for change, key in keys.items()}
