"""Messages in the language of the page: refusals of files, and counts."""

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

from rulesbase.core.errors import Refused, refusal_text
from rulesbase.engine.messages import Message
from rulesbase.engine.nodes import NotRules
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
    ("language", "data", "message"),
    [
        ("/ja", BINARY, "ファイルはテキストではなく、バイナリーデータです。"),
        (
            "/fr",
            HTML,
            "Cette page web ne contient pas de règles\u202f; elle commence par «\u202f404\u202f».",
        ),
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


def test_every_kind_of_refusal() -> None:
    with override("fr"):
        assert refusal_text(NotRules("Read already: 100 % of it.")) == "Read already: 100 % of it."
        assert refusal_text(Refused("Déjà dit.")) == "Déjà dit."
        message = Message("The file is not well-formed XML: %(why)s.", {"why": "50 %"})
        assert refusal_text(NotRules(message)) == "Le fichier n’est pas du XML bien formé\u00a0: 50 %."
        assert str(NotRules(message)) == "The file is not well-formed XML: 50 %."
