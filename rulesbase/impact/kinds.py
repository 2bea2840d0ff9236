"""Kinds of things that rest on rules: rulings and cards (registered by the cards app), translations, questions, ..."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.models import User


class Scope(NamedTuple):
    """The Rules in question, and the two versions between which they changed, the older one first.

    ``user`` is the signed-in user, for what only they may see.
    """

    versions: Catalogue
    older: CatalogueVersion
    newer: CatalogueVersion
    rules: frozenset[int]
    user: User | None = None


class AffectedItem(NamedTuple):
    """Something that rests on Rules: title, address, language of the title, why (as words), and the Rules."""

    title: str
    address: str
    language: str
    why: str
    rules: tuple[int, ...]


class ImpactKind(NamedTuple):
    """A kind: its code in addresses and JSON, its name, and the rows that rest on the Rules of a scope.

    ``order`` is its place on the pages: smaller ones come first. ``items`` gets the scope, an offset and a number of
    items, and returns them in a stable order. ``quotes`` is whether the reason of an item quotes an English text.
    """

    code: str
    order: int
    name: Promise
    rows: Callable[[Scope], QuerySet[Any]]
    items: Callable[[Scope, int, int], Sequence[AffectedItem]]
    quotes: bool = False


_KINDS: dict[str, ImpactKind] = {}


def register(*kinds: ImpactKind) -> None:
    """Register kinds; called when the program starts."""
    _KINDS.update((kind.code, kind) for kind in kinds)


def impact_kinds() -> tuple[ImpactKind, ...]:
    """Return all kinds in the order of the pages."""
    return tuple(sorted(_KINDS.values(), key=lambda kind: kind.order))
