"""Every task by keyboard alone: the focus is always to be seen, nothing is a trap, and what happened is shown."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from playwright.sync_api import TimeoutError, expect
from pytest_django import DjangoDbBlocker

from rulesbase.models import Translation, Watch
from tests.site.access import keys
from tests.site.access.library import ADA
from tests.site.access.places import known
from tests.support.browsing import PATIENCE, Pages, announcement, complaints_of
from tests.support.databases import Databases, inside
from tests.support.make import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def facts(reachable_name: str, databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """A database of the test's own, and what stands where in it."""
    assert reachable_name
    with django_db_blocker.unblock(), inside(databases.copy("reachable")):
        yield known()


def sign_in(page: "Page", after: str) -> None:
    page.goto(f"/account/sign-in/?next={after}")
    keys.write(page, page.get_by_label("User name or e-mail address"), ADA)
    keys.write(page, page.get_by_label("Password"), PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{after}")


def show_the_answer(page: "Page") -> None:
    """Press Space, as often as it takes: the card may be drawn anew while the key goes down."""
    for _ in range(20):
        page.keyboard.press("Space")
        try:
            page.locator(".grades").wait_for(timeout=PATIENCE / 20)
        except TimeoutError:
            continue
        # A card that is drawn again hides its answer.
        page.wait_for_timeout(500)
        if page.locator(".grades").is_visible():
            return
    pytest.fail("The answer does not open.")


def search_by_number_and_by_words(page: "Page", facts: dict[str, str]) -> None:
    """A number jumps to its rule, words search."""
    field = page.locator("main input[type=search]")
    keys.write(page, field, "201.2")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rules/{facts['date']}/201.2/")
    page.keyboard.press("/")
    page.keyboard.insert_text("lantern")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=lantern")
    keys.press(page, page.locator("main a[href*='/rules/']").first)
    page.wait_for_url("**/rules/**")


def read_another_version_and_language(page: "Page", facts: dict[str, str]) -> None:
    """Choose another version and a second language, and go through the whole page."""
    page.goto(f"/rules/{facts['date']}/201/")
    keys.press(page, page.locator(".versionbar summary"))
    keys.choose(page, page.get_by_label("or choose a version from the list"), facts["earlier"])
    keys.press(page, page.get_by_role("button", name="Open"))
    page.wait_for_url(f"**/rules/{facts['earlier']}/201/**")
    keys.press(page, page.locator(".langpick a[hreflang=fr]"))
    page.wait_for_url("**lang=en,fr**")
    expect(page.locator(".langpick a[hreflang=fr]")).to_have_attribute("aria-current", "true")
    # The whole page, under the bar that says that this is the past: no trap, nothing hidden.
    page.goto(f"/rules/{facts['earlier']}/201/")
    keys.through(page)


def choose_theme_and_language(page: "Page") -> None:
    """Choose the dark theme and French."""
    keys.press(page, page.locator(".display summary"))
    dark = page.get_by_label("Dark")
    keys.to(page, page.get_by_label("System"))
    page.keyboard.press("ArrowUp")
    expect(dark).to_be_checked()
    keys.to(page, page.get_by_label("English"))
    page.keyboard.press("ArrowDown")
    keys.press(page, page.locator(".display button[type=submit]"))
    page.wait_for_url("**/fr/rules/**")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def compare_and_cite(page: "Page", facts: dict[str, str]) -> None:
    """Step through the changes between two versions, and look up citations."""
    page.goto(f"/compare/?b={facts['date']}")
    keys.choose(page, page.get_by_role("combobox", name="From", exact=True), facts["earliest"])
    keys.press(page, page.locator("main button[type=submit]").first)
    page.wait_for_url("**/compare/*/*/**")
    page.locator("#changes .change").first.wait_for()
    page.keyboard.press("j")
    expect(page.locator("#changes .change:focus")).to_have_count(1)
    # Citations, one a line.
    page.goto("/cite/")
    keys.write(page, page.locator("main textarea").first, f"201.2@{facts['earliest']}\n999.9@{facts['date']}")
    keys.press(page, page.locator("main button[type=submit]").first)
    page.locator("main a.num").first.wait_for()


def test_a_reader_finds_reads_and_compares(pages: Pages, facts: dict[str, str]) -> None:
    page = pages.open(viewport=PHONE)
    complaints = complaints_of(page)
    page.goto("/")
    # The first step skips what is the same on all pages.
    keys.step(page)
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    search_by_number_and_by_words(page, facts)
    read_another_version_and_language(page, facts)
    choose_theme_and_language(page)
    compare_and_cite(page, facts)
    assert complaints == []


def test_a_floating_panel_closes_with_escape_and_when_the_focus_leaves_it(pages: Pages, facts: dict[str, str]) -> None:
    page = pages.open(viewport=PHONE)
    page.goto(f"/rules/{facts['date']}/201/")
    handle, field = page.locator(".versionbar summary"), page.get_by_label("Date, set name or set code")
    keys.press(page, handle)
    keys.to(page, field)
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(handle).to_be_focused()
    page.keyboard.press("Enter")
    keys.to(page, page.locator(".langpick a").first)
    expect(field).to_be_hidden()


def test_a_judge_checks_names_studies_and_takes_a_test(pages: Pages, facts: dict[str, str]) -> None:
    page = pages.open(viewport=PHONE)
    complaints = complaints_of(page)
    page.goto("/names/")
    keys.write(page, page.get_by_label("First card"), "Wick // Wax")
    keys.write(page, page.get_by_label("Second card"), "Candlewick")
    page.keyboard.press("Tab")
    # The answer is read aloud, and the focus stays in the form.
    expect(page.locator("#answer-status[role=status]")).to_have_text(re.compile("^No"))
    assert page.evaluate("document.querySelector('#nameform').contains(document.activeElement)")
    sign_in(page, "/study/booth/")
    page.locator(".reveal").wait_for()
    show_the_answer(page)
    first = page.locator("#stage [data-card]").get_attribute("data-card") or ""
    # The keyboard needs no single keys: Tab goes to the grades.
    keys.press(page, page.locator(".grades button").nth(2))
    expect(page.locator("#stage [data-card]")).not_to_have_attribute("data-card", first)
    page.goto("/study/test/")
    keys.press(page, page.locator("main button[type=submit]").first)
    page.wait_for_url("**seed=**")
    for _ in range(60):
        keys.press(page, page.locator("main button[type=submit]").first)
        page.wait_for_load_state("load")
        option = page.locator("main input[name=option]").first
        if not option.count():
            break
        keys.to(page, option)
        page.keyboard.press("Space")
    expect(page.locator("main h1")).to_be_visible()
    assert complaints == []


def test_a_curator_translates_and_looks_at_an_import(pages: Pages, facts: dict[str, str]) -> None:
    page = pages.open(viewport={"width": 1440, "height": 900})
    complaints = complaints_of(page)
    sign_in(page, f"/curate/fr/{facts['rule']}/")
    keys.write(page, page.locator("#ed"), "Une lanterne et ses règles.")
    keys.press(page, page.locator("button[name=verb][value=submit]").last)
    announcement(page, "was sent for review").wait_for()
    # The queue: j goes to its first row, Enter opens it.
    page.goto("/curate/fr/?queue=review")
    page.locator(".deskqueue tbody a.num").first.wait_for()
    page.keyboard.press("j")
    expect(page.locator(".deskqueue tbody a.num").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**queue=review")
    expect(page.locator("#ed")).to_have_value("Une lanterne et ses règles.")
    keys.press(page, page.locator("button[name=verb][value=approve]").last)
    announcement(page, "You have reached the end of this queue.").wait_for()
    assert Translation.objects.get(wording__text="Une lanterne et ses règles.").status == "approved"
    page.goto(f"/curate/import/{facts['upload']}/")
    assert keys.through(page) > 10
    assert complaints == []


def test_somebody_watches_and_sets_up_a_second_factor(pages: Pages, facts: dict[str, str]) -> None:
    page = pages.open(viewport=PHONE)
    complaints = complaints_of(page)
    sign_in(page, f"/rules/{facts['date']}/201.2/")
    keys.press(page, page.locator("#watch button"))
    # The button answers in its place: it keeps the focus, and the result is announced.
    expect(page.get_by_role("button", name="Stop watching")).to_be_focused()
    expect(page.get_by_text("You are watching this page.")).to_have_count(1)
    assert Watch.objects.filter(kind="rule").count() == 1
    keys.press(page, page.get_by_role("button", name="Stop watching"))
    expect(page.get_by_role("button", name="Watch", exact=True)).to_be_focused()
    assert not Watch.objects.filter(kind="rule").exists()
    # The error is shown at the field, which has the focus.
    page.goto("/account/password/")
    for field, words in zip(page.locator("main input[type=password]").all(), (PASSWORD, "abc", "abd"), strict=True):
        keys.write(page, field, words)
    page.keyboard.press("Enter")
    wrong = page.locator("[aria-invalid=true]").first
    expect(wrong).to_be_focused()
    described = (wrong.get_attribute("aria-describedby") or "").split()
    assert any(page.locator(f"#{one}.error").count() for one in described)
    page.goto("/account/second-factor/")
    device = TOTPDevice.objects.get(user__username=ADA, confirmed=False)
    keys.write(page, page.locator("#id_code"), f"{totp(device.bin_key):06d}")
    keys.write(page, page.locator("#id_password"), PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Backup codes", exact=True).wait_for()
    page.goto("/account/")
    keys.press(page, page.get_by_role("button", name="New backup codes"))
    keys.write(page, page.locator("#id_password"), PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Backup codes", exact=True).wait_for()
    assert complaints == []
