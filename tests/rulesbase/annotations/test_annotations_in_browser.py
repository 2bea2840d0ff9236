"""Marking by selecting, and the path without an account, in a browser."""

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client

from rulesbase.imports.sample import load_sample
from rulesbase.models import RuleNote
from tests.rulesbase.documents.conftest import import_first
from tests.support.browsing import Pages, complaints_of, violations, width_of
from tests.support.make import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)
_SELECT = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}"""


def sign_in(page: "Page", client: Client, address: str) -> None:
    client.force_login(make_user("ada"))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])


def test_words_that_are_selected_are_marked(pages: Pages, client: Client) -> None:
    load_sample()
    page = pages.open(viewport={"width": 390, "height": 844})
    message = complaints_of(page)
    page.goto("/rules/")
    sign_in(page, client, page.url)
    page.goto("/rules/latest/201/")
    words = page.locator(".entry-body.text p").first
    words.wait_for()
    words.evaluate(_SELECT)
    page.locator("#markbar").wait_for()
    assert violations(page) == []
    assert width_of(page) == 390
    page.keyboard.press("m")
    page.wait_for_url("**#m-*")
    page.locator("mark.own-mark").first.wait_for()
    one = RuleNote.objects.get()
    assert one.phrase == words.inner_text().replace("\n", " ")
    # The other button leads to where a note is written.
    page.locator(".entry-body.text p").nth(1).evaluate(_SELECT)
    page.get_by_role("button", name="Highlight and add a note").click()
    page.wait_for_url("**/study/notes/**")
    page.get_by_label("Note").fill("mind this")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("mind this").wait_for()
    assert message == []


def test_items_of_lists_and_tables_in_a_document(pages: Pages, client: Client) -> None:
    load_sample()
    import_first()
    page = pages.open()
    page.goto("/")
    sign_in(page, client, page.url)
    for part in ("ul", "table"):
        page.goto("/documents/mtr/2021-07-04/1/")
        page.locator(f".entry-body {part}").first.evaluate(_SELECT)
        page.locator("#markbar").wait_for()
        page.keyboard.press("m")
        page.wait_for_url("**#m-*")
        page.locator(f"{part} mark.own-mark").nth(1).wait_for()
    assert {(note.number, note.phrase[-8:]) for note in RuleNote.objects.all()} == {
        ("1.1", " praised"),
        ("1.2", "ttic\ttwo"),
    }


def test_the_path_is_stored_in_the_browser_and_brought_along(pages: Pages, client: Client) -> None:
    load_sample()
    page = pages.open(viewport={"width": 390, "height": 844})
    page.goto("/study/path/first/")
    page.locator("#golden").get_by_role("button").click()
    page.locator("#golden.is-done").wait_for()
    assert violations(page) == []
    page.goto("/study/path/")
    page.get_by_text("1 / 41").wait_for()
    # A second window marks another step: both windows show both.
    other = page.context.new_page()
    other.goto("/study/path/first/")
    other.locator("[data-done]").nth(1).click()
    page.get_by_text("2 / 41").wait_for()
    sign_in(page, client, page.url)
    page.goto("/study/path/")
    page.locator("li.is-done[data-step=golden]").wait_for()
    assert page.evaluate("localStorage.getItem('rulesbase.annotations.learning_path')") is None
