"""The pages of cards in a real browser: no complaint of the content policy, no overflow, and axe finds nothing."""

from typing import TYPE_CHECKING

import pytest

from cards.lookup import lookup as lookup_lookup
from cards.models import NameEvent
from tests.support.browsing import complaints_of, violations, width_of
from tests.support.cards import make_card, make_name, make_ruling, make_set, raise_generation

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)


def shelve() -> None:
    old = make_set("old", "The Old Set", "1998-05-01")
    halves = [
        {"name": "Wick", "mana_cost": "{R}", "type_line": "Instant", "text": "{T}: Add {W/U}. (It goes out.)"},
        {"name": "Wax", "mana_cost": "{1}{U}", "type_line": "Instant", "text": "Tap a lamp."},
    ]
    card = make_card("Wick // Wax", halves, layout="split", slug="wick-wax", first_set=old)
    make_name(card, "fr", "Mèche // Cire", old)
    make_name(card, "ja", "芯 // 蝋", old)
    make_name(card, "de", "Docht // Wachs", old)
    make_name(make_card("Candle", is_variant=True), "ja", "芯 // 蝋", old)
    make_ruling(card, "2019-06-01", "Say both names, the left one first.")
    NameEvent.objects.create(
        card_name="Wick // Wax",
        language="ja",
        kind="misprint",
        printed="芯",
        instead="蝋",
        source="https://example.org",
    )
    lookup_lookup.forget()
    raise_generation()


@pytest.mark.fast
@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1440, "light")])
def test_nothing_to_complain_of(browser_page: "Page", width: int, theme: str) -> None:
    shelve()
    complaints = complaints_of(browser_page)
    browser_page.set_viewport_size({"width": width, "height": 900})
    browser_page.goto(f"/display/?theme={theme}&next=/cards/?q=wick")
    for address in ("/cards/?q=wick", "/fr/cards/wick-wax/"):
        browser_page.goto(address)
        browser_page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        assert violations(browser_page) == [], address
        assert width_of(browser_page) <= width, address
    assert complaints == []
