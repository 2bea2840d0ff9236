"""An article around quoted rules: readable by section, and beside the rules that it speaks of."""

import re

import pytest
from django.test import Client

from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Source
from rulesbase.reading import articles
from tests.rulesbase.reading.views.test_rules import text_of
from tests.support.pages import squeezed

pytestmark = pytest.mark.usefixtures("three_languages")


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    articles._mentions.cache_clear()


def article() -> Source:
    return Source.objects.select_related("commentary").get(name="mtgwiki-ja-name-20231117.txt")


def beside(address: str) -> str:
    """Return the part of a rule's page that lists articles; empty where there is none."""
    html = Client().get(address).content.decode()
    return html.split('id="mn"')[1].split("</section>")[0] if 'id="mn"' in html else ""


@pytest.mark.parametrize(
    ("address", "cited", "heading"),
    [
        # Read off the article: which number stands in which section. It is of 2023-11-17.
        ("/rules/2023-11-17/201.4/", "201.4", "名前の指定"),
        ("/rules/2023-11-17/108.2/", "108.2", "名前の指定"),
        ("/rules/2023-11-17/608.2j/", "608.2j", "名前の参照"),
        # The same rules under other numbers.
        ("/rules/2026-06-19/608.2k/", "608.2j", "名前の参照"),
        ("/rules/2010-02-01/201.3/", "201.4", "名前の指定"),
    ],
)
def test_beside_the_rules_it_speaks_of(address: str, cited: str, heading: str) -> None:
    html = beside(address)
    assert heading in html
    assert f"<mark>{cited}</mark>" in html
    assert "17 November 2023" in html
    assert 'lang="ja"' in html


@pytest.mark.parametrize(
    "address", ["/rules/2026-06-19/608.2j/", "/rules/2026-06-19/201.1/", "/rules/2010-02-01/201.4/"]
)
def test_not_beside_others_with_the_same_number(address: str) -> None:
    assert Client().get(address).status_code == 200
    assert beside(address) == ""


def test_a_chapter_lists_the_articles_on_its_rules() -> None:
    html = squeezed(beside("/rules/2026-06-19/608/"))
    assert "名前の参照" in html
    # By the number that the rule has now; the article has another one.
    assert '<a class="num" href="#r608.2k">608.2k</a>' in html
    assert "608.2j" not in html
    whole = Client().get("/rules/2026-06-19/608/").content.decode()
    assert 'id="r608.2k"' in whole
    both = beside("/rules/2026-06-19/201/?lang=en,ja")
    assert both.count("<time") == len(set(re.findall(r'href="(/archive/sources/\d+/#a\d+)"', both))) == 2
    assert beside("/rules/2026-06-19/702/") == ""


def test_the_link_leads_to_the_section() -> None:
    href = re.search(r'href="(/archive/sources/\d+/)#(a\d+)"', beside("/rules/2026-06-19/201.4/"))
    assert href is not None
    html = squeezed(Client().get(href[1]).content.decode())
    section = html.split(f'<section id="{href[2]}"')[1].split("</section>")[0]
    assert "名前の指定</h3>" in section
    assert '<a class="xref" href="/rules/2023-11-17/201.4/">' in section


def test_the_article_is_whole_and_has_contents() -> None:
    source = article()
    sections = articles.sections_of(catalogue(), source)
    assert len(sections) == 15
    assert source.commentary is not None
    answer = "".join(piece.text for one in sections for some in one.paragraphs for piece in some.pieces)
    assert len(answer) > 8000
    html = Client().get(source.get_absolute_url()).content.decode()
    for one in sections:
        assert f'id="a{one.at}"' in html
    assert html.count('<li><a href="#a') == sum(bool(one.heading) for one in sections)
    assert "201.4" in text_of(Client().get(source.get_absolute_url()))


def test_an_article_without_a_day_is_read_without_links() -> None:
    source = article()
    source.stated_date = None
    pieces = [p for one in articles.sections_of(catalogue(), source) for some in one.paragraphs for p in some.pieces]
    assert not any(piece.number for piece in pieces)
