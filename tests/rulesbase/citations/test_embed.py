"""The script for other people's pages: on a page of another origin, with a strict content policy, in a browser."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from tests.support.browsing import Pages

pytestmark = pytest.mark.usefixtures("sample")

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

FOLDER = Path(__file__).resolve().parents[3] / "static" / "embed"
TEXT = """
<p>Rule 201.4b@2019-03-01, then 201.2 (2021-03-01); it cost $201.20 or 201.2 euros. <code>201.2@2019-03-01</code></p>
<section data-date="2019-05-01"><p>Here 201.4b &lt;img src=x&gt; and 299.9.</p></section>
"""
Open = Callable[[str, str], "Page"]


@pytest.fixture
def blog(pages: Pages, live_server: "LiveServer") -> Iterator[Open]:
    """Return what opens a page of another origin: its text, and attributes of the script."""
    html = ""

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            site = live_server.url
            self.send_header("Content-Security-Policy", f"default-src 'none'; script-src {site}; connect-src {site}")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, format: str, *values: object) -> None:
            """Print nothing."""

    def open_page(text: str, attributes: str) -> "Page":
        nonlocal html
        script = f'<script async src="{live_server.url}/embed/citations.js" {attributes}></script>'
        html = f'<!doctype html><html lang="en"><title>Blog</title><body>{text}{script}</body></html>'
        page = pages.open()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        return page

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield open_page
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_dated_numbers_become_links_with_both_texts(blog: Open, client: Client) -> None:
    page = blog(TEXT, "")
    links = page.locator("a.rulesbase-citation")
    links.first.wait_for()
    assert links.all_inner_texts() == ["201.4b@2019-03-01", "201.2 (2021-03-01)", "201.4b"]
    assert str(links.nth(2).get_attribute("href")).endswith("/cite/201.4b%402019-03-01")
    assert page.locator("img").count() == 0
    (found,) = client.get("/api/v1/citations/?cite=201.4b@2019-03-01&texts=true").json()["results"]
    tip = page.get_by_role("tooltip")
    links.first.hover()
    assert "On 1 March 2019" in tip.inner_text()
    assert found["then"]["text"] in tip.inner_text()
    assert found["now"][0]["number"] in tip.inner_text()
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")
    links.nth(2).focus()
    tip.wait_for()
    assert links.nth(2).get_attribute("aria-describedby") == "rulesbase-tip"
    assert page.context.cookies() == []


@pytest.mark.slow
def test_one_request_for_each_fifty_citations(blog: Open) -> None:
    numbers = [f"201.{rule}@20{year}-04-01" for rule in range(1, 6) for year in range(19, 40)]
    page = blog("<p>nothing here</p>", 'data-date="2019-03-01"')
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    page.evaluate("text => { document.body.firstChild.textContent = text }", " ".join(numbers))
    script = page.locator("script").evaluate("script => script.src")
    page.evaluate("src => document.body.append(Object.assign(document.createElement('script'), { src }))", script)
    page.locator("a.rulesbase-citation").first.wait_for()
    assert len(numbers) == 105
    assert sorted(address.count("cite=") for address in asked) == [5, 50, 50]


@pytest.mark.slow
def test_without_a_date_nothing_is_asked(blog: Open) -> None:
    page = blog("<p>Rule 201.2 has no date.</p>", "")
    page.wait_for_load_state("networkidle")
    assert page.locator("a").count() == 0


def test_the_script_is_small_and_may_be_included_elsewhere(client: Client) -> None:
    response = client.get("/embed/citations.js")
    assert response.content == (FOLDER / "citations.js").read_bytes()
    assert len(response.content) <= 12 * 1024
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    source = response.content.decode()
    assert [
        word for word in ("innerHTML", "insertAdjacentHTML", "document.cookie", "localStorage") if word in source
    ] == []


def test_the_public_api_alone_is_open_to_other_sites(client: Client) -> None:
    elsewhere = {"Origin": "https://blog.example.org"}
    answer = client.get("/api/v1/citations/?cite=201.2@2019-03-01&texts=true", headers=elsewhere)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    for address in ("/api/v1/desk/", "/", "/cite/201.2@2019-03-01", "/account/sign-in/"):
        assert "Access-Control-Allow-Origin" not in client.get(address, headers=elsewhere).headers


def test_the_folder_is_a_browser_extension() -> None:
    manifest = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["manifest_version"] == 3
    scripts = manifest["content_scripts"][0]["js"]
    # The settings come first: the script waits for them.
    assert scripts == ["extension.js", "citations.js"]
    assert all((FOLDER / name).is_file() for name in (*scripts, manifest["options_ui"]["page"]))


def test_texts_of_citations_in_the_api(client: Client) -> None:
    address = "/api/v1/citations/?cite=201.4b@2019-03-01&cite=299.9@2019&cite=2@2019"
    plain = client.get(address).json()
    found = client.get(f"{address}&texts=true").json()
    for item in found["results"]:
        then, now = item.pop("then"), item.pop("now")
        assert bool(then) == (item["status"] != "unknown")
        assert [place["number"] for place in now] == item["numbers"]
        for place in [*([then] if then else []), *now]:
            entry = client.get(f"/api/v1/versions/{place['version']}/entries/{place['number']}/").json()
            assert place == {name: entry[name] for name in ("version", "number", "heading", "text")}
    assert found == plain
    one = client.get("/api/v1/citations/201.4b@2019-03-01/?texts=true").json()["results"]
    assert one[0]["then"]["number"] == "201.4b"
