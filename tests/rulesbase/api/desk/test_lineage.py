"""/api/v1/desk/corrections/: corrections of the lineage."""

import pytest

from rulesbase.models import Correction, Entry, Wording
from tests.rulesbase.desk.programs import Program

pytestmark = pytest.mark.usefixtures("desk")


MOVE = {"old": "101.3@2020-03-01", "verb": "apart", "new": "101.3@2021-03-01", "reason": "It <b>is</b> another."}


def test_a_correction_and_its_end() -> None:
    cora = Program("cora")
    dry = cora.post("corrections/", MOVE | {"dry": True})
    assert (dry.status, dry.data["id"], dry.data["bond"]) == (200, None, "same")
    assert not Correction.objects.exists()
    made = cora.post("corrections/", MOVE)
    assert (made.status, made.data["holds"], made.data["token"]) == (200, True, "bot")
    row = Correction.objects.get()
    assert (row.made_by and row.made_by.username, row.made_by_token) == ("cora", "bot")
    twice = cora.post("corrections/", MOVE)
    assert (twice.status, "Remove the other correction first" in twice.data["detail"]) == (409, True)
    for wrong in ({"old": "101.3"}, {"old": "999.9@2020-03-01"}, {"new": "101.3@1066-01-01"}):
        assert cora.post("corrections/", MOVE | wrong).status == 409, wrong
    assert [one["id"] for one in cora.get("corrections/").data["results"]] == [row.pk]
    gone = cora.post(f"corrections/{row.pk}/withdraw/", {})
    assert (gone.status, gone.data["withdrawn_by"]) == (200, "cora")
    row.refresh_from_db()
    assert row.withdrawn_by_token == "bot"
    assert cora.post(f"corrections/{row.pk}/withdraw/", {}).status == 409
    assert len(cora.get("corrections/?withdrawn=true").data["results"]) == 1


def test_a_dry_run_shows_both_texts_in_full() -> None:
    entry = Entry.objects.get(edition__version__date="2020-03-01", edition__language="en", number="101.3")
    long = f"{entry.wording.text} This sentence makes the text longer than the sixty characters of a label."
    Wording.objects.filter(pk=entry.wording_id).update(heading="Payments", text=long)
    dry = Program("cora").post("corrections/", MOVE | {"dry": True})
    assert dry.data["old_text"] == f"Payments\n{long}"
