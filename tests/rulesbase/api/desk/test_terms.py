"""/api/v1/desk/terms/: the agreed terms of a language."""

import pytest
from pytest_django import DjangoAssertNumQueries

from rulesbase.models import ActionLog, TermEntry
from tests.rulesbase.desk.programs import Program

pytestmark = pytest.mark.usefixtures("desk")


def test_a_list_of_terms_takes_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    tess = Program("tess")
    for at in range(5):
        tess.post("terms/fr/", {"term": f"Lamp {at}", "translation": "Lampe"})
        tess.post("terms/fr/", {"term": f"Lamp {at}", "translation": "Fanal"})
    with django_assert_max_num_queries(8):
        listed = tess.get("terms/fr/?status=suggested").data["results"]
    assert {(one["term"], one["newest"]) for one in listed} >= {(f"Lamp {at}", 2) for at in range(5)}


def test_terms() -> None:
    tess, edie = Program("tess"), Program("edie")
    output = tess.post("terms/fr/", {"term": "Lamp", "translation": "Lampe", "variants": "Lanterne\nFanal"})
    assert (output.status, output.data["status"], output.data["variants"]) == (200, "suggested", ["Lanterne", "Fanal"])
    assert tess.post("terms/fr/", {"term": "lamp", "translation": "Lampe", "agree": True}).status == 403
    assert tess.post("terms/fr/", {"term": "Lamp", "translation": "<i>Lampe</i>"}).status == 422
    again = tess.post("terms/fr/", {"term": "Lamp", "translation": "Lampe", "variants": "Lanterne\nFanal"})
    assert (again.status, "already exists" in again.data["detail"]) == (409, True)
    stale = edie.post(f"terms/fr/{output.data['id']}/", {"do": "agree", "newest": 7})
    assert (stale.status, "in the meantime" in stale.data["detail"]) == (409, True)
    agreed = edie.post(f"terms/fr/{output.data['id']}/", {"do": "agree", "newest": output.data["newest"]})
    assert (agreed.status, agreed.data["status"], agreed.data["revision"]) == (200, "agreed", 2)
    other = edie.post("terms/fr/", {"term": "Lamp", "translation": "Lanterne", "agree": True})
    assert (other.status, other.data["status"]) == (200, "agreed")
    listed = tess.get("terms/fr/?term=lamp&limit=1").data
    assert [one["translation"] for one in listed["results"]] == ["Lanterne"]
    assert tess.get("terms/fr/?term=lamp&status=superseded").data["next"] is None
    declined = edie.post(
        f"terms/fr/{other.data['id']}/", {"do": "decline", "newest": other.data["newest"], "reason": "Non."}
    )
    assert (declined.status, declined.data["status"]) == (200, "declined")
    assert edie.post("terms/fr/999999999/", {"do": "agree", "newest": 1}).status == 404
    # A term of another language is none of this one.
    assert Program("jun").post(f"terms/ja/{other.data['id']}/", {"do": "agree", "newest": 3}).status == 404
    assert set(TermEntry.objects.values_list("author__username", flat=True)) == {"tess", "edie"}
    assert set(ActionLog.objects.filter(place="term Lamp").values_list("token", flat=True)) == {"bot"}
