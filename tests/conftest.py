"""Fixtures for all tests, and strict mode: with RULESBASE_STRICT=1 a test that cannot run has failed."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from config.env import env_cache
from rulesbase.imports.sample import load_sample
from tests.support.browsing import ARGUMENTS, PATIENCE, Pages
from tests.support.caches import Writings, forget
from tests.support.databases import Databases, borrowed, inside, needs_no_database
from tests.support.lending import lent

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

TWELVE = """1999-04-23 2001-07-23 2003-05-26 2006-05-01 2009-05-01 2009-07-11 2011-09-30 2018-10-05 2019-01-25
2020-04-17 2022-04-29 2026-06-19""".split()

# The last two are built upon the twelve real versions by `tests.support.lending.lent`.
SLOW_FIXTURES = {"chromium", "library", "named"}

STRICT = os.environ.get("RULESBASE_STRICT") == "1"

# The same examples in every run, however busy the machine is; `--hypothesis-profile=search` looks for new ones.
settings.register_profile(
    "same", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=list(HealthCheck))
settings.load_profile("same")


# Look for garbage less often: a sixth of the time of an import goes there, and as much of collecting.
gc.set_threshold(50_000, 20, 20)


def pytest_configure(config: pytest.Config) -> None:
    """Collect files of a folder before folders in it.

    pytest 9.1 makes new nodes for the folders beside a file that is an argument. Fixtures of their conftest.py stay
    with the old nodes, so tests of later arguments would not find them (pytest-dev/pytest#14635).
    """
    paths = {argument: Path(argument.partition("::")[0]).absolute() for argument in config.args}
    config.args.sort(key=lambda argument: (len(paths[argument].parts), paths[argument].is_dir()))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests as slow that import real versions or open a browser, except those marked `fast`."""
    names = set(getattr(item, "fixturenames", ()))
    if "chromium" in names:
        # Chromium on a busy machine sometimes loses a page that was asked for.
        item.add_marker(pytest.mark.flaky(reruns=1))
    imports = "corpus" in names and not needs_no_database(item)
    if (imports or names & SLOW_FIXTURES) and not item.get_closest_marker("fast"):
        item.add_marker("slow")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Run the tests in the same order everywhere, files that wait for the twelve real versions first."""
    yield
    waiting = {item.path for item in items if "twelve_filled" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path not in waiting, item.path))


def pytest_collection_finish() -> None:
    """Look for no garbage in what was loaded to stay."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure in strict mode, so that no machine passes by leaving tests out."""
    report = yield
    if STRICT and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"RULESBASE_STRICT=1 allows no skip: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def writings() -> Iterator[Writings]:
    """Return what notices that a database is written to, through whatever connection."""
    with Writings() as noticing:
        yield noticing


@pytest.fixture(autouse=True)
def _nothing_stored_of_what_was_written(writings: Writings) -> Iterator[None]:
    """Let no test see what another wrote: caches of this process go by stamps, which come again with the
    next rows that are written and undone."""
    writings.places.clear()
    yield
    if writings.places:
        forget()


@pytest.fixture
def caching(settings: LazySettings) -> Iterator[None]:
    """Keep pages and counts in the memory of this process, which the other tests do not."""
    settings.CACHES = dict.fromkeys(("default", "counts"), env_cache("CACHE_URL", "locmem://"))
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of real texts that RULESBASE_CORPUS names; it is not part of this project."""
    named = os.environ.get("RULESBASE_CORPUS", "")
    if not named:
        pytest.skip(
            "RULESBASE_CORPUS is not set: name the folder of real texts, with `cr/` in it (docs/development.md)"
        )
    folder = Path(named)
    if not (folder / "cr").is_dir():
        pytest.fail(f"RULESBASE_CORPUS={named!r} has no folder cr")
    return folder


@pytest.fixture(scope="session")
def databases(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str, django_db_blocker: DjangoDbBlocker
) -> Iterator[Databases]:
    """Return the maker of databases beside that of pytest-django."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    made = Databases(shared, worker_id)
    yield made
    with django_db_blocker.unblock():
        made.clean()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, databases: Databases, writings: Writings, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Return when the database of tests with the mark `django_db` is there: in place of the one of pytest-django.

    Its tables are made once a run. Tests that commit are followed by a new copy, not by emptying all tables.
    """
    with django_db_blocker.unblock():
        name = databases.copy("empty")

    def renewed(_case: TransactionTestCase) -> None:
        if name in writings.places:
            databases.renew(name, "empty")

    with pytest.MonkeyPatch.context() as patch, inside(name):
        patch.setattr(TransactionTestCase, "_fixture_teardown", renewed)
        yield


@pytest.fixture
def bare(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Return the name of a fresh database with nothing in it."""
    with django_db_blocker.unblock():
        yield databases.copy("empty")


@pytest.fixture(scope="session")
def twelve_filled(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of the database with twelve real versions, to be copied or built upon."""
    with django_db_blocker.unblock():
        return databases.filled("twelve", [corpus / "cr" / "en" / f"{date}.txt" for date in TWELVE])


@pytest.fixture
def twelve(twelve_filled: str, databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on twelve real versions of 1999 to 2026; what it writes is undone. No mark is needed.

    On a live server the versions can be read, but not what the test itself wrote.
    """
    assert twelve_filled
    with django_db_blocker.unblock(), borrowed(databases.own("twelve")):
        yield


# The texts that come with the software; what the test writes is undone. No mark is needed.
sample = lent("sample", load_sample)


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """Return Debian's Chromium, started once a run."""
    # playwright keeps an event loop in this thread, which Django takes for a reason to refuse its database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    program = which("chromium")
    if program is None:
        pytest.skip("chromium is not installed: tests in a browser need it (apt-get install chromium)")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        sync_api.expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=2 * PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def pages(chromium: "Browser", live_server: "LiveServer") -> Iterator[Pages]:
    """Return what opens pages of fresh profiles; addresses such as `/rules/` lead to the live server."""
    opened = Pages(chromium, live_server.url)
    yield opened
    opened.close()


@pytest.fixture
def browser_page(pages: Pages) -> "Page":
    """Return an empty page of a fresh profile."""
    return pages.open()


@pytest.fixture
def plain_page(pages: Pages) -> "Page":
    """Return a page on which no script runs."""
    return pages.open(java_script_enabled=False)
