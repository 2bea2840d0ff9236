"""What has to hold on a big site: `make scale`. Each test leaves the site as it found it and prints its figures."""

import re
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from tests.site.scale.parts import Server
from tests.site.scale.site import Site, Visitor
from tests.support.nginx import nginx_program
from tests.support.programs import until

PROGRAMS = ("redis-server", "redis-cli", "git")

TEXT = "/api/v1/versions/2020-03-01/text/"
PAGES = ("/", "/rules/", "/rules/2020-03-01/101/", "/rules/2020-03-01/101.3/", "/glossary/2020-03-01/", "/archive/")


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """Start everything, and stop it; the logs stay if a test failed."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None] + ([] if nginx_program() else ["nginx"])
    assert not missing, f"Not installed: {missing}. apt-get install postgresql redis-server nginx"
    whole = Site()
    try:
        whole.begin()
        print(f"The logs of all parts are in {whole.folder}", flush=True)
        yield whole
    finally:
        whole.end()
    if not request.session.testsfailed:
        shutil.rmtree(whole.folder, ignore_errors=True)


def _read_all(visitor: Visitor, pages: tuple[str, ...] = PAGES, *, signed_in: bool = False, rounds: int = 1) -> float:
    """Read pages; return the seconds of the slowest one."""
    slowest = 0.0
    for path in pages * rounds:
        answer = visitor.get(path)
        assert answer.status == 200, f"{path} answered {answer.status}: {answer.text[:300]}"
        assert not signed_in or "private" in answer.headers["cache-control"], f"{path} is public for an account"
        slowest = max(slowest, answer.seconds)
    return slowest


def _note(visitor: Visitor, text: str) -> int:
    """Write a note; return the status."""
    path = "/study/notes/add/?at=101.3@2020-03-01"
    return visitor.send(path, "/study/notes/add/", at="101.3@2020-03-01", lang="en", phrase="", note=text).status


def _require_import(site: Site, server: Server) -> str:
    """Import the next version; return its date."""
    book = site.next_book()
    answer = site.import_through(server, book)
    assert answer.status == 200, f"the import answered {answer.status}: {answer.text[:500]}"
    return book.date.isoformat()


def test_reads_go_to_the_replica(site: Site) -> None:
    """Strangers read from the replica, and signed-in people from the primary."""
    stranger, ada = site.stranger(), site.signed_in()

    def statements() -> tuple[int, int]:
        return site.primary.statements("rulesbase_entry"), site.replica.statements("rulesbase_entry")

    before = statements()
    _read_all(stranger, ("/rules/2020-03-01/100.1/", "/rules/2020-03-01/100.2/", "/rules/2020-03-01/100.4/"))
    between = statements()
    assert between[0] == before[0], f"the primary got {between[0] - before[0]} statements for a stranger"
    assert between[1] > before[1], "the replica got none for a stranger"
    _read_all(ada, ("/rules/2020-03-01/100.1/",), signed_in=True)
    after = statements()
    assert after[0] > between[0], "the primary got no statements for a signed-in reader"
    assert after[1] == between[1], "the replica got statements for a signed-in reader"
    print(f"{between[1] - before[1]} statements for three pages of a stranger, none of them to the primary")


def test_own_writes_are_seen(site: Site) -> None:
    """Writers see their writes while the replica lags, and no stale page stays cached."""
    ada, stranger = site.signed_in(), site.stranger()
    site.settle()
    site.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        assert _note(ada, "a lantern in the harbour") == 302, "the note was refused"
        for _ in range(6):
            assert "a lantern in the harbour" in ada.get("/study/notes/").text, "ada does not see her own note"
        day = _require_import(site, site.servers[0])
        for _ in range(4):
            assert day in ada.get("/archive/").text, "ada does not see the import"
            assert day not in stranger.get("/archive/").text, "a stranger sees more than the replica has"
        writer = site.stranger()
        writer.send("/account/sign-up/", username="eve", email="eve@example.org")
        assert day in writer.get("/archive/").text, "a new writer reads the replica"
    finally:
        site.replica.ask("SELECT pg_wal_replay_resume()")
    took = site.settle()
    assert day in stranger.get("/archive/").text, "an old page stays cached"
    assert f"/rules/{day}/" in stranger.get("/").text, "the old front page stays cached"
    print(f"caught up in {took:.2f} s")


def test_replica_gone(site: Site) -> None:
    """The primary serves all reads without the replica, and it is used again."""
    stranger = site.stranger()
    site.replica.stop()
    try:
        slowest = _read_all(stranger, rounds=5)
        _read_all(stranger, ("/rules/2020-03-01/100.5/", "/search/?q=lantern", "/api/v1/versions/"))
        ready = stranger.get("/readyz").data
        assert (ready["ready"], ready["replica"] == "ok") == (True, False), f"/readyz says {ready}"
    finally:
        site.replica.start()
    site.settle()

    def used_again() -> bool:
        before = site.replica.statements()
        _read_all(stranger)
        return site.replica.statements() > before

    print(f"slowest page {slowest:.2f} s; used again {until(used_again, 'the replica used again', 40):.0f} s after")


def test_primary_gone(site: Site) -> None:
    """Everybody can read without the primary, writes get a 503, and nothing is lost."""
    stranger, ada, ben = site.stranger(), site.signed_in(), site.signed_in("ben")
    assert _note(ada, "written before the storm") == 302, "the note was refused"
    ada.cookies.pop("wrote", None)
    site.settle()
    session = ada.cookies["sessionid"]
    site.primary.stop()
    try:
        slowest = max(_read_all(stranger, rounds=3), _read_all(ada, rounds=3))
        _read_all(stranger, ("/rules/2020-03-01/100.6/", "/search/?q=lantern", "/api/v1/versions/", "/cards/", TEXT))
        assert len(stranger.get(TEXT).data["entries"]) > 80, "a text breaks off"
        for path in ("/study/notes/", "/account/"):
            assert ben.get(path).status == 503, f"{path} needs an account, and was not refused"
        fields = (
            f"csrfmiddlewaretoken={ada.cookies['csrftoken']}&at=101.3@2020-03-01&note=written+in+the+storm".encode()
        )
        for answer in (
            ada.ask("POST", "/study/notes/add/", fields, Content_Type="application/x-www-form-urlencoded"),
            site.stranger().send("/account/sign-in/", username="ben", password="whatever it is"),
            site.import_through(site.servers[1], site.next_book()),
        ):
            assert answer.status == 503, f"a write answered {answer.status}: {answer.text[:300]}"
            assert int(answer.headers["retry-after"]) > 0, "a refusal has no Retry-After"
            assert "We do not know whether your changes were saved" in answer.text, "a refusal has no message"
        ready = stranger.get("/readyz")
        assert (ready.status, "does not answer" in ready.text) == (200, True), f"/readyz says {ready.text}"
    finally:
        site.primary.start()
    back = until(lambda: _note(ada, "written after the storm") == 302, "writing again", 30)
    text = ada.get("/study/notes/").text
    for when in ("before", "after"):
        assert f"written {when} the storm" in text, "a note was lost"
    assert "written in the storm" not in text, "a refused note was written"
    assert ada.cookies["sessionid"] == session, "ada was signed out"
    print(f"slowest page {slowest:.2f} s; writing again {back:.1f} s after it was back")


def test_replica_promoted(site: Site) -> None:
    """Lose the primary, promote the replica, and check that writes go there; then change back."""
    ada, stranger = site.signed_in(), site.stranger()
    site.settle()
    site.primary.stop()
    site.replica.promote()
    took = until(lambda: _note(ada, "written on the other machine") == 302, "writing on the promoted one", 30)
    assert "written on the other machine" in ada.get("/study/notes/").text, "the note is not shown"
    book = site.next_book()
    # A process that still had a connection to the old primary answers 503 once.
    until(lambda: site.import_through(site.servers[1], book).status == 200, "importing on the promoted one", 30)
    assert book.date.isoformat() in stranger.get("/archive/").text, "a stranger does not see the import"
    site.primary.copy(site.replica)
    site.primary.start()
    until(lambda: site.primary.caught_up(site.replica), "the old primary catching up")
    site.replica.stop("fast")
    site.primary.promote()
    site.replica.copy(site.primary)
    site.replica.start()
    site.settle()
    until(lambda: _note(ada, "written at home again") == 302, "writing at home", 30)
    assert "written on the other machine" in ada.get("/study/notes/").text, "a note was lost on the way back"
    print(f"writing {took:.1f} s after")


def test_redis_gone(site: Site) -> None:
    """Pages, limits and sessions work without Redis, and it is used again."""
    stranger, ada = site.stranger(), site.signed_in()
    _read_all(stranger)
    quick = _read_all(stranger)
    site.redis.stop()
    try:
        time.sleep(0.2)
        slow = _read_all(stranger, rounds=3)
        _read_all(ada, signed_in=True)
        assert _note(ada, "without a cache") == 302, "nothing can be written without a cache"
        assert site.signed_in("ben").cookies.get("sessionid"), "no one can sign in"
        ready = stranger.get("/readyz")
        assert (ready.status, "the cache does not answer" in ready.text) == (200, True), f"/readyz says {ready.text}"
    finally:
        site.redis.start()

    def used_again() -> bool:
        _read_all(stranger)
        return site.redis.size() > 0

    took = until(used_again, "Redis used again", 10)
    print(f"slowest page {slow:.2f} s instead of {quick:.2f} s; used again {took:.0f} s after")


def test_caches_are_shared(site: Site) -> None:
    """One server finds the pages of the other, and shows its writes at once."""
    visitors = [Visitor(server.port) for server in site.servers]
    path = "/rules/2020-03-01/101.4/"
    _read_all(visitors[0], (path,))
    before = site.replica.statements("rulesbase_entry")
    _read_all(visitors[1], (path,))
    assert site.replica.statements("rulesbase_entry") == before, "the other server made the same page again"
    ada = site.signed_in()
    for at in range(2):
        day = _require_import(site, site.servers[at])
        other = Visitor(site.servers[1 - at].port, cookies=dict(ada.cookies))
        # Twice each worker.
        for _ in range(4):
            assert day in other.get("/archive/").text, "the other server does not show the import"
        site.settle()
        assert day in visitors[1 - at].get("/archive/").text, "a stranger does not see it there"
    print("an import through either is seen through the other by the next request")


def test_static_files(site: Site) -> None:
    """Each static file of a page is there, compressed and cacheable, whichever server made the page."""
    names: set[str] = set()
    for server in site.servers:
        names |= set(re.findall(r'(?:href|src)="(/static/[^"]+)"', Visitor(server.port).get("/").text))
    assert names, "the page names no static file"
    for name in names:
        answer = site.stranger().get(name, Accept_Encoding="gzip")
        assert answer.status == 200, f"{name} answered {answer.status}"
        assert "immutable" in answer.headers["cache-control"], f"{name} may not be cached"
        assert not name.endswith(".css") or answer.headers.get("content-encoding") == "gzip", f"{name} is large"
    print(f"{len(names)} files")


def test_addresses_of_clients(site: Site) -> None:
    """Each client has its own limit, and a client cannot forge another's address."""

    def left(address: str, **headers: str) -> int:
        answer = site.stranger(address).get("/api/v1/versions/", **headers)
        return int(answer.headers["ratelimit-remaining"])

    first = left("127.0.0.11")
    assert left("127.0.0.12") == first, "two clients have one count"
    assert left("127.0.0.11") == first - 1, "a client is not recognised"
    assert left("127.0.0.11", X_Forwarded_For="9.9.9.9") == first - 2, "a client forged its address"
    assert left("127.0.0.13", X_Forwarded_For="127.0.0.11") == first, "a client counts as another"
    print("127.0.0.11, .12 and .13 count apart")


def test_large_bodies(site: Site) -> None:
    """A file of 20 MB reaches the program, and one of 60 MB does not."""
    ada = site.signed_in()
    ada.get("/curate/import/")

    def send(size: int) -> int:
        head = (
            f'--xx\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{ada.cookies["csrftoken"]}\r\n'
        )
        head += '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        body = head.encode() + b"a line of no rule\n" * (size // 18) + b"\r\n--xx--\r\n"
        return ada.ask("POST", "/curate/import/", body, Content_Type="multipart/form-data; boundary=xx").status

    statuses = send(20 << 20), send(60 << 20)
    assert statuses[0] in (200, 302, 400, 422), f"20 MB answered {statuses[0]}"
    assert statuses[1] == 413, f"60 MB answered {statuses[1]}"
    print(f"20 MB: {statuses[0]}, 60 MB: {statuses[1]}")


def test_downloads(site: Site) -> None:
    """A file can be read whole and in parts, also from a server that did not make it."""
    made = Visitor(site.servers[0].port).ask("GET", "/downloads/2020-03-01/en/epub")
    assert made.status == 302, f"the address answered {made.status}"
    path = made.headers["location"]
    assert Visitor(site.servers[1].port).get(path).status == 200, "the other server does not have the file"
    whole = site.stranger().get(path)
    assert (whole.status, len(whole.body)) == (200, int(whole.headers["content-length"])), "the file is not whole"
    parts = b""
    for start in range(0, len(whole.body), 1000):
        part = site.stranger().get(path, Range=f"bytes={start}-{start + 999}")
        assert part.status == 206, f"a part answered {part.status}"
        parts += part.body
    assert parts == whole.body, "the parts are another file"
    assert site.stranger().get(path, If_None_Match=whole.headers["etag"]).status == 304, "the file has no ETag"
    print(f"{len(whole.body)} bytes, in {len(parts) // 1000 + 1} parts too")


def test_maintenance(site: Site) -> None:
    """Maintenance refuses writes on both servers, and only until it ends."""
    ada = site.signed_in()
    for server in site.servers:
        server.manage("maintenance", "on", "--retry-after", "77")
    try:
        for _ in range(8):
            answer = ada.ask("POST", "/study/notes/add/", b"at=101.3", Content_Type="application/x-www-form-urlencoded")
            refused = answer.status == 503 and answer.headers["retry-after"] == "77"
            assert refused, f"a write answered {answer.status}"
            assert ada.get("/rules/").status == 200, "no one can read"
    finally:
        for server in site.servers:
            server.manage("maintenance", "off")
    assert _note(ada, "after") == 302, "no one can write"
    print("eight writes refused by both servers")


def _under_load(site: Site, deed: Callable[[Server], None]) -> None:
    """Do something with each server while people visit; every visit has to be answered."""
    wrong: list[str] = []
    took: list[float] = []
    over = threading.Event()

    def visit(visitor: Visitor, at: int) -> None:
        while not over.is_set():
            at += 1
            path = PAGES[at % len(PAGES)]
            try:
                answer = visitor.get(path)
            except OSError as error:
                wrong.append(repr(error))
                continue
            took.append(answer.seconds)
            if answer.status != 200:
                wrong.append(f"{path} answered {answer.status}")

    def ready(server: Server) -> bool:
        return bool(Visitor(server.port).get("/readyz").data["ready"])

    people = [site.stranger(), site.stranger(), site.signed_in()]
    threads = [threading.Thread(target=visit, args=(one, at)) for at, one in enumerate(people)]
    for thread in threads:
        thread.start()
    try:
        for server in site.servers:
            deed(server)
            until(lambda: ready(server), f"{server.name} ready", 120)  # noqa: B023 - called within the loop
        time.sleep(1)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert not wrong, f"{len(wrong)} of {len(took)} visits failed: {wrong[:3]}"
    print(f"{len(took)} visits, no error, the slowest {max(took):.1f} s")


def test_reload_under_load(site: Site) -> None:
    """Give both servers new workers by HUP while people visit."""

    def reload(server: Server) -> None:
        begun = server.log_text().count("Booting worker")
        server.send(signal.SIGHUP)
        until(lambda: server.log_text().count("Booting worker") >= begun + 2, "new workers")

    _under_load(site, reload)


def test_restart_under_load(site: Site) -> None:
    """Stop and start one server after the other, as for an upgrade, while people visit."""

    def restart(server: Server) -> None:
        server.stop()
        # With --preload it listens only when it can answer; until then nginx uses the other one.
        server.start("--preload")

    _under_load(site, restart)
