"""Facts on names that come with the software, beside those of curators; the admin of cards."""

import datetime

import pytest
from django.test import Client

from cards.imports.shipped_facts import load_shipped
from cards.models import Card, CardFile, Face, Interchangeable, NameEvent, OtherName
from rulesbase.engine.data_tables import data_rows
from rulesbase.models import State, User
from tests.support.commands import output_of

pytestmark = pytest.mark.django_db


def test_the_shipped_facts_are_loaded() -> None:
    assert output_of("load_name_facts") == f"Facts on names: {25 + 14} rows updated.\n"
    pair = Interchangeable.objects.get(name="Chun-Li, Countless Kicks")
    assert (pair.other, pair.since) == ("Zethi, Arcane Blademaster", datetime.date(2023, 2, 10))
    event = NameEvent.objects.get(card_name="Burning of Xinye")
    assert (event.kind, event.printed, event.instead) == ("misprint", "燎原の火", "新野の火計")


def test_again_does_nothing() -> None:
    load_shipped()
    generation = State.objects.get().generation
    assert load_shipped() == 0
    assert State.objects.get().generation == generation


def test_what_ships_is_set_anew_and_what_curators_wrote_is_left() -> None:
    load_shipped()
    NameEvent.objects.filter(card_name="Exhaustion").update(reason="old wording")
    NameEvent.objects.create(
        card_name="No Longer Shown", language="ja", kind="misprint", printed="x", source="y", shipped=True
    )
    NameEvent.objects.filter(card_name="Bomb Squad").update(reason="a curator's own", shipped=False)
    Interchangeable.objects.filter(name="Lucille").delete()
    Interchangeable.objects.create(name="Gisa's Favorite Shovel", other="Lucille", source="a curator")
    assert load_shipped() == 3
    assert NameEvent.objects.get(card_name="Exhaustion").reason != "old wording"
    assert not NameEvent.objects.filter(card_name="No Longer Shown").exists()
    assert NameEvent.objects.get(card_name="Bomb Squad").reason == "a curator's own"
    assert Interchangeable.objects.get(other="Lucille").source == "a curator"
    assert not Interchangeable.objects.filter(name="Lucille").exists()


@pytest.mark.parametrize("name", ["interchangeable.csv", "name_events.csv"])
def test_the_files_are_in_order(name: str) -> None:
    rows = data_rows(f"cards/data/{name}")
    assert all(None not in row and None not in row.values() for row in rows)
    assert all(row["source"] for row in rows)
    assert len({tuple(row.values()) for row in rows}) == len(rows)


@pytest.fixture
def staff(client: Client) -> Client:
    """Return a client signed in to the admin."""
    client.force_login(User.objects.create_superuser("admin", password="x"))
    return client


def test_official_data_can_only_be_read(staff: Client) -> None:
    card = Card.objects.create(oracle_id="a", name="Lantern Elk", slug="lantern-elk", layout="normal")
    Face.objects.create(card=card, position=0, name="Lantern Elk", text="Shines.")
    file = CardFile.objects.create(
        sha256="0", name="a.json", layout="scryfall", importer_version=1, problems=["Record 2: <odd>."]
    )
    found = staff.get("/admin/cards/card/?q=lantern").content.decode()
    assert "Lantern Elk" in found
    page = staff.get(f"/admin/cards/card/{card.pk}/change/").content.decode()
    assert "Shines." in page
    assert 'name="_save"' not in page
    assert staff.get("/admin/cards/card/add/").status_code == 403
    assert "Record 2: &lt;odd&gt;." in staff.get(f"/admin/cards/cardfile/{file.pk}/change/").content.decode()
    for table in ("cardset", "waiting", "retired", "interchangeable", "nameevent"):
        assert staff.get(f"/admin/cards/{table}/").status_code == 200


def test_a_curator_makes_a_shipped_fact_his_own(staff: Client) -> None:
    load_shipped()
    row = Interchangeable.objects.get(name="Lucille")
    generation = State.objects.get().generation
    address = f"/admin/cards/interchangeable/{row.pk}/"
    assert staff.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    sent = {"name": row.name, "other": row.other, "since": "2023-09-08", "source": "seen on the card"}
    assert staff.post(f"{address}change/", sent).status_code == 302
    row.refresh_from_db()
    assert (row.source, row.shipped) == ("seen on the card", False)
    assert State.objects.get().generation == generation + 1
    assert load_shipped() == 0
    assert staff.post(f"{address}delete/", {"post": "yes"}).status_code == 302
    assert not Interchangeable.objects.filter(pk=row.pk).exists()


def test_a_date_that_pages_could_not_write_is_refused(staff: Client) -> None:
    sent = {"card_name": "Lantern Elk", "language": "fr", "kind": "misprint", "printed": "Élan", "source": "the card"}
    for when, status in (("soon", 200), ("2013-13", 200), ("99", 200), ("2011", 302), ("2011-05", 302), ("", 302)):
        assert staff.post("/admin/cards/nameevent/add/", sent | {"when": when}).status_code == status, when


@pytest.mark.parametrize(
    ("table", "fields"),
    [("nameevent", {"kind": "misprint", "printed": "Élan", "source": "y"}), ("othername", {"kind": "nickname"})],
)
def test_a_fact_on_a_card_that_is_not_there_is_stored_with_a_warning(
    staff: Client, table: str, fields: dict[str, str]
) -> None:
    Card.objects.create(oracle_id="a", name="Lantern Elk", slug="lantern-elk", layout="normal")
    sent = {"language": "fr", "name": "Elk"} | fields
    for name, warned in (("Lantern Elk", False), ("Lanten Elk", True)):
        answer = staff.post(f"/admin/cards/{table}/add/", sent | {"card_name": name}, follow=True)
        assert ("has been imported. Check the spelling" in answer.content.decode()) == warned
    assert NameEvent.objects.count() + OtherName.objects.count() == 2
