"""What refuses a file is said in the language of the page, wherever it was found; commands say it in English."""

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

from rulesbase.core.errors import Refused, refusal_said
from rulesbase.engine.messages import Saying
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports import uploads
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
    ("language", "data", "said"),
    [
        ("", BINARY, "The file is binary data, not text."),
        ("/fr", BINARY, "Le fichier contient des données binaires, pas du texte."),
        ("/ja", BINARY, "ファイルはテキストではなく、バイナリーデータです。"),
        ("/fr", HTML, "elle commence par «\u202f404\u202f»."),
        (
            "/ja",
            b"A ferry crosses.",
            "ファイルにルールがありません。201.3a のようなルール番号で始まる段落がありません。",
        ),
    ],
    ids=["en", "fr", "ja", "value", "none"],
)
def test_a_file_is_refused_in_words(
    curator: Client, settings: LazySettings, apart: bool, language: str, data: bytes, said: str
) -> None:
    settings.READ_APART = apart
    uploads._parsed.cache_clear()
    file = SimpleUploadedFile("rules.txt", data)
    page = curator.post(f"{language}/curate/import/", {"file": file, "text": ""}, follow=True).content.decode()
    assert f'role="alert">{said}' in page.replace("Le fichier est une page web sans règles\u202f; ", "")


def test_so_is_a_line(curator: Client) -> None:
    page = curator.post("/fr/curate/import/", {"text": BIDI, "name": "fr.txt"}, follow=True).content.decode()
    assert '<p class="import-reason">un signe caché (U+202E) inverse le sens du texte au signe 8</p>' in page


def test_commands_say_it_in_english() -> None:
    with override("fr"), pytest.raises(NotRules, match=r"^The file is binary data, not text\.$"):
        read_source(BINARY)


def test_every_kind_of_refusal_is_said() -> None:
    with override("fr"):
        assert refusal_said(NotRules("Said already: 100 % of it.")) == "Said already: 100 % of it."
        assert refusal_said(Refused("Déjà dit.")) == "Déjà dit."
        saying = Saying("The file is no well-formed XML: %(why)s.", {"why": "50 %"})
        assert refusal_said(NotRules(saying)) == "Le fichier n’est pas du XML bien formé\u00a0: 50 %."
        assert str(NotRules(saying)) == "The file is no well-formed XML: 50 %."
