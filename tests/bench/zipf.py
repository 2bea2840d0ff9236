"""Which pages people ask for: a seeded Zipf mix over all versions, few very often, most of them rarely."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TypeVar
from urllib.parse import quote

from rulesbase.models import Edition, Entry

SEED = 20260619
SHARES = {"rule": 50, "chapter": 25, "term": 20, "contents": 5}
# Stated apart: so large that one visit would outweigh all others.
LARGE_CHAPTER = "702"
Kind = Entry.Kind
T = TypeVar("T")
KINDS = {Kind.CHAPTER: "chapter", Kind.RULE: "rule", Kind.SUBRULE: "rule", Kind.TERM: "term"}


class Archive:
    """The numbers of every complete English edition, newest first, each kind in the order of its fame."""

    def __init__(self) -> None:
        complete = Edition.objects.filter(language="en", complete=True)
        self.editions = list(complete.select_related("version").order_by("-version__date"))
        self._famous: dict[int, dict[str, list[str]]] = {}

    def famous(self, edition: Edition, kind: str) -> list[str]:
        """Return numbers of one kind; a number has the same fame in every version, by its digest."""
        if edition.pk not in self._famous:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for number, code in Entry.objects.of(edition).values_list("number", "kind"):
                if code in KINDS and number != LARGE_CHAPTER:
                    found[KINDS[Kind(code)]].append(number)
            self._famous[edition.pk] = {name: by_fame(numbers) for name, numbers in found.items()}
        return self._famous[edition.pk].get(kind, [])


def by_fame(things: Iterable[str]) -> list[str]:
    """Return things in an order that is always the same and has nothing to do with theirs."""
    return sorted(things, key=lambda thing: hashlib.sha256(thing.encode()).digest())


def ranked(chance: random.Random, things: Sequence[T]) -> T:
    """Draw one of these by Zipf's law."""
    weights = list(accumulate(1 / rank for rank in range(1, len(things) + 1)))
    return chance.choices(things, cum_weights=weights)[0]


def address(date: str, kind: str, number: str) -> str:
    """Return the address of a page."""
    if kind == "contents":
        return f"/rules/{date}/"
    return f"/glossary/{date}/{quote(number)}/" if kind == "term" else f"/rules/{date}/{number}/"


def visits(archive: Archive, count: int, seed: int = SEED) -> Iterator[str]:
    """Yield addresses in the order of the visits; some come again and again."""
    chance = random.Random(seed)
    while count:
        [kind] = chance.choices(list(SHARES), list(SHARES.values()))
        edition = ranked(chance, archive.editions)
        numbers = [""] if kind == "contents" else archive.famous(edition, kind)
        if numbers:
            yield address(edition.version.date.isoformat(), kind, ranked(chance, numbers))
            count -= 1


def stated_apart(archive: Archive) -> dict[str, str]:
    """Return the pages with figures of their own, by name."""
    newest = archive.editions[0].version.date.isoformat()
    return {
        "chapter 702": f"/rules/{newest}/{LARGE_CHAPTER}/",
        "whole glossary": f"/glossary/{newest}/",
        "contents": f"/rules/{newest}/",
        "home": "/",
        "search": "/search/?q=damage",
        "search for two words": "/search/?q=mana+cost",
        "archive": "/archive/",
    }
