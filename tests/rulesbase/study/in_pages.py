"""What tests of the pages of study share: the sample with its questions, and steps that people take in a session."""

from typing import TYPE_CHECKING

from rulesbase.imports.sample import load_sample
from rulesbase.models import Deck, Grade, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.update import update_study

if TYPE_CHECKING:
    from playwright.sync_api import Page


def load_studied_sample() -> None:
    """Fill an empty database with the sample's versions and the questions that are made from them."""
    load_sample()
    assert update_study() is not None


def largest_deck() -> Deck:
    """Return the program's deck with the most cards."""
    found = sorted(Deck.objects.filter(owner=None), key=lambda deck: (-deck.places.count(), deck.pk))
    return found[0]


def begin_all(user: User) -> None:
    """Let somebody study the largest deck."""
    decks_actions.enrol(user, largest_deck())


def grade(page: "Page", number: int, *, tap: bool = True) -> str:
    """Show the answer, give a grade, wait for the next card or the end; returns the id of the grade's card."""
    card = page.locator("#stage [data-card]").get_attribute("data-card") or ""
    if tap:
        page.locator(".reveal").click()
        page.locator(".grades button").nth(number - 1).click()
    else:
        page.keyboard.press("Space")
        page.locator(".grades").wait_for()
        page.keyboard.press(str(number))
    return card


def counted(user: User) -> list[tuple[str, int]]:
    """Return the grades of somebody that count: question and grade, in their order."""
    found = Grade.objects.filter(user=user, undone_at=None).order_by("at", "pk")
    return list(found.values_list("question__public_id", "grade"))
