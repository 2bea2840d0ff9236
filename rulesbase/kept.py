"""Which state of the content an answer was made from, so that what is kept in this process is known to be stale."""

from django.db import connection

from rulesbase.overview import content_stamp, without_translations


def english_key(stamp: str = "") -> str:
    """The database, and the state of all that translations have no part in: the English, cards, terms, switches.

    Equal as long as nothing else was written. No query where the ``stamp`` of the content is known, else one.
    """
    return f"{connection.settings_dict['NAME']} {without_translations(stamp or content_stamp())}"
