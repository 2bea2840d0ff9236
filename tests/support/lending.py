"""Fixtures for what many tests begin with: made once, lent to one test after the other."""

from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase.imports.import_file import import_source
from tests.support.caches import forget
from tests.support.databases import Databases, borrowed
from tests.support.texts import Book


def lent(
    of: str, fill: Callable[[], object], *, upon: str = "", autouse: bool = False
) -> Callable[..., Iterator[None]]:
    """Return a fixture: the test runs on a database with what `fill` writes; what the test writes is undone.

    `of` names that content, the same in all modules; `upon` is the fixture with the name of a database that it
    begins with, where that is not an empty one. No mark is needed.
    """

    @pytest.fixture(autouse=autouse)
    def lending(
        request: pytest.FixtureRequest, databases: Databases, django_db_blocker: DjangoDbBlocker
    ) -> Iterator[None]:
        begun = request.getfixturevalue(upon) if upon else None
        with django_db_blocker.unblock(), borrowed(databases.own(of, fill, begun)):
            # What this process keeps goes by stamps, and another database may have the same ones.
            forget()
            yield

    return lending


def lent_books(*versions: Book, autouse: bool = False) -> Callable[..., Iterator[None]]:
    """Return a fixture: the test runs on a database with these made-up books; what the test writes is undone."""
    texts = {f"{book.date}.txt": book.bytes() for book in versions}

    def fill() -> None:
        for name, data in texts.items():
            import_source(data, name=name)

    return lent(f"books-{sha256(b''.join(texts.values())).hexdigest()[:12]}", fill, autouse=autouse)
