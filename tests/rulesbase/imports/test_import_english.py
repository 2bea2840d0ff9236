"""English that is brought by the page of imports: beside another language, or in part."""

import pytest
from django.test import Client

from rulesbase.models import Edition, Source, User
from tests.rulesbase.engine.corpus_texts import DATA
from tests.rulesbase.imports.test_import_page import PAGE, page_of, send
from tests.rulesbase.translations.test_alignment import OLD
from tests.support.lending import lent_books
from tests.support.make import make_user

_english = lent_books(OLD)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_english")]


def test_english_beside_a_text_makes_no_edition(client: Client) -> None:
    """A file in two languages needs whoever may import both, where its English would become a version of its own."""
    data = (DATA / "zh" / "two-languages.md").read_bytes()
    client.force_login(make_user("wei", "editors-zh"))
    address = send(client, data, "two.md")
    client.post(address, {"do": "choose", "language": "zh", "date": "2019-05-03", "encoding": ""})
    answer = client.post(address, {"do": "import"})
    assert answer.status_code == 400
    assert "that is for curators to import" in answer.content.decode()
    assert not Source.objects.filter(language="zh").exists()
    client.force_login(make_user("cora", "curators"))
    address = send(client, data, "two.md")
    client.post(address, {"do": "choose", "language": "zh", "date": "2019-05-03", "encoding": ""})
    client.post(address, {"do": "import"})
    brought = Source.objects.get(language="zh")
    assert Source.objects.filter(sha256=brought.sha256, language="en").exists()
    Edition.objects.filter(language="en", version__date="2019-05-03").update(
        text_source=Source.objects.get(sha256=brought.sha256, language="en")
    )
    client.force_login(User.objects.get(username="wei"))
    assert client.post(f"{PAGE}report/{brought.pk}/undo/", {"reason": "x"}).status_code == 403
    assert Source.objects.filter(language="zh").exists()


def test_a_part_of_the_english_is_a_witness_only_beside_a_whole_edition(client: Client) -> None:
    client.force_login(make_user("cora", "curators"))
    lines = [f"201.{n} A lighthouse is numbered {n}. See rule 201.{n + 1}." for n in range(1, 9)]
    address = send(client, "\n\n".join(lines).encode(), "cut.txt")
    witness, part = "it stands beside the editions as a witness", "it fills the places that other parts leave empty"
    for date, said, other in (("", witness, part), (str(OLD.date), witness, part), ("2018-01-19", part, witness)):
        client.post(address, {"do": "choose", "language": "en", "date": date, "encoding": ""})
        page = page_of(client, address)
        assert said in page, date
        assert other not in page
    client.post(address, {"do": "import"})
    source = Source.objects.get(name="cut.txt")
    assert source.edition is not None
    assert (str(source.edition.version), source.edition.complete) == ("2018-01-19", False)
