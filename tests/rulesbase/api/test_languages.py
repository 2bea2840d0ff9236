"""Translations and languages in the API."""

from typing import Any

import pytest
from django.test import Client, override_settings

from tests.rulesbase.api.test_views import every

pytestmark = pytest.mark.usefixtures("three_languages")


def entry(client: Client, query: str = "", **headers: str) -> Any:
    return client.get(f"/api/v1/versions/2024-04-12/entries/201.4a/{query}", headers=headers)


def test_other_languages_stand_beside_the_text(client: Client) -> None:
    shown = entry(client, "?lang=en,zh,ja,fr").json()
    assert shown["language"] == "en"
    assert shown["translations"]["zh"]["freshness"] == "exact"
    assert shown["translations"]["ja"]["freshness"] == "exact"
    assert set(shown["translations"]) == {"zh", "ja", "fr"}
    response = client.get("/api/v1/rule/201.5c?version=2026-06-19&lang=ja")
    assert response.headers["Content-Language"] == "ja"
    assert response.content.decode().startswith("201.5c (2026-06-19, outdated) ")
    response = client.get("/api/v1/rule/201.5c?version=2026-06-19", headers={"Accept-Language": "ja"})
    assert response.content.decode().startswith("201.5c (2026-06-19, 翻訳の更新が必要) ")


@pytest.mark.parametrize("code", ["pt-br", "zh-Hant"])
def test_languages_of_a_region_or_script(client: Client, code: str) -> None:
    response = entry(client, f"?lang={code},en")
    assert (response.status_code, response.json()["language"]) == (200, "en")


def test_accept_language_chooses_the_text_and_the_words_of_errors(client: Client) -> None:
    chinese = entry(client, **{"Accept-Language": "zh-CN, en;q=0.5"})
    assert chinese.headers["Content-Language"] == "zh"
    assert chinese.json()["language"] == "zh"
    assert "Accept-Language" in chinese.headers["Vary"]
    assert entry(client, "?lang=en", **{"Accept-Language": "zh"}).json()["language"] == "en"
    assert entry(client, **{"Accept-Language": "tlh, *;q=0.1"}).json()["language"] == "en"
    response = client.get("/api/v1/versions/?limit=0", headers={"Accept-Language": "fr"})
    assert response.status_code == 400
    assert response.headers["Content-Language"] == "fr"
    response = client.get("/api/v1/versions/2026-06-19/entries/?lang=zh")
    assert response.status_code == 404
    assert response.json()["translations"] == "/api/v1/versions/2026-06-19/translations/zh/"


@pytest.mark.usefixtures("caching")
def test_errors_that_no_view_answers_are_in_the_requested_language(client: Client) -> None:
    french = {"Accept-Language": "de, fr;q=0.8"}
    unknown = client.get("/api/v1/nowhere/", headers=french)
    assert (unknown.status_code, unknown.headers["Content-Language"]) == (404, "fr")
    assert unknown.json()["title"] == "Page ou donnée introuvable"
    assert "Accept-Language" in unknown.headers["Vary"]
    unreadable = client.get("/api/v1/search/?q=%00", headers=french)
    assert (unreadable.status_code, unreadable.headers["Content-Language"]) == (400, "fr")
    with override_settings(API_RATE=1):
        client.get("/api/v1/", headers=french)
        refused = client.get("/api/v1/", headers=french)
        assert (refused.status_code, refused.headers["Content-Language"]) == (429, "fr")


def test_all_translations_of_a_version_with_their_counts(client: Client) -> None:
    address = "versions/2024-04-12/translations/zh/?chapter=201"
    page = client.get(f"/api/v1/{address}").json()
    cells = every(client, f"{address}&limit=3")
    assert sum(page["counts"].values()) == len(cells) > 10
    (behind,) = every(client, "versions/2026-06-19/translations/ja/?chapter=201&freshness=behind")
    assert (behind["number"], behind["behind"], behind["made_for"]) == ("201.5c", 1, "2023-11-17")
    assert behind["original"] != behind["english"]


def test_english_is_no_translation(client: Client) -> None:
    detail = client.get("/api/v1/versions/2024-04-12/translations/en/").json()["detail"]
    named = detail.partition("Available languages: ")[2]
    assert "zh" in named
    assert "en" not in named


def test_a_term_is_found_by_its_slug_in_any_language(client: Client) -> None:
    terms = "/api/v1/versions/2024-04-12/glossary"
    chinese = client.get(f"{terms}/permanent/", headers={"Accept-Language": "zh"}).json()
    assert chinese["term"] == "永久物"
    assert chinese == client.get(f"{terms}/{chinese['slug']}/?lang=zh").json()
    assert client.get(f"{terms}/{chinese['slug']}/").json()["slug"] == "permanent"
    assert client.get(f"{terms}/no-such-term/?lang=zh").status_code == 404
