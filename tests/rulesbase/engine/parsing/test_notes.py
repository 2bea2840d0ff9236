"""Articles about changes of the rules: what is read from them."""

import datetime

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.bulletins import read_article
from tests.support.articles import ARTICLE


def test_it_works() -> None:
    article = read_article(ARTICLE.encode())
    assert (article.title, article.author, article.language) == ("Lamps, explained", "Ada Keeper", "en")
    assert article.date == datetime.date(2021, 2, 20)
    assert (article.original, article.address) == ("Lamps and piers", "https://example.org/news/lamps")
    assert list(article.numbers) == ["201.2", "201.3", "201.3a", "999.9"]
    assert article.numbers["201.2"].startswith("Twice the keeper")
    assert article.numbers["201.3"] == article.numbers["201.3a"] == "Two at once."
    assert "hidden" not in article.text


def test_line_ends_do_not_matter() -> None:
    assert read_article(ARTICLE.replace("\n", "\r\n").encode()) == read_article(ARTICLE.encode())


def test_japanese_day_and_numbers() -> None:
    text = "# はしら\n\nこれは2021年2月20日のおしらせ。\n\n## 201.2・201.3a (つけたし)\n\nあかりをともした。\n"
    article = read_article(text.encode())
    assert (article.language, article.title, article.date) == ("ja", "はしら", datetime.date(2021, 2, 20))
    assert list(article.numbers) == ["201.2", "201.3a"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("It was on 2021-02-20.\n\n## Lamps\n\nNothing.\n", "no heading names a rule"),
        ("It was lately.\n\n## 201.2\n\nMore lamps.\n", "states no date"),
        ("On 2021-13-40.\n\n## 201.2\n\nMore lamps.\n", "states no date"),
    ],
)
def test_what_is_none(text: str, problem: str) -> None:
    with pytest.raises(NotRules, match=problem):
        read_article(text.encode())


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(NotRules, match="not UTF-8"):
        read_article(b"\xff\xfe\x00")
