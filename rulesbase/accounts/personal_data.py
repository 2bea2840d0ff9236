"""What is held of a person: told to them as a whole, and gone with their account (see rulesbase.accounts.deletion).

Each part of the program says for its own tables what it holds, by `register` when it starts. A test compares the
tables that parts answer for with those that refer to accounts, so that none is forgotten.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.db import models

from rulesbase.models import User


class Signature(NamedTuple):
    """Rows that stay when their author leaves: the field of the account, and that of the number in its place."""

    model: type[models.Model]
    account: str
    former: str


@dataclass(frozen=True)
class Part:
    """One kind of thing held of a person.

    ``name`` is its key in the export, ``tell`` returns what JSON can say of it. ``forget`` removes what would not go
    with the row of the account by itself; ``signed`` names what stays under the number of a former contributor.
    """

    name: str
    tables: tuple[type[models.Model], ...]
    tell: Callable[[User], object]
    forget: Callable[[User], object] | None = None
    signed: tuple[Signature, ...] = ()


_parts: dict[str, Part] = {}


def register(*parts: Part) -> None:
    """Add parts. Raises ValueError where one of that name is there already."""
    for part in parts:
        if part.name in _parts:
            raise ValueError(f"What is held under {part.name!r} is told already")
        _parts[part.name] = part


def parts() -> tuple[Part, ...]:
    """Return all parts, in the order in which they were added."""
    return tuple(_parts.values())


def told(user: User) -> dict[str, object]:
    """Return all that is held of a person, by part."""
    return {part.name: part.tell(user) for part in parts()}
