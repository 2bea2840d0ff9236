"""The polite client against a real server with faults."""

import time
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

import pytest

from rulesbase.imports.http_client import Client, FetchError, Limits, NoConnection, origin
from tests.support.rules_server import Answer, RulesServer, closed_address

BODY = b"100.1. A line of a file.\n" * 400
# The time limits are for a machine that does other things too; tests of limits set their own.
FAST = Limits(pause=0, backoff=0.01, timeout=60, longest=120)
MEDIA = "https://media.wizards.com"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RulesServer]:
    monkeypatch.setenv("no_proxy", "*")
    with RulesServer() as started:
        yield started


def client(*servers: RulesServer, limits: Limits = FAST) -> Client:
    return Client("Rulesbase/9.8", limits, frozenset(server.address for server in servers))


def test_files_and_moved_files_are_fetched(server: RulesServer) -> None:
    address = server.put("/a%20file.txt", BODY)
    assert client(server).get(address.replace("%20", " ")) == BODY
    assert [seen.path for seen in server.seen] == ["/robots.txt", "/a%20file.txt"]
    assert {seen.agent for seen in server.seen} == {"Rulesbase/9.8"}
    target = server.put("/new.txt", BODY)
    address = server.put("/old.txt", Answer(status=301, headers={"Location": "/new.txt"}))
    body = BytesIO()
    assert client(server).download(address, body) == target
    assert body.getvalue() == BODY


@pytest.mark.parametrize("status", [400, 403, 404, 410])
def test_a_refusal_is_final(server: RulesServer, status: int) -> None:
    address = server.put("/a.txt", Answer(b"No.", status=status), BODY)
    with pytest.raises(FetchError, match=str(status)):
        client(server).get(address)
    assert server.paths() == ["/a.txt"]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_busy_server_is_tried_three_times(server: RulesServer, status: int) -> None:
    address = server.put("/a.txt", Answer(status=status), Answer(status=status), BODY)
    reported: list[str] = []
    patient = Client("x", FAST, frozenset({server.address}), report=reported.append)
    assert patient.get(address) == BODY
    assert [sentence.rsplit("Next try in ")[1] for sentence in reported] == ["0.01 s.", "0.02 s."]
    with pytest.raises(FetchError, match=str(status)):
        patient.get(server.put("/b.txt", Answer(status=status)))
    assert server.paths() == ["/a.txt"] * 3 + ["/b.txt"] * 3


@pytest.mark.slow
def test_retry_after_in_seconds_is_honoured(server: RulesServer) -> None:
    address = server.put("/a.txt", Answer(status=429, headers={"Retry-After": "1"}), BODY)
    assert client(server).get(address) == BODY
    first, second = [seen.at for seen in server.seen if seen.path == "/a.txt"]
    assert second - first >= 1


def test_a_server_that_wants_an_hour_gets_it(server: RulesServer) -> None:
    address = server.put("/a.txt", Answer(status=503, headers={"Retry-After": "3600"}), BODY)
    with pytest.raises(FetchError, match="3600 seconds"):
        client(server).get(address)
    assert server.paths() == ["/a.txt"]


def test_what_broke_off_is_asked_for_again(server: RulesServer) -> None:
    half = Answer(BODY, sent=len(BODY) // 2)
    address = server.put("/a.txt", half, BODY)
    assert client(server).get(address) == BODY
    address = server.put("/b.txt", half)
    with pytest.raises(FetchError, match=r"Only 5,000 of the 10,000 bytes"):
        client(server).get(address)
    address = server.put("/a.txt", Answer(drop=True), BODY)
    assert client(server).get(address) == BODY
    address = server.put("/b.txt", Answer(drop=True))
    with pytest.raises(FetchError, match="closed the connection"):
        client(server).get(address)


def test_a_body_over_the_limit_is_cut(server: RulesServer) -> None:
    limits = Limits(pause=0, size=1_000_000)
    address = server.put("/a.txt", Answer(BODY, endless=True))
    with pytest.raises(FetchError, match="limit of 1,000,000 bytes"):
        client(server, limits=limits).get(address)
    assert server.paths() == ["/a.txt"]
    time.sleep(0.1)
    # What the sockets of both sides hold comes on top of what was read.
    assert server.bytes_sent < 12_000_000
    address = server.put("/b.txt", Answer(BODY, announced=1_000_001))
    with pytest.raises(FetchError, match="larger than the limit"):
        client(server, limits=limits).get(address)
    assert server.paths() == ["/a.txt", "/b.txt"]


@pytest.mark.slow
def test_silence_ends_at_the_timeout(server: RulesServer) -> None:
    address = server.put("/a.txt", Answer(BODY, drip=20, piece=100))
    with pytest.raises(FetchError, match=r"did not answer for 1\.5 seconds"):
        client(server, limits=Limits(pause=0, timeout=1.5, tries=1)).get(address)
    assert server.bytes_sent < len(BODY)


@pytest.mark.slow
def test_a_trickle_ends_too(server: RulesServer) -> None:
    """Each piece comes in time, but all of them would take a hundred seconds."""
    address = server.put("/a.txt", Answer(BODY * 10, drip=0.1, piece=100))
    with pytest.raises(FetchError, match=r"more than 1\.5 seconds"):
        client(server, limits=Limits(pause=0, longest=1.5, tries=1)).get(address)
    assert server.bytes_sent < len(BODY) * 10


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_elsewhere_is_not_followed(server: RulesServer, status: int) -> None:
    with RulesServer() as other:
        address = server.put("/a.txt", Answer(status=status, headers={"Location": other.put("/a.txt", BODY)}))
        with pytest.raises(FetchError, match="redirects, and the new address is not at an https host"):
            client(server).get(address)
        assert other.seen == []


def test_refusals_and_redirects_end(server: RulesServer) -> None:
    address = server.put("/a.txt", Answer(status=302, headers={"Location": "/a.txt"}))
    with pytest.raises(FetchError, match="more than 5 times"):
        client(server).get(address)
    assert len(server.paths()) == 6
    address = server.put("/a.txt", Answer(BODY, headers={"Content-Encoding": "gzip"}))
    with pytest.raises(FetchError, match="compressed"):
        client(server).get(address)


def test_an_unknown_host_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(NoConnection, match=r"^rules\.invalid could not be reached: "):
        Client("x", FAST, frozenset({"http://rules.invalid"})).get("http://rules.invalid/a.txt")


def test_a_host_that_was_not_reached_is_not_tried_twice(server: RulesServer) -> None:
    closed = closed_address()
    once = Client("x", FAST, frozenset({closed, server.address}))
    with pytest.raises(NoConnection):
        once.get(closed + "/a.txt")
    with RulesServer(port=int(closed.rpartition(":")[2])) as late:
        with pytest.raises(NoConnection, match="Connection refused"):
            once.get(late.put("/b.txt", BODY))
        assert late.seen == []
    assert once.get(server.put("/c.txt", BODY)) == BODY


def test_robots_are_read_once_and_obeyed(server: RulesServer) -> None:
    server.put("/robots.txt", b"User-agent: *\nDisallow: /private/\nCrawl-delay: 1\n")
    polite = client(server)
    with pytest.raises(FetchError, match=r"robots\.txt"):
        polite.get(server.put("/private/a.txt", BODY))
    for path in ("/open.txt", "/other.txt"):
        polite.get(server.put(path, BODY))
    assert [seen.path for seen in server.seen] == ["/robots.txt", "/open.txt", "/other.txt"]
    assert server.seen[2].at - server.seen[1].at >= 1


def test_a_server_without_working_robots_is_left_alone(server: RulesServer) -> None:
    server.put("/robots.txt", Answer(status=503))
    with pytest.raises(NoConnection, match="503"):
        client(server).get(server.put("/a.txt", BODY))
    assert server.paths() == []


def test_requests_come_with_pauses(server: RulesServer) -> None:
    polite = client(server, limits=Limits(pause=0.2))
    for path in ("/a.txt", "/b.txt"):
        polite.get(server.put(path, BODY))
    moments = [seen.at for seen in server.seen]
    assert len(moments) == 3
    assert all(later - earlier >= 0.2 for earlier, later in pairwise(moments))


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/a.txt",
        "https://example.org/MagicCompRules.txt",
        "https://wizards.com.example.org/a.txt",
        "https://notwizards.com/a.txt",
        "https://name:word@media.wizards.com/a.txt",
        "https://media.wizards.com:8443/a.txt",
        "ftp://media.wizards.com/a.txt",
        "file:///etc/passwd",
        "no address",
        "https://[media.wizards.com/a.txt",
        "https://media.wizards.com:x/a.txt",
    ],
)
def test_only_official_hosts_are_asked(address: str) -> None:
    with pytest.raises(FetchError, match=r"is not at an https host of wizards\.com|cannot be read|no web address"):
        Client("x", FAST).get(address)


def test_a_trusted_address_without_a_host() -> None:
    with pytest.raises(FetchError, match="The address is no web address: foo"):
        Client("x", FAST, frozenset({origin("foo")})).get("foo")
