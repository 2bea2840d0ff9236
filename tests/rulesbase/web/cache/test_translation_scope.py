"""What is stored of pages stays good while translators into languages work that have no part in them; else not."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from rulesbase.core.content_version import one_content_stamp
from rulesbase.core.database.write_lock import writing
from rulesbase.models import State, Translation, Wording
from rulesbase.web.cache.pages import _content
from rulesbase.web.cache.translation_scope import translations_in
from tests.rulesbase.desk.library import ADDED, SAME
from tests.rulesbase.desk.texts import post
from tests.support.caches import forget

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
    "/search/?q=language",
    f"/rules/{NEW}/{ADDED}/?lang=en",
)
JAPANESE = (
    f"/rules/{NEW}/?lang=ja",
    f"/rules/{NEW}/101/?lang=en,ja",
    f"/rules/{NEW}/{ADDED}/?lang=en,ja",
    f"/rules/{NEW}/{ADDED}/?l%61ng=ja",
    f"/rules/2020-03-01/{SAME}/?lang=JA",
    f"/fr/rules/{NEW}/{ADDED}/?lang=en,ja",
    f"/glossary/{NEW}/?lang=en,ja",
    f"/compare/2020-03-01/{NEW}/?lang=en,ja",
    "/search/?q=lamp&lang=ja",
    "/search/?q=%E7%81%AF&lang=ja&version=all",
)
ALL = (
    "/",
    f"/rules/{NEW}/{SAME}/since/fr/",
    "/fr/search/?q=lamp",
    f"/api/v1/rules/{ADDED}/",
    "/search/?q=lamp&lang=" + "a" * 38 + ",fra",
    "/search/?q=lamp&langs=fr",
)


def body(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content


@pytest.fixture
def japanese(desk: None) -> None:
    """One Japanese text."""
    with writing(translations_into="ja"):
        one = Translation.objects.get(language="fr", places__entry__number=SAME, status="approved")
        text = Wording.objects.create(language="ja", digest="0" * 32, text="灯", fold=1)
        made = Translation.objects.create(
            original=one.original, language="ja", wording=text, status="approved", origin="curator", revision=1
        )
        for place in one.places.all():
            place.pk, place.translation = None, made
            place.save()


@pytest.mark.parametrize("address", ALL)
def test_pages_that_any_translation_may_have_a_part_in(address: str) -> None:
    assert translations_in(RequestFactory().get(address)) is None


@pytest.mark.parametrize(
    ("address", "languages"),
    [
        (f"/rules/{NEW}/{ADDED}/?lang=en,fr,ja", "fr ja"),
        (f"/rules/{NEW}/{ADDED}/?lang=fr&lang=en", "fr"),
        (f"/compare/2020-03-01/{NEW}/?lang=zh", "zh"),
        ("/search/?q=lamp&lang=f+r&lang=ja", "fr ja"),
        ("/search/?q=%E8%A6%8F", "ja zh"),
        ("/search/?q=%E8%A6%8F&lang=fr", "fr ja zh"),
        # Elsewhere what is typed is not searched.
        (f"/rules/{NEW}/{ADDED}/?q=%E8%A6%8F", ""),
        *((one, "ja") for one in JAPANESE[:-1]),
    ],
)
def test_languages_that_were_asked_for(address: str, languages: str) -> None:
    found = translations_in(RequestFactory().get(address))
    assert found is not None
    assert sorted(found) == languages.split()


@pytest.mark.django_db
def test_codes_with_capitals_are_asked_for_in_any_case() -> None:
    request = RequestFactory().get(f"/rules/{NEW}/?lang=zh-HANT")
    contents = []
    for _approval in range(2):
        with writing(translations_into="zh-Hant"):
            pass
        with one_content_stamp() as stamp:
            contents.append(_content(request, stamp))
    assert contents[0] != contents[1]


@pytest.mark.slow
@pytest.mark.usefixtures("japanese")
def test_an_approval_changes_nothing_of_them(reviewer: Client) -> None:
    addresses = [*ENGLISH, *JAPANESE]
    before = {address: body(Client(), address) for address in addresses}
    assert "灯" in before[JAPANESE[4]].decode()
    assert post(reviewer, ADDED, "approve", text="Court et bon.").status_code == 302
    forget()
    assert {address: body(Client(), address) for address in addresses} == before


def of_translations(address: str) -> list[str]:
    """Return the queries of a page on translations, except the one for the list of languages."""
    forget()
    with CaptureQueriesContext(connection) as queries:
        body(Client(), address)
    asked = [str(one["sql"]) for one in queries if "rulesbase_translat" in one["sql"]]
    return [sql for sql in asked if "SELECT DISTINCT" not in sql or '"language"' not in sql]


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize("address", ENGLISH)
def test_pages_in_english_ask_for_no_translations(address: str) -> None:
    assert of_translations(address) == []


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize("address", JAPANESE[:6])
def test_pages_in_columns_ask_for_translations_of_their_language_alone(address: str) -> None:
    asked = of_translations(address)
    assert asked
    for sql in asked:
        # Translations that are shown may be read by their ids.
        assert "'ja'" in sql or 'WHERE "rulesbase_translation"."id" IN' in sql, sql
        assert "'fr'" not in sql, sql


@pytest.mark.slow
@pytest.mark.usefixtures("caching", "japanese")
def test_cached_pages_outlive_approvals_where_that_is_true(reviewer: Client, django_assert_num_queries: Any) -> None:
    columns = f"/rules/{NEW}/{ADDED}/?lang=en,fr"
    reader = Client()
    cached = {address: body(reader, address) for address in (ENGLISH[2], JAPANESE[2], JAPANESE[7], JAPANESE[8])}
    both = body(reader, columns)
    assert post(reviewer, ADDED, "approve", text="Court et bon.").status_code == 302
    body(reader, ENGLISH[3])
    for address, before in cached.items():
        with django_assert_num_queries(1):  # the state of the content
            assert body(reader, address) == before
    assert "Court et bon." not in both.decode()
    assert "Court et bon." in body(reader, columns).decode()


@pytest.mark.usefixtures("japanese", "caching")
def test_a_change_of_unknown_language_may_be_of_any(django_assert_num_queries: Any) -> None:
    """So the program before this one counts, during an upgrade."""
    reader = Client()
    assert "灯" in body(reader, JAPANESE[4]).decode()
    body(reader, ENGLISH[2])
    state = State.objects.get()
    State.objects.update(generation=state.generation + 1, translated=state.translated + 1)
    Wording.objects.filter(language="ja").update(text="別の灯")
    body(reader, ENGLISH[3])
    with django_assert_num_queries(1):
        body(reader, ENGLISH[2])
    assert "別の灯" in body(reader, JAPANESE[4]).decode()


@pytest.mark.usefixtures("caching", "desk")
def test_a_new_language_is_offered_at_once() -> None:
    """Chinese, as the languages of the interface are offered before they have a text."""
    reader = Client()
    before = body(reader, ENGLISH[2]).decode()
    with writing(translations_into="zh"):
        one = Translation.objects.filter(language="fr").first()
        assert one
        text = Wording.objects.create(language="zh", digest="0" * 32, text="灯", fold=1)
        Translation.objects.create(
            original=one.original, language="zh", wording=text, status="approved", origin="curator", revision=1
        )
    assert "lang=en,zh" not in before
    assert "lang=en,zh" in body(reader, ENGLISH[2]).decode()
