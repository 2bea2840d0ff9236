"""Fixtures for all tests, and strict mode: with RULESBASE_STRICT=1 a test that cannot run has failed."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

STRICT = os.environ.get("RULESBASE_STRICT") == "1"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure in strict mode, so that no machine passes by leaving tests out."""
    report = yield
    if STRICT and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"RULESBASE_STRICT=1 allows no skip: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of real texts that RULESBASE_CORPUS names; it is not part of this project."""
    named = os.environ.get("RULESBASE_CORPUS", "")
    if not named:
        pytest.skip("RULESBASE_CORPUS is not set: tests on real texts need their folder")
    folder = Path(named)
    if not (folder / "cr").is_dir():
        pytest.fail(f"RULESBASE_CORPUS={named!r} has no folder cr")
    return folder


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
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium: "Browser", live_server: "LiveServer") -> Iterator["Page"]:
    """Return an empty page of a fresh profile; addresses such as `/rules/` lead to the live server."""
    context = chromium.new_context(base_url=live_server.url)
    yield context.new_page()
    context.close()
