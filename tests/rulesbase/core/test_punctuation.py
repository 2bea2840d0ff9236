"""What stands between words in templates, and days as they are written."""

import datetime

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.html import strip_tags

from rulesbase.core import dates
from rulesbase.templatetags.dates import day_of_year


def written(source: str) -> str:
    return Template("{% load punctuation %}" + source).render(Context({"word": "a < b"}))


def test_it_works() -> None:
    assert written("x{% colon %}y{% comma %}z{% full_stop %}") == "x: y, z."
    assert written("x{% open_bracket %}<b>y</b>{% close_bracket %}") == "x (<b>y</b>)"
    assert written("x{{ word|in_brackets }}") == "x (a &lt; b)"


@pytest.mark.parametrize(
    ("language", "day", "written"),
    [
        ("en", (2026, 6, 1), "1 June 2026"),
        ("en", (2026, 6, 19), "19 June 2026"),
        ("ja", (2026, 6, 1), "2026年6月1日"),
        ("fr", (2026, 6, 1), "1er juin 2026"),
        ("fr", (2026, 6, 19), "19 juin 2026"),
    ],
)
def test_days(language: str, day: tuple[int, int, int], written: str) -> None:
    with translation.override(language):
        assert dates.day_text(datetime.date(*day)) == written


@pytest.mark.parametrize(
    ("language", "written"), [("en", "1 Jun 11 Jun"), ("fr", "1er juin 11 juin"), ("ja", "6月1日 6月11日")]
)
def test_days_of_a_year(language: str, written: str) -> None:
    with translation.override(language):
        first, other = (day_of_year(datetime.date(2026, 6, day)) for day in (1, 11))
    assert f"{strip_tags(first)} {strip_tags(other)}" == written
    assert first.startswith('<time datetime="2026-06-01">')
