"""The study session in a browser: online and offline, with an account and without. No grade is lost or doubled."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from rulesbase.models import Deck, Grade, User
from rulesbase.study.decks.generated import deck_title
from tests.rulesbase.offline.line import Line
from tests.rulesbase.study.in_pages import begin_all, counted, grade, largest_deck
from tests.support.browsing import PATIENCE, Pages, complaints_of, violations, width_of
from tests.support.make import make_user
from tests.support.sign_in import sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.usefixtures("study_hall")
SESSION = "/study/booth/"
# Returns when the worker keeps the frame of the session, and every script it names. A condition that is a promise is
# true at once for playwright's own waiting.
IS_STORED = """async (patience) => {
  const isKept = async () => {
    const page = await caches.match("/study/booth/");
    if (!page) return false;
    const html = await page.text();
    const scripts = [...html.matchAll(/src="([^"]+\\.js)"/g)].map((found) => found[1]);
    const stored = await Promise.all(scripts.map((script) => caches.match(script)));
    return scripts.length > 5 && stored.every(Boolean);
  };
  for (const began = Date.now(); Date.now() - began < patience; ) {
    if (await isKept()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""
NOTHING_WAITS = "() => Object.keys(localStorage).every((name) => !/\\.(grade|undo)\\./.test(name))"
LOCAL = "() => Object.keys(localStorage).filter((name) => /\\.local\\.grade\\./.test(name)).length"
ASIDE_IS_SENT = """() => {
  const names = Object.keys(localStorage).filter((name) => name.includes(".aside."));
  return names.length > 0 && names.every((name) => JSON.parse(localStorage.getItem(name)).sent);
}"""
PHONE = {"width": 390, "height": 844}


def wait_for_card(page: "Page") -> None:
    page.locator(".reveal").wait_for()


def test_five_grades_without_network(pages: Pages, line: Line) -> None:
    user = make_user("jane")
    begin_all(user)
    page = pages.open(base_url=line.address, viewport=PHONE)
    sign_in(page, "jane", SESSION)
    wait_for_card(page)
    assert page.evaluate(IS_STORED, PATIENCE)
    first = grade(page, 3)
    page.wait_for_function(NOTHING_WAITS)
    assert counted(user) == [(first, 3)]

    line.cut()
    given = [grade(page, number) for number in (1, 3, 4)]
    expect(page.locator("#waiting")).to_contain_text("3 flash card grades are waiting to be sent.")
    # The tab is killed: what follows starts from what was written down.
    again = page.context.new_page()
    page.close()
    again.goto(SESSION)
    wait_for_card(again)
    expect(again.locator("#waiting")).to_contain_text("3 flash card grades are waiting to be sent.")
    expect(again.locator("#offline-now")).to_be_visible()
    given += [grade(again, number) for number in (2, 3)]
    expect(again.locator("#waiting")).to_contain_text("5 flash card grades are waiting to be sent.")
    # One is taken back before anybody heard of it.
    again.locator("[data-do=undo]").click()
    expect(again.locator("#stage [data-card]")).to_have_attribute("data-card", given[-1])
    given[-1] = grade(again, 4)
    assert violations(again) == []
    assert counted(user) == [(first, 3)]

    line.mend()
    again.evaluate("window.dispatchEvent(new Event('online'))")
    again.wait_for_function(NOTHING_WAITS)
    assert counted(user) == [(first, 3), *zip(given, (1, 3, 4, 2, 4), strict=True)]
    # Whatever is sent once more counts once.
    again.reload()
    wait_for_card(again)
    assert Grade.objects.filter(user=user, undone_at=None).count() == 6
    assert Grade.objects.filter(user=user).count() == 7


def grade_in_both_tabs(one: "Page", two: "Page", user: User, first: str) -> None:
    """Grade a card in each tab, and undo both; the other tab never asks for a graded card."""
    # No grade before the answer is shown.
    one.keyboard.press("3")
    assert grade(one, 4, tap=False) == first
    # The other tab goes on to the next card by itself.
    expect(two.locator("#stage [data-card]")).not_to_have_attribute("data-card", first)
    one.wait_for_function(NOTHING_WAITS)
    assert counted(user) == [(first, 4)]
    # Nor does it ask for that card when the server has its grade, and nothing waits here any more.
    two.bring_to_front()
    second = grade(two, 4)
    expect(two.locator("#stage [data-card]")).not_to_have_attribute("data-card", second)
    expect(two.locator("#stage [data-card]")).not_to_have_attribute("data-card", first)
    two.wait_for_function(NOTHING_WAITS)
    two.locator("[data-do=undo]").click()
    expect(two.locator("#stage [data-card]")).to_have_attribute("data-card", second)
    two.wait_for_function(NOTHING_WAITS)
    assert counted(user) == [(first, 4)]
    one.bring_to_front()
    one.keyboard.press("u")
    expect(one.locator("#stage [data-card]")).to_have_attribute("data-card", first)
    one.wait_for_function(NOTHING_WAITS)
    assert counted(user) == []


def switch_keys_off_and_suspend(page: "Page", first: str) -> None:
    """Switch the keys off and on, suspend the card, and find it in its list."""
    page.locator("#session-keys-on").uncheck()
    page.locator("#ask").focus()
    page.keyboard.press("Space")
    expect(page.locator("details.ans")).not_to_have_attribute("open", "")
    page.locator("#session-keys-on").check()
    page.locator("[data-do=suspend]").click()
    expect(page.locator("#stage [data-card]")).not_to_have_attribute("data-card", first)
    page.wait_for_function(ASIDE_IS_SENT)
    page.goto("/study/set-aside/")
    page.get_by_role("button", name="Resume").wait_for()


def test_two_tabs_and_keys(pages: Pages) -> None:
    user = make_user("jane")
    begin_all(user)
    one = pages.open(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    complaints = complaints_of(one)
    sign_in(one, "jane", SESSION)
    wait_for_card(one)
    expect(one.locator("#session-keys")).to_be_visible()
    two = one.context.new_page()
    two.goto(SESSION)
    wait_for_card(two)
    first = one.locator("#stage [data-card]").get_attribute("data-card") or ""
    expect(two.locator("#stage [data-card]")).to_have_attribute("data-card", first)
    one.bring_to_front()
    grade_in_both_tabs(one, two, user, first)
    switch_keys_off_and_suspend(one, first)
    assert complaints == []


def move_to_another_browser(pages: Pages, page: "Page", tmp_path: Path) -> None:
    """Export the progress, import it elsewhere twice, and try a file of something else."""
    with page.expect_download() as saving:
        page.locator("#export").click()
    saved = tmp_path / "progress.json"
    saving.value.save_as(saved)
    assert len(json.loads(saved.read_text())["grades"]) == 3
    other = pages.open(viewport=PHONE)
    other.goto("/study/?overview")
    for _time in range(2):  # read twice, it counts once
        other.locator("#import").set_input_files(saved)
        expect(other.locator("#local-held")).to_contain_text("3 flash card grades")
    expect(other.get_by_label("New flash cards per day")).to_have_value("17")
    (tmp_path / "wrong.json").write_text('{"format": "another"}')
    other.locator("#import").set_input_files(tmp_path / "wrong.json")
    expect(other.locator("#browser-message")).to_have_text(
        "This is not a progress file from Rulesbase. Choose a file that you saved with “Export”."
    )


def remove_it_there(pages: Pages, saved: Path) -> None:
    """Import the progress in French, and remove it: the page looks as on a first visit."""
    page = pages.open(viewport=PHONE, locale="fr")
    page.goto("/fr/study/?overview")
    introduction = page.locator("#local-sum").inner_text()
    page.locator("#import").set_input_files(saved)
    expect(page.locator("#local-sum")).to_contain_text("aujourd’hui\xa0: ")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#forget").click()
    expect(page.locator("#local-sum")).to_have_text(introduction)
    expect(page.locator("[data-own]")).to_have_attribute("href", re.compile("/fr/study/start/$"))
    expect(page.locator("#local-options [name=new_a_day]")).not_to_have_value("17")


def move_to_an_account(page: "Page", given: list[str], deck: Deck) -> None:
    """Sign in: the progress is offered once, and its grades are then those of the account."""
    user = make_user("jane")
    sign_in(page, "jane", "/study/?overview")
    expect(page.locator("#take-over")).to_contain_text("3 flash card grades are saved in this browser")
    page.get_by_role("button", name="Move flash card grades to my account").click()
    expect(page.locator("#taken")).to_contain_text(
        "3 flash card grades were moved to your account. 1 study deck was moved"
    )
    assert counted(user) == list(zip(given, (4, 3, 4), strict=True))
    assert list(Deck.objects.filter(enrolments__user=user)) == [deck]
    page.reload()
    expect(page.get_by_role("heading", name="Your decks")).to_be_visible()
    expect(page.locator("#take-over")).to_be_hidden()


def test_an_account_without_decks_is_asked_to_choose_one(pages: Pages) -> None:
    make_user("jane")
    page = pages.open(viewport=PHONE)
    sign_in(page, "jane", SESSION)
    page.wait_for_function("() => Object.keys(localStorage).some((name) => name.endsWith('queue'))")
    expect(page.locator("#stage")).to_contain_text("Choose a study deck to begin.")
    expect(page.locator("#stage")).not_to_contain_text("Done for today", use_inner_text=True)


def test_without_an_account_and_into_one(pages: Pages, tmp_path: Path) -> None:
    deck = largest_deck()
    page = pages.open(viewport=PHONE, color_scheme="dark")
    complaints = complaints_of(page)
    page.goto(f"/study/decks/{deck.public_id}/")
    page.locator("button.choose").click()
    # Browsers put a space before a part that only screen readers get.
    name = re.compile(rf"Remove from my decks ?: {re.escape(deck_title(deck))}")
    expect(page.locator("button.choose")).to_have_accessible_name(name)
    # A pressed "Remove" would mean the opposite.
    expect(page.locator("button.choose")).not_to_have_attribute("aria-pressed", re.compile("."))
    page.goto(SESSION)
    wait_for_card(page)
    given = [grade(page, number) for number in (4, 3, 1)]
    assert len(set(given)) == 3
    page.wait_for_function(f"() => ({LOCAL})() === 3")
    page.locator("[data-do=undo]").click()
    page.wait_for_function(f"() => ({LOCAL})() === 2")
    given[2] = grade(page, 4)
    page.goto("/study/")
    page.get_by_label("New flash cards per day").fill("17")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#options-saved")).to_be_visible()
    expect(page.locator("#local-sum")).to_contain_text("cards left today")
    expect(page.locator("#local-forecast rect")).not_to_have_count(0)
    expect(page.locator("#local-decks")).to_contain_text(deck.name)
    expect(page.locator("#local-held")).to_contain_text("3 flash card grades")
    assert violations(page) == []
    assert width_of(page) <= 390
    assert Grade.objects.count() == 0

    move_to_another_browser(pages, page, tmp_path)
    remove_it_there(pages, tmp_path / "progress.json")
    move_to_an_account(page, given, deck)
    assert complaints == []


def test_a_refused_offer_comes_back_after_the_decks_changed(pages: Pages) -> None:
    user = make_user("jane")
    decks = f"/study/decks/{largest_deck().public_id}/"
    page = pages.open(viewport=PHONE)
    page.goto(decks)
    page.locator("button.choose").click()
    page.goto(SESSION)
    wait_for_card(page)
    grade(page, 3)
    sign_in(page, "jane", "/study/?overview")
    page.locator("#take-over").get_by_role("button", name="Leave flash card grades in this browser").click()
    page.reload()
    page.get_by_role("heading", name="Study", exact=True, level=1).wait_for()
    expect(page.locator("#take-over")).to_be_hidden()

    page.context.clear_cookies()
    page.goto(decks)
    page.locator("button.choose").click()
    sign_in(page, "jane", "/study/?overview")
    expect(page.locator("#take-over")).to_contain_text("1 flash card grade is saved in this browser")
    assert counted(user) == []


def test_a_first_visit_is_a_session(pages: Pages) -> None:
    page = pages.open(viewport=PHONE)
    # Without decks the session offers them; the link to the progress leads to no other session.
    page.goto(SESSION)
    page.get_by_role("link", name="Progress").click()
    expect(page.locator("#local")).to_be_visible()
    expect(page.locator("script[src*='suggestions']")).to_have_count(1)
    page.goto("/study/")
    page.wait_for_url("**/study/booth/?deck=*")
    wait_for_card(page)
    expect(page.locator("#first-words")).to_be_visible()
    # One control shows the answer.
    expect(page.locator(".ans > summary")).to_be_hidden()
    grade(page, 3)
    expect(page.locator("#first-words")).to_be_hidden()
    page.get_by_role("link", name="End session", exact=True).click()
    expect(page.get_by_role("heading", name="Study", exact=True, level=1)).to_be_visible()
