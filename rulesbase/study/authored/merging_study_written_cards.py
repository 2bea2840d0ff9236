"""Cards that written questions name; who knows cards says so by `register`, as this application must not ask them."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple


class KnownCard(NamedTuple):
    """A card: its oracle id, its name today, and the address of its page."""

    oracle_id: str
    name: str
    href: str


Look = Callable[[Collection[str]], Mapping[str, KnownCard]]
_looks: dict[str, Look] = {}


def register(by_name: Look, by_id: Look) -> None:
    """Say who finds cards by their English names, and who by their oracle ids."""
    _looks.update(name=by_name, id=by_id)


def cards_named(names: Collection[str]) -> Mapping[str, KnownCard]:
    """The cards of these names, by the name as it was asked for."""
    return _looks["name"](names) if names and "name" in _looks else {}


def cards_of(oracle_ids: Collection[str]) -> Mapping[str, KnownCard]:
    """The cards of these oracle ids."""
    return _looks["id"](oracle_ids) if oracle_ids and "id" in _looks else {}
