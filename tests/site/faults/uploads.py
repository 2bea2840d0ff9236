"""Bodies that end too early, that are longer or shorter than they say, that come in pieces."""

import base64
import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.site.faults.library import BASE, PAGES, Library, complaints, held, library
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.rounds import Found, Play, Stage, findings
from tests.site.faults.serving import HOST, Served
from tests.support.texts import large

_TOKEN = "f" * 32
_BOUNDARY = "----rounds"
WAYS = ("closed", "half-closed", "says-more", "says-less", "chunked-cut", "chunked-whole", "reset")
KINDS = ("form", "program", "grades")
_PATIENCE = 10


class Uploads:
    """The kind: an import form, a program's import, the grades of a booth."""

    name = "upload"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A server before a library."""
        people = library(stage)
        address = stage.place.copy(BASE, "uploads")
        with Served(stage.env, address, stage.folder / "uploads.log") as served:
            yield _Uploading(stage, people, address, served)


class _Uploading:
    def __init__(self, stage: Stage, people: Library, address: str, served: Served) -> None:
        self.stage, self.people, self.address, self.served = stage, people, address, served
        self.number = 0

    def round(self) -> Found:
        """Something is sent that is not what it says; then the same whole."""
        found, chance = Found(), self.stage.random
        kind, way = KINDS[self.number % len(KINDS)], chance.choice(WAYS)
        self.number += 1
        head, body = self._request(kind, chance)
        before, had = quiet(self.served, PAGES), held(self.stage, self.address)
        with Readers(self.served, PAGES) as readers:
            answer = send_badly(self.served.port, head, body, way, chance)
            now = held(self.stage, self.address)
            # A body that says less than it is, is whole as far as it says: JSON and forms are none by then.
            if changed := sorted(name for name in now if now[name] != had[name]):
                found.half.append(f"{kind}, {way}: {changed} changed by what was cut off ({answer})")
            if answer.startswith("5"):
                found.other.append(f"{kind}, {way}: {answer}")
            cut = time.monotonic()
            whole = _whole(self.served.port, head, body)
            found.recovery = time.monotonic() - cut
        if whole[:1] not in ("2", "3") or held(self.stage, self.address) == had:
            found.other.append(f"{kind} sent whole afterwards: {whole}")
        found.half += half_visible(readers, [before, quiet(self.served, PAGES)])
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log)
        return found

    def _request(self, kind: str, chance: random.Random) -> tuple[str, bytes]:
        """The head of a request without the length, and its body."""
        text = large(chance.randrange(1000, 9000), 40).bytes()
        lines = [f"Host: {HOST}", "Connection: close"]
        if kind == "program":
            body = json.dumps({"name": "rules.txt", "base64": base64.b64encode(text).decode()}).encode()
            given = [f"{name}: {value}" for name, value in self.people.bearer("cora").items()]
            path, media = "/api/v1/desk/imports/", "application/json"
        elif kind == "grades":
            at = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
            ids = chance.sample(self.people.questions, 20)
            grades = [
                {"key": f"{chance.getrandbits(128):032x}", "question": one, "grade": 3, "at": at, "took": 900}
                for one in ids
            ]
            body = json.dumps({"grades": grades}).encode()
            given = [f"Cookie: sessionid={self.people.sessions['rita']}; csrftoken={_TOKEN}", f"X-CSRFToken: {_TOKEN}"]
            path, media = "/study/sync/", "application/json"
        else:
            fields = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{_TOKEN}\r\n'
            file = 'Content-Disposition: form-data; name="file"; filename="rules.txt"\r\nContent-Type: text/plain'
            start = f"{fields}--{_BOUNDARY}\r\n{file}\r\n\r\n".encode()
            body = start + text + f"\r\n--{_BOUNDARY}--\r\n".encode()
            given = [f"Cookie: sessionid={self.people.sessions['cora']}; csrftoken={_TOKEN}"]
            path, media = "/curate/import/", f"multipart/form-data; boundary={_BOUNDARY}"
        head = "\r\n".join([f"POST {path} HTTP/1.1", *lines, f"Content-Type: {media}", *given])
        return head, body


def send_badly(port: int, head: str, body: bytes, way: str, chance: random.Random) -> str:
    """Send a part of a body in one of the ways; the first line of the answer, where there is one."""
    cut = chance.randrange(len(body) // 4, len(body) - 1)
    length = {"says-more": len(body) + chance.randrange(1, 5000), "says-less": cut}.get(way, len(body))
    with socket.create_connection((HOST, port), timeout=_PATIENCE) as connection, suppress(OSError):
        if way.startswith("chunked"):
            connection.sendall(f"{head}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
            part = body if way == "chunked-whole" else body[:cut]
            connection.sendall(f"{len(body):x}\r\n".encode() + part)
            if way == "chunked-whole":
                connection.sendall(b"\r\n0\r\n\r\n")
            else:
                connection.shutdown(socket.SHUT_WR)
        else:
            connection.sendall(f"{head}\r\nContent-Length: {length}\r\n\r\n".encode())
            connection.sendall(body if way == "says-more" else body[:cut])
            if way == "reset":
                # The answer to whatever comes is that nobody is there.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
                return "reset"
            if way in ("half-closed", "says-more"):
                connection.shutdown(socket.SHUT_WR)
            if way == "closed":
                return "closed"
        return _first_line(connection)
    return "gone"


def _whole(port: int, head: str, body: bytes) -> str:
    """Send all of it as it should be."""
    with socket.create_connection((HOST, port), timeout=60) as connection:
        connection.sendall(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        return _first_line(connection)


def _first_line(connection: socket.socket) -> str:
    said = b""
    while b"\r\n" not in said and (piece := connection.recv(4096)):
        said += piece
    return said.split(b"\r\n", 1)[0].decode("latin-1").partition(" ")[2]
