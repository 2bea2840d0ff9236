"""Messages in the language of the page: refusals of files, and counts."""

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from rulesbase.core.errors import Refused, refusal_text
from rulesbase.engine.messages import Message
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports import uploads
from rulesbase.imports.preview import Preview
from tests.support.make import make_user

pytestmark = pytest.mark.django_db
BINARY = bytes(range(256)) * 9
HTML = b"<!-- a --><!DOCTYPE html><body><h1>404"
LINES = [f"100.{n}. Le bac attend, et le batelier sonne la cloche." for n in range(1, 6)]
BIDI = "\n".join([*LINES, "100.6. Le bac \u202eattend, et la cloche sonne encore."])


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(make_user("jane", "curators"))
    return client


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("language", "data", "message"),
    [
        ("/ja", BINARY, "ファイルはテキストではなく、バイナリーデータです。"),
        ("/fr", HTML, "Le fichier est une page web sans règles\u202f; elle commence par «\u202f404\u202f»."),
    ],
    ids=["whole", "value"],
)
def test_a_refused_file(
    curator: Client, settings: LazySettings, apart: bool, language: str, data: bytes, message: str
) -> None:
    settings.READ_APART = apart
    uploads._parsed.cache_clear()
    file = SimpleUploadedFile("rules.txt", data)
    page = curator.post(f"{language}/curate/import/", {"file": file, "text": ""}, follow=True).content.decode()
    assert f'role="alert">{message}' in page


def test_a_refused_line(curator: Client) -> None:
    page = curator.post("/fr/curate/import/", {"text": BIDI, "name": "fr.txt"}, follow=True).content.decode()
    assert '<p class="import-reason">un signe caché (U+202E) inverse le sens du texte au signe 8</p>' in page


def test_exceptions_are_in_english() -> None:
    with override("fr"), pytest.raises(NotRules, match=r"^The file is binary data, not text\.$"):
        read_source(BINARY)


def test_every_kind_of_refusal() -> None:
    with override("fr"):
        assert refusal_text(NotRules("Said already: 100 % of it.")) == "Said already: 100 % of it."
        assert refusal_text(Refused("Déjà dit.")) == "Déjà dit."
        message = Message("The file is no well-formed XML: %(why)s.", {"why": "50 %"})
        assert refusal_text(NotRules(message)) == "Le fichier n’est pas du XML bien formé\u00a0: 50 %."
        assert str(NotRules(message)) == "The file is no well-formed XML: 50 %."


@pytest.mark.parametrize(
    ("name", "language", "forms"),
    [
        ("drafts", "fr", ["brouillon", "brouillon", "brouillons"]),
        ("drafts", "ja", ["下書き", "下書き", "下書き"]),
        ("changed", "en", ["rules changed", "rule changed", "rules changed"]),
    ],
)
def test_counts_of_queues(name: str, language: str, forms: list[str]) -> None:
    with override(language):
        found = [render_to_string("desk/_counted_queue.html", {"name": name, "count": count}) for count in range(3)]
    assert [words.strip() for words in found] == forms


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 reliée 1 empêche l’importation"), (2, "2 reliées 2 empêchent l’importation")],
)
def test_counts_of_an_import(count: int, words: str) -> None:
    counts = {"bound": count, "refused": count}
    with override("fr"):
        page = render_to_string("imports/_preview_lines.html", {"counts": counts, "found": Preview(""), "look": 0})
    listed = page.partition('<ul class="import-counts"')[2].partition(">")[2].partition("</ul>")[0]
    assert " ".join(strip_tags(listed.replace("</li>", " ")).split()) == words
