"""/api/v1/desk/imports/: files looked at, then imported."""

import base64

import pytest

from rulesbase.models import ActionLog, Source, Upload, Version
from tests.rulesbase.desk.library import NEW_BOOK
from tests.rulesbase.desk.programs import Program

pytestmark = pytest.mark.usefixtures("desk")


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
