"""What is kept of pages in English stays good while translators work, and what shows translations does not."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from config.env import env_cache
from rulesbase.untranslated import is_untranslated
from tests.curating.library import ADDED, SAME
from tests.curating.texts import post
from tests.keeping import forget

NEW = "2021-03-01"
ENGLISH = (
    f"/rules/{NEW}/",
    f"/rules/{NEW}/101/",
    f"/rules/{NEW}/{ADDED}/",
    f"/rules/2020-03-01/{SAME}/",
    f"/fr/rules/{NEW}/{ADDED}/",
    f"/glossary/{NEW}/",
    f"/compare/2020-03-01/{NEW}/",
    "/names/",
    "/search/?q=lamp",
)
OTHERS = (
    "/",
    f"/rules/{NEW}/{ADDED}/?lang=en,fr",
    f"/rules/{NEW}/{ADDED}/?l%61ng=fr",
    f"/rules/{NEW}/{SAME}/since/fr/",
    "/fr/search/?q=lamp",
    "/search/?q=%E8%A6%8F",
    "/search/?q=lamp&lang=fr",
    f"/compare/2020-03-01/{NEW}/?lang=en,fr",
    f"/api/v1/rules/{ADDED}/",
)


@pytest.fixture
def keeping(settings: Any) -> Iterator[None]:
    """Keep pages in memory, which the other tests do not."""
    settings.CACHES = {"default": env_cache("CACHE_URL", "locmem://")}
    cache.clear()
    yield
    cache.clear()


def body(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content


@pytest.mark.parametrize("address", ENGLISH)
def test_pages_in_english(address: str) -> None:
    assert is_untranslated(RequestFactory().get(address))


@pytest.mark.parametrize("address", OTHERS)
def test_pages_that_translations_have_a_part_in(address: str) -> None:
    assert not is_untranslated(RequestFactory().get(address))


def test_letters_that_are_sent_bare_are_letters_too() -> None:
    bare = "q=\N{CJK UNIFIED IDEOGRAPH-898F}".encode().decode("latin-1")
    assert not is_untranslated(RequestFactory().get("/search/", QUERY_STRING=bare))


def test_an_approval_changes_nothing_of_them(reviewer: Client) -> None:
    before = {address: body(Client(), address) for address in ENGLISH}
    assert post(reviewer, ADDED, "approve", text="Court et bon.").status_code == 302
    forget()
    assert {address: body(Client(), address) for address in ENGLISH} == before


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("address", ENGLISH)
def test_they_ask_translations_for_nothing_but_their_languages(address: str) -> None:
    forget()
    with CaptureQueriesContext(connection) as queries:
        body(Client(), address)
    asked = [one["sql"] for one in queries if "translat" in one["sql"].replace("rulesbase_state", "").lower()]
    # The count in the state of the content, and the languages that there are.
    of_rows = [sql for sql in asked if "rulesbase_translat" in sql]
    assert all("SELECT DISTINCT" in sql and '"language"' in sql for sql in of_rows), of_rows


@pytest.mark.usefixtures("keeping")
def test_kept_pages_outlive_approvals_where_that_is_true(reviewer: Client, django_assert_num_queries: Any) -> None:
    columns = f"/rules/{NEW}/{ADDED}/?lang=en,fr"
    reader = Client()
    english, both = body(reader, ENGLISH[2]), body(reader, columns)
    assert post(reviewer, ADDED, "approve", text="Court et bon.").status_code == 302
    body(reader, ENGLISH[3])
    with django_assert_num_queries(1):  # the state of the content
        assert body(reader, ENGLISH[2]) == english
    assert "Court et bon." in body(reader, columns).decode() != both.decode()


@pytest.mark.usefixtures("keeping")
def test_a_new_language_is_offered_at_once(desk: None) -> None:
    from rulesbase.models import Translation, Wording
    from rulesbase.turns import writing

    reader = Client()
    before = body(reader, ENGLISH[2]).decode()
    with writing(translations_only=True):
        one = Translation.objects.filter(language="fr").first()
        assert one
        text = Wording.objects.create(language="ja", digest="0" * 32, text="灯", fold=1)
        Translation.objects.create(
            original=one.original, language="ja", wording=text, status="approved", origin="curator", revision=1
        )
    assert "lang=en,ja" not in before
    assert "lang=en,ja" in body(reader, ENGLISH[2]).decode()
