"""Other languages beside a comparison: `/compare/<A>/<B>/?lang=en,ja,zh`."""

import re
from typing import Any

import pytest
from django.test import Client

from rulesbase.compare import queries as compare_queries
from tests.support.pages import marks, page
from tests.support.queries import queries_of

pytestmark = pytest.mark.usefixtures("three_languages")

NEAR = "/compare/2023-11-17/2026-06-19/"
FAR = "/compare/2009-07-11/2026-06-19/"
CHINESE = "/compare/2023-11-17/2024-04-12/"


@pytest.fixture(autouse=True)
def _nothing_stored() -> None:
    compare_queries._compared.cache_clear()


def beside(html: str, number: str, language: str) -> str:
    """Return what stands beside the change of the rule that has a number now."""
    change = next(
        part.split('<li class="change"')[0]
        for part in html.split('<li class="change"')[1:]
        if re.search(rf"/{re.escape(number)}/[^>]*>{re.escape(number)}</a></span>", part.split("</div>")[0])
    )
    return next(part for part in change.split('<div class="beside">') if f"l-{language}" in part[:40])


@pytest.mark.slow
def test_texts_with_their_freshness_and_differences() -> None:
    html = page(f"{NEAR}?lang=en,ja,zh&section=201")
    japanese = beside(html, "201.5c", "ja")
    assert marks(japanese) == ["exact", "behind"]
    assert "17 November 2023" in japanese
    assert "outdated by 1 change" in japanese
    # One and the same text at both dates is shown once, without a difference.
    assert '<div class="text" lang="ja">' in japanese
    assert "<ins" not in japanese
    assert "<del" not in japanese
    chinese = beside(page(f"{CHINESE}?lang=en,zh&section=201"), "201.5c", "zh")
    assert marks(chinese) == ["exact", "exact"]
    assert re.search(r'<p class="text diff" lang="zh">.*<(ins|del)', chinese)


@pytest.mark.slow
def test_side_by_side_has_a_column_a_date() -> None:
    chinese = beside(page(f"{CHINESE}?lang=en,zh&section=201&view=side"), "201.5c", "zh")
    old, new = chinese.split('<div class="sides">')[1].split('<div class="beside-when">')[1:3]
    assert "<ins" not in old
    assert "<del" not in new
    assert ("<del" in old) or ("<ins" in new)


def test_a_far_pair_with_other_numbers() -> None:
    """Made for 2011, between the two: behind at both ends, in different ways."""
    html = page(f"{FAR}?lang=fr&section=201")
    ability = beside(html, "201.5a", "fr")
    assert marks(ability) == ["behind", "behind"]
    assert re.findall(r"outdated by \d changes?", ability) == ["outdated by 2 changes", "outdated by 1 change"]
    assert marks(beside(html, "201.5", "fr")) == ["behind", "typo"]
    # What is new has no earlier date, and what is not translated says so.
    new = beside(html, "201.3", "fr")
    assert marks(new) == ["missing"]
    assert "11 July 2009" not in new


def test_marks_lead_to_what_the_english_changed() -> None:
    text = beside(page(f"{NEAR}?lang=en,ja&section=201"), "201.5c", "ja")
    href = re.search(r'class="since" href="([^"]+)"', text)
    assert href is not None
    # Without JavaScript the mark is a link to a page.
    assert re.search(r"<del>.*legendary.*</del>", page(href[1].replace("&amp;", "&")))


@pytest.mark.slow
def test_two_editions_of_one_language() -> None:
    html = page(f"{CHINESE}?lang=zh&section=201")
    assert 'class="beside"' not in html
    assert re.search(r'<p class="text" lang="zh">.*<(ins|del)', html)
    # Where only one of the versions has an edition, English is compared and it stands beside.
    assert 'class="beside"' in page(f"{NEAR}?lang=zh&section=201")


@pytest.mark.slow
def test_everything_else_is_stored() -> None:
    html = page(f"{NEAR}?lang=en,ja,zh&section=2&weight=substance&view=side")
    assert html.count('<input type="hidden" name="lang" value="en,ja,zh">') == 2
    assert re.search(r'href="\?[^"]*lang=en%2Cja%2Czh[^"]*section=3', html)
    # The picker takes Japanese away and keeps the rest.
    picked = re.search(r'<a href="(\?[^"]+)#lst" hreflang="ja"[^>]*aria-current', html)
    assert picked is not None
    assert "lang=en%2Czh" in picked[1]
    assert "weight=substance" in picked[1]
    assert f'<link rel="canonical" href="http://testserver{NEAR}">' in html
    assert 'class="beside"' not in page(f"{NEAR}?section=201")


def test_unchanged_text_has_its_translation_too() -> None:
    html = page(f"{NEAR}?lang=en,ja&section=201&all=1")
    assert marks(beside(html, "201.1", "ja")) == ["exact"]


def test_at_most_two_beside() -> None:
    html = page(f"{NEAR}?lang=en,ja,zh,fr&section=201")
    assert '<abbr class="lang l-fr">' not in html.split('id="changes"')[1]


def test_the_form_keeps_the_languages() -> None:
    response = Client().get("/compare/?a=2023-11-17&b=2026-06-19&lang=en,ja,zh")
    assert response.headers["Location"] == f"{NEAR}?lang=en,ja,zh"


def data(address: str) -> dict[str, Any]:
    response = Client().get(address)
    assert response.status_code == 200
    return dict(response.json())


@pytest.mark.slow
def test_json_has_the_languages_with_their_freshness() -> None:
    found = data(f"{NEAR}?lang=en,ja,zh&section=201&format=json")
    assert found["beside"] == ["ja", "zh"]
    change = next(one for one in found["changes"] if one["new_numbers"] == ["201.5c"] and one["item"] == "rule")
    old, new = (change["beside"]["ja"][side] for side in ("old", "new"))
    assert [(one["freshness"], one["behind"], one["made_for"]) for one in old] == [("exact", 0, None)]
    assert [(one["freshness"], one["behind"], one["made_for"]) for one in new] == [("behind", 1, "2023-11-17")]
    assert old[0]["text"] == new[0]["text"] != ""
    assert new[0]["number"] == "201.5c"
    # The Chinese edition has another text of its own for the older version than the one that is carried over.
    assert change["beside"]["zh"]["old"][0]["freshness"] == "exact"
    # What did not exist then has one side, and what is not translated has no text.
    new_rule = next(
        one for one in data(f"{FAR}?lang=en,fr&section=201&format=json")["changes"] if one["kind"] == "added"
    )
    assert new_rule["beside"]["fr"]["old"] == []
    assert {(one["freshness"], one["text"]) for one in new_rule["beside"]["fr"]["new"]} == {("missing", None)}


def test_json_has_headings_and_without_languages_is_as_it_was() -> None:
    found = data(f"{CHINESE}?lang=en,zh&section=glossary&format=json")
    reported = [text for one in found["changes"] for text in one["beside"]["zh"]["new"] if text["text"]]
    assert reported
    assert all(text["heading"] for text in reported)
    found = data(f"{NEAR}?section=201&format=json")
    assert "beside" not in found
    assert all("beside" not in change for change in found["changes"])


def test_text_has_the_languages_with_their_freshness() -> None:
    text = Client().get(f"{NEAR}?lang=en,ja,zh&section=201&format=txt").content.decode()
    change = next(part for part in text.split("\n\n") if part.startswith("201.5c ["))
    head = next(line for line in change.splitlines() if line.startswith("[ja]"))
    assert head == "[ja] 2023-11-17: up to date · 2026-06-19: translation outdated by 1 change"
    # The same text at both dates stands there once, without a difference.
    japanese = change.split("[ja]")[1].split("[zh]")[0]
    assert len(japanese.splitlines()) == 2
    assert "‹" not in japanese
    alone = Client().get(f"{NEAR}?section=201&format=txt").content.decode()
    assert "[ja]" not in alone
    assert "[zh]" not in alone
    text = Client().get(f"{CHINESE}?lang=en,zh&section=201&format=txt").content.decode()
    chinese = next(part for part in text.split("\n\n") if part.startswith("201.5c [")).split("[zh]")[1]
    assert re.search(r"‹[−+]", chinese)


@pytest.mark.slow
def test_queries_do_not_grow_with_the_page() -> None:
    few = queries_of(Client(), f"{NEAR}?lang=en,ja,zh&section=201&n=1")
    many = queries_of(Client(), f"{NEAR}?lang=en,ja,zh&section=7&n=2")
    # Whole texts have references to look up, and sections more kinds of changes.
    assert many <= few + 10
    assert many < 25
