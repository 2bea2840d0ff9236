"""Databases that several folders use: few English versions with translations, neighbouring versions, the sample."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

from tests.rulesbase.desk.fixtures import desk, editor, reviewer, translator  # noqa: F401
from tests.rulesbase.offline.line import Line
from tests.support.caches import clear_caches
from tests.support.databases import Databases, borrowed
from tests.support.lending import lent
from tests.support.sampled import load_whole_sample

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

ENGLISH = "2009-07-11 2010-02-01 2011-02-04 2023-11-17 2024-04-12 2026-06-19".split()
FRENCH = Path(__file__).parents[1] / "data" / "fr-2011"
# Neighbours in the archive.
PAIRS = """2009-05-01 2009-07-11 2018-10-05 2019-01-25 2019-05-03 2022-02-18 2022-04-29 2022-06-10 2022-07-08
2022-09-08 2022-10-07""".split()
# The rules and cards of the sample; what the test writes is undone.
whole_sample = lent("whole-sample", load_whole_sample)


@pytest.fixture
def three_languages(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on real English, Japanese and Chinese texts and French ones of ours; what it writes is undone.

    The translations were imported before their English.
    """
    paths = [
        corpus / "seeds" / "mtgwiki-ja-name-20231117.txt",
        *sorted(FRENCH.glob("*.txt")),
        *(corpus / "cr" / "zh" / "plain_text" / f"{name}.txt" for name in ("20231117_Zh", "20240410_Zh")),
        *(corpus / "cr" / "en" / f"{date}.txt" for date in ENGLISH),
    ]
    with django_db_blocker.unblock(), borrowed(databases.own("three_languages", paths=paths)):
        # What a test wrote was undone, so that the next one may have the same stamp for other content.
        clear_caches(("rulesbase.translations.",))
        yield


@pytest.fixture
def pairs(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on versions that stand beside each other in the archive; what it writes is undone."""
    paths = [corpus / "cr" / "en" / f"{date}.txt" for date in PAIRS]
    with django_db_blocker.unblock(), borrowed(databases.own("pairs", paths=paths)):
        yield


@pytest.fixture
def line(live_server: "LiveServer") -> Iterator[Line]:
    """What the browser reaches the server by, which can be cut."""
    made = Line(int(live_server.url.rpartition(":")[2]))
    yield made
    made.close()
