"""Links to one change of a comparison: `?at=`, wherever it stands and whatever is hidden."""

import datetime
import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from rulesbase.compare import filters
from rulesbase.compare import queries as compare_queries
from rulesbase.imports.import_file import import_source
from rulesbase.models import Kinship, Version
from tests.rulesbase.compare.test_compare import PAGE, A, B, body
from tests.rulesbase.compare.test_queries import FIRST, SECOND, relatives
from tests.support.lending import lent_books
from tests.support.make import rule_at
from tests.support.texts import Book, Place

if TYPE_CHECKING:
    from playwright.sync_api import Page

OLD = (
    Book(datetime.date(2020, 3, 1))
    .with_chapter(100, *(Place(f"a{at}") for at in range(6)))
    .with_chapter(304, *(Place(f"b{at}") for at in range(6)), Place("quote", "It’s lit."))
)
NEW = (
    Book(datetime.date(2021, 3, 1), terms=("Harbour", "Pier"))
    .with_chapter(100, *(Place(f"a{at}", "And so it ends.") for at in range(6)))
    .with_chapter(
        304,
        *(Place(f"b{at}", "And so it ends.") for at in range(5)),
        Place("zero"),
        Place("b5", examples=("A lamp is lit at dusk.",)),
        Place("quote", "It's lit."),
    )
)


_both = lent_books(OLD, NEW)


@pytest.fixture
def two(_both: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "MANY", 3)


def rule_id(number: str, date: str = B) -> str:
    return rule_at(number, date).public_id


@pytest.mark.usefixtures("two")
class TestAt:
    @pytest.mark.parametrize("number", ["100.1", "304.1", "304.4", "304.6", "304.7", "304.8", "pier"])
    def test_a_linked_change_is_on_the_page(self, client: Client, number: str) -> None:
        rule = rule_id(number)
        assert f'id="c-{rule}"' in body(client, f"?at={rule}")

    def test_what_the_list_leaves_out_is_shown(self, client: Client) -> None:
        rule = rule_id("304.4")
        assert f'id="c-{rule}"' in body(client, f"?at={rule}&kind=added&item=glossary")
        assert f'id="c-{rule}"' in body(client, f"?at={rule}&section=100")
        rule = rule_id("304.8")
        assert f'id="c-{rule}"' not in body(client, "?section=304")
        assert f'id="c-{rule}"' in body(client, f"?at={rule}")
        assert f'id="c-{rule_id("304.4")}"' in body(client, "?at=304.4")

    def test_permalinks_say_where(self, client: Client) -> None:
        page = body(client, "?section=304&kind=unchanged&view=side")
        rule = rule_id("304.1")
        assert f'<a href="?view=side&amp;at={rule}#c-{rule}" aria-label="Permanent link' in page

    def test_the_page_of_a_rule_leads_to_its_change(self, client: Client) -> None:
        page = client.get(f"/rules/{B}/304.4/").content.decode()
        assert f'href="{PAGE}?at=304.4#c-{rule_id("304.4")}"' in page

    @pytest.mark.parametrize("at", ["nothing1", "", "c-" + "x" * 300])
    def test_what_is_none_changes_nothing(self, client: Client, at: str) -> None:
        assert re.findall(r'id="c-\w+"', body(client, f"?at={at}")) == re.findall(r'id="c-\w+"', body(client, ""))


@pytest.mark.django_db
def test_each_rule_of_a_split_or_merge_leads_to_the_change(client: Client) -> None:
    for book in (FIRST, SECOND):
        import_source(book.bytes(), name=f"{book.date}.txt")
    Kinship.objects.all().delete()
    version = Version.objects.get(date=B)
    part, merged = rule_at("201.5", B), rule_at("301.1", A)
    relatives("split", version, rule_at("201.1", B), part)
    relatives("merge", version, merged, rule_at("201.3", B))
    # Caches of earlier tests may have had the same stamp.
    compare_queries._compared.cache_clear()
    for at in (part.public_id, "201.5", merged.public_id):
        page = body(client, f"?kind=added&at={at}")
        assert page.count(f'id="c-{part.public_id}"') == page.count(f'id="c-{merged.public_id}"') == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("two")
def test_a_change_behind_the_hash_alone(browser_page: "Page") -> None:
    rule = rule_id("304.4")
    # The script goes on before the page has wholly arrived.
    browser_page.goto(f"{PAGE}#c-{rule}", wait_until="commit")
    browser_page.wait_for_url(f"**{PAGE}?at={rule}#c-{rule}")
    expect(browser_page.locator(":target")).to_have_attribute("id", f"c-{rule}")
    browser_page.goto(f"{PAGE}#c-nothing1", wait_until="commit")
    browser_page.wait_for_url(f"**{PAGE}?at=nothing1#c-nothing1")
