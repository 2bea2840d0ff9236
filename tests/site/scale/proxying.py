"""What must be so through nginx: static files, addresses, numbers, large bodies, parts of files, upgrades."""

import json
import re
import signal
import threading
from collections.abc import Callable
from functools import partial
from time import sleep

from tests.site.scale.checks import PAGES, so
from tests.site.scale.parts import Server, until
from tests.site.scale.site import Site
from tests.site.scale.visiting import Visitor


def static_files(site: Site) -> str:
    """Each file that a page names is there, packed, and may be kept for ever; whichever server made the page."""
    names: set[str] = set()
    for server in site.servers:
        names |= set(re.findall(r'(?:href|src)="(/static/[^"]+)"', Visitor(server.port).get("/").text))
    so(names, "the page names no static file")
    for name in names:
        answer = site.stranger().get(name, Accept_Encoding="gzip")
        so(answer.status == 200, f"{name} answered {answer.status}")
        so("immutable" in answer.headers["cache-control"], f"{name} may not be kept")
        if name.endswith(".css"):
            so(answer.headers.get("content-encoding") == "gzip", f"{name} is not packed")
    return f"{len(names)} files"


def addresses_of_clients(site: Site) -> str:
    """Each client has its own count, and none gets another's by saying so."""

    def left(address: str, **headers: str) -> int:
        answer = site.stranger(address).get("/api/v1/versions/", **headers)
        return int(answer.headers["ratelimit-remaining"])

    first = left("127.0.0.11")
    so(left("127.0.0.12") == first, "two clients have one count")
    so(left("127.0.0.11") == first - 1, "a client is not known again")
    so(left("127.0.0.11", X_Forwarded_For="9.9.9.9") == first - 2, "a client was believed who it is")
    so(left("127.0.0.13", X_Forwarded_For="127.0.0.11") == first, "a client counts as another")
    return "told apart by 127.0.0.11, .12, .13"


def numbers_of_requests(site: Site) -> str:
    """A request has one number at the proxy, in our answer and on our page of an error."""
    answer = site.stranger().get("/rules/", X_Request_ID="forged-by-a-client")
    number = answer.headers["x-request-id"]
    so(number != "forged-by-a-client", "a client chose the number")
    visits = (site.folder / "visits.log").read_text(encoding="utf-8")
    so(f"{number} 200" in visits, f"{number} is not in the log of nginx")
    return number


def large_bodies(site: Site) -> str:
    """A file of 20 MB reaches the program, which says what it thinks of it; 60 MB do not."""
    ada = site.signed_in()
    page = ada.get("/curate/import/")
    so(page.status == 200, f"the page answered {page.status}")
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    so(found, "the page has no form")
    token = found[1] if found else ""

    def send(size: int) -> int:
        head = f'--xx\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
        head += '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        body = head.encode() + b"a line of no rule\n" * (size // 18) + b"\r\n--xx--\r\n"
        kind = "multipart/form-data; boundary=xx"
        return ada.ask("POST", "/curate/import/", body, Content_Type=kind).status

    statuses = send(20 << 20), send(60 << 20)
    so(statuses[0] in (200, 302, 400, 422), f"20 MB answered {statuses[0]}")
    so(statuses[1] == 413, f"60 MB answered {statuses[1]}")
    return f"20 MB: {statuses[0]}, 60 MB: {statuses[1]}"


def downloads(site: Site) -> str:
    """A file can be had whole and in parts, from a server that did not make it too."""
    one = Visitor(site.servers[0].port).ask("GET", "/downloads/2020-03-01/en/epub")
    so(one.status == 302, f"the address answered {one.status}")
    place = one.headers["location"]
    so(Visitor(site.servers[1].port).get(place).status == 200, "the other server does not have the file")
    whole = site.stranger().get(place)
    so(whole.status == 200 and len(whole.body) == int(whole.headers["content-length"]), "the file is not whole")
    parts = b""
    for start in range(0, len(whole.body), 1000):
        part = site.stranger().get(place, Range=f"bytes={start}-{start + 999}")
        so(part.status == 206, f"a part answered {part.status}")
        parts += part.body
    so(parts == whole.body, "the parts are another file")
    same = site.stranger().get(place, If_None_Match=whole.headers["etag"])
    so(same.status == 304, f"an unchanged file answered {same.status}")
    return f"{len(whole.body)} bytes, in {len(parts) // 1000 + 1} parts too"


def maintenance(site: Site) -> str:
    """Begun on every machine, it holds whichever one answers; ended, people write again."""
    ada = site.signed_in()
    for server in site.servers:
        server.manage("maintenance", "on", "--retry-after", "77")
    try:
        for _ in range(8):
            answer = ada.ask("POST", "/study/notes/add/", b"at=101.3", Content_Type="application/x-www-form-urlencoded")
            so(answer.status == 503 and answer.headers["retry-after"] == "77", f"a write answered {answer.status}")
            so(ada.get("/rules/").status == 200, "nobody can read")
    finally:
        for server in site.servers:
            server.manage("maintenance", "off")
    so(ada.send("/study/notes/add/?at=101.3@2020-03-01", note="after", at="101.3@2020-03-01").status == 302, "no note")
    return "eight writes refused by both servers"


def _under_load(site: Site, deed: Callable[[], None]) -> str:
    """Do something while people visit; every visit is answered. How many there were, and the longest."""
    wrong: list[str] = []
    took: list[float] = []
    done = threading.Event()
    ada = site.signed_in()

    def visit(visitor: Visitor, at: int) -> None:
        while not done.is_set():
            at += 1
            try:
                answer = visitor.get(PAGES[at % len(PAGES)])
            except OSError as error:
                wrong.append(repr(error))
                continue
            took.append(answer.seconds)
            if answer.status != 200:
                wrong.append(f"{PAGES[at % len(PAGES)]} answered {answer.status}")

    people = [site.stranger(), site.stranger(), ada]
    threads = [threading.Thread(target=visit, args=(one, at)) for at, one in enumerate(people)]
    for thread in threads:
        thread.start()
    try:
        deed()
        sleep(1)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    so(not wrong, f"{len(wrong)} of {len(took)} visits failed: {wrong[:3]}")
    return f"{len(took)} visits, no error, the longest {max(took):.1f} s"


def reload_under_load(site: Site) -> str:
    """Both servers get new workers by HUP, one after the other, while people visit."""

    def reload() -> None:
        for server in site.servers:
            begun = server.log.read_text().count("Booting worker")
            server.send(signal.SIGHUP)
            until(partial(_has_begun, server, begun + 2), "new workers")
            _answers(server)

    return _under_load(site, reload)


def _has_begun(server: Server, workers: int) -> bool:
    return server.log.read_text().count("Booting worker") >= workers


def _answers(server: Server) -> None:
    """Wait until a server is ready to show pages; a worker that begins takes its time."""

    def ready() -> bool:
        return bool(json.loads(Visitor(server.port).get("/readyz").body)["ready"])

    until(ready, f"{server.name} ready", 120)


def restart_under_load(site: Site) -> str:
    """One machine after the other is stopped and started anew, as for another program, while people visit."""

    def restart() -> None:
        for server in site.servers:
            server.stop()
            # It listens when it can answer, so that nginx asks the other one until then.
            server.start("--preload")
            _answers(server)

    return _under_load(site, restart)


CHECKS = (
    static_files,
    addresses_of_clients,
    numbers_of_requests,
    large_bodies,
    downloads,
    maintenance,
    reload_under_load,
    restart_under_load,
)
