"""Pages in a language that a version lacks: texts carried over from other versions, with their freshness."""

import json
import re

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Source, Translation
from tests.rulesbase.reading.views.test_rules import text_of
from tests.support.commands import output_of
from tests.support.make import make_translation
from tests.support.pages import page
from tests.support.queries import queries_of

pytestmark = pytest.mark.usefixtures("three_languages")


def cell(html: str, number: str, language: str) -> str:
    """Return the cell of a rule in a column."""
    row = html.split(f'<li id="r{number}">')[1].split("</li>")[0]
    return next(part for part in row.split('<div class="cell">') if f"l-{language}" in part)


def test_a_chapter_in_columns_of_other_versions() -> None:
    html = page("/rules/2026-06-19/201/?lang=en,ja,zh")
    assert '<ol class="par par-3"' in html
    assert "f-behind" in cell(html, "201.5c", "ja")
    assert "outdated by 1 change" in cell(html, "201.5c", "ja")
    assert "f-missing" in cell(html, "201.3a", "ja")
    # An exact one has no mark, whatever the language.
    for language in ("en", "ja", "zh"):
        assert "mark f-" not in cell(html, "201.2", language)
    assert "text of this version yet" not in html
    words = text_of(Client().get("/rules/2026-06-19/201/?lang=en,ja"))
    assert (
        "Japanese: 13 translations are up to date, 1 translation is outdated, 3 translations are missing, "
        "5 translations may have errors (from 17 November 2023)" in words
    )
    assert "Japanese: Only a program has compared the translation with the English; no reviewer has." in words
    html = page("/rules/2026-06-19/201/?lang=en,fr")
    shown = cell(html, "201.4", "fr")
    # The French names 708, split cards, and 709, flip cards, as they were numbered in 2011.
    assert re.search(r'class="xref xref-now"[^>]*709/\?lang=en,fr"[^>]*>709<', shown)
    assert re.search(r'class="xref xref-now"[^>]*710/\?lang=en,fr"[^>]*>710<', shown)
    assert "The translation shows 708 here" in shown
    # At its own version nothing is changed.
    assert "xref-now" not in page("/rules/2011-02-04/201/?lang=en,fr")
    # The French of 2011 has only some chapters of its own; of its chapter 201 only what a check doubts is marked.
    html = page("/rules/2011-02-04/201/?lang=en,fr")
    assert set(re.findall(r"mark f-(\w+)", html.split('<ol class="par')[1].split("</ol>")[0])) == {"doubt"}


def test_one_carried_language_alone() -> None:
    html = page("/rules/2010-02-01/201/?lang=ja")
    assert '<ol class="par par-1"' in html
    assert len(re.findall(r'<li id="r201[^"]*">', html)) == 8
    assert "f-typo" in cell(html, "201.4", "ja")
    assert "up to date except for typography" in cell(html, "201.4", "ja")
    assert "f-missing" in cell(html, "201.5", "ja")


def test_what_the_english_changed_since() -> None:
    href = re.search(r'class="since" href="([^"]+)"', cell(page("/rules/2026-06-19/201/?lang=en,ja"), "201.5c", "ja"))
    assert href is not None
    whole = page(href[1])
    assert "<html" in whole
    fragment = page(href[1], hx_request="true")
    assert "<html" not in fragment
    for html in (whole, fragment):
        assert re.search(r"<del>.*legendary.*</del>", html)
        assert "17 November 2023" in html
        assert "mtgwiki-ja-name-20231117.txt" in html
    assert re.search(
        r'class="text diff example"[^>]*>Example: .*<(ins|del)', page("/rules/2009-07-11/201.2a/since/fr/")
    )
    past = text_of(Client().get("/rules/2010-02-01/201.3/since/ja/"))
    assert (
        "Differences in the English text between 1 February 2010 and 17 November 2023 (the translated version)" in past
    )
    assert "There is no translation of this text into Japanese yet" in page("/rules/2026-06-19/201.3a/since/ja/")
    assert page("/glossary/2026-06-19/ability/since/zh/")


@pytest.mark.parametrize(
    "address",
    ["/rules/2026-06-19/201.99/since/ja/", "/rules/2026-06-19/201.1/since/xx/", "/rules/2026-06-19/201.1/since/en/"],
)
def test_since_of_what_is_not_there(address: str) -> None:
    assert Client().get(address).status_code == 404


def test_a_rule_and_the_glossary_in_a_carried_language() -> None:
    html = page("/rules/2026-06-19/201.5c/?lang=en,ja")
    assert re.findall(r'<section class="language-column l-(\w+)"', html) == ["en", "ja"]
    assert "outdated by 1 change" in html
    term = page("/glossary/2026-06-19/ability/?lang=en,zh")
    assert re.findall(r'<section class="language-column l-(\w+)"', term) == ["en", "zh"]
    assert 'lang="zh"' in term
    html = page("/glossary/2026-06-19/?lang=zh")
    # What is missing stands there in English, with its mark.
    assert html.count('class="term-name" lang="zh"') > 600
    assert html.count("f-missing") == html.count('<h3 class="term-name"><a')
    assert html.count("f-missing") > 20
    assert 'class="term" href="/glossary/2026-06-19/' in cell(page("/rules/2026-06-19/201/?lang=en,zh"), "201.2a", "zh")


@pytest.mark.parametrize(
    "address",
    ["rules/2026-06-19/201/", "rules/2026-06-19/201.5c/", "glossary/2026-06-19/", "glossary/2026-06-19/dungeon/"],
)
def test_the_icons_of_marks_are_on_the_page(address: str) -> None:
    html = page(f"/{address}?lang=en,ja,zh")
    used = set(re.findall(r'<use href="#([^"]+)"', html))
    assert used
    assert {name for name in used if f'id="{name}"' not in html} == set()


def test_a_curators_text_comes_before_that_of_the_edition() -> None:
    slot = Translation.objects.get(
        status="approved",
        language="zh",
        places__entry__number="201.1",
        places__source__name__endswith="20231117_Zh.txt",
    )
    other = Translation.objects.get(
        status="approved", language="ja", places__entry__number="201.1", places__is_example=False
    )
    Translation.objects.filter(pk=slot.pk).update(status="superseded")
    make_translation(slot.original_id, other.wording_id, language="zh", revision=9)
    html = page("/rules/2023-11-17/201/?lang=en,zh&fresh=1")
    assert other.wording.text in cell(html, "201.1", "zh")
    assert slot.wording.text not in html


def test_the_source_page_shows_what_was_bound() -> None:
    source = Source.objects.get(name__endswith="20231117_Zh.txt")
    html = page(f"/archive/sources/{source.pk}/")
    assert "Matched with the English text of" in html
    assert "662 of 668 glossary terms matched" in html
    assert "The rule numbers in the definition of this term do not show which English term it translates." in html
    assert "Matched with the English text of" in page("/archive/2011-02-04/fr/")


def test_a_translation_without_its_english_says_what_it_is_bound_to() -> None:
    text = "Règles de Magic\n\nMises à jour au 1er mars 2011\n\n"
    text += "\n\n".join(f"201.{n}. Une règle sur les noms, la numéro {n}, et rien d’autre." for n in range(1, 6))
    import_source(text.encode(), name="mars.txt")
    words = text_of(Client().get("/archive/2011-03-01/fr/"))
    assert "The text mentions the version of 1 March 2011, but the archive has no English text of that version" in words
    assert "closest English version (4 February 2011)" in words


def test_show_rule_prints_the_freshness() -> None:
    out = output_of("show_rule", "201.5c", "--lang", "en,ja,zh,xx", "--version", "latest", "--json")
    found = json.loads(out)["translations"]
    assert {code: (row["freshness"], row["behind"]) for code, row in found.items()} == {
        "ja": ("behind", 1),
        "zh": ("exact", 0),
        "xx": ("missing", 0),
    }
    assert found["ja"]["text"]
    assert found["ja"]["made_for"] == "2023-11-17"


def test_queries_of_a_chapter_in_three_languages() -> None:
    # Stamp, positions in other versions, entries and examples, wordings, meanings, marks, origins; freshness is cached.
    assert queries_of(Client(), "/rules/2026-06-19/203/?lang=en,ja,zh") <= 16
