"""/api/v1/desk/: many texts at once, terms, corrections, ties and imports, by programs."""

import base64

import pytest
from pytest_django import DjangoAssertNumQueries

from cards.models import RulingTie
from rulesbase.models import ActionLog, Correction, Source, TermEntry, Upload, Version
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import NEW_BOOK, REFS, TYPO
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.desk.texts import state_of
from tests.support.cards import make_card, make_ruling

pytestmark = pytest.mark.usefixtures("desk")
WHY = "Seuls les numéros ont changé."
MOVE = {"old": "101.3@2020-03-01", "verb": "apart", "new": "101.3@2021-03-01", "reason": "It <b>is</b> another."}


def test_many_texts_and_back() -> None:
    edie = Program("edie")
    assert edie.post("many/fr/", {"state": "references", "reason": " "}).status == 409
    none = edie.post("many/fr/", {"state": "references", "reason": WHY, "chapter": "100"})
    assert (none.status, none.data["texts"]) == (200, 0)
    done = edie.post("many/fr/", {"state": "references", "reason": WHY, "numbers": [REFS, "999.9"]})
    assert (done.status, done.data["texts"], done.data["left"]) == (200, 1, [])
    assert state_of(REFS) is Freshness.EXACT
    row = ActionLog.objects.get(verb="adopted")
    assert (row.author_name, row.token, row.batch) == ("edie", "bot", done.data["batch"])
    back = edie.post(f"many/fr/{row.batch}/take-back/", {"reason": "Trop vite."})
    assert (back.status, back.data["texts"]) == (200, 1)
    assert state_of(REFS) is Freshness.REFERENCES
    assert ActionLog.objects.latest("pk").token == "bot"
    assert edie.post("many/fr/", {"state": "typography", "reason": WHY, "chapter": "101"}).data["texts"] == 1
    assert state_of(TYPO) is Freshness.EXACT


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


def test_a_file_is_looked_at_and_then_imported() -> None:
    cora = Program("cora")
    data = NEW_BOOK.bytes().replace(b"March 1, 2021", b"March 1, 2022")
    looked = cora.post("imports/", {"name": "new.txt", "base64": base64.b64encode(data).decode()})
    assert (looked.status, looked.data["refusal"], looked.data["version"]) == (200, "", "2022-03-01")
    assert (looked.data["language"], looked.data["allowed"], looked.data["blocked"]) == ("en", True, 0)
    assert not Version.objects.filter(date="2022-03-01").exists()
    assert cora.get(f"imports/{looked.data['id']}/").data == looked.data
    assert Program("edie").get(f"imports/{looked.data['id']}/").status == 404
    done = cora.post(f"imports/{looked.data['id']}/confirm/", {"do": "import"})
    assert (done.status, done.data["status"], done.data["version"]) == (200, "imported", "2022-03-01")
    row = ActionLog.objects.filter(verb="imported").latest("pk")
    assert (row.author_name, row.token, row.source_id) == ("cora", "bot", done.data["source"])
    assert not Upload.objects.exists()


def test_what_cannot_be_imported() -> None:
    edie = Program("edie")
    count = Source.objects.count()
    text = NEW_BOOK.bytes().replace(b"March 1, 2021", b"March 1, 2022").decode()
    looked = edie.post("imports/", {"name": "new.txt", "text": text}).data
    assert looked["allowed"] is False
    assert edie.post(f"imports/{looked['id']}/confirm/", {"do": "import"}).status == 403
    assert edie.post(f"imports/{looked['id']}/confirm/", {"do": "discard"}).data["status"] == "discarded"
    none = edie.post("imports/", {"name": "shopping.txt", "text": "Milk, bread and a violin."}).data
    assert none["refusal"]
    assert edie.post(f"imports/{none['id']}/confirm/", {"do": "import"}).status == 409
    Upload.objects.all().delete()
    for wrong, status in (
        ({"name": "x"}, 422),
        ({"name": "x", "text": "a", "base64": "YQ=="}, 422),
        ({"name": "x", "base64": "!"}, 422),
        ({"name": "x", "text": "a", "date": "yesterday"}, 422),
        ({"name": "x", "text": "a", "language": "12"}, 409),
    ):
        assert edie.post("imports/", wrong).status == status, wrong
    assert Source.objects.count() == count
    assert not Upload.objects.exists()
