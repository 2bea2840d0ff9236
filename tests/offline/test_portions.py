"""What a browser keeps for a place without network: as anybody gets it, whole, and only sent where it is another."""

import gzip
import json
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from cards.models import Card, PrintedName
from rulesbase.models import State, Version, Wording
from tests.make import make_user

pytestmark = pytest.mark.usefixtures("whole_sample")
LATEST = "2023-03-01"


def listing(prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = Client().get(f"{prefix}/offline/portions.json").json()
    return found


def lines(answer: Any) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(answer.content).decode().splitlines()]


def pages(prefix: str = "", client: Client | None = None) -> dict[str, str]:
    found: dict[str, str] = {}
    for portion in listing(prefix)["portions"]:
        if portion["name"] != "names":
            for line in lines((client or Client()).get(portion["href"])):
                found[line["path"]] = line["html"]
    return found


def test_every_chapter_and_the_glossary_are_kept() -> None:
    kept = pages()
    contents = Client().get(f"/rules/{LATEST}/").content.decode()
    chapters = set(re.findall(rf'href="(/rules/{LATEST}/\d+/)"', contents))
    assert chapters
    assert chapters | {"/", f"/rules/{LATEST}/", f"/glossary/{LATEST}/", "/names/", "/help/marks/"} <= kept.keys()
    assert listing()["version"] == LATEST


@pytest.mark.parametrize("prefix", ["", "/fr", "/ja"])
def test_kept_pages_are_those_that_anybody_gets(prefix: str) -> None:
    kept = pages(prefix)
    assert f"{prefix}/rules/{LATEST}/201/" in kept
    for path, html in kept.items():
        assert html == Client().get(path).content.decode()


def test_a_kept_page_has_nothing_of_who_asked() -> None:
    user = make_user("jane", "curators")
    client = Client()
    client.force_login(user)
    client.cookies["theme"] = "dark"
    kept = pages(client=client)
    assert kept == pages()
    assert not [path for path, html in kept.items() if "jane" in html or "data-theme" in html or "csrf" in html]


def test_kept_pages_have_the_headers_of_pages() -> None:
    headers = Client().get("/offline/").headers
    for name, value in listing()["headers"].items():
        if name == "Content-Security-Policy":
            assert sorted(value.split("; ")) == sorted(headers[name].split("; "))
        else:
            assert value == headers[name]
    assert {"worker-src 'self'", "manifest-src 'self'"} <= set(headers["Content-Security-Policy"].split("; "))


def test_a_portion_is_sent_once() -> None:
    href = listing()["portions"][1]["href"]
    first = Client().get(href)
    assert first.headers["Content-Encoding"] == "gzip"
    assert int(first.headers["X-Plain-Length"]) == len(gzip.decompress(first.content))
    again = Client().get(href, headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_portion_whose_pages_changed_is_sent_again() -> None:
    tags = {one["name"]: Client().get(one["href"]).headers["ETag"] for one in listing()["portions"]}
    before = listing()["stamp"]
    changed = Wording.objects.get(entries__edition__version__date=LATEST, language="en", entries__number="201.1")
    Wording.objects.filter(pk=changed.pk).update(text="A name is what a card is called, and more.")
    State.objects.update(generation=1000)
    assert listing()["stamp"] != before
    now = {one["name"]: Client().get(one["href"]).headers["ETag"] for one in listing()["portions"]}
    # Of all portions only that of the section is another one.
    assert [name for name in tags if tags[name] != now[name]] == ["section-2"]


def test_names_in_all_languages() -> None:
    card = Card.objects.exclude(printed_names=None).first()
    assert card is not None
    told = {line[0]: line for line in lines(Client().get("/offline/portions/names"))}
    assert len(told) == Card.objects.count()
    slug, name, kind, others = told[card.slug]
    assert (slug, name, kind) == (card.slug, card.name, "")
    printed = PrintedName.objects.filter(card=card).exclude(name=card.name)
    assert {(one.language, one.name) for one in printed} <= {
        (language, name) for language, names in others.items() for name in names
    }


def test_sizes_are_told_before_and_after() -> None:
    reckoned = {one["name"]: one for one in listing()["portions"]}
    assert all(one["bytes"] > 0 for one in reckoned.values())
    assert re.search(r'id="keep" data-bytes="[1-9]\d+"', Client().get("/offline/").content.decode())


def test_known_sizes_replace_reckoned_ones(settings: LazySettings) -> None:
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "portions"}
    }
    sent = {one["name"]: len(Client().get(one["href"]).content) for one in listing()["portions"]}
    assert {one["name"]: one["bytes"] for one in listing()["portions"]} == sent
    assert all(one["exact"] for one in listing()["portions"])
    # What was kept is as good as made anew.
    assert len(Client().get("/offline/portions/section-2").content) == sent["section-2"]


@pytest.mark.parametrize("name", ["section-0", "nothing", "frame-1"])
def test_no_such_portion(name: str) -> None:
    assert Client().get(f"/offline/portions/{name}").status_code == 404


def test_only_reading() -> None:
    for address in (
        "/offline/",
        "/offline/portions.json",
        "/offline/portions/frame",
        "/manifest.webmanifest",
        "/sw.js",
    ):
        assert Client().post(address).status_code == 405


def worker() -> HttpResponse:
    answer = Client().get("/sw.js")
    assert isinstance(answer, HttpResponse)
    return answer


def told() -> dict[str, Any]:
    found = re.match(r"const TOLD = (\{.*\});\n", worker().content.decode())
    assert found
    constants: dict[str, Any] = json.loads(found[1])
    return constants


def test_the_worker_serves_the_whole_site() -> None:
    answer = worker()
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["ETag"]
    assert told()["homes"] == {"en": "/", "fr": "/fr/", "ja": "/ja/"}
    assert told()["visited"] == ["/study/booth/"]


def test_the_worker_is_another_one_with_new_content_and_new_versions() -> None:
    first = told()
    State.objects.update(generation=1000)
    second = told()
    assert (second["stamp"] != first["stamp"], second["version"]) == (True, first["version"])
    Version.objects.filter(date=LATEST).update(date="2023-03-02")
    State.objects.update(generation=1001)
    assert (told()["version"], told()["stamp"] != second["stamp"]) == ("2023-03-02", True)


def test_a_worker_can_be_taken_back(settings: LazySettings) -> None:
    settings.OFFLINE = False
    source = worker().content.decode()
    assert "registration.unregister()" in source
    assert 'addEventListener("fetch"' not in source
    page = Client().get("/offline/").content.decode()
    assert "data-worker" not in page
    assert 'id="keep"' not in page


@pytest.mark.parametrize("prefix", ["", "/fr", "/ja"])
def test_the_manifest(prefix: str) -> None:
    page = Client().get(f"{prefix}/").content.decode()
    found = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert found
    answer = Client().get(found[1])
    said = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (said["start_url"], said["scope"]) == (f"{prefix}/", "/")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in said["icons"] if icon["type"] == "image/png"}
    for shortcut in said["shortcuts"]:
        assert Client().get(shortcut["url"], follow=True).status_code == 200
