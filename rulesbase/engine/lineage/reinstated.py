"""Reinstated entries: an entry that ended before and comes back after one or more versions.

Only equal or nearly equal words are evidence, never a number alone. ``returns`` is a function of the texts alone.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from math import log, sqrt
from typing import NamedTuple

from rapidfuzz import fuzz, process

from rulesbase.engine.lineage.match_entries import FoldedEntry, linkable_kind
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.historic_terms import modern, words
from rulesbase.engine.text.normalize import masked

# Minimum similarity (0 to 100) of texts that differ: at the same number, and elsewhere.
_ALIKE_HERE, _ALIKE = 84.0, 90.0
# Minimum share (0 to 1) of their words, weighed by rarity: "multiple instances of fear are redundant" is another rule
# than that of trample.
_SHARED_HERE, _SHARED = 0.75, 0.8
# A glossary term is identified by its name; this much of its text (0 to 100) must be the same.
_TERM_ALIKE = 45.0
# A chapter is identified by its title if no other has it. A shorter text needs its number too.
_FEWEST_LETTERS = 30
# Shorter texts that are nearly equal differ in subject.
_FEWEST_NEARLY = 60

Rarity = Callable[[], Mapping[str, float]]


class PlacedEntry(NamedTuple):
    """An entry and its last or first position: its version among all, and its own within that.

    ``alone``: no other heading of that version has its title.
    """

    item: FoldedEntry
    version: int
    position: int
    alone: bool = True


class Reinstatement(NamedTuple):
    """Positions of an ended entry and of the one in which it comes back, confidence (0 to 1), evidence."""

    gone: int
    come: int
    confidence: float
    evidence: str


def rarity_among(items: Sequence[FoldedEntry]) -> dict[str, float]:
    """Return how rare each word is among these texts."""
    frequency = Counter(word for item in items for word in set(words(modern(item.full_text))))
    return {word: log(1 + len(items) / count) for word, count in frequency.items()}


def returns(
    gone: Sequence[PlacedEntry], come: Sequence[PlacedEntry], rarity: Rarity, apart: Collection[tuple[int, int]] = ()
) -> list[Reinstatement]:
    """Return pairs of ended entries and new ones without a predecessor, each used once.

    ``rarity`` is computed only where texts are nearly equal; ``apart`` are pairs that must not be linked.
    """
    known = cache(rarity)
    likely: list[tuple[int, int, Reinstatement]] = []
    for b, a, like in _candidates(gone, come):
        old, new = gone[a].item, come[b].item
        if (a, b) in apart:
            continue
        here = old.number == new.number
        found = Reinstatement(a, b, round(like / 105, 3), _evidence(old, new, like, here))
        if old.kind is Kind.TERM:
            good = old.heading.casefold() == new.heading.casefold() and like >= _TERM_ALIKE
        elif old.kind is Kind.CHAPTER:
            good = like == 100 and gone[a].alone and come[b].alone
        elif like == 100:
            good = here or len(new.full_text) >= _FEWEST_LETTERS
        else:
            good = _nearly(old, new, like, here, known)
        if good:
            likely.append(((0 if here else 1) if like == 100 else 2, -gone[a].version, found))
    return sorted(_each_once(likely))


def _candidates(gone: Sequence[PlacedEntry], come: Sequence[PlacedEntry]) -> Iterator[tuple[int, int, float]]:
    """Yield (new, old, similarity): equal but for references, the same term, or similar enough to check."""
    of_kind: defaultdict[Kind, list[int]] = defaultdict(list)
    for a, ended in enumerate(gone):
        of_kind[linkable_kind(ended.item.kind)].append(a)
    plain = [masked(ended.item.full_text) for ended in gone]
    today = [modern(ended.item.full_text) for ended in gone]
    for b, added in enumerate(come):
        same, here = masked(added.item.full_text), of_kind[linkable_kind(added.item.kind)]
        equal = [a for a in here if plain[a] == same]
        yield from ((b, a, 100.0) for a in equal)
        if equal:
            continue
        is_term = added.item.kind is Kind.TERM
        texts = {a: today[a] for a in here if not is_term or gone[a].item.number == added.item.number}
        least = _TERM_ALIKE if is_term else _ALIKE_HERE
        for _, like, a in process.extract(
            modern(added.item.full_text), texts, scorer=fuzz.ratio, processor=None, score_cutoff=least, limit=5
        ):
            yield b, a, min(like, 99.9)


def _nearly(old: FoldedEntry, new: FoldedEntry, like: float, here: bool, rarity: Rarity) -> bool:
    """Return whether two texts that differ have the same subject and nearly the same content."""
    if like < (_ALIKE_HERE if here else _ALIKE) or min(len(old.full_text), len(new.full_text)) < _FEWEST_NEARLY:
        return False
    rare = rarity()
    often = max(rare.values(), default=1.0)
    mine, theirs = set(words(modern(old.full_text))), set(words(modern(new.full_text)))
    shared, *norms = (sum(rare.get(word, often) ** 2 for word in bag) for bag in (mine & theirs, mine, theirs))
    return shared >= (_SHARED_HERE if here else _SHARED) * sqrt(norms[0] * norms[1])


def _evidence(old: FoldedEntry, new: FoldedEntry, like: float, here: bool) -> str:
    if old.kind is Kind.TERM:
        return "the same term"
    if like < 100:
        return f"{like:.0f} % alike" + (", number" if here else "")
    if not old.text and old.kind is Kind.CHAPTER:
        return "number and title" if here else "title"
    return ("number and text" if here else "text") + ("" if old.full_text == new.full_text else " but for references")


def _each_once(likely: Sequence[tuple[int, int, Reinstatement]]) -> Iterator[Reinstatement]:
    """Yield each entry once, in the surest reinstatement; of equals in what ended last, then in document order."""
    come: set[int] = set()
    gone: set[int] = set()
    for _, _, found in sorted(likely, key=lambda one: (one[0], -one[2].confidence, one[1], one[2])):
        if found.come not in come and found.gone not in gone:
            come.add(found.come)
            gone.add(found.gone)
            yield found
