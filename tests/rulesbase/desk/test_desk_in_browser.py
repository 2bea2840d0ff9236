"""The desk in a real browser: a translator's walk by keyboard alone, and two browsers that save at once."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

import pytest
from django.conf import LazySettings
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from rulesbase.models import ReviewComment, User
from tests.rulesbase.desk.fixtures import settle
from tests.rulesbase.desk.library import ADDED, EXAMPLE, REFS, SAME, TYPO, WORD, address, spot
from tests.rulesbase.desk.texts import newest, post, readers_see, state_of
from tests.support.browsing import Pages, announcement, complaints_of
from tests.support.databases import Databases, inside
from tests.support.make import signed_in
from tests.support.sign_in import enter, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.usefixtures("open_desk")
TEXT = "Celui qui a ouvert les deux portes compte chaque pièce une seule fois."


@pytest.fixture
def open_desk(live_server: "LiveServer", databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A library of this test's own, in which what the browsers do stays: the second English version has come."""
    with django_db_blocker.unblock(), inside(databases.copy("desk", fill=settle)):
        yield


def desk_of(pages: Pages, name: str, after: str) -> "Page":
    """Open a page of the desk as somebody, in a browser of theirs."""
    page = pages.open(viewport={"width": 1440, "height": 900})
    sign_in(page, name, after)
    return page


def test_a_new_version_is_worked_off(pages: Pages) -> None:
    page = desk_of(pages, "edie", "/curate/fr/?queue=behind")
    complaints = complaints_of(page)
    # j goes to the first row, Enter opens it.
    page.keyboard.press("j")
    expect(page.locator(".deskqueue tbody a.num").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address(WORD)}?queue=behind")
    field = page.locator("#ed")
    expect(field).to_have_value(re.compile("counts every coin"))
    field.fill("")
    page.keyboard.press("Alt+c")
    expect(field).to_have_value(re.compile("counts every coin"))

    def keeps_it(request: "Request") -> bool:
        # On a slow machine a draft of the text before may be stored too.
        return "/draft/" in request.url and quote_plus(TEXT) in (request.post_data or "")

    with page.expect_response(lambda response: keeps_it(response.request)):
        field.fill(TEXT)
    page.get_by_text("Draft saved").wait_for()
    page.reload()
    expect(field).to_have_value(TEXT)
    page.keyboard.press("Control+Shift+Enter")
    page.wait_for_url(f"**{address(EXAMPLE, 2)}&queue=behind")
    assert readers_see(WORD) == TEXT
    page.locator("#ed").fill("Exemple : un boulanger n’a que de la farine.")
    page.keyboard.press("Control+Shift+Enter")
    announcement(page, "You have reached the end of this queue.").wait_for()
    for queue, button in (("references", "Update the rule numbers"), ("typography", "Approve this text unchanged")):
        page.goto(f"/curate/fr/?queue={queue}")
        page.get_by_label("Reason").fill("La version de mars.")
        page.get_by_role("button", name=button).click()
        announcement(page, "1 text approved.").wait_for()
    assert {state_of(number) for number in (WORD, EXAMPLE, REFS, TYPO)} == {"exact"}
    assert complaints == []


def test_the_english_is_copied_and_taken_back(pages: Pages) -> None:
    page = desk_of(pages, "tess", address(ADDED))
    english, field = page.locator("#english").get_attribute("data-text"), page.locator("#ed")
    assert english
    page.keyboard.press("Control+o")
    expect(field).to_have_value(english)
    page.keyboard.press("Control+z")
    expect(field).to_have_value("")
    page.get_by_role("button", name="Copy the English").click()
    expect(field).to_have_value(english)


def test_the_english_is_copied_in_a_row_of_the_list(pages: Pages) -> None:
    page = desk_of(pages, "tess", "/curate/fr/list/?chapter=101")
    row = page.locator(".listrow").filter(has=page.get_by_role("link", name=WORD, exact=True))
    field = row.locator("textarea")
    english = spot(WORD).original.text
    before = field.input_value()
    field.press("Control+o")
    expect(field).to_have_value(english)
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionStart") == len(english)
    field.press("Control+z")
    expect(field).to_have_value(before)
    row.get_by_role("button", name="Copy the English").click()
    expect(field).to_have_value(english)
    # A heading that was written already stays; an empty one is filled.
    heading = page.locator(".listrow").first.locator("[name='heading']")
    expect(page.locator(".listtotal")).to_contain_text("Ctrl O copy the English into the field")
    heading.fill("")
    heading.press("Control+o")
    expect(heading).not_to_have_value("")


def test_a_phone_goes_through_a_queue(pages: Pages) -> None:
    page = pages.open(viewport={"width": 390, "height": 844})
    sign_in(page, "tess", f"{address(WORD)}?queue=behind")
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url(f"**{address(EXAMPLE, 2)}&queue=behind")
    page.get_by_role("link", name="Previous", exact=True).click()
    page.wait_for_url(f"**{address(WORD)}?queue=behind")


def test_two_browsers_save_at_once(pages: Pages) -> None:
    here, there = (desk_of(pages, name, address(ADDED)) for name in ("tess", "rene"))
    here.reload()
    announcement(here, "Other people editing this text: rene").wait_for()
    here.locator("#ed").fill("Le texte de Tess.")
    there.locator("#ed").fill("Le texte de René.")
    there.keyboard.press("Control+s")
    announcement(there, "Saved as a draft.").wait_for()
    here.locator("#ed").press("End")
    here.locator("#ed").press_sequentially(" ")
    newer = "rene saved a newer text after you began this draft. Save your draft to see both texts."
    expect(here.locator("#newer")).to_have_text(newer)
    here.locator("#ed").fill("Le texte de Tess.")
    here.keyboard.press("Control+Enter")
    here.get_by_role("heading", name="Another person saved a newer text while you were writing").wait_for()
    expect(here.locator("#ed")).to_have_value("Le texte de Tess.")
    expect(here.locator(".conflict")).to_contain_text("Le texte de René.")
    here.wait_for_load_state()
    here.keyboard.press("Control+Enter")
    announcement(here, "was sent for review").wait_for()
    assert (newest(ADDED).wording.text, newest(ADDED).revision) == ("Le texte de Tess.", 2)


def test_a_reviewer_is_shown_what_changed_meanwhile(pages: Pages) -> None:
    tess = signed_in(User.objects.get(username="tess"))
    post(tess, ADDED, "submit", text="La première version.")
    page = desk_of(pages, "rene", f"{address(ADDED)}?queue=review")
    post(tess, ADDED, "submit", text="La seconde version.")
    page.keyboard.press("Control+Enter")
    page.get_by_role("heading", name="This text has changed since you opened it").wait_for()
    expect(page.locator("#ed")).to_have_value("La seconde version.")
    # No text of this person was lost, so none is offered.
    expect(page.locator("#restored")).to_be_hidden()
    page.keyboard.press("Control+Enter")
    announcement(page, "You have reached the end of this queue.").wait_for()
    assert (newest(ADDED).status, newest(ADDED).author_name) == ("approved", "tess")


def test_ones_own_second_window_is_named(pages: Pages) -> None:
    page = desk_of(pages, "tess", address(ADDED))
    second = page.context.new_page()
    second.goto(page.url)
    second.locator("#ed").fill("De la seconde fenêtre.")
    second.keyboard.press("Control+s")
    announcement(second, "Saved as a draft.").wait_for()
    page.locator("#ed").fill("De la première fenêtre.")
    expect(page.locator("#newer")).to_have_text(re.compile("You have this text open in another window"))
    page.keyboard.press("Control+s")
    page.get_by_role("heading", name="You have this text open in another window").wait_for()
    expect(page.locator("#ed")).to_have_value("De la première fenêtre.")


@pytest.mark.parametrize("end", ["session", "offline", "broken", "another sign-in"])
def test_nothing_typed_is_lost(pages: Pages, end: str) -> None:
    page = desk_of(pages, "rene", address(ADDED))
    field = page.locator("#ed")
    expect(field).to_be_focused()
    if end == "session":
        page.context.clear_cookies()
    elif end == "offline":
        page.context.set_offline(True)
    elif end == "broken":
        page.route("**/curate/**", lambda route: route.fulfill(status=502, body="Bad gateway"))
    else:
        page.context.clear_cookies(name="csrftoken")
    field.fill(TEXT)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#unsent")).to_be_visible()
    expect(page.locator("#unsent")).to_contain_text("saved in this browser")
    links = {"session": ["Sign in"], "another sign-in": ["Reload the page"]}
    expect(page.locator("#unsent a:visible")).to_have_text(links.get(end, []))
    expect(field).to_have_value(TEXT)
    if end == "session":
        page.locator("#unsent").get_by_role("link", name="Sign in").click()
        enter(page, "rene")
    elif end == "another sign-in":
        page.locator("#unsent").get_by_role("link", name="Reload the page").click()
    else:
        page.context.set_offline(False)
        page.unroute("**/curate/**")
        page.reload()
    page.wait_for_url(f"**{address(ADDED)}")
    expect(page.locator("#restored")).to_contain_text(
        re.compile(r"Text restored from this browser: \d+ \w+ \d{4} at \d\d:\d\d")
    )
    expect(page.locator("#restored button:visible")).to_have_text(["Discard"])
    expect(field).to_have_value(TEXT)
    page.keyboard.press("Control+Enter")
    announcement(page, "was sent for review").wait_for()
    assert newest(ADDED).wording.text == TEXT
    page.reload()
    expect(page.locator("#restored")).to_be_hidden()


def fix_a_problem_and_undo(page: "Page") -> None:
    """Fix a problem by key; the browser undoes that."""
    field = page.locator(".listrow textarea").first
    field.fill("Une «lampe».")
    expect(page.locator(".listchecks")).to_contain_text("no-break spaces inside")
    page.keyboard.press("Alt+m")
    expect(field).to_have_value("Une «\u202flampe\u202f».")
    page.keyboard.press("Control+z")
    expect(field).to_have_value("Une «lampe».")


def type_without_a_server(page: "Page") -> None:
    """Type while the server is gone and the session ends: the text is in its row again."""
    field = page.locator(".listrow textarea").first
    page.route("**/draft/**", lambda route: route.abort())
    field.fill(TEXT)
    expect(page.locator(".listrow .error:not([hidden])")).to_contain_text("saved in this browser")
    page.unroute("**/draft/**")
    page.context.clear_cookies()
    page.keyboard.press("Control+s")
    page.locator(".listrow .error").get_by_role("link", name="Sign in").click()
    enter(page, "rene")
    page.wait_for_url(f"**/curate/fr/list/?q={WORD}")
    expect(field).to_have_value(TEXT)


def test_a_list_is_approved_by_one_key_each(pages: Pages) -> None:
    page = desk_of(pages, "rene", "/curate/fr/list/?queue=behind")
    complaints = complaints_of(page)
    fields = page.locator(".listrow textarea")
    expect(fields.first).to_be_focused()
    for at in range(2):
        page.keyboard.press("Control+a")
        page.keyboard.type(f"Texte approuvé {at}")
        page.keyboard.press("Control+Shift+Enter")
    expect(page.locator(".listrow.is-done")).to_have_count(2)
    expect(fields.nth(1)).to_be_focused()
    assert newest(WORD).wording.text == "Texte approuvé 0"
    assert newest(EXAMPLE, 2).wording.text == "Texte approuvé 1"
    assert {newest(WORD).status, newest(EXAMPLE, 2).status} == {"approved"}
    # In the queue for review the main key approves, and the text of its author stays as it is.
    post(signed_in(User.objects.get(username="tess")), ADDED, "submit", text="Un moulin 12.")
    page.goto("/curate/fr/list/?queue=review")
    expect(page.locator(".listchecks")).to_contain_text("12")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".listrow.is-done")).to_have_count(1)
    # The status before is no longer shown.
    expect(page.locator(".listrow.is-done .badge:visible")).to_have_text([re.compile("is approved")])
    assert (newest(ADDED).status, newest(ADDED).author_name) == ("approved", "tess")
    page.goto(f"/curate/fr/list/?q={WORD}")
    fix_a_problem_and_undo(page)
    type_without_a_server(page)
    assert [one for one in complaints if "net::ERR_FAILED" not in one] == []


def test_a_replacement_is_chosen_and_undone(pages: Pages) -> None:
    page = desk_of(pages, "edie", "/curate/fr/replace/")
    page.get_by_label("Text to find").fill("En français")
    page.get_by_label("Replace with").fill("Ici")
    page.keyboard.press("Enter")
    chosen = page.locator("tbody input:checked")
    page.get_by_role("button", name="Select none").wait_for()
    every = chosen.count()
    page.get_by_role("button", name="Select none").click()
    expect(chosen).to_have_count(0)
    page.get_by_role("button", name="Select all").click()
    expect(chosen).to_have_count(every)
    page.get_by_role("button", name="Select none").click()
    page.get_by_label(f"Select the text of {SAME}").check()
    page.get_by_label("Reason").fill("Plus court.")
    page.keyboard.press("Enter")
    announcement(page, "Replaced in 1 text.").wait_for()
    assert str(readers_see(SAME)).startswith("Ici")
    page.get_by_label("Reason").fill("Trop court.")
    page.get_by_role("button", name="Undo all these changes").click()
    announcement(page, "1 change undone.").wait_for()
    assert str(readers_see(SAME)).startswith("En français")


def test_a_text_is_returned_by_keyboard(pages: Pages) -> None:
    post(signed_in(User.objects.get(username="tess")), ADDED, "submit", text=TEXT)
    page = desk_of(pages, "rene", f"{address(ADDED)}?queue=review")
    expect(page.locator("#ed")).to_be_focused()
    page.keyboard.press("Alt+r")
    expect(page.locator("#cm")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.keyboard.type("Il manque un mot.")
    # A new line, as in every comment.
    page.keyboard.press("Enter")
    page.keyboard.type("Et un autre.")
    page.keyboard.press("Control+Enter")
    announcement(page, "was returned to its translator").wait_for()
    assert newest(ADDED).status == "draft"
    assert ReviewComment.objects.get().text == "Il manque un mot.\nEt un autre."


def test_the_reason_stays_why_ones_own_text_is_not_approved(pages: Pages, settings: LazySettings) -> None:
    settings.FOUR_EYES = True
    page = desk_of(pages, "rene", f"/curate/fr/list/?q={ADDED}")
    page.locator(".listrow textarea").fill(TEXT)
    page.keyboard.press("Control+Shift+Enter")
    page.get_by_text("Draft saved").wait_for()
    expect(page.locator(".listrow .error")).to_have_text("Another reviewer must approve your own text.")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".listrow .error")).to_be_visible()


def test_the_list_names_a_copy_that_another_window_overtook(pages: Pages) -> None:
    page = desk_of(pages, "rene", f"/curate/fr/list/?q={ADDED}")
    page.route("**/draft/**", lambda route: route.abort())
    page.locator(".listrow textarea").fill(TEXT)
    page.locator(".listrow .error:not([hidden])").wait_for()
    post(signed_in(User.objects.get(username="rene")), ADDED, "save", text="De la seconde fenêtre.")
    page.reload()
    expect(page.locator(".listrow textarea")).to_have_value("De la seconde fenêtre.")
    expect(page.locator(".listrow .error")).to_contain_text("This browser has another text")
    page.locator(".listrow a.num").click()
    expect(page.locator("#restored q")).to_have_text(TEXT)
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator("#ed")).to_have_value(TEXT)


def test_drafts_are_saved_where_the_storage_of_the_browser_is_forbidden(pages: Pages) -> None:
    page = desk_of(pages, "tess", "/curate/")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
    )
    complaints = complaints_of(page)
    page.goto(address(ADDED))
    page.locator("#ed").fill(TEXT)
    expect(page.locator("#draft-saved")).to_contain_text("Draft saved")
    page.keyboard.press("Alt+k")
    expect(page.locator("#keyhelp")).to_be_visible()
    page.goto(f"/curate/fr/list/?q={WORD}")
    page.locator(".listrow textarea").first.fill(TEXT)
    expect(page.locator(".listrow .state").first).to_have_text("Draft saved")
    assert complaints == []


def test_a_row_is_saved_after_an_answer_that_is_not_the_servers(pages: Pages) -> None:
    page = desk_of(pages, "tess", f"/curate/fr/list/?q={WORD}")
    page.route("**/draft/**", lambda route: route.fulfill(status=404, body="<p>No such page</p>"))
    field = page.locator(".listrow textarea").first
    field.fill("Un moulin.")
    expect(page.locator(".listrow .error:not([hidden])")).to_contain_text("The server has a problem")
    page.unroute("**/draft/**")
    field.fill(TEXT)
    expect(page.locator(".listrow .state").first).to_have_text("Draft saved")
    expect(page.locator(".listrow .error:not([hidden])")).to_have_count(0)
