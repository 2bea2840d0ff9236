"""/api/v1/desk/texts/fr/: programs list what waits, read the history of a text, and take an earlier one up again."""

import pytest
from django.test import override_settings

from rulesbase.models import ActionLog
from tests.rulesbase.desk.library import ADDED, EXAMPLE, SAME, WORD
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.desk.texts import readers_see

pytestmark = pytest.mark.usefixtures("desk")


def test_what_waits_for_review_is_listed_and_worked_off() -> None:
    tess, rene = Program("tess"), Program("rene")
    assert rene.get("texts/fr/").data == {"results": [], "next": None}
    for number in (WORD, ADDED):
        tess.do(number, "save", text="Un texte de plus.", **{"as": "review"})
    tess.do(EXAMPLE, "save", part=2, text="Un boulanger.", **{"as": "draft"})
    waiting = rene.get("texts/fr/").data["results"]
    assert {(one["number"], one["part"], one["base"], one["by"]) for one in waiting} == {
        (WORD, 0, rene.get(f"texts/fr/{WORD}/").data["base"], "tess"),
        (ADDED, 0, 1, "tess"),
    }
    for one in waiting:
        at = rene.get(f"texts/fr/{one['rule']}/").data
        done = rene.post(f"texts/fr/{one['rule']}/approve/", {"base": one["base"], "seen": at["seen"]})
        assert (done.status, done.data["approved"]["text"]) == (200, "Un texte de plus.")
    assert rene.get("texts/fr/").data["results"] == []
    drafts = rene.get("texts/fr/?queue=drafts").data["results"]
    assert [(one["number"], one["part"], one["status"]) for one in drafts] == [(EXAMPLE, 2, "draft")]


def test_every_queue_comes_in_pages_and_by_chapter() -> None:
    tess = Program("tess")
    seen, path = [], "texts/fr/?queue=behind&limit=1"
    while path:
        got = tess.get(path).data
        seen += [one["number"] for one in got["results"]]
        path = (got["next"] or "").partition("/api/v1/desk/")[2]
    assert WORD in seen
    assert len(seen) == len(set(seen)) > 1
    chapter = WORD[:3]
    here = [one["number"] for one in tess.get(f"texts/fr/?queue=behind&chapter={chapter}").data["results"]]
    assert here == [number for number in seen if number.startswith(chapter)]
    assert tess.get("texts/fr/?queue=nothing").status == 400
    assert tess.get("texts/xx/").status == 404


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
