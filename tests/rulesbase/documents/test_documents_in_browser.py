"""Tournament documents in a real browser."""

from typing import TYPE_CHECKING

import pytest

from tests.support.browsing import width_of

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.usefixtures("two_versions")
def test_a_wide_table_scrolls_on_a_phone(browser_page: "Page") -> None:
    browser_page.set_viewport_size({"width": 390, "height": 900})
    browser_page.goto("/documents/mtr/latest/1.2/")
    browser_page.locator("main td").first.evaluate("cell => { cell.textContent = 'Disqualification'.repeat(5); }")
    assert width_of(browser_page) == 390


@pytest.mark.usefixtures("two_versions")
def test_long_numbers_of_sections_fit_beside_the_map_on_a_phone(browser_page: "Page") -> None:
    browser_page.set_viewport_size({"width": 390, "height": 900})
    browser_page.goto("/documents/mtr/compare/2021-07-04/2022-05-06/")
    row = browser_page.locator(".heat li").last
    row.locator("b").evaluate("number => { number.textContent = '110'; }")
    assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
