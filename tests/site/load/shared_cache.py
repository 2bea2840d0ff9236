"""nginx with the cache of docs/deployment.md in front of the server: how many warm pages it gives."""

import re
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measuring import BenchError
from tests.bench.server import Served
from tests.site.load.writing import Curators
from tests.support.asking import ask
from tests.support.nginx import Nginx
from tests.support.programs import HOST, ROOT

# Requests sent at once on a connection, and how often.
_AT_ONCE, _TIMES = 50, 400
# After so many seconds a page is not new any more.
_PATIENCE = 30
TEMPLATE = Path(__file__).with_name("nginx.conf")


@contextmanager
def nginx_before(server: Served) -> Iterator[int]:
    """Start nginx in front of a server, with the lines on the cache of the guide; yield its port."""
    guide = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    (path,) = re.findall(r"^proxy_cache_path [^;]+;", guide, re.MULTILINE)
    (mapped,) = re.findall(r"^map \$http_cookie .*?^}", guide, re.MULTILINE | re.DOTALL)
    location = re.findall(r"^    (proxy_(?:cache|no_cache)\b[^;]*;|proxy_cache_\w+ [^;]*;)", guide, re.MULTILINE)
    with TemporaryDirectory(prefix="rulesbase-nginx-") as folder:
        lines = {
            "CACHE_OF_THE_GUIDE": re.sub(r"proxy_cache_path \S+", f"proxy_cache_path {folder}/cache", path),
            "MAP_OF_THE_GUIDE": mapped,
            "LOCATION_OF_THE_GUIDE": "\n      ".join(location),
        }
        with Nginx(Path(folder), TEMPLATE, **lines, SERVER=str(server.port)) as nginx:
            yield nginx.port


def warm_rate(port: int, path: str) -> float:
    """Return the answers a second for one page, asked for again and again on one connection."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode("ascii")
    with closing(socket.create_connection((HOST, port), timeout=60)) as connection:
        size = _answer(connection, request)
        started = time.perf_counter()
        for _time in range(_TIMES):
            connection.sendall(request * _AT_ONCE)
            left = size * _AT_ONCE
            while left > 0:
                got = len(connection.recv(1 << 20))
                if not got:
                    raise BenchError("nginx closed the connection.")
                left -= got
        return _AT_ONCE * _TIMES / (time.perf_counter() - started)


def seconds_until_new(ports: Sequence[int], server: Served, curators: Curators, texts: int) -> float:
    """Approve texts whose pages are warm in every cache.

    Return the seconds after an approval at which a reader last asked and got the old page.
    """
    worst = 0.0
    for _text in range(texts):
        text = curators.prepared(server.port)
        now = ask(server.port, f"/rule/{text.rule}/now/").headers["Location"]
        path = f"{now.partition('#')[0]}?lang={curators.language}"
        words = text.text or text.heading
        for port in ports:
            if words in _page(port, path):
                raise BenchError(f"{path} shows the text before its approval.")
        curators.finish(server.port, text)
        approved = time.perf_counter()
        for port in ports:
            asked = time.perf_counter()
            while words not in _page(port, path):
                worst = max(worst, asked - approved)
                if worst > _PATIENCE:
                    raise BenchError(f"{path} does not show its approved text.")
                time.sleep(0.05)
                asked = time.perf_counter()
    return worst


def _page(port: int, path: str) -> str:
    """Return the words of a page."""
    return re.sub(r"<[^>]+>", "", ask(port, path).text)


def _answer(connection: socket.socket, request: bytes) -> int:
    """Ask once; return the length of the whole answer."""
    connection.sendall(request)
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(1 << 16)
    head, _gap, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    if not head.startswith(b"HTTP/1.1 200") or not length:
        raise BenchError(f"nginx answered {head[:60]!r}")
    missing = int(length[1]) - len(body)
    while missing > 0:
        missing -= len(connection.recv(1 << 20))
    return len(head) + 4 + int(length[1])
