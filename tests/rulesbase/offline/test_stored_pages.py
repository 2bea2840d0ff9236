"""The list of pages that browsers store, the names of cards, the service worker and the manifest."""

import gzip
import json
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from cards.models import Card, PrintedName
from rulesbase.models import State, Version

pytestmark = pytest.mark.usefixtures("whole_sample")
LATEST = "2023-03-01"


def listing(prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = Client().get(f"{prefix}/offline/pages.json").json()
    return found


def test_every_chapter_and_the_glossary_are_listed() -> None:
    listed = set(listing()["pages"])
    contents = Client().get(f"/rules/{LATEST}/").content.decode()
    chapters = set(re.findall(rf'href="(/rules/{LATEST}/\d+/)"', contents))
    assert chapters
    assert chapters | {"/", f"/rules/{LATEST}/", f"/glossary/{LATEST}/", "/names/", "/help/marks/"} <= listed
    assert listing()["version"] == LATEST


@pytest.mark.parametrize("prefix", ["", "/fr", "/ja"])
def test_listed_pages_are_there_in_their_language(prefix: str) -> None:
    *pages, names = listing(prefix)["pages"]
    assert f"{prefix}/rules/{LATEST}/201/" in pages
    assert names == "/offline/names"
    language = prefix.strip("/") or "en"
    for path in pages:
        answer = Client().get(path, headers={"accept-language": language})
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
        # The worker asks with this for what is new.
        again = Client().get(path, headers={"accept-language": language, "if-none-match": answer.headers["ETag"]})
        assert again.status_code == 304


def test_stored_pages_may_run_the_worker() -> None:
    page = Client().get("/offline/")
    policy = page.headers["Content-Security-Policy"]
    assert {"worker-src 'self'", "manifest-src 'self'"} <= set(policy.split("; "))
    assert re.search(r'id="keep" data-bytes="[1-9]\d+"', page.content.decode())


def test_new_content_has_another_stamp() -> None:
    before = listing()["stamp"]
    State.objects.update(generation=1000)
    assert listing()["stamp"] != before


def test_names_in_all_languages() -> None:
    card = Card.objects.exclude(printed_names=None).first()
    assert card is not None
    sent = Client().get("/offline/names")
    lines = gzip.decompress(sent.content).decode().splitlines()
    assert Client().get("/offline/names", headers={"if-none-match": sent.headers["ETag"]}).status_code == 304
    names = {line[0]: line for line in map(json.loads, lines)}
    assert len(names) == Card.objects.count()
    slug, name, kind, others = names[card.slug]
    assert (slug, name, kind) == (card.slug, card.name, "")
    printed = PrintedName.objects.filter(card=card).exclude(name=card.name)
    assert {(one.language, one.name) for one in printed} <= {
        (language, name) for language, found in others.items() for name in found
    }


def worker() -> HttpResponse:
    answer = Client().get("/sw.js")
    assert isinstance(answer, HttpResponse)
    return answer


def config() -> dict[str, Any]:
    found = re.match(r"const CONFIG = (\{.*\});\n", worker().content.decode())
    assert found
    constants: dict[str, Any] = json.loads(found[1])
    return constants


def test_the_worker_serves_the_whole_site() -> None:
    answer = worker()
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["ETag"]
    assert config()["homes"] == {"en": "/", "fr": "/fr/", "ja": "/ja/"}
    assert config()["frames"] == ["/offline/", "/study/booth/"]


def test_the_worker_is_another_one_with_new_content_and_new_versions() -> None:
    first = config()
    State.objects.update(generation=1000)
    second = config()
    assert (second["stamp"] != first["stamp"], second["version"]) == (True, first["version"])
    Version.objects.filter(date=LATEST).update(date="2023-03-02")
    State.objects.update(generation=1001)
    assert (config()["version"], config()["stamp"] != second["stamp"]) == ("2023-03-02", True)


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
    manifest = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["scope"]) == (f"{prefix}/", "/")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    for shortcut in manifest["shortcuts"]:
        assert Client().get(shortcut["url"], follow=True).status_code == 200
