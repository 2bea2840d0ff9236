"""Which state of the content an answer was made from, so that what is kept in this process is known to be stale."""

from typing import Generic, TypeVar

from django.db import connection

from rulesbase.site.home import content_stamp, without_translations

T = TypeVar("T")


class Aside(Generic[T]):
    """What a function that remembers its answers is given to work with, and does not tell them apart by."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Aside)

    def __hash__(self) -> int:
        return 0


def english_key(stamp: str = "") -> str:
    """The database, and the state of all that translations have no part in: the English, cards, terms, switches.

    Equal as long as nothing else was written. No query where the ``stamp`` of the content is known, else one.
    """
    return f"{connection.settings_dict['NAME']} {without_translations(stamp or content_stamp())}"
