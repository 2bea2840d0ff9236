"""The sitemap lists pages that are there, at the addresses that they call their own; robots.txt names it."""

import re
from urllib.robotparser import RobotFileParser

import pytest
from django.http import HttpResponseBase
from django.test import Client
from lxml import etree

pytestmark = pytest.mark.usefixtures("whole_sample")
HOST = "http://testserver"
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def content(answer: HttpResponseBase) -> bytes:
    return b"".join(answer) if answer.streaming else getattr(answer, "content")  # noqa: B009


def parts() -> list[str]:
    root = etree.fromstring(Client().get("/sitemap.xml").content)
    return [str(found.text) for found in root.iterfind("s:sitemap/s:loc", NAMES)]


def listed() -> dict[str, tuple[dict[str, str], str]]:
    """Each address with those of its languages, and its day."""
    found = {}
    for part in parts():
        answer = Client().get(part.removeprefix(HOST))
        assert answer.status_code == 200
        for url in etree.fromstring(content(answer)).iterfind("s:url", NAMES):
            links = {link.get("hreflang", ""): link.get("href", "") for link in url.iterfind("x:link", NAMES)}
            address = url.findtext("s:loc", "", NAMES)
            assert address not in found
            found[address] = (links, url.findtext("s:lastmod", "", NAMES))
    return found


@pytest.mark.slow
def test_every_listed_page_is_there_and_calls_itself_so() -> None:
    pages = listed()
    # Of each kind of page one, in the three languages in turn; all of them would take a minute.
    kinds: dict[str, dict[str, str]] = {}
    for address in pages:
        [(language, path)] = re.findall(rf"^{HOST}(/fr|/ja|)(/.*)$", address)
        kinds.setdefault(re.sub(r"[\d.]+\w?|(?<=/)[^/]+(?=/$)", "#", path), {}).setdefault(language, address)
    assert len(kinds) > 20
    for at, addresses in enumerate(kinds.values()):
        address = [*addresses.values()][at % len(addresses)]
        answer = Client().get(address.removeprefix(HOST))
        assert answer.status_code == 200, address
        html = answer.content.decode()
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', html) == [address]
        own = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', html))
        assert own == pages[address][0]


def test_the_latest_version_is_listed_in_full_and_of_others_the_contents() -> None:
    pages = listed()
    for path in ("201/", "201.1/", "", "credits/"):
        assert {f"{HOST}/rules/2023-03-01/{path}", f"{HOST}/fr/rules/2023-03-01/{path}?lang=fr"} <= pages.keys()
    assert f"{HOST}/ja/rules/2019-03-01/?lang=ja" in pages
    assert {f"{HOST}/feeds/", f"{HOST}/fr/downloads/", f"{HOST}/downloads/2019-03-01/"} <= pages.keys()
    assert {f"{HOST}/versions/", f"{HOST}/ja/documents/"} <= pages.keys()
    assert f"{HOST}/rules/2019-03-01/201/" not in pages
    assert any(address.startswith(f"{HOST}/fr/glossary/2023-03-01/") for address in pages)
    assert any(address.startswith(f"{HOST}/cards/lantern-warden/") for address in pages)
    assert any(address.startswith(f"{HOST}/rule/") for address in pages)
    # Each page is listed in all languages.
    for address, (links, _day) in pages.items():
        assert address in links.values()
        assert links["x-default"] in links.values()


@pytest.mark.parametrize("address", ["/sitemap.xml", "/sitemap-rules.xml", "/sitemap-cards-1.xml"])
def test_a_file_is_sent_once(address: str) -> None:
    tag = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("name", ["cards-0", "cards-2", "cards-x", "cards", "pages-1", "rules-9999999999", "other"])
def test_no_such_file(name: str) -> None:
    assert Client().get(f"/sitemap-{name}.xml").status_code == 404


def test_robots_may_read_but_not_go_round_in_circles() -> None:
    answer = Client().get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    output = answer.content.decode()
    assert f"Sitemap: {HOST}/sitemap.xml\n" in output
    rules = [line.removeprefix("Disallow: ") for line in output.splitlines() if line.startswith("Disallow")]

    def allowed(address: str) -> bool:
        return not any(re.match(re.escape(rule).replace(r"\*", ".*"), address) for rule in rules)

    pages = [address.removeprefix(HOST) for address in listed()]
    assert [address for address in pages if not allowed(address)] == []
    for prefix in ("", "/fr", "/ja"):
        for address in ("/search/?q=x", "/compare/2019-03-01/2023-03-01/", "/names/?ask=same", "/cite/201.1@2019"):
            assert not allowed(prefix + address)
        assert not allowed(f"{prefix}/rules/2023-03-01/201/?lang=en,fr")
        assert not allowed(f"{prefix}/account/sign-in/")
        for address in ("?q=x", "mtr/search/?q=x", "mtr/compare/2021-07-04/2022-05-06/", "ipg/cite/2.1@2021"):
            assert not allowed(f"{prefix}/documents/{address}")
        assert allowed(f"{prefix}/documents/mtr/2022-05-06/2/")
    assert not allowed("/admin/")
    # What a reader of the old kind, without wildcards, makes of it.
    parser = RobotFileParser()
    parser.parse(output.splitlines())
    assert parser.can_fetch("*", f"{HOST}/rules/2023-03-01/201/")
    assert not parser.can_fetch("*", f"{HOST}/search/?q=x")
