"""Reading without network in a real browser."""

import re
from collections.abc import Callable, Iterator
from threading import Event
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from django.conf import LazySettings
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from rulesbase.imports.import_file import import_source
from rulesbase.offline import stored_pages as keeping
from tests.rulesbase.offline.line import Line
from tests.support.browsing import Pages, violations, width_of
from tests.support.databases import Databases, inside
from tests.support.make import make_user
from tests.support.sampled import load_whole_sample
from tests.support.sign_in import sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

LATEST, NEXT = "2023-03-01", "2024-03-01"
TOMORROW = """Rules of the Sample Game
These rules are effective as of March 1, 2024.

Introduction
This is how the sample goes on.

Contents
1. Concepts
100. General
Glossary
Credits

1. Concepts
100. General
100.1. These words are newer than those that were stored.
100.2. They stand in a version that came later.
100.2a Anyone with it reads it without network.
100.3. It is a short one.

Glossary
Newness
What came after the rest. See rule 100.

Credits
Written for a test.
"""
# Everything in the caches of this browser.
STORED = """async () => {
  const texts = [];
  for (const name of await caches.keys()) {
    for (const answer of await (await caches.open(name)).matchAll()) texts.push(await answer.text());
  }
  return texts.join("\\n");
}"""
# Waits until the browser has no worker and no caches; false after a minute.
IS_EMPTY = """async () => {
  for (let waited = 0; waited < 600; waited++) {
    const workers = await navigator.serviceWorker.getRegistrations();
    if ((await caches.keys()).length === 0 && workers.length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}"""
# Returns when the newest worker has taken over. While it does, Chromium loses pages that are asked for where somebody
# looks at its workers, as playwright always does.
SETTLED = """async () => {
  const found = await navigator.serviceWorker.ready;
  await found.update();
  for (let one; (one = found.installing ?? found.waiting ?? found.active).state !== "activated"; ) {
    await new Promise((resolve) => one.addEventListener("statechange", resolve, { once: true }));
  }
}"""


@pytest.fixture
def library(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database with the sample of its own, for tests that write what the live server reads."""
    with django_db_blocker.unblock():
        name = databases.copy("whole-sample", fill=load_whole_sample)
        with inside(name):
            yield


pytestmark = pytest.mark.usefixtures("library")


def keep(page: "Page", address: str = "/offline/") -> None:
    page.goto(address)
    page.locator("#keep").click()
    expect(page.locator(".saved-done")).to_be_visible()
    expect(page.locator(".saved-failed")).to_be_hidden()


def open_redirected(page: "Page", address: str) -> None:
    """Open an address that the worker redirects; Chromium sometimes shows an empty page instead, see SETTLED."""
    page.goto(address)
    if not page.locator("main").count():
        page.reload()


def read_saved_pages(page: "Page", answered: str) -> None:
    """Read a chapter, the glossary, a rule by its number, an answer, and a page that is not saved."""
    bar, lost = page.locator("#offline-now"), page.locator("#not-saved")
    # A chapter shows that it is offline, when it was saved, and of which rules.
    page.goto(f"/rules/{LATEST}/201/")
    expect(bar).to_contain_text("Offline.")
    expect(bar).to_contain_text("The saved rules are those of 1 March 2023.")
    assert re.search(r"saved on \d{1,2} \w+ 20\d\d", bar.inner_text())
    expect(page.locator("#r201\\.1")).to_be_visible()
    assert violations(page) == []
    assert width_of(page) <= 390
    # The glossary, and a term by its own address.
    page.goto("/glossary/")
    expect(page.get_by_role("heading", name="Glossary", level=1)).to_be_visible()
    expect(bar).to_be_visible()
    # If you type a rule number in the search field, the page of that rule opens.
    page.locator("#mq").fill("CR 201.1")
    page.locator("#mq").press("Enter")
    page.wait_for_url(f"**/rules/{LATEST}/201/#r201.1")
    expect(bar).to_be_visible()
    # What was asked before is answered.
    page.goto("/names/?ask=english&card=Gardienne+des+lanternes")
    expect(page.locator("main h1")).to_have_text(answered)
    expect(bar).to_be_visible()
    # The words of the French buttons are longer.
    page.goto("/fr/versions/")
    expect(lost).to_be_visible()
    assert width_of(page) <= 390
    # An address that is not saved shows that, with links to what is saved.
    page.goto("/rules/2019-03-01/201.1/")
    expect(lost).to_contain_text("Only the newest version of the rules is saved for offline use.")
    lost.get_by_role("link", name="Open the same rule number in the saved version").click()
    page.wait_for_url(f"**/rules/{LATEST}/201/#r201.1")


def fetch_the_new_version(page: "Page", line: Line) -> None:
    """Come back online, fail to fetch a page, read on, and fetch the new version."""
    bar = page.locator("#offline-now")
    import_source(TOMORROW.encode(), name=f"{NEXT}.en.txt", sample=True)
    line.mend()
    page.goto(f"/rules/{LATEST}/201/")
    page.evaluate(SETTLED)
    expect(page.locator("#r201\\.1")).to_be_visible()
    expect(bar).to_have_count(0)
    page.goto("/offline/")
    expect(page.locator(".saved-newer")).to_be_visible()
    listed = keeping.pages_of
    with mock.patch.object(keeping, "pages_of", side_effect=lambda versions: (*listed(versions), "/no-such-page/")):
        page.locator("#refresh").click()
        expect(page.locator(".saved-failed")).to_be_visible()
    # After an interruption the pages saved before can still be read.
    line.cut()
    open_redirected(page, "/rules/latest/201.1/")
    expect(page.locator("#r201\\.1")).to_be_visible()
    expect(bar).to_contain_text("The saved rules are those of 1 March 2023.")
    line.mend()
    page.goto("/offline/")
    page.locator("#keep").click()
    expect(page.locator(".saved-done")).to_be_visible()
    expect(page.locator("[data-fact='version']")).to_have_text("1 March 2024")
    page.evaluate(SETTLED)
    line.cut()
    open_redirected(page, "/rules/latest/100/")
    expect(page.locator("main")).to_contain_text("newer than those that were stored")
    expect(bar).to_contain_text("1 March 2024")
    # The version before made room.
    page.goto(f"/rules/{LATEST}/201/")
    expect(page.locator("#not-saved")).to_be_visible()


def test_without_network_and_back(pages: Pages, line: Line) -> None:
    page = pages.open(base_url=line.address, viewport={"width": 390, "height": 844}, color_scheme="dark")
    keep(page)
    # On a slow machine what is new would else come by itself, and there were nothing to be asked for.
    page.locator("#auto").uncheck()
    assert violations(page) == []
    assert width_of(page) <= 390
    page.goto("/names/?ask=english&card=Gardienne+des+lanternes")
    answered = page.locator("main h1").text_content()
    line.cut()

    read_saved_pages(page, answered or "")
    fetch_the_new_version(page, line)

    # All of it can be removed, without network too.
    page.goto("/offline/")
    page.locator("#remove").click()
    expect(page.locator(".saved-done")).to_contain_text("Deleted.")
    assert page.evaluate(IS_EMPTY)


@pytest.mark.parametrize("die", [Line.close, Line.cut, Line.fall_silent])
def test_a_dead_line(pages: Pages, line: Line, die: Callable[[Line], None]) -> None:
    page = pages.open(base_url=line.address)
    keep(page)
    die(line)
    page.goto(f"/rules/{LATEST}/201/")
    expect(page.locator("#offline-now")).to_contain_text("The saved rules are those of 1 March 2023.")
    expect(page.locator("#r201\\.1")).to_be_visible()


def test_a_worker_that_stops_midway_starts_again(pages: Pages) -> None:
    page = pages.open()
    page.goto("/offline/")
    workers = page.context.new_cdp_session(page)
    workers.send("ServiceWorker.enable")
    begun, ended = Event(), Event()

    def packed(*asked: Any) -> bytes:
        begun.set()
        ended.wait(60)
        return made(*asked)

    made = keeping.packed_names
    with mock.patch.object(keeping, "packed_names", side_effect=packed):
        page.locator("#keep").click()
        assert begun.wait(60)
        workers.send("ServiceWorker.stopAllWorkers")
        ended.set()
        expect(page.locator(".saved-done")).to_be_visible()
    expect(page.locator(".saved-progress")).to_be_hidden()


def test_names_are_found_offline(pages: Pages, line: Line) -> None:
    from cards.models import PrintedName

    printed = PrintedName.objects.filter(language="fr", face=None).exclude(card__name="").order_by("pk")[0]
    page = pages.open(base_url=line.address, viewport={"width": 1440, "height": 900})
    keep(page, "/fr/offline/")
    line.cut()
    for typed in (printed.name.upper(), printed.name[:-2], f"{printed.name[:3]}x{printed.name[3:]}"):
        page.goto(f"/fr/search/?q={typed}")
        found = page.locator(".nk-card").filter(has_text=printed.card.name)
        expect(found.first).to_be_visible()
    assert violations(page) == []
    page.goto(f"/fr/cards/{printed.card.slug}/")
    expect(page.locator(".nk-card dd[lang=fr]").first).to_have_text(printed.name)
    page.goto("/fr/search/?q=qqqqqqqq")
    expect(page.locator(".nk-none")).to_be_visible()
    # Without a question there are no results.
    page.goto("/fr/search/?q=")
    expect(page.locator('[data-case="search"]')).to_be_visible()
    expect(page.locator("#nk-found")).to_be_hidden()


def test_nothing_private_is_stored(pages: Pages, line: Line) -> None:
    make_user("jane", "curators")
    page = pages.open(base_url=line.address)
    sign_in(page, "jane", "/account/")
    keep(page)
    for address in (
        "/curate/",
        "/names/?ask=english&card=Gardienne+des+lanternes",
        f"/rules/{LATEST}/201/",
        "/account/",
    ):
        page.goto(address)
    held = page.evaluate(STORED)
    assert "201.1" in held
    assert "jane" not in held
    assert "csrf" not in held
    assert "/curate/" not in re.findall(r'href="([^"]+)"', held)
    line.cut()
    page.goto("/account/")
    expect(page.locator("#not-saved")).to_contain_text("never saved")
    # A chapter opens as anybody gets it.
    page.goto(f"/rules/{LATEST}/201/")
    expect(page.locator("#offline-now")).to_be_visible()
    expect(page.locator(".mainnav")).not_to_contain_text("Translate")


def test_a_broken_worker_is_taken_back(pages: Pages, settings: LazySettings) -> None:
    page = pages.open()
    keep(page)
    settings.OFFLINE = False
    # A browser looks for the newest worker when a page is opened, by and by; asked, it looks at once.
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
    assert page.evaluate(IS_EMPTY)
