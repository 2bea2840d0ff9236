"""Word differences of many changes as HTML, cached by the two texts."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString

from rulesbase.core.diff_html import difference
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.engine.diff.words import diff

_CACHE_SECONDS = 7 * 24 * 3600


class WordDiff(NamedTuple):
    """A difference in one column, or in two: ``sides`` are the older and the newer text."""

    unified: str
    sides: tuple[str, str] | None = None


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


class _Texts(NamedTuple):
    """Two texts to compare, and whether typography counts."""

    old: str
    new: str
    typography: bool = False


def _key(texts: _Texts, language: str, side: bool) -> str:
    how = f"{'side' if side else 'one'}:{texts.typography}"
    return f"words:{settings.VERSION}:{language}:{how}:{_digest(texts.old)}:{_digest(texts.new)}"


def _word_diff(texts: _Texts, language: str, side: bool) -> WordDiff:
    old, new, typography = texts
    ops = diff(old, new, language)
    if not side:
        return WordDiff(str(difference(old, new, ops, language, "unified", typography)))
    older = str(difference(old, new, ops, language, "old", typography)) if old else ""
    newer = str(difference(old, new, ops, language, "new", typography)) if new else ""
    return WordDiff("", (older, newer))


def _marked_safe(unified: str, sides: Sequence[str] | None) -> WordDiff:
    """Return a difference from the cache; Redis gives back lists of plain text."""
    return WordDiff(SafeString(unified), (SafeString(sides[0]), SafeString(sides[1])) if sides else None)


def _cached_diffs(every: Iterable[_Texts], language: str, side: bool) -> dict[_Texts, WordDiff]:
    """Return the difference of each pair, from the cache if possible."""
    keys = {texts: _key(texts, language, side) for texts in every}
    cached = cache.get_many(set(keys.values()))
    fresh = {key: _word_diff(texts, language, side) for texts, key in keys.items() if key not in cached}
    if fresh:
        cache.set_many(fresh, _CACHE_SECONDS)
    return {texts: _marked_safe(*(fresh.get(key) or cached[key])) for texts, key in keys.items()}


def word_diffs(changes: Iterable[ItemChange], language: str, side: bool) -> dict[ItemChange, WordDiff]:
    """Return the difference of every change."""
    texts = {change: _Texts(change.old_text, change.new_text, change.weight == "typography") for change in changes}
    found = _cached_diffs(texts.values(), language, side)
    return {change: found[one] for change, one in texts.items()}


def pair_diffs(pairs: Iterable[tuple[str, str]], language: str, side: bool) -> dict[tuple[str, str], WordDiff]:
    """Return the difference of every pair, typography included: a translation has no weight."""
    found = _cached_diffs([_Texts(old, new, typography=True) for old, new in pairs], language, side)
    return {(texts.old, texts.new): one for texts, one in found.items()}
