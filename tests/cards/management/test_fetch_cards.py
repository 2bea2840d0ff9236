"""The command fetch_cards, from a local server into the database."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError

from cards.models import Card, CardFile, Ruling
from tests.cards.imports.made_files import ELK, card, ruling, set_file, side
from tests.support.commands import output_of
from tests.support.rules_server import Answer, RulesServer, closed_address

CARDS, RULINGS = "/file/default-cards-20260921090000.json", "/file/rulings-20260921090000.json"

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RulesServer]:
    """Return a server with a list of bulk files and two of them."""
    monkeypatch.setenv("no_proxy", "*")
    with RulesServer() as started:
        files = {
            "default_cards": started.put(CARDS, as_json([card()])),
            "rulings": started.put(RULINGS, as_json([ruling("It shines.")])),
        }
        rows = [{"object": "bulk_data", "type": kind, "download_uri": address} for kind, address in files.items()]
        started.put("/bulk-data", as_json({"object": "list", "data": rows}))
        yield started


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def fetch_cards(address: str, **options: Any) -> str:
    """Run the command and return what it printed on stdout."""
    return output_of("fetch_cards", address=address, pause=0, tries=1, **options)


def test_it_imports_what_the_list_names_once(server: RulesServer) -> None:
    out = fetch_cards(server.address + "/bulk-data")
    assert server.paths() == ["/bulk-data", CARDS, RULINGS]
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["imported", "imported"]
    assert (Card.objects.get().name, Ruling.objects.count()) == ("Lantern Elk", 1)
    server.seen.clear()
    assert "Already imported" in fetch_cards(server.address + "/bulk-data")
    assert server.paths() == ["/bulk-data"]


def test_mtgjson_states_a_sha256(server: RulesServer) -> None:
    data = gzip.compress(as_json(set_file(side("Lantern Elk", ELK))))
    address = server.put("/AllPrintings.json.gz", data)
    server.put("/AllPrintings.json.gz.sha256", hashlib.sha256(b"another file").hexdigest().encode())
    with pytest.raises(CommandError, match=r"nothing has changed.*another SHA-256"):
        fetch_cards(address, source="mtgjson")
    assert not CardFile.objects.exists()
    server.put("/AllPrintings.json.gz.sha256", hashlib.sha256(data).hexdigest().encode())
    assert "imported" in fetch_cards(address, source="mtgjson")
    assert Card.objects.exists()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(b"gone", status=404), "has no such file"),
        (Answer(as_json([card()]), announced=10_000), "of the 10,000 bytes"),
    ],
)
def test_an_incomplete_download_changes_nothing(server: RulesServer, answer: Answer, message: str) -> None:
    server.put(RULINGS, answer)
    with pytest.raises(CommandError, match=f"nothing has changed.*{message}"):
        fetch_cards(server.address + "/bulk-data")
    assert not Card.objects.exists()


def test_a_file_without_cards_is_refused(server: RulesServer) -> None:
    server.put(RULINGS, b"<html>Under maintenance</html>")
    with pytest.raises(CommandError, match="1 of 2 files could not be imported"):
        fetch_cards(server.address + "/bulk-data")
    assert not Ruling.objects.exists()


def test_offline_nothing_is_imported(server: RulesServer) -> None:
    with pytest.raises(CommandError, match=r"^Nothing was fetched and nothing has changed. .*: Connection refused"):
        fetch_cards(closed_address() + "/bulk-data")
    assert not CardFile.objects.exists()
