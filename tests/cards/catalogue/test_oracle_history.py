"""The Oracle text of a card as of a version: page, command, API."""

import datetime
import json
import re
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.test import Client

from cards.catalogue.oracle_history import oracle_text
from cards.engine.records.dated import DatedFactRecord
from cards.models import Card, DatedFact
from tests.support.cards import make_card
from tests.support.commands import output_of

pytestmark = pytest.mark.django_db


def make_fact(kind: str, value: Any, *days: str) -> None:
    digest = DatedFactRecord(kind, "Oda Heron", value).digest
    DatedFact.objects.create(kind=kind, name="Oda Heron", value=value, days=list(days), digest=digest)


@pytest.fixture(autouse=True)
def heron(twelve: None) -> Card:
    card = make_card("Oda Heron", type_line="Creature \u2014 Bird", text="It flies.", standing="2022-04-29 2 abc")
    make_fact("face", ["Creature \u2014 Bird", "It flies over his or her pond.", "", "", "", ""], "2013-06-28")
    make_fact("face", ["Creature \u2014 Bird", "It flies over their pond.", "", "", "", ""], "2018-11-07")
    make_fact("first", ["2007-10-12", "hrn", "Herons"], "2013-06-28")
    make_fact("printed", ["hrn", "2007-10-12", "Creature \u2014 Bird", "Flying"], "2018-11-07")
    make_fact("ruling", ["2007-10-01", "It really flies."], "2013-06-28")
    make_fact("ruling", ["2017-10-01", "It flies far."], "2013-06-28", "2018-11-07")
    return card


def shown_page(client: Client, day: str) -> str:
    """Return the page of the card as of a version, without the tags of dates."""
    return re.sub(r"</?time[^>]*>", "", client.get(f"/cards/oda-heron/?version={day}").content.decode())


def test_the_page_shows_the_text_of_the_version_and_its_changes(client: Client) -> None:
    page = shown_page(client, "2018-10-05")
    assert "Oracle text as of 28 June 2013" in page
    for words in (
        "12 October 2007",
        "HRN",
        "Flying",
        "1 October 2007 · ruling last present in the card data of 28 June 2013",
        "It really flies.",
    ):
        assert words in page
    assert "<del" in page
    assert "Oracle text as of 28 June 2013, the earliest available" in shown_page(client, "2011-09-30")


def test_a_text_of_later_data_alone_is_called_the_earliest() -> None:
    lamp = make_card("Lamp", type_line="Artifact", standing="2022-04-29 2 x")
    found = oracle_text(lamp, datetime.date(2018, 10, 5))
    assert (str(found.as_of), found.is_later) == ("2022-04-29", True)
    assert not oracle_text(lamp, datetime.date(2022, 4, 29)).is_later


def shown(day: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output_of("show_card", "Oda Heron", "--version", day, "--json"))
    return found


def test_the_newest_data_decide_on_the_first_printing() -> None:
    assert shown("latest")["first_printed"] == "2007-10-12"
    make_fact("first", ["2008-02-01", "hrn", "Herons"], "2018-11-07")
    assert shown("latest")["first_printed"] == "2008-02-01"


def test_the_command_shows_the_text_of_the_version() -> None:
    assert (shown("2018-10-05")["as_of"], shown("2018-10-05")["faces"][0]["text"]) == (
        "2013-06-28",
        "It flies over his or her pond.",
    )
    assert shown("2019-01-25")["faces"][0]["text"] == "It flies over their pond."
    assert shown("latest")["faces"][0]["text"] == "It flies."
    assert [one["first"] for one in shown("latest")["history"]] == ["2022-04-29", "2018-11-07", "2013-06-28"]
    assert shown("2011-09-30")["not_known_before"] == "2013-06-28"
    assert shown("latest")["first_printed"] == "2007-10-12"


def test_the_command_names_cards_near_an_unknown_name() -> None:
    with pytest.raises(CommandError, match=r"no card named “Oda Herron”\. Near names: Oda Heron"):
        output_of("show_card", "Oda Herron")
