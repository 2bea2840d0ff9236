"""Grades that stay in a browser: those the server has not taken yet, and those after signing out."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from rulesbase.models import User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.reviews import views as reviews_views
from tests.rulesbase.study.in_pages import counted, grade
from tests.support.browsing import Pages
from tests.support.make import PASSWORD, make_user
from tests.support.sign_in import sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.usefixtures("study_hall")
SECRET = "Where is the brass lamp?"
ALL_STORED = """async () => {
  const texts = Object.entries(localStorage).map((entry) => entry.join(" "));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) texts.push(await (await cache.match(request)).text());
  }
  return texts.join("\\n");
}"""
WAITING = "() => Object.keys(localStorage).filter((name) => /account-.*\\.grade\\./.test(name)).length"
# Of an account: what names one, or holds a card.
OURS = "() => Object.keys(localStorage).filter((name) => /account-|\\.who$/.test(name))"


def sign_out_with_a_waiting_grade(page: "Page", user: User, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign out while a grade waits: it alone stays, and is sent after the next sign-in."""
    monkeypatch.setattr(reviews_views, "wait_seconds", lambda limit, who: 60)
    second = grade(page, 4)
    expect(page.locator("#waiting")).to_have_text("1 flash card grade is waiting to be sent.")
    page.goto("/account/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    stored = page.evaluate(ALL_STORED)
    assert [word for word in (SECRET, "tin one", "shelf", "jane") if word in stored] == []
    assert [name.split(".")[3] for name in page.evaluate(OURS)] == ["grade"]
    monkeypatch.setattr(reviews_views, "wait_seconds", lambda limit, who: 0)
    sign_in(page, "jane", "/study/")
    page.wait_for_function(f"() => ({WAITING})() === 0")
    assert counted(user) == [(first, 3), (second, 4)]


def delete_the_account(page: "Page", user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delete the account: nothing of it stays in the browser."""
    page.goto("/study/booth/")
    monkeypatch.setattr(reviews_views, "wait_seconds", lambda limit, who: 60)
    page.evaluate(f"localStorage.setItem('rulesbase.study.account-{user.pk}.grade.x', '{{}}')")
    page.goto("/account/delete/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_label("Delete my account").check()
    page.get_by_role("button", name="Delete the account").click()
    page.get_by_role("heading", name="The account is deleted").wait_for()
    page.wait_for_function(f"() => ({OURS})().length === 0")


def test_too_many_grades_wait_and_signing_out_removes_cards(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user("jane")
    deck = decks_actions.create_deck(user, "Mine")
    decks_actions.write_cards(user, deck.public_id, [(SECRET, "On the shelf."), ("And the tin one?", "In the hall.")])
    decks_actions.enrol(user, deck)
    page = pages.open()
    sign_in(page, "jane", "/study/booth/")
    page.locator(".reveal").wait_for()
    assert SECRET in page.evaluate(ALL_STORED)

    # The server has too much of it: the grade waits as long as it says, and comes again by itself.
    monkeypatch.setattr(reviews_views, "wait_seconds", lambda limit, who: 1)
    with page.expect_response("**/study/sync/") as refused:
        first = grade(page, 3)
    assert (refused.value.status, refused.value.headers["retry-after"]) == (429, "1")
    expect(page.locator("#waiting")).to_have_text("1 flash card grade is waiting to be sent.")
    assert counted(user) == []
    monkeypatch.setattr(reviews_views, "wait_seconds", lambda limit, who: 0)
    page.wait_for_function(f"() => ({WAITING})() === 0")
    assert counted(user) == [(first, 3)]

    sign_out_with_a_waiting_grade(page, user, first, monkeypatch)
    delete_the_account(page, user, monkeypatch)
