"""Articles about changes of the rules: what is read from them."""

import datetime

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.bulletins import read_bulletin
from rulesbase.engine.parsing.not_rules import IsArticle
from rulesbase.engine.parsing.parse import read_source
from tests.support.articles import ARTICLE


def test_an_article_is_read_with_the_rules_it_names() -> None:
    article = read_bulletin(ARTICLE.encode())
    assert (article.title, article.author, article.language) == ("Lamps, explained", "Ada Keeper", "en")
    assert article.date == datetime.date(2021, 2, 20)
    assert (article.original, article.address) == ("Lamps and piers", "https://example.org/news/lamps")
    assert list(article.remarks) == ["201.2", "201.3", "201.3a", "999.9"]
    assert article.remarks["201.2"].startswith("Twice the keeper")
    assert article.remarks["201.3"] == article.remarks["201.3a"] == "Two at once."
    assert "hidden" not in article.text


def test_all_parts_of_an_article_are_read() -> None:
    head = '---\ntitle: "Lamps"\nauthor: Ada Keeper\ndate: 2021-02-20\n---\n'
    text = (
        "# News\n\nLamps <!-- not -->shine. See [us](https://example.org/) and [piers](https://example.org/news/).\n\n"
    )
    text += "## 201.2, 201.3a\n\nHe may\nlight <!-- two -->lamps.\n\n## Piers\n\nOn 2019-05-03.\n\n## 201.2\n\nMore."
    article = read_bulletin(f"\ufeff{head}{text}\n".replace("\n", "\r\n").encode())
    visible = text.replace("<!-- not -->", "").replace("<!-- two -->", "")
    source = ("piers", "Ada Keeper", datetime.date(2021, 2, 20), "https://example.org/news/")
    remarks = {"201.2": "He may\nlight lamps.\n\nMore.", "201.3a": "He may\nlight lamps."}
    assert article == ("en", "Lamps", *source, visible, remarks)


def test_japanese_day_and_numbers() -> None:
    text = "# はしら\n\nこれは2021年2月20日のおしらせ。\n\n## 201.2・201.3a (つけたし)\n\nあかりをともした。\n"
    article = read_bulletin(text.encode())
    assert (article.language, article.title, article.date) == ("ja", "はしら", datetime.date(2021, 2, 20))
    assert list(article.remarks) == ["201.2", "201.3a"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"It was on 2021-02-20.\n\n## Lamps\n\nNothing.\n", "no heading names a rule"),
        (b"It was lately.\n\n## 201.2\n\nMore lamps.\n", "states no date"),
        (b"On 2021-13-40.\n\n## 201.2\n\nMore lamps.\n", "states no date"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_what_is_none(data: bytes, problem: str) -> None:
    with pytest.raises(NotRules, match=problem):
        read_bulletin(data)


BULLETIN = """Harbour Update Bulletin
by Ada Keeper, February 20, 2021

Many lamps were lit. See the piers.

201.2

The keeper may now light two lamps.

**201.3a–c** (new): Piers have lamps too.
They shine.

Rule 999.9 and 202.1 — Gone.
"""
PAGE = "<html><body><h1>Notes de publication du port</h1><p>20 février 2021</p><p>{}</p></body></html>"


def test_paragraphs_that_begin_with_numbers() -> None:
    article = read_bulletin(BULLETIN.encode())
    assert (article.title, article.date) == ("Harbour Update Bulletin", datetime.date(2021, 2, 20))
    assert article.remarks == {
        "201.2": "The keeper may now light two lamps.",
        **dict.fromkeys(("201.3a", "201.3b", "201.3c"), "Piers have lamps too.\nThey shine."),
        "999.9": "Gone.",
        "202.1": "Gone.",
    }


def test_a_web_page_in_french() -> None:
    page = PAGE.format("<b>201.2</b> : les lampes sont plus claires et le port est plus grand que celui de la mer.")
    article = read_bulletin(page.encode())
    assert (article.language, article.date) == ("fr", datetime.date(2021, 2, 20))
    assert list(article.remarks) == ["201.2"]


@pytest.mark.parametrize("text", [BULLETIN, PAGE.format("201.2 : des lampes.")])
def test_bulletins_are_no_rules(text: str) -> None:
    with pytest.raises(IsArticle):
        read_source(text.encode(), "bulletin")
