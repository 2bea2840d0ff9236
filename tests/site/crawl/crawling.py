"""Fetches what one person finds in one language: given addresses, and breadth first what the answers lead to."""

import html
import json
import re
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.conf import settings
from django.core import mail
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override
from lxml import html as markup

from tests.site.crawl.answers import Answer, body_of, digest_of, forms_in, headers_of
from tests.site.crawl.store import Store
from tests.support.keeping import forget

SITE = "http://testserver"
# Characters of a form that tell it from others in a list; a digest identifies the rest.
_LONG = 100
_LINK = re.compile(r"""["'>](?:http://testserver)?(/[^"'\s<>\\]*)""")
_READ = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "BEGIN", "EXPLAIN")
# Rows that no page keeps anything of in this process.
_OF_NO_PAGE = ("django_session", "rulesbase_opensession", "axes_", "otp_", "django_admin_log")
# Where a script gets another answer than a browser.
SCRIPTED = ("/since/", "/names/", "/watches/")
SCRIPT = (("HX-Request", "true"),)
# What somebody writes into fields that are empty.
WRITTEN = {
    "about": "Purpose of the list.",
    "answer": "Yes.",
    "ask": "May I?",
    "comment": "Is this right?",
    "description": "Purpose of the list.",
    "email": "new@rules.example",
    "name": "A name",
    "new": "201.2@2026-06-19",
    "note": "A note.",
    "old": "201.2@2022-04-29",
    "place": "201.3@2026-06-19",
    "reason": "It is better so.",
    "scenario_en": "May I? [104.1]",
    "term": "counter",
    "text": "A few words.",
    "translation": "un mot",
    "username": "somebody",
    "why": "Not yet.",
}
# Fields that distinguish buttons of one form.
_BUTTONS = frozenset("action do grade how mend then_note verb".split())
# What there is once for all languages is fetched by who reads English.
_ONCE = ("/downloads/files/", "/downloads/archive", "/static/", "/admin/", "/sitemap")


class Job(NamedTuple):
    """Who fetches in which language; how many addresses of a pattern, how many of them alike, and how many forms."""

    who: str
    language: str
    most: int
    alike: int
    forms: int

    @property
    def name(self) -> str:
        """What tells the answers of a job from those of others."""
        return f"as={self.who or 'nobody'} in={self.language}"


class Ask(NamedTuple):
    """A request; ``form`` is what is sent, None where nothing is."""

    address: str
    method: str = "GET"
    form: tuple[tuple[str, str], ...] | str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def key(self, job: Job) -> str:
        """What names this answer in every crawl."""
        sent = "" if self.form is None else f" {self.form if isinstance(self.form, str) else urlencode(self.form)}"
        if len(sent) > _LONG:
            sent = f"{sent[:_LONG]}... {digest_of(sent.encode())[:8]}"
        reported = {name: "a token" if name == "Authorization" else value for name, value in self.headers}
        headers = "".join(f" [{name}: {value}]" for name, value in reported.items())
        return f"{self.address} {self.method} {job.name}{headers}{sent}"


class Crawl:
    """One job: fills `answers`, and counts in `patterns` what was fetched of each."""

    def __init__(self, job: Job, cookies: dict[str, str], store: Store, begin: Callable[[str], None]) -> None:
        self.job, self.store, self.begin = job, store, begin
        self.answers: dict[str, Answer] = {}
        self.patterns: Counter[str] = Counter()
        self.broken: list[str] = []
        self._cookies = cookies
        self._asked: set[Ask] = set()
        self._waiting: deque[Ask] = deque()
        # Writes come last: after each of them this process fills its caches again.
        self._writing: deque[Ask] = deque()
        self._links: Counter[object] = Counter()
        self._seen: set[str] = set()

    def run(self, asks: Iterable[Ask]) -> None:
        """Fetch these, all of them, and what they lead to, as much of it as the job allows."""
        for ask in asks:
            self._put(ask)
        while waiting := self._waiting or self._writing:
            self._fetch(waiting.popleft())

    def _put(self, ask: Ask) -> None:
        if ask not in self._asked:
            self._asked.add(ask)
            (self._waiting if ask.form is None else self._writing).append(ask)

    def _fetch(self, ask: Ask) -> None:
        key = ask.key(self.job)
        self.begin(key)
        mail.outbox = []
        client = Client(raise_request_exception=False)
        for name, value in self._cookies.items():
            client.cookies[name] = value
        with undone():
            response = self._ask(client, ask)
            body = body_of(response)
            answer = Answer(key, response.status_code, headers_of(response), self.store.keep(body), len(body))
            followed = response.headers.get("location", "")
            if ask.form is not None and followed.startswith(("/", SITE)):
                self._follow(client, key, followed)
        self.answers[key] = answer
        if "/downloads/" in ask.address:
            put_back()
        if answer.status >= 500:
            self.broken.append(f"{answer.status} {key}")
        if pattern := pattern_of(ask.address):
            self.patterns[pattern] += 1
        if ask.form is None and ask.method == "GET":
            self._look(ask, answer, body)

    def _follow(self, client: Client, key: str, address: str) -> None:
        """Keep the page that a form leads to as well: it shows what the form did."""
        response = self._ask(client, Ask(address.removeprefix(SITE)))
        body = body_of(response)
        key = f"{key} -> {address}"
        self.answers[key] = Answer(key, response.status_code, headers_of(response), self.store.keep(body), len(body))

    def _ask(self, client: Client, ask: Ask) -> HttpResponseBase:
        headers = {"accept-language": self.job.language, "x-request-id": "the-same-number", **dict(ask.headers)}
        if ask.form is None:
            return client.generic(ask.method, ask.address, headers=headers)
        if isinstance(ask.form, str):
            return client.generic(ask.method, ask.address, ask.form, "application/json", headers=headers)
        form: dict[str, list[str]] = {}
        for name, value in ask.form:
            form.setdefault(name, []).append(value)
        return client.post(ask.address, form, headers=headers)

    def _look(self, ask: Ask, answer: Answer, body: bytes) -> None:
        """Put what an answer leads to behind what waits."""
        kind = answer.headers.get("content-type", "")
        if not any(word in kind for word in ("html", "json", "xml")):
            return
        text = body.decode("utf-8", "replace")
        found = [html.unescape(link) for link in _LINK.findall(text)]
        found += re.findall(r"<(?:http://testserver)?(/[^>]*)>", answer.headers.get("link", ""))
        if "location" in answer.headers:
            found.append(answer.headers["location"])
        if kind.startswith("text/html"):
            found += [
                urljoin(ask.address, html.unescape(link)) for link in re.findall(r'(?:href|hx-get)="(\?[^"]*)"', text)
            ]
        for link in found:
            self._lead(link)
        if kind.startswith("text/html") and "<form" in text and self.job.forms:
            for action, fields in forms_in(markup.document_fromstring(body)):
                self._send(urljoin(ask.address, action), fields)

    def _lead(self, link: str) -> None:
        address = link.removeprefix(SITE).partition("#")[0]
        if address in self._seen or not address.startswith("/") or address.startswith(("//", "/static/")):
            return
        self._seen.add(address)
        other = language_of(address) not in (self.job.language, "en")
        if other or (self.job.language != "en" and address.startswith(_ONCE)):
            return
        pattern = pattern_of(address)
        if not pattern or Ask(address) in self._asked:
            return
        parts = urlsplit(address)
        names = frozenset(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
        if self._links[pattern, "all"] >= self.job.most or (names and self._links[pattern, names] >= self.job.alike):
            return
        self._links[pattern, "all"] += 1
        self._links[pattern, names] += 1
        self._put(Ask(address))
        if any(part in address for part in SCRIPTED):
            self._put(Ask(address, headers=SCRIPT))

    def _send(self, address: str, fields: dict[str, list[str]]) -> None:
        address = address.removeprefix(SITE).partition("#")[0]
        pattern = pattern_of(address)
        if not pattern or not address.startswith("/"):
            return
        # Forms differ by what they have, and buttons by what they send.
        buttons = tuple((name, *fields[name]) for name in _BUTTONS & fields.keys())
        alike = (pattern, len(fields) if len(fields) > 40 else tuple(sorted(fields)), tuple(sorted(buttons)))
        if self._links["form", alike] >= self.job.forms or self._links["forms", pattern] >= 8 * self.job.forms:
            return
        self._links["form", alike] += 1
        self._links["forms", pattern] += 1
        form = tuple((name, one) for name, some in fields.items() for one in some)
        self._put(Ask(address, "POST", form))
        written = tuple((name, one or WRITTEN.get(name, "")) for name, one in form)
        if written != form:
            self._put(Ask(address, "POST", written))
        if any(part in address for part in SCRIPTED):
            self._put(Ask(address, "POST", form, SCRIPT))


def language_of(address: str) -> str:
    """Return the language of the interface that an address asks for."""
    first = urlsplit(address).path.split("/")[1]
    return first if first in ("fr", "ja") else "en"


def pattern_of(address: str) -> str:
    """Return the route that an address leads to, in whatever language; empty where it leads nowhere."""
    return _pattern(urlsplit(address).path, language_of(address))


def named(route: str) -> str:
    """Return what a route is called here: that of the first page is empty, which would be none."""
    return route.replace("^", "") or "/"


@lru_cache(maxsize=100_000)
def _pattern(path: str, language: str) -> str:
    try:
        with override(language):
            return named(resolve(path).route.removeprefix(f"{language}/"))
    except Resolver404:
        return ""


def put_back() -> None:
    """Let there be the same files to take away as before, whatever was made meanwhile."""
    shutil.rmtree(settings.DOWNLOADS_DIR, ignore_errors=True)
    shutil.copytree(f"{settings.OPERATIONS_DIR}/downloads", settings.DOWNLOADS_DIR)


@contextmanager
def undone() -> Iterator[None]:
    """Undo at the end what the block wrote; where that was content, its caches are emptied."""
    wrote: set[str] = set()

    def noting(execute: Callable[..., Any], sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
        plain = sql.lstrip(" (\n").upper()
        if not plain.startswith(_READ) and not any(name in sql[:80] for name in _OF_NO_PAGE):
            wrote.add(plain[:60])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(noting), transaction.atomic():
        yield
        transaction.set_rollback(True)
    if wrote:
        forget()


def sent_as_json(value: object) -> str:
    """Return what a program sends, always written the same."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
