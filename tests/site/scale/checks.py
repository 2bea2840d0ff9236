"""What has to hold on a big site, one function each; each leaves the site as it found it."""

import json
import re
import signal
import threading
import time
from collections.abc import Callable

from tests.site.scale.parts import Server
from tests.site.scale.site import Site, Visitor
from tests.support.programs import Broken, until

TEXT = "/api/v1/versions/2020-03-01/text/"
PAGES = ("/", "/rules/", "/rules/2020-03-01/101/", "/rules/2020-03-01/101.3/", "/glossary/2020-03-01/", "/archive/")


def require(fact: object, message: str) -> None:
    """Raise Broken if something does not hold."""
    if not fact:
        raise Broken(message)


def _read_all(visitor: Visitor, pages: tuple[str, ...] = PAGES, *, signed_in: bool = False, rounds: int = 1) -> float:
    """Read pages; return the seconds of the slowest one."""
    slowest = 0.0
    for path in pages * rounds:
        answer = visitor.get(path)
        require(answer.status == 200, f"{path} answered {answer.status}: {answer.text[:300]}")
        require(not signed_in or "private" in answer.headers["cache-control"], f"{path} is public for an account")
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
    require(answer.status == 200, f"the import answered {answer.status}: {answer.text[:500]}")
    return book.date.isoformat()


def reads_go_to_the_replica(site: Site) -> str:
    """Check that strangers read from the replica, and signed-in people from the primary."""
    stranger, ada = site.stranger(), site.signed_in()

    def statements() -> tuple[int, int]:
        return site.primary.statements("rulesbase_entry"), site.replica.statements("rulesbase_entry")

    before = statements()
    _read_all(stranger, ("/rules/2020-03-01/100.1/", "/rules/2020-03-01/100.2/", "/rules/2020-03-01/100.4/"))
    between = statements()
    require(between[0] == before[0], f"the primary got {between[0] - before[0]} statements for a stranger")
    require(between[1] > before[1], "the replica got none for a stranger")
    _read_all(ada, ("/rules/2020-03-01/100.1/",), signed_in=True)
    after = statements()
    require(after[0] > between[0] and after[1] == between[1], "the replica got statements for a signed-in reader")
    return f"{between[1] - before[1]} statements for three pages of a stranger, none of them to the primary"


def own_writes_are_seen(site: Site) -> str:
    """Check that writers see their writes while the replica lags, and that no stale page stays cached."""
    ada, stranger = site.signed_in(), site.stranger()
    site.settle()
    site.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        require(_note(ada, "a lantern in the harbour") == 302, "the note was refused")
        for _ in range(6):
            require("a lantern in the harbour" in ada.get("/study/notes/").text, "ada does not see her own note")
        day = _require_import(site, site.servers[0])
        for _ in range(4):
            require(day in ada.get("/archive/").text, "ada does not see the import")
            require(day not in stranger.get("/archive/").text, "a stranger sees more than the replica has")
        writer = site.stranger()
        writer.send("/account/sign-up/", username="eve", email="eve@example.org")
        require(day in writer.get("/archive/").text, "a new writer reads the replica")
    finally:
        site.replica.ask("SELECT pg_wal_replay_resume()")
    took = site.settle()
    require(day in stranger.get("/archive/").text, "an old page stays cached")
    require(f"/rules/{day}/" in stranger.get("/").text, "the old front page stays cached")
    return f"caught up in {took:.2f} s"


def replica_gone(site: Site) -> str:
    """Check that the primary serves all reads without the replica, and that it is used again."""
    stranger = site.stranger()
    site.replica.stop()
    try:
        slowest = _read_all(stranger, rounds=5)
        _read_all(stranger, ("/rules/2020-03-01/100.5/", "/search/?q=lantern", "/api/v1/versions/"))
        ready = json.loads(stranger.get("/readyz").body)
        require(ready["ready"] and ready["replica"] != "ok", f"/readyz says {ready}")
    finally:
        site.replica.start()
    site.settle()

    def used_again() -> bool:
        before = site.replica.statements()
        _read_all(stranger)
        return site.replica.statements() > before

    return f"slowest page {slowest:.2f} s; used again {until(used_again, 'the replica used again', 40):.0f} s after"


def primary_gone(site: Site) -> str:
    """Check that everybody can read without the primary, that writes get a 503, and that nothing is lost."""
    stranger, ada, ben = site.stranger(), site.signed_in(), site.signed_in("ben")
    require(_note(ada, "written before the storm") == 302, "the note was refused")
    ada.cookies.pop("wrote", None)
    site.settle()
    session = ada.cookies["sessionid"]
    site.primary.stop()
    try:
        slowest = max(_read_all(stranger, rounds=3), _read_all(ada, rounds=3))
        _read_all(stranger, ("/rules/2020-03-01/100.6/", "/search/?q=lantern", "/api/v1/versions/", "/cards/", TEXT))
        require(len(json.loads(stranger.get(TEXT).body)["entries"]) > 80, "a text breaks off")
        for path in ("/study/notes/", "/account/"):
            require(ben.get(path).status == 503, f"{path} needs an account, and was not refused")
        fields = (
            f"csrfmiddlewaretoken={ada.cookies['csrftoken']}&at=101.3@2020-03-01&note=written+in+the+storm".encode()
        )
        for answer in (
            ada.ask("POST", "/study/notes/add/", fields, Content_Type="application/x-www-form-urlencoded"),
            site.stranger().send("/account/sign-in/", username="ben", password="whatever it is"),
            site.import_through(site.servers[1], site.next_book()),
        ):
            require(answer.status == 503, f"a write answered {answer.status}: {answer.text[:300]}")
            require(int(answer.headers["retry-after"]) > 0, "a refusal has no Retry-After")
            require("We do not know whether your changes were saved" in answer.text, "a refusal has no message")
        ready = stranger.get("/readyz")
        require(ready.status == 200 and b"does not answer" in ready.body, f"/readyz says {ready.text}")
    finally:
        site.primary.start()
    back = until(lambda: _note(ada, "written after the storm") == 302, "writing again", 30)
    text = ada.get("/study/notes/").text
    require("written before the storm" in text and "written after the storm" in text, "a note was lost")
    require("written in the storm" not in text, "a refused note was written")
    require(ada.cookies["sessionid"] == session, "ada was signed out")
    return f"slowest page {slowest:.2f} s; writing again {back:.1f} s after it was back"


def replica_promoted(site: Site) -> str:
    """Lose the primary, promote the replica, and check that writes go there; then change back."""
    ada, stranger = site.signed_in(), site.stranger()
    site.settle()
    site.primary.stop()
    site.replica.promote()
    took = until(lambda: _note(ada, "written on the other machine") == 302, "writing on the promoted one", 30)
    require("written on the other machine" in ada.get("/study/notes/").text, "the note is not shown")
    book = site.next_book()
    # A process that still had a connection to the old primary answers 503 once.
    until(lambda: site.import_through(site.servers[1], book).status == 200, "importing on the promoted one", 30)
    require(book.date.isoformat() in stranger.get("/archive/").text, "a stranger does not see the import")
    site.primary.copy(site.replica)
    site.primary.start()
    until(lambda: site.primary.caught_up(site.replica), "the old primary catching up")
    site.replica.stop("fast")
    site.primary.promote()
    site.replica.copy(site.primary)
    site.replica.start()
    site.settle()
    until(lambda: _note(ada, "written at home again") == 302, "writing at home", 30)
    require("written on the other machine" in ada.get("/study/notes/").text, "a note was lost on the way back")
    return f"writing {took:.1f} s after"


def redis_gone(site: Site) -> str:
    """Check that pages, limits and sessions work without Redis, and that it is used again."""
    stranger, ada = site.stranger(), site.signed_in()
    _read_all(stranger)
    quick = _read_all(stranger)
    site.redis.stop()
    try:
        time.sleep(0.2)
        slow = _read_all(stranger, rounds=3)
        _read_all(ada, signed_in=True)
        require(_note(ada, "without a cache") == 302, "nothing can be written without a cache")
        require(site.signed_in("ben").cookies.get("sessionid"), "no one can sign in")
        ready = stranger.get("/readyz")
        require(ready.status == 200 and "the cache does not answer" in ready.text, f"/readyz says {ready.text}")
    finally:
        site.redis.start()

    def used_again() -> bool:
        _read_all(stranger)
        return site.redis.size() > 0

    took = until(used_again, "Redis used again", 10)
    return f"slowest page {slow:.2f} s instead of {quick:.2f} s; used again {took:.0f} s after"


def caches_are_shared(site: Site) -> str:
    """Check that one server finds the pages of the other, and shows its writes at once."""
    visitors = [Visitor(server.port) for server in site.servers]
    path = "/rules/2020-03-01/101.4/"
    _read_all(visitors[0], (path,))
    before = site.replica.statements("rulesbase_entry")
    _read_all(visitors[1], (path,))
    require(site.replica.statements("rulesbase_entry") == before, "the other server made the same page again")
    ada = site.signed_in()
    for at in range(2):
        day = _require_import(site, site.servers[at])
        other = Visitor(site.servers[1 - at].port, cookies=dict(ada.cookies))
        # Twice each worker.
        for _ in range(4):
            require(day in other.get("/archive/").text, "the other server does not show the import")
        site.settle()
        require(day in visitors[1 - at].get("/archive/").text, "a stranger does not see it there")
    return "an import through either is seen through the other by the next request"


def static_files(site: Site) -> str:
    """Check that each static file of a page is there, compressed and cacheable, whichever server made the page."""
    names: set[str] = set()
    for server in site.servers:
        names |= set(re.findall(r'(?:href|src)="(/static/[^"]+)"', Visitor(server.port).get("/").text))
    require(names, "the page names no static file")
    for name in names:
        answer = site.stranger().get(name, Accept_Encoding="gzip")
        require(answer.status == 200, f"{name} answered {answer.status}")
        require("immutable" in answer.headers["cache-control"], f"{name} may not be cached")
        require(not name.endswith(".css") or answer.headers.get("content-encoding") == "gzip", f"{name} is large")
    return f"{len(names)} files"


def addresses_of_clients(site: Site) -> str:
    """Check that each client has its own limit, and that a client cannot forge another's address."""

    def left(address: str, **headers: str) -> int:
        answer = site.stranger(address).get("/api/v1/versions/", **headers)
        return int(answer.headers["ratelimit-remaining"])

    first = left("127.0.0.11")
    require(left("127.0.0.12") == first, "two clients have one count")
    require(left("127.0.0.11") == first - 1, "a client is not recognised")
    require(left("127.0.0.11", X_Forwarded_For="9.9.9.9") == first - 2, "a client forged its address")
    require(left("127.0.0.13", X_Forwarded_For="127.0.0.11") == first, "a client counts as another")
    return "127.0.0.11, .12 and .13 count apart"


def large_bodies(site: Site) -> str:
    """Check that a file of 20 MB reaches the program, and one of 60 MB does not."""
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
    require(statuses[0] in (200, 302, 400, 422), f"20 MB answered {statuses[0]}")
    require(statuses[1] == 413, f"60 MB answered {statuses[1]}")
    return f"20 MB: {statuses[0]}, 60 MB: {statuses[1]}"


def downloads(site: Site) -> str:
    """Check that a file can be read whole and in parts, also from a server that did not make it."""
    made = Visitor(site.servers[0].port).ask("GET", "/downloads/2020-03-01/en/epub")
    require(made.status == 302, f"the address answered {made.status}")
    path = made.headers["location"]
    require(Visitor(site.servers[1].port).get(path).status == 200, "the other server does not have the file")
    whole = site.stranger().get(path)
    require(whole.status == 200 and len(whole.body) == int(whole.headers["content-length"]), "the file is not whole")
    parts = b""
    for start in range(0, len(whole.body), 1000):
        part = site.stranger().get(path, Range=f"bytes={start}-{start + 999}")
        require(part.status == 206, f"a part answered {part.status}")
        parts += part.body
    require(parts == whole.body, "the parts are another file")
    require(site.stranger().get(path, If_None_Match=whole.headers["etag"]).status == 304, "the file has no ETag")
    return f"{len(whole.body)} bytes, in {len(parts) // 1000 + 1} parts too"


def maintenance(site: Site) -> str:
    """Check that maintenance refuses writes on both servers, and only until it ends."""
    ada = site.signed_in()
    for server in site.servers:
        server.manage("maintenance", "on", "--retry-after", "77")
    try:
        for _ in range(8):
            answer = ada.ask("POST", "/study/notes/add/", b"at=101.3", Content_Type="application/x-www-form-urlencoded")
            refused = answer.status == 503 and answer.headers["retry-after"] == "77"
            require(refused, f"a write answered {answer.status}")
            require(ada.get("/rules/").status == 200, "no one can read")
    finally:
        for server in site.servers:
            server.manage("maintenance", "off")
    require(_note(ada, "after") == 302, "no one can write")
    return "eight writes refused by both servers"


def _under_load(site: Site, deed: Callable[[Server], None]) -> str:
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
        return bool(json.loads(Visitor(server.port).get("/readyz").body)["ready"])

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
    require(not wrong, f"{len(wrong)} of {len(took)} visits failed: {wrong[:3]}")
    return f"{len(took)} visits, no error, the slowest {max(took):.1f} s"


def reload_under_load(site: Site) -> str:
    """Give both servers new workers by HUP while people visit."""

    def reload(server: Server) -> None:
        begun = server.log_text().count("Booting worker")
        server.send(signal.SIGHUP)
        until(lambda: server.log_text().count("Booting worker") >= begun + 2, "new workers")

    return _under_load(site, reload)


def restart_under_load(site: Site) -> str:
    """Stop and start one server after the other, as for an upgrade, while people visit."""

    def restart(server: Server) -> None:
        server.stop()
        # With --preload it listens only when it can answer; until then nginx uses the other one.
        server.start("--preload")

    return _under_load(site, restart)


CHECKS = (
    reads_go_to_the_replica,
    own_writes_are_seen,
    caches_are_shared,
    replica_gone,
    redis_gone,
    primary_gone,
    replica_promoted,
    static_files,
    addresses_of_clients,
    large_bodies,
    downloads,
    maintenance,
    reload_under_load,
    restart_under_load,
)
