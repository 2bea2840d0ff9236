"""The name checker in a real browser: with and without script, by keyboard, in both themes, at both widths."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

from tests.cards.named import make_cards
from tests.conftest import TWELVE
from tests.databases import Databases, inside

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

WIDTHS = [390, 1440]
QUESTION = "/names/?ask=same&card=Eleven,+the+Mage&card=Cecily,+Haunted+Mage"


@pytest.fixture(scope="module")
def named_name(databases: Databases, corpus: "Path", django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database with twelve versions and some cards, which a live server can read."""
    with django_db_blocker.unblock():
        name = databases.copy("twelve", [corpus / "cr" / "en" / f"{date}.txt" for date in TWELVE])
        with inside(name):
            make_cards()
    return name


@pytest.fixture(autouse=True)
def _named(named_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), inside(named_name):
        yield


@pytest.fixture
def plain_page(chromium: "Browser", live_server: "LiveServer") -> "Iterator[Page]":
    """Return a page on which no script runs."""
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


def watched(page: "Page") -> list[str]:
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def test_without_script(plain_page: "Page") -> None:
    plain_page.goto("/names/")
    plain_page.get_by_label("First card").fill("Eleven, the Mage")
    plain_page.get_by_label("Second card").fill("Cecily, Haunted Mage")
    plain_page.get_by_label("By the rules of").select_option("2022-04-29")
    plain_page.get_by_role("button", name="Check").click()
    assert plain_page.url.endswith(QUESTION.removeprefix("/names/") + "&version=2022-04-29")
    assert plain_page.locator(".verdict .word").inner_text() == "Yes"
    # Rarer states are folded away and work all the same.
    plain_page.get_by_text("In play, a half, face down").first.click()
    plain_page.get_by_label("face down").first.check()
    plain_page.get_by_role("button", name="Check").click()
    assert "card=Eleven,+the+Mage@facedown" in plain_page.url


def test_the_answer_comes_by_itself(browser_page: "Page") -> None:
    complaints = watched(browser_page)
    browser_page.goto("/names/")
    browser_page.get_by_label("First card").fill("Eleven, the Mage")
    second = browser_page.get_by_label("Second card")
    second.fill("Cecily, Haunted Mage")
    second.press("Tab")
    browser_page.locator(".verdict .word", has_text="Yes").wait_for()
    assert browser_page.url.endswith(QUESTION)
    # Who compared two may compare three.
    third = browser_page.get_by_label("One more card")
    third.fill("Gray Ogre")
    third.press("Tab")
    browser_page.locator(".verdict .word", has_text="No").wait_for()
    browser_page.locator("#n4").wait_for()
    # Another version, by the slider: the left end is the first version.
    browser_page.locator(".striprange").focus()
    browser_page.keyboard.press("Home")
    browser_page.locator(".verdict time[datetime='1999-04-23']").wait_for()
    assert browser_page.url.endswith("&version=1999-04-23")
    assert browser_page.locator(".striprange").evaluate("range => range === document.activeElement")
    assert complaints == []


def test_a_wrong_name_is_told_at_its_field(browser_page: "Page") -> None:
    browser_page.goto("/names/?ask=english")
    field = browser_page.get_by_label("Printed name")
    field.fill("a" * 2000)
    field.press("Tab")
    browser_page.locator("#n1-note .error").wait_for()
    browser_page.locator("#n1[aria-invalid=true]").wait_for()
    field.fill("Gray Ogre")
    field.press("Tab")
    browser_page.locator("#n1-note .error").wait_for(state="detached")
    browser_page.locator("#n1:not([aria-invalid])").wait_for()


def test_by_keyboard_alone(browser_page: "Page") -> None:
    browser_page.goto("/names/?ask=english")
    browser_page.get_by_label("Printed name").focus()
    browser_page.keyboard.type("gray o")
    browser_page.get_by_role("option").first.wait_for()
    browser_page.keyboard.press("ArrowDown")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".verdict .word", has_text="Gray Ogre").wait_for()
    assert browser_page.url.endswith("/names/?ask=english&card=Gray+Ogre")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "address", ["/names/", QUESTION, QUESTION + "&version=2011-09-30", "/names/?ask=choose&card=Izland"]
)
def test_axe_finds_nothing(browser_page: "Page", width: int, theme: str, address: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    browser_page.set_viewport_size({"width": width, "height": 900})
    browser_page.goto(f"/display/?theme={theme}&next=/names/")
    browser_page.goto(address)
    browser_page.evaluate("for (const fold of document.querySelectorAll('details:not(.pop)')) fold.open = true")
    assert axe.run(browser_page).response["violations"] == []
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= width
