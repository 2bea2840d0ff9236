"""/api/v1/desk/texts/fr/: programs list what waits."""

import pytest

from tests.rulesbase.desk.library import ADDED, EXAMPLE, WORD
from tests.rulesbase.desk.programs import Program

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
