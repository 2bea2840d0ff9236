"""/downloads/: the page, the way to a file, the file, whole and in parts, and what is not there."""

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.archive.export import text_of_edition
from rulesbase.downloads import build as downloads_build
from rulesbase.downloads import storage as downloads_storage
from rulesbase.engine.parsing.serialize import to_markdown, to_text
from rulesbase.models import Edition
from tests.rulesbase.downloads.conftest import edition_of
from tests.support.queries import queries_of

pytestmark = pytest.mark.usefixtures("sample")
DATE = "2021-03-01"


def body(response: HttpResponseBase) -> bytes:
    """The bytes of an answer, streamed or not."""
    return response.getvalue() if response.streaming else response.content  # type: ignore[attr-defined]


def led_to(client: Client, format: str, date: str = DATE, language: str = "en") -> str:
    """Where the address of a format leads."""
    response = client.get(f"/downloads/{date}/{language}/{format}")
    assert response.status_code == 302
    assert response.headers["Cache-Control"] == "no-cache"
    return str(response.headers["Location"])


class TestFile:
    @pytest.mark.parametrize("format", ["epub", "txt", "markdown", "json", "akn", "print"])
    def test_the_address_holds_the_digest_of_what_is_there(self, client: Client, format: str) -> None:
        address = led_to(client, format)
        response = client.get(address)
        content = body(response)
        digest = hashlib.sha256(content).hexdigest()
        ending = {"markdown": "md", "akn": "xml", "print": "html"}.get(format, format)
        name = f"sample-rules-{DATE}-en.{ending}"
        assert address == f"/downloads/files/{digest}/{name}"
        assert response.status_code == 200
        assert response.headers["ETag"] == f'"{digest}"'
        assert response.headers["Content-Length"] == str(len(content))
        assert "immutable" in response.headers["Cache-Control"]
        disposition = "inline" if format == "print" else "attachment"
        assert response.headers["Content-Disposition"] == f'{disposition}; filename="{name}"'
        assert response.headers["Content-Type"] == downloads_build.FORMATS[format].media_type

    def test_it_has_the_text_of_the_edition(self, client: Client) -> None:
        text = text_of_edition(edition_of(DATE, "fr"))
        found = {
            format: body(client.get(led_to(client, format, DATE, "fr"))).decode()
            for format in downloads_build.FORMATS
            if format not in ("epub", "akn", "print")
        }
        data = json.loads(found["json"])
        assert list(data) == "version language title introduction entries glossary index credits issues".split()
        assert (data["version"], data["language"]) == (DATE, "fr")
        assert data["entries"] == [
            {
                "number": node.number,
                "kind": node.kind,
                "heading": node.heading,
                "text": node.text,
                "examples": [example.text for example in node.examples],
            }
            for node in text.entries
        ]
        assert [(term["term"], term["text"]) for term in data["glossary"]] == [
            (node.heading, node.text) for node in text.glossary
        ]
        assert {tuple(issue) for issue in data["issues"]} <= {("line", "text", "problem")}
        assert found["txt"] == to_text(text)
        assert found["markdown"] == to_markdown(text)

    @pytest.mark.parametrize("code", ["pt-br", "zh-Hant"])
    def test_languages_of_a_region_or_script(self, client: Client, folder: Path, code: str) -> None:
        Edition.objects.filter(version__date=DATE, language="fr").update(language=code)
        address = led_to(client, "txt", DATE, code)
        assert body(client.get(address))
        shutil.rmtree(folder)
        assert body(client.get(address))

    def test_any_day_leads_to_the_version_in_force(self, client: Client) -> None:
        assert len({led_to(client, "txt", date) for date in (DATE, "2022", "2022-12-31", "2021-03-02")}) == 1

    def test_what_somebody_has_is_not_sent_again(self, client: Client) -> None:
        address = led_to(client, "json")
        first = client.get(address)
        assert body(first)
        tag = first.headers["ETag"]
        response = client.get(address, headers={"if-none-match": tag})
        assert (response.status_code, body(response)) == (304, b"")
        assert response.headers["ETag"] == tag
        assert client.get(address, headers={"if-match": '"other"'}).status_code == 412

    def test_an_emptied_folder_is_filled_again(self, client: Client) -> None:
        address = led_to(client, "json")
        stored = downloads_storage.current_file(f"sample-rules-{DATE}-en.json")
        assert stored
        stored.path.unlink()
        response = client.get(address)
        assert response.status_code == 200
        assert hashlib.sha256(body(response)).hexdigest() == stored.sha256


class TestRefusals:
    def test_not_found(self, client: Client) -> None:
        for address, message in (
            (f"/downloads/{DATE}/en/exe", ", ".join(downloads_build.FORMATS)),
            (f"/downloads/{DATE}/de/epub", "en, fr, ja"),
            (f"/downloads/{DATE}/..%2f..%2fetc/epub", ""),
            ("/downloads/tomorrow/en/epub", "is not a date"),
            ("/downloads/1990-01-01/en/epub", "The first version on this site"),
            ("/downloads/2021-02-30/en/epub", "is not a date"),
            ("/downloads/0000-00-00/", "is not a date"),
            ("/downloads/archive", "build_downloads --bundle"),
            (f"/downloads/files/{'0' * 64}/sample-rules-{DATE}-en.epub", f"/downloads/{DATE}/en/epub"),
            (f"/downloads/files/{'0' * 64}/sample-rules-2022-12-31-en.epub", "no such file"),
            (f"/downloads/files/{'0' * 64}/sample-rules-{DATE}-de.epub", "en, fr, ja"),
            (f"/downloads/files/{'0' * 64}/comprehensive-rules-{DATE}-en.epub", "no such file"),
            (f"/downloads/files/{'0' * 64}/rulesbase-archive.zip", "no such file"),
            (f"/downloads/files/{'A' * 64}/sample-rules-{DATE}-en.epub", "no such file"),
            ("/downloads/files/../settings.py", ""),
            ("/downloads/files/..%2f..%2f/settings.py", ""),
            (f"/downloads/files/{'0' * 64}/..%2f..%2fslips%2fx.json", ""),
            (f"/downloads/files/{'0' * 64}/" + "a" * 3000, "no such file"),
        ):
            response = client.get(address)
            assert response.status_code == 404, address
            assert message in response.content.decode()
        for address in ("/downloads/", f"/downloads/{DATE}/", f"/downloads/{DATE}/en/epub", "/downloads/archive"):
            assert client.post(address).status_code == 405


class TestPages:
    def test_sizes_and_digests_once_they_are_made(self, client: Client) -> None:
        before = client.get(f"/downloads/{DATE}/").content.decode()
        stored = downloads_build.ensure_file(edition_of(DATE), downloads_build.FORMATS["epub"])
        after = client.get(f"/downloads/{DATE}/").content.decode()
        assert stored.sha256 not in before
        assert stored.sha256 in after
        files = 3 * len(downloads_build.FORMATS)
        assert before.count('<td class="n"></td>') == files
        assert after.count('<td class="n"></td>') == files - 1
        for name, use in (("EPUB", "For reading offline"), ("Akoma Ntoso", "For legal software")):
            assert re.search(rf'en/\w+" rel="nofollow">{name}<.*?<td class="wide">{use}', after, re.DOTALL)

    def test_all_versions_and_languages(self, client: Client) -> None:
        page = client.get("/downloads/").content.decode()
        assert re.findall(r'href="/downloads/(\d[\d-]+)/"', page) == ["2023-03-01", "2021-03-01", "2019-03-01"]
        for language in ("en", "fr", "ja"):
            assert f'href="/downloads/2023-03-01/{language}/epub"' in page
        assert "belong to Wizards of the Coast" in page
        assert "build_downloads --bundle" in page

    def test_addresses_for_programs_list_the_formats(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        formats = {slug: downloads_build.FORMATS[slug] for slug in ("txt", "json")}
        monkeypatch.setattr(downloads_build, "FORMATS", formats)
        assert "Formats: <code>txt</code>, <code>json</code>." in client.get("/downloads/").content.decode()


def test_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    # The stamp of the content, twice (shelf and files), and the editions of the latest version.
    assert queries_of(client, "/downloads/") <= 5
    # The stamp and the file: nothing else once it is made.
    address = led_to(client, "json")
    assert queries_of(client, f"/downloads/{DATE}/en/json") <= 3
    with django_assert_max_num_queries(1):
        assert body(client.get(address))
