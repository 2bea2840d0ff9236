"""/api/v1/desk/ties/: links of rulings to rules."""

import pytest

from cards.models import RulingTie
from tests.rulesbase.desk.programs import Program
from tests.support.cards import make_card, make_ruling

pytestmark = pytest.mark.usefixtures("desk")


def test_a_tie_and_its_end() -> None:
    ruling = make_ruling(make_card("Brass Lamp"), "2020-06-01", "Its light counts twice.")
    cora = Program("cora")
    sent = {"ruling": ruling.pk, "place": "101.3", "reason": "It says so."}
    made = cora.post("ties/", sent)
    assert (made.status, made.data["place"], made.data["card"]) == (200, "101.3@2020-03-01", "brass-lamp")
    row = RulingTie.objects.get()
    assert (row.made_by and row.made_by.username, row.made_by_token) == ("cora", "bot")
    assert cora.post("ties/", sent).status == 409
    assert cora.post("ties/", sent | {"place": "x" * 60}).status == 422
    assert cora.post("ties/", sent | {"ruling": 2**31 - 1}).status == 409
    assert cora.post(f"ties/{row.pk}/withdraw/", {}).data["withdrawn_by"] == "cora"
    row.refresh_from_db()
    assert row.withdrawn_by_token == "bot"
    assert [one["id"] for one in cora.get("ties/?withdrawn=true").data["results"]] == [row.pk]
