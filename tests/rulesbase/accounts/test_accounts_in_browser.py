"""Account pages in a real browser: they work under the content policy, and fit both widths."""

import re
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from playwright.sync_api import expect

from rulesbase.models import User
from tests.support.browsing import complaints_of, width_of
from tests.support.make import PASSWORD, make_user
from tests.support.sign_in import sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = [390, 1440]


@pytest.mark.fast
@pytest.mark.parametrize("width", WIDTHS)
def test_sign_in_and_second_factor(browser_page: "Page", width: int) -> None:
    make_user("jane")
    complaints = complaints_of(browser_page)
    browser_page.set_viewport_size({"width": width, "height": 900})
    sign_in(browser_page, "jane", "/account/second-factor/")
    picture = browser_page.get_by_role("img", name="QR code with the key below")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    assert width_of(browser_page) <= width
    assert complaints == []


def test_an_account_from_first_to_last(browser_page: "Page") -> None:
    browser_page.goto("/account/sign-in/")
    browser_page.get_by_role("link", name="Create account").click()
    # The page before has a field for a name or an address.
    browser_page.get_by_label("E-mail address", exact=True).fill("jane@rules.example")
    browser_page.get_by_role("button", name="Send me a link").click()
    browser_page.get_by_role("heading", name="Check your e-mail").wait_for()
    link = re.search(r"http\S+", str(mail.outbox[0].body))
    assert link
    browser_page.goto(link[0])
    browser_page.get_by_label("User name").fill("jane")
    browser_page.get_by_label("Password", exact=True).fill(PASSWORD)
    browser_page.get_by_label("Password confirmation").fill(PASSWORD)
    browser_page.get_by_role("button", name="Create account").click()
    browser_page.get_by_role("link", name="devices where you are signed in").click()
    expect(browser_page.get_by_role("table")).to_contain_text("Chrome on")
    browser_page.get_by_role("link", name="Back to your account").click()
    with browser_page.expect_download() as download:
        browser_page.get_by_role("link", name="Export my data").click()
    assert download.value.suggested_filename == "rulesbase-account.json"
    browser_page.get_by_role("link", name="delete the account").click()
    browser_page.get_by_label("Your password").fill(PASSWORD)
    browser_page.get_by_label("Delete my account").check()
    browser_page.get_by_role("button", name="Delete the account").click()
    browser_page.get_by_role("heading", name="The account is deleted").wait_for()
    assert not User.objects.exists()
