"""Account pages in a real browser: they work under the content policy, and pass axe at both widths."""

from typing import TYPE_CHECKING

import pytest

from tests.make import PASSWORD, make_user

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = [390, 1440]


@pytest.mark.parametrize("width", WIDTHS)
def test_sign_in_and_second_factor(browser_page: "Page", width: int) -> None:
    make_user("jane")
    complaints: list[str] = []
    browser_page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    browser_page.set_viewport_size({"width": width, "height": 900})
    browser_page.goto("/account/sign-in/?next=/account/second-factor/")
    browser_page.get_by_label("User name or e-mail address").fill("jane")
    browser_page.get_by_label("Password").fill(PASSWORD)
    browser_page.get_by_role("button", name="Sign in").click()
    picture = browser_page.get_by_role("img", name="QR code with the key below")
    assert picture.bounding_box() is not None
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing(browser_page: "Page", width: int, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    browser_page.set_viewport_size({"width": width, "height": 900})
    browser_page.goto(f"/display/?theme={theme}&next=/account/sign-in/")
    assert axe.run(browser_page).response["violations"] == []
    browser_page.get_by_label("User name or e-mail address").fill("jane")
    browser_page.get_by_label("Password").fill("wrong")
    browser_page.get_by_role("button", name="Sign in").click()
    browser_page.get_by_role("alert").wait_for()
    assert axe.run(browser_page).response["violations"] == []
