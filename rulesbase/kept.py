"""Which state of the content an answer was made from, so that what is kept in this process is known to be stale."""

from django.db import connection

from rulesbase.overview import content_stamp


def content_key() -> str:
    """The database and the state of its content: equal as long as nothing was written. One query."""
    return key_of(content_stamp())


def key_of(stamp: str) -> str:
    """The same for a stamp that is known already. No query."""
    return f"{connection.settings_dict['NAME']} {stamp}"
