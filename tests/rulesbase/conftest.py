"""The database of tests on translations: few English versions, and what is translated of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase import freshness
from tests.databases import Databases, inside, rolled_back

ENGLISH = "2009-07-11 2010-02-01 2011-02-04 2023-11-17 2024-04-12 2026-06-19".split()
FRENCH = Path(__file__).parents[1] / "data" / "fr-2011"


@pytest.fixture(scope="session")
def tongues_name(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of this worker's database with six versions and their translations."""
    cr = corpus / "cr"
    with django_db_blocker.unblock():
        return databases.copy(
            "tongues",
            [
                corpus / "seeds" / "mtgwiki-ja-name-20231117.txt",
                *sorted(FRENCH.glob("*.txt")),
                *(cr / "zh" / "plain_text" / f"{name}.txt" for name in ("20231117_Zh", "20240410_Zh")),
                *(cr / "en" / f"{date}.txt" for date in ENGLISH),
            ],
        )


@pytest.fixture
def tongues(tongues_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on real English, Japanese and Chinese texts and French ones of ours; what it writes is undone.

    The translations were imported before their English.
    """
    with django_db_blocker.unblock(), inside(tongues_name), rolled_back():
        # What a test wrote was undone, so that the next one may have the same stamp for other content.
        freshness.forget()
        yield
