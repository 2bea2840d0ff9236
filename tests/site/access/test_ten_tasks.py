"""Ten tasks of a new user on a phone: from the front page by links and forms, each in at most three presses.

A press is a click, a tap or Enter; to type one query is free. No one is signed in.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect
from pytest_django import DjangoDbBlocker

from rulesbase.core.database.write_lock import writing
from rulesbase.models import Entry
from rulesbase.study.update import update_study
from tests.site.access.library import translate
from tests.support.browsing import Pages
from tests.support.caches import forget_cards
from tests.support.cards import make_card, make_ruling, raise_generation
from tests.support.databases import Databases, inside

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}
VERSIONS = "2006-05-01 2008-10-01 2015-07-17 2026-04-17 2026-06-19".split()
FRENCH = "Texte français d’essai."


def fill() -> None:
    """Add French texts of trample, a card with a ruling, and the questions of study."""
    with writing():
        for entry in Entry.objects.filter(edition__version__date=VERSIONS[-1], number__startswith="702.19"):
            translate(entry, "", FRENCH)
    card = make_card("Blood Moon", type_line="Enchantment", mana_cost="{2}{R}")
    make_ruling(card, "2020-08-07", "It changes lands.")
    forget_cards()
    update_study()
    raise_generation()


@pytest.fixture(scope="module")
def five_name(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database with five real versions and what `fill` adds."""
    with django_db_blocker.unblock():
        real = databases.filled("five", [corpus / "cr" / "en" / f"{date}.txt" for date in VERSIONS])
        return databases.copy("ten", fill=fill, upon=real)


class Walk:
    """A visit that begins on the front page, and its presses."""

    def __init__(self, page: "Page") -> None:
        self.page, self.presses = page, 0
        page.goto("/")

    def ask(self, query: str) -> None:
        """Type a query and press Enter."""
        field = self.page.get_by_label("Search rules, terms and numbers")
        field.fill(query)
        field.press("Enter")
        self.presses += 1
        self.page.wait_for_load_state()

    def press(self, what: Locator) -> None:
        """Press a link or button, which is to be seen."""
        expect(what).to_be_visible()
        what.click()
        self.presses += 1

    def link(self, name: str) -> Locator:
        """Return the first link of the main part with this name."""
        return self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first


@pytest.fixture
def walk(pages: Pages, five_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Walk]:
    """Yield a visit, which must have taken at most three presses in the end."""
    with django_db_blocker.unblock(), inside(five_name):
        page = pages.open(viewport=PHONE, service_workers="block", permissions=["clipboard-read", "clipboard-write"])
        walk = Walk(page)
        yield walk
        assert walk.presses <= 3


def test_an_old_rule_and_where_it_is_now(walk: Walk) -> None:
    walk.ask("202.3 May 2006")
    expect(walk.page.locator(".ruletext")).to_contain_text("name")
    walk.press(walk.page.locator(".pastbar a"))
    walk.page.wait_for_url("**/rules/2026-06-19/201.2*/**")


def test_what_changed_last(walk: Walk) -> None:
    walk.press(walk.link("What changed"))
    expect(walk.page.locator("#changed")).to_be_in_viewport()
    expect(walk.page.locator(".change ins").first).to_be_visible()


def test_when_the_legend_rule_changed(walk: Walk) -> None:
    walk.ask("legend rule")
    walk.press(walk.link("704.5j"))
    walk.press(walk.link("History"))
    expect(walk.page.get_by_role("main")).to_contain_text("2015")


def test_a_citation_of_2008(walk: Walk) -> None:
    walk.ask("502.68b of 2008")
    walk.page.wait_for_url("**/rules/2008-10-01/502.68b/")
    expect(walk.page.locator(".ruletext")).to_contain_text("lifelink")


def test_trample_in_french_beside_english(walk: Walk) -> None:
    walk.ask("trample")
    walk.press(walk.link("702.19"))
    walk.press(walk.page.locator(".langpick a[hreflang=fr]"))
    expect(walk.page.get_by_text(FRENCH).first).to_be_visible()
    expect(walk.page.get_by_role("main")).to_contain_text("static ability")


def test_the_rulings_of_a_card(walk: Walk) -> None:
    walk.ask("blood moon")
    walk.page.wait_for_url("**/cards/blood-moon/")
    expect(walk.page.get_by_text("It changes lands.")).to_be_attached()


def test_study_of_a_chapter(walk: Walk) -> None:
    walk.ask("state-based actions")
    walk.press(walk.link("704"))
    walk.press(walk.link("Study this chapter"))
    expect(walk.page.get_by_text("704 State-Based Actions").first).to_be_visible()
    expect(walk.page.locator(".reveal")).to_be_visible()


def test_how_to_copy_spells(walk: Walk) -> None:
    walk.ask("how to copy spells")
    walk.press(walk.link("707.10"))
    walk.page.wait_for_url("**/rules/2026-06-19/707.10/")


def test_the_rules_of_a_year_as_epub(walk: Walk) -> None:
    walk.press(walk.link("Downloads: EPUB, text, JSON"))
    walk.press(walk.page.get_by_role("row").filter(has_text="2015").get_by_role("link").first)
    with walk.page.expect_download() as loaded:
        walk.press(walk.page.get_by_role("link", name="EPUB").first)
    assert loaded.value.suggested_filename.endswith(".epub")


def test_a_link_that_lasts(walk: Walk) -> None:
    walk.ask("704.5j")
    walk.press(walk.link("Copy link"))
    expect(walk.page.locator("#announce")).to_contain_text("Copied:")
    assert walk.page.evaluate("navigator.clipboard.readText()").endswith("/rules/2026-06-19/704.5j/")
