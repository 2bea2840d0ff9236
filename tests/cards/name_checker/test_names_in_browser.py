"""The name checker in a real browser: with and without script, and by keyboard."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from tests.cards.lookup.named import make_cards
from tests.support.browsing import complaints_of
from tests.support.databases import Databases, inside

if TYPE_CHECKING:
    from playwright.sync_api import Page

QUESTION = "/names/?ask=same&card=Eleven,+the+Mage&card=Cecily,+Haunted+Mage"


@pytest.fixture(scope="module")
def named_name(databases: Databases, twelve_filled: str, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database with twelve versions and some cards, which a live server can read."""
    with django_db_blocker.unblock():
        return databases.copy("named", fill=make_cards, upon=twelve_filled)


@pytest.fixture(autouse=True)
def _named(named_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), inside(named_name):
        yield


def ending(words: str) -> re.Pattern[str]:
    return re.compile(re.escape(words) + "$")


def test_without_script(plain_page: "Page") -> None:
    plain_page.goto("/names/")
    plain_page.get_by_label("First card").fill("Eleven, the Mage")
    plain_page.get_by_label("Second card").fill("Cecily, Haunted Mage")
    plain_page.get_by_label("Version of the rules").select_option("2022-04-29")
    plain_page.get_by_role("button", name="Check").click()
    expect(plain_page).to_have_url(ending(QUESTION.removeprefix("/names/") + "&version=2022-04-29"))
    expect(plain_page.locator(".verdict .word")).to_have_text("Yes")
    # Rarer states are folded away and work all the same.
    plain_page.get_by_text("Zone, half, face down").first.click()
    plain_page.get_by_label("face down").first.check()
    plain_page.get_by_role("button", name="Check").click()
    expect(plain_page).to_have_url(re.compile(r"card=Eleven,\+the\+Mage@facedown"))


def test_the_answer_comes_by_itself(browser_page: "Page") -> None:
    complaints = complaints_of(browser_page)
    browser_page.goto("/names/")
    browser_page.get_by_label("First card").fill("Eleven, the Mage")
    second = browser_page.get_by_label("Second card")
    second.fill("Cecily, Haunted Mage")
    second.press("Tab")
    browser_page.locator(".verdict .word", has_text="Yes").wait_for()
    expect(browser_page).to_have_url(ending(QUESTION))
    # Who compared two may compare three.
    third = browser_page.get_by_label("Another card")
    third.fill("Gray Ogre")
    third.press("Tab")
    browser_page.locator(".verdict .word", has_text="No").wait_for()
    browser_page.locator("#n4").wait_for()
    # Another version, by the slider: the left end is the first version.
    slider = browser_page.locator(".striprange")
    # It is shown when all that came has found its place; what is hidden takes no focus.
    expect(slider).to_be_visible()
    slider.focus()
    expect(slider).to_be_focused()
    browser_page.keyboard.press("Home")
    browser_page.locator(".verdict time[datetime='1999-04-23']").wait_for()
    expect(browser_page).to_have_url(ending("&version=1999-04-23"))
    expect(slider).to_be_focused()
    assert complaints == []


def test_on_a_phone_the_answer_is_in_sight(browser_page: "Page") -> None:
    browser_page.set_viewport_size({"width": 390, "height": 844})
    browser_page.goto("/names/")
    browser_page.get_by_label("First card").fill("Eleven, the Mage")
    second = browser_page.get_by_label("Second card")
    second.fill("Cecily, Haunted Mage")
    second.press("Enter")
    verdict = browser_page.locator(".verdict .word", has_text="Yes")
    expect(verdict).to_be_in_viewport()
    # A shared link begins with the answer, and the way to the form is beside it.
    browser_page.goto(QUESTION)
    expect(verdict).to_be_in_viewport()
    browser_page.get_by_role("link", name="Change the question").click()
    expect(browser_page.get_by_label("First card")).to_be_in_viewport()


def test_a_lost_connection_is_reported_once(browser_page: "Page") -> None:
    browser_page.goto("/names/")
    browser_page.route("**/names/?*", lambda route: route.abort())
    for field in ("First card", "Second card"):
        with browser_page.expect_event("requestfailed", lambda request: "/names/?ask" in request.url):
            browser_page.get_by_label(field).fill("Gray Ogre")
            browser_page.get_by_label(field).press("Tab")
        expect(browser_page.locator("#answer .error")).to_have_text(["The site did not answer. Try again."])
