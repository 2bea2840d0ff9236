"""Every address of the site, each with an example, as the resolver has them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

# What stands in for the parts of an address; most lead to nothing, which does not matter for rights.
EXAMPLES = {
    "a": "latest",
    "b": "latest",
    "account": "1",
    "batch": "1",
    "card": "a-card",
    "cited": "100.1@latest",
    "date": "latest",
    "digest": "0" * 64,
    "format": "txt",
    "item_id": "bcdfghjk",
    "key": "1",
    "kind": "json",
    "language": "fr",
    "name": "frame",
    "named": "100",
    "number": "100",
    "pk": "1",
    "place": "100.1",
    "public_id": "bcdfghjk",
    "question": "bcdfghjk",
    "rest": "nothing",
    "rule": "100.1",
    "slug": "a-card",
    "token": "x",
    "week": "week-1",
}
_PART = re.compile(r"<(?:\w+:)?(\w+)>")


class Address(NamedTuple):
    """An address: the name of its pattern, and a path that leads to it."""

    name: str
    path: str


def patterns(within: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every pattern with the route that leads to it."""
    for one in (within or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        else:
            yield route, one


def addresses(admin: bool = False, **examples: str) -> list[Address]:
    """All addresses with examples; of the admin instead where that is asked for."""
    answer = EXAMPLES | examples
    found = []
    for route, pattern in patterns():
        # Ours that stand before the admin's own are addresses like all others.
        if (route.startswith("admin/") and not str(pattern.name).startswith("admin-")) != admin:
            continue
        before, rest, _pattern = route.partition("^(?P<rest>")
        path = f"{before}nothing" if rest else _PART.sub(lambda part: answer.get(part[1], "1"), route)
        found.append(Address(str(pattern.name), "/" + path))
    return found
