"""Fetch what one person can read in one language: given addresses, and breadth first what the answers lead to."""

import gzip
import hashlib
import html
import io
import re
import zipfile
from collections import Counter, deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.core.management import call_command
from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override

from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import User
from tests.site.access.library import ADA, OTTO
from tests.site.crawl.library import ADMIN, VISITOR
from tests.site.crawl.seeds import Ask, seeds
from tests.support.databases import rolled_back

SITE = "http://testserver"
_LINK = re.compile(r"""["'>](?:http://testserver)?(/[^"'\s<>\\]*)""")
# Computed from the whole program, or random.
_UNTOLD = {"content-length", "date", "x-request-id", "etag"}
_TOKEN = re.compile(rb"""((?:csrfmiddlewaretoken"\s+value|csrf-token"\s+content|X-CSRFToken"?)\s*[=:]\s*["'])[^"']+""")
# What there is once for all languages is fetched by who reads English.
_ONCE = ("/downloads/files/", "/downloads/archive", "/static/", "/admin/", "/sitemap")


class Job(NamedTuple):
    """Who fetches in which language; how many addresses of a pattern, and how many of them with the same query."""

    who: str
    language: str
    most: int
    alike: int


JOBS = (
    Job(VISITOR, "en", 12, 3),
    Job(VISITOR, "fr", 5, 2),
    Job(VISITOR, "ja", 4, 1),
    Job(ADA, "en", 10, 3),
    Job(ADA, "fr", 5, 1),
    Job(ADMIN, "en", 4, 2),
    Job("of-reviewers-fr", "fr", 2, 1),
    Job("of-translators-ja", "ja", 2, 1),
    Job(OTTO, "en", 1, 1),
)


def crawl_all(draw_the_same: Callable[[str], None]) -> dict[str, bytes]:
    """Do all jobs; return the packed answers by the digest of what was asked."""
    # An older program may have made the database.
    call_command("migrate", verbosity=0)
    token = make_token(User.objects.get(username=ADA), "crawl", "read", 30).secret
    answers: dict[str, bytes] = {}
    for job in JOBS:
        crawl = Crawl(job, draw_the_same)
        crawl.run(seeds(job.who, job.language, token if job.who == ADA else ""))
        answers |= crawl.answers
        print(f"{job.who or 'visitor'} {job.language}: {len(crawl.answers)} answers", flush=True)
        print(*(f"BROKEN {line}\n" for line in crawl.broken), sep="", end="")
    return answers


class Crawl:
    """One job: fills `answers`."""

    def __init__(self, job: Job, draw_the_same: Callable[[str], None]) -> None:
        self.job, self.draw_the_same = job, draw_the_same
        self.answers: dict[str, bytes] = {}
        self.broken: list[str] = []
        self.client = Client(raise_request_exception=False)
        if job.who:
            self.client.force_login(User.objects.get(username=job.who))
        self._waiting: deque[Ask] = deque()
        self._seen: set[str] = set()
        self._links: Counter[object] = Counter()

    def run(self, asks: Iterable[Ask]) -> None:
        """Fetch these, all of them, and what they lead to, as much of it as the job allows."""
        self._waiting.extend(asks)
        self._seen |= {ask.address for ask in self._waiting}
        while self._waiting:
            self._fetch(self._waiting.popleft())

    def _fetch(self, ask: Ask) -> None:
        key = f"{ask.address} as={self.job.who or 'anonymous'} in={self.job.language} {ask.accept}".strip()
        self.draw_the_same(key)
        sent = {"accept-language": self.job.language, "x-request-id": "the-same-number"}
        sent |= {"accept": ask.accept} if ask.accept else {}
        sent |= {"authorization": f"Bearer {ask.token}"} if ask.token else {}
        with rolled_back():
            response = self.client.get(ask.address, headers=sent)
            body = body_of(response)
        headers = {name.lower(): value for name, value in response.headers.items() if name.lower() not in _UNTOLD}
        head = [key, str(response.status_code), *sorted(f"{name}: {value}" for name, value in headers.items()), ""]
        packed = gzip.compress("\n".join(head).encode() + b"\n" + body, 1, mtime=0)
        self.answers[hashlib.sha256(key.encode()).hexdigest()[:40]] = packed
        if response.status_code >= 500:
            self.broken.append(f"{response.status_code} {key}")
        for link in links_in(ask.address, headers, body):
            self._lead(link)

    def _lead(self, link: str) -> None:
        address = link.removeprefix(SITE).partition("#")[0]
        if address in self._seen or not address.startswith("/") or address.startswith(("//", "/static/")):
            return
        self._seen.add(address)
        other = language_of(address) not in (self.job.language, "en")
        if other or (self.job.language != "en" and address.startswith(_ONCE)):
            return
        pattern = pattern_of(urlsplit(address).path, language_of(address))
        if not pattern:
            return
        names = frozenset(name for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True))
        if self._links[pattern] >= self.job.most or (names and self._links[pattern, names] >= self.job.alike):
            return
        self._links[pattern] += 1
        self._links[pattern, names] += 1
        self._waiting.append(Ask(address))


def body_of(response: HttpResponseBase) -> bytes:
    """Return the body to be compared, without random tokens; of an archive its texts and the digests of other files."""
    content: bytes = b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]
    if not content.startswith(b"PK\x03\x04"):
        return _TOKEN.sub(rb"\1-", content)
    parts: list[bytes] = []
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            text = name.endswith((".txt", ".xhtml", ".json", ".jsonl", ".xml", ".opf", ".css", ".md", ".csv"))
            parts += [f"== {name} ==".encode(), data if text else hashlib.sha256(data).hexdigest().encode()]
    return b"\n".join(parts)


def links_in(address: str, headers: dict[str, str], body: bytes) -> list[str]:
    """Return the addresses that an answer leads to."""
    found = [headers["location"]] if "location" in headers else []
    kind = headers.get("content-type", "")
    if any(word in kind for word in ("html", "json", "xml")):
        text = body.decode("utf-8", "replace")
        found += [html.unescape(link) for link in _LINK.findall(text)]
        queries = re.findall(r'(?:href|hx-get)="(\?[^"]*)"', text) if kind.startswith("text/html") else []
        found += [urljoin(address, html.unescape(link)) for link in queries]
    return found


def language_of(address: str) -> str:
    """Return the language of the interface that an address asks for."""
    first = urlsplit(address).path.split("/")[1]
    return first if first in ("fr", "ja") else "en"


@lru_cache(maxsize=100_000)
def pattern_of(path: str, language: str) -> str:
    """Return the route that a path leads to, in whatever language; empty where it leads nowhere."""
    try:
        with override(language):
            return resolve(path).route.removeprefix(f"{language}/") or "/"
    except Resolver404:
        return ""
