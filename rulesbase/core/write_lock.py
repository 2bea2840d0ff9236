"""The turn of writers of public content: they write one after the other, each in a transaction of its own.

What several people may do to their own things at once has turns of its own, in `study.turns`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from rulesbase.models import State


@contextmanager
def in_turn() -> Iterator[State]:
    """One transaction, alone with its writes to public content: imports and verbs of curators wait here.

    They wait for a row lock on PostgreSQL; on SQLite the transaction has the only pen. Whatever is looked up to
    decide what to write is looked up inside. Gives the row of State: whoever wrote calls its ``content_changed``.
    """
    with transaction.atomic():
        State.objects.get_or_create(pk=1)
        yield State.objects.select_for_update().get(pk=1)


@contextmanager
def writing(*, translations_into: str = "") -> Iterator[None]:
    """A turn that always writes; pages kept ready are stale after it.

    What is kept of the English, of cards and of other languages stays good where nothing but ``translations_into`` a
    language is written.
    """
    with in_turn() as state:
        yield
        state.content_changed(translations_into=translations_into)
