"""Axe on a few pages of every kind, in both themes and at both widths; `make axe` looks at all of them."""

from typing import TYPE_CHECKING

from tests.site.access.looking import OUTSIDE, VIEWS, WIDTHS, flaws_of
from tests.support.make import PASSWORD
from tests.support.sign_in import enter

if TYPE_CHECKING:
    from playwright.sync_api import Page

OF_ALL = (
    "/fr/rules/{date}/{chapter}/?lang=en,fr,ja",
    "/rules/{earlier}/{number}/",
    "/compare/{earlier}/{date}/",
    "/names/?ask=same&card=Wick+//+Wax&card=Candle",
    "/cards/wick-wax/",
    "/fr/versions/",
)
OF_ONE = ("/account/tokens/", "/fr/study/booth/", "/curate/fr/{rule}/", "/curate/import/{upload}/")
# Long words and words in a row: only whether they fit a narrow window.
NARROW_OF_ALL, NARROW_OF_ONE = ("/fr/study/",), ("/fr/curate/", "/fr/curate/questions/")


# One word as long as a line of text, where people name things themselves.
WORD = "W" * 120
NAMED = (
    f"/names/?ask=same&card={WORD}&card={WORD}",
    f"/cards/?q={WORD}",
    f"/rules/latest/{WORD}/",
    f"/study/decks/?q={WORD}",
    "/fr/archive/{date}/en/",
    "/fr/rules/{earlier}/?lang=en,fr",
    "/api/v1/docs/",
)


def test_one_long_word_makes_no_page_wider(page: "Page", facts: dict[str, str]) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for address in NAMED:
            page.goto(address.format_map(facts), wait_until="load")
            assert page.evaluate(OUTSIDE) == "", address


def test_a_link_alone_on_its_line_is_high_enough(page: "Page", facts: dict[str, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto("/rules/{date}/{number}/?lang=en,fr,ja".format_map(facts))
    links = page.locator("main p.only-screen > a")
    assert links.count() > 0
    assert links.evaluate_all("links => Math.min(...links.map((link) => link.getBoundingClientRect().height))") >= 24


def test_pages_of_all(page: "Page", facts: dict[str, str]) -> None:
    for address in OF_ALL:
        assert flaws_of(page, address.format_map(facts), VIEWS) == []
    for address in NARROW_OF_ALL:
        assert flaws_of(page, address, ()) == []


def test_pages_of_one(page: "Page", facts: dict[str, str]) -> None:
    page.goto("/account/sign-in/")
    for words in ("wrong", PASSWORD):
        enter(page, "ada", words)
        if words == "wrong":
            # What is wrong has the focus, so that it is read aloud.
            page.locator("[role=alert]:focus").wait_for()
    page.get_by_role("heading", name="Your account").wait_for()
    for address in OF_ONE:
        assert flaws_of(page, address.format_map(facts), VIEWS) == []
    for address in NARROW_OF_ONE:
        assert flaws_of(page, address, ()) == []
