"""/api/v1/desk/texts/fr/…/history/: programs read the history of a text and restore an earlier one."""

import pytest
from django.test import override_settings

from rulesbase.models import ActionLog
from tests.rulesbase.desk.library import SAME, WORD
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.desk.texts import readers_see

pytestmark = pytest.mark.usefixtures("desk")


def test_an_earlier_text_is_taken_up_again() -> None:
    tess, rene = Program("tess"), Program("rene")
    before = readers_see(SAME)
    rene.do(SAME, "save", text="Un autre texte.", seen=rene.get(f"texts/fr/{SAME}/").data["seen"], **{"as": "approved"})
    assert readers_see(SAME) == "Un autre texte."
    past = tess.get(f"texts/fr/{SAME}/history/").data["results"]
    assert [(one["status"], one["current"]) for one in past] == [("approved", True), ("superseded", True)]
    assert past[1]["text"] == before
    sent = {"to": past[1]["id"], "base": past[0]["revision"], "reason": "Mieux."}
    waits = tess.post(f"texts/fr/{SAME}/revert/", sent)
    assert (waits.status, waits.data["newest"]["status"], waits.data["newest"]["text"]) == (200, "review", before)
    assert readers_see(SAME) == "Un autre texte."
    assert tess.post(f"texts/fr/{SAME}/revert/", sent).status == 409
    # A reviewer's is approved at once, where one person may.
    sent["base"] = waits.data["base"]
    done = rene.post(f"texts/fr/{SAME}/revert/", sent | {"to": past[0]["id"]})
    assert done.data["approved"]["text"] == past[0]["text"]
    assert ActionLog.objects.filter(verb="reverted").count() == 2


@override_settings(FOUR_EYES=True)
def test_a_text_of_another_rule_is_not_in_its_history() -> None:
    rene = Program("rene")
    other = rene.get(f"texts/fr/{SAME}/history/").data["results"][0]["id"]
    base = rene.get(f"texts/fr/{WORD}/").data["base"]
    got = rene.post(f"texts/fr/{WORD}/revert/", {"to": other, "base": base, "reason": "So."})
    assert got.status == 404
    assert not ActionLog.objects.filter(verb="reverted").exists()
