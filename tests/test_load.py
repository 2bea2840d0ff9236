"""The load run: what it asks for, counts and tells, on a small book; its figures say nothing and are not judged."""

import datetime
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase.engine.parsing import read_source
from tests.bench.measuring import BenchError
from tests.bench.places import filled_place
from tests.databases import Databases
from tests.load import __main__ as load
from tests.load.asking import Burst, Stated, Took, Visit, burst, form, percentile
from tests.load.growth import spread
from tests.load.made_up import write
from tests.load.running import Turns, curators, in_turns, mixed, served
from tests.texts import Book, Place

BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(
    100, *(Place(f"w{at}", "Every keeper climbs slowly towards another lamp before evening comes.") for at in range(90))
)


class Server(BaseHTTPRequestHandler):
    """Answers by the last word of the address."""

    def do_GET(self) -> None:
        kind = self.path.rpartition("/")[2]
        if kind == "short":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            return
        self.send_response({"moved": 302, "wrong": 500}.get(kind, 200))
        if kind == "moved":
            self.send_header("Location", "/page")
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"page")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(302)
        self.send_header("Location", "/wrong")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """A server that answers as it is asked to."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_every_visit_counts_and_what_is_no_success_is_an_error(port: int) -> None:
    paths = ["/page", "/moved", "/wrong", "/short"]
    done = burst(port, [*(Visit("reading", path) for path in paths * 3), form("save", "/form", {}, {"text": "é"})])
    assert len(done.took) == 13
    assert Counter(error.partition(" ")[0].rstrip(":") for error in done.errors) == {"/wrong": 3, "/short": 3}
    assert Stated.of([done]).errors == 6
    assert done.client > 0


def test_a_server_that_is_gone_is_an_error() -> None:
    done = burst(1, [Visit("reading", "/page")])
    assert len(done.errors) == 1


def test_percentiles_and_ratios() -> None:
    assert [percentile(range(1, 101), share) for share in (0.5, 0.95, 0.99, 1.0)] == [51, 96, 100, 100]
    assert percentile([], 0.5) == 0.0
    some, empty = [Took("reading", 4.0, "")] * 10, [Took("empty", 1.0, "")] * 10
    turns = Turns([Burst(some, 2.0, 0.1)] * 3, [Burst(empty, 0.5, 0.1)] * 3, 1.5, 0.3)
    assert turns.ratio == 0.25
    assert turns.cpu_ms == 50.0
    assert turns.cpu_ratio == pytest.approx(0.2)
    [missed] = [one for one in load.figures_of("mix", turns, 0.5) if one.target]
    assert missed.met is False


def test_versions_are_made_up_by_rewording_some_rules(tmp_path: Path) -> None:
    real = tmp_path / "real" / "2020-03-01.txt"
    real.parent.mkdir()
    real.write_bytes(BOOK.bytes())
    assert write([real], tmp_path / "4", 4) == 4
    read = [read_source(path.read_bytes(), path.name) for path in sorted((tmp_path / "4").iterdir())]
    assert [str(one.date) for one in read] == [f"2020-03-0{day}" for day in range(1, 5)]
    texts = [{entry.number: entry.text for entry in one.entries} for one in read]
    for some in texts[1:]:
        assert some.keys() == texts[0].keys()
        assert 1 <= sum(some[number] != texts[0][number] for number in some) <= 15
    assert write([real], tmp_path / "1", 1) == 1


def test_places_spread_over_made_up_versions() -> None:
    dates = {spread(f"/ja/glossary/2020-03-01/term-{at}/", 4).split("/")[3] for at in range(60)}
    assert dates == {f"2020-03-0{day}" for day in range(1, 5)}
    assert spread("/rules/2020-03-01/100.1/?lang=en,zh", 1) == "/rules/2020-03-01/100.1/?lang=en,zh"


@pytest.mark.parametrize("words", [["--growth", "--database", "sqlite:///x.sqlite3"], []])
def test_wrong_words_are_refused(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULESBASE_CORPUS", raising=False)
    with pytest.raises(SystemExit, match="2"):
        load.main(words)


def test_a_database_that_is_not_there_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(BenchError):
        filled_place("mysql://somewhere/x")
    assert load.main(["--database", "mysql://somewhere/x", "--json", str(tmp_path / "load.json")]) == 2


def test_it_works(databases: Databases, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> None:
    """The real server: visits of every kind, and texts that are translated by form and by token."""
    path = tmp_path / "2020-03-01.txt"
    path.write_bytes(BOOK.bytes())
    with django_db_blocker.unblock():
        place = filled_place(databases.address(databases.copy("load", [path])))
    with served(place) as (server, env):
        people = curators(env, 1)
        people.approve_one(server.port)
        assert people.approved == 1
        # One after the other: four texts are open at a time, and each takes five writes.
        written = burst(server.port, [people.write] * 20, visitors=1)
        turns = in_turns(server, mixed(env, 24, 3, people), turn=12)
        assert server.memory() > 1e7
    assert written.errors == turns.errors == []
    kinds = Counter(one.kind for one in written.took)
    assert set(kinds) == {
        *("editor", "draft", "save", "submit", "approve"),
        *("text by token", "write by token", "approve by token"),
    }
    assert [len(one.took) for one in turns.empty] == [12, 12]
    assert sum(len(one.took) for one in turns.bursts) >= 24
    assert {"reading", "search"} <= set(turns.by_kind())
    assert all(figure.value > 0 for figure in load.figures_of("mix", turns, None) if figure.unit == "/s")
    assert "mix: reading" in {row[0] for row in load.rows_of("mix", turns)}
