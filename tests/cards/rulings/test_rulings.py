"""Rulings and the rules they name: found once, resolved as of their day, shown on the pages of the rules."""

import datetime
import re
from pathlib import Path

import pytest
from django.db.models import Q
from django.test import Client

from cards.imports.import_file import import_cards
from cards.models import RulingCitation, RulingsRead
from cards.rulings.actions import update_ruling_citations
from cards.rulings.queries import cited_numbers, named_bases, rulings_on
from rulesbase.archive.catalogue import catalogue
from rulesbase.citations.resolve import Status
from rulesbase.models import State
from tests.cards.imports.made_files import card, ruling, write
from tests.rulesbase.lineage.corrected import public_id, rule_at, store
from tests.support.cards import make_card, make_ruling, raise_generation
from tests.support.lending import lent
from tests.support.pages import squeezed
from tests.support.queries import queries_of

pytestmark = pytest.mark.django_db
# 101.1 goes on with its words, 101.2 is another rule from 2020 on, 101.3 comes in 2020 and is 101.1 in 2021.
ORDER = "rule 101.1 and 101.2 (see 101.9)"


archive = lent("corrected", store)


@pytest.fixture
def lamp(archive: None) -> int:
    """An archive of four versions, and a card with a ruling of 2019 on three numbers; the ruling's key."""
    card = make_card("Brass Lamp", type_line="Artifact")
    ruling = make_ruling(card, "2019-06-01", f"It stays lit: {ORDER}.")
    update_ruling_citations()
    raise_generation()
    return ruling.pk


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Nothing is named here, not even in 2004.", []),
        ("See rule 702.9b.", [("702.9b", "2019-06-01")]),
        ("(704.5s and 704.5t)", [("704.5s", "2019-06-01"), ("704.5t", "2019-06-01")]),
        ("Rules 704.5a-c apply.", [("704.5a", "2019-06-01"), ("704.5b", "2019-06-01"), ("704.5c", "2019-06-01")]),
        ("As of CR 202.3 (2006-05-01).", [("202.3", "2006-05-01")]),
        ("See 702.9 and again 702.9.", [("702.9", "2019-06-01")]),
    ],
)
def test_numbers_are_found_with_their_day(text: str, places: list[tuple[str, str]]) -> None:
    found = cited_numbers(text, datetime.date(2019, 6, 1))
    assert sorted(found) == [(number, datetime.date.fromisoformat(day)) for number, day in places]


def test_each_ruling_is_read_once(lamp: int) -> None:
    numbers = RulingCitation.objects.values_list("number", flat=True)
    assert sorted(numbers) == ["101.1", "101.2", "101.9"]
    assert update_ruling_citations() == 0
    new = make_ruling(make_card("Tin Lamp"), "2021-06-01", "As rule 101.1 says.")
    assert update_ruling_citations() == 1
    assert new.citations.get().number == "101.1"


def test_a_newer_reader_reads_all_anew(lamp: int) -> None:
    RulingsRead.objects.update(reader=0)
    assert update_ruling_citations() == 3
    assert RulingCitation.objects.count() == 3


def test_numbers_are_of_the_day_of_the_ruling(lamp: int) -> None:
    first, second, third = named_bases(catalogue(), Q(ruling=lamp))[lamp]
    assert (first.number, str(first.then), first.resolution.numbers, first.words) == (
        "101.1",
        "2019-03-01",
        ("101.2",),
        "same",
    )
    assert first.renumbered
    # What stood at 101.2 then is gone; another rule has its number today.
    assert (second.number, second.resolution.status, second.resolution.numbers) == ("101.2", Status.REMOVED, ())
    assert (third.number, third.known) == ("101.9", False)


def test_the_page_of_a_rule_lists_them(client: Client, lamp: int) -> None:
    for address in ("/rules/2021-03-01/101.2/", "/rules/2018-03-01/101.1/", f"/rule/{public_id('101.1@2019')}/"):
        page = client.get(address).content.decode()
        assert "Brass Lamp" in page, address
        assert "1 ruling" in page
    assert "Brass Lamp" in client.get("/rules/2018-03-01/101.2/").content.decode()
    assert "Brass Lamp" not in client.get("/rules/2021-03-01/101.3/").content.decode()


def test_a_page_without_rulings_asks_little_of_them(client: Client, lamp: int) -> None:
    none = queries_of(client, "/rules/2021-03-01/100.1/")
    # What the cited numbers mean and where a rule is that left its number, the rulings and their number, and their
    # computed links.
    assert queries_of(client, "/rules/2021-03-01/101.2/") == none + 10


def test_what_became_of_numbers_is_reported(client: Client, lamp: int) -> None:
    page = client.get("/cards/brass-lamp/").content.decode()
    assert "unchanged since" in page
    assert "removed; last present in the rules of" in page
    assert "cites rule 101.9, which the rules of" in page
    assert "What changed in the rule" not in page


def test_many_rulings_have_a_page_of_their_own(client: Client, lamp: int) -> None:
    card = make_card("Tin Lamp")
    for day in range(1, 60):
        make_ruling(card, f"2019-{6 + day // 28:02}-{day % 28 + 1:02}", f"Number {day}: as rule 101.1 says.")
    update_ruling_citations()
    raise_generation()
    rule = public_id("101.1@2019")
    page = client.get("/rules/2021-03-01/101.2/").content.decode()
    assert f'href="/rule/{rule}/rulings/"' in page
    assert "all 60" in page
    first = client.get(f"/rule/{rule}/rulings/").content.decode()
    assert first.count('<li id="ruling-') == 50
    second = client.get(f"/rule/{rule}/rulings/?page=2").content.decode()
    assert second.count('<li id="ruling-') == 10
    rest = rulings_on(catalogue(), rule_at("101.1@2019"), "2", 50)
    assert (rest.paginator.count, len(rest)) == (60, 10)


@pytest.mark.usefixtures("twelve")
def test_a_real_number_that_moved_and_changed(client: Client) -> None:
    """Split cards were chapter 708 in 2012 and are 709 now, with other words; 704.5 goes on as it was."""
    card = make_card("Brass Lamp")
    ruling = make_ruling(card, "2012-01-01", "See 704.5 and 708.2.")
    update_ruling_citations()
    raise_generation()
    same, moved = named_bases(catalogue(), Q(ruling=ruling))[ruling.pk]
    assert (same.number, same.words, same.resolution.numbers) == ("704.5", "same", ("704.5",))
    assert moved.resolution.numbers[0].startswith("709.")
    assert (moved.words, moved.since is not None) == ("reworded", True)
    for address in ("/cards/brass-lamp/", f"/rules/2026-06-19/{moved.resolution.numbers[0]}/"):
        page = squeezed(client.get(address).content.decode())
        assert 'href="/cite/708.2@2012-01-01"' in page, address
        assert "rule first changed in substance on <time" in page
        assert re.search(r'<details class="basisdiff">.*<del>', page, re.DOTALL)


def test_rulings_are_read_again_though_the_file_is_known(tmp_path: Path) -> None:
    file = write(tmp_path / "all.json", [card(), ruling("As rule 101.1 says.")])
    import_cards(file)
    rows = list(RulingCitation.objects.values_list("number", "day"))
    assert [number for number, _day in rows] == ["101.1"]
    RulingsRead.objects.update(reader=0)
    RulingCitation.objects.update(number="101.2")
    before = State.objects.get().generation
    assert import_cards(file).status == "known"
    assert list(RulingCitation.objects.values_list("number", "day")) == rows
    assert State.objects.get().generation == before + 1
    RulingCitation.objects.all().delete()
    import_cards(file)
    assert RulingCitation.objects.count() == len(rows)


def test_rulings_of_a_rule_without_any(client: Client, lamp: int) -> None:
    page = client.get(f"/rule/{public_id('100.1@2019')}/rulings/")
    assert page.status_code == 200
    assert "No ruling cites this rule" in page.content.decode()
    assert client.get("/rule/nothing/rulings/").status_code == 404
    assert client.post(f"/rule/{public_id('100.1@2019')}/rulings/").status_code == 405
