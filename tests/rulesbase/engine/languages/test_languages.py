"""The table of languages: its rows are whole, and their patterns can be put together."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from rulesbase.engine.languages import LANGUAGES, TEXTS
from rulesbase.engine.languages.shape import TextLanguage


def patterns(row: TextLanguage) -> Iterator[str]:
    """Every pattern of a language that is put together with those of others, without a group of its own."""
    yield from (row.example, row.obsolete, row.rule, row.rules, row.elisions)
    yield from (*row.places, *row.articles, *row.joins, *row.ranges, *row.cites)
    yield from (row.dates.ordinal, row.dates.day_first_signs)
    pages = row.pages
    yield from (pages.edit, pages.quoted, *pages.feet, pages.greetings, pages.greetings_unspaced, pages.errors)
    yield from (pages.page, pages.page_of)


def test_codes_and_names_of_card_files_are_those_of_one_language() -> None:
    assert all(code == row.code for code, row in LANGUAGES.items())
    often = Counter(alias for row in LANGUAGES.values() for alias in (row.code, *row.aliases))
    assert [alias for alias, count in often.items() if count > 1] == []


@pytest.mark.parametrize("code", TEXTS)
def test_patterns_have_no_groups(code: str) -> None:
    row = TEXTS[code]
    assert [one for one in patterns(row) if re.compile(one).groups] == []
    assert [one for one in (row.dates.effective, row.pages.never_together) if one and re.compile(one).groups != 1] == []


@pytest.mark.parametrize("code", TEXTS)
def test_a_language_of_texts_has_a_whole_row(code: str) -> None:
    row = TEXTS[code]
    assert row.name
    assert row.own_name
    assert row.example
    assert row.rule
    assert row.dates.effective
    assert len(row.dates.months) in (0, 12)
    assert len(row.dates.short_months) in (0, 12)
    assert row.symbols.keys() == TEXTS["en"].symbols.keys()
    assert re.match(row.example, row.document.example)


def test_languages_have_words_for_the_same_qualifiers_in_their_own_script() -> None:
    """A qualifier that a language lacks is not checked in its translations."""
    rows = [row for row in TEXTS.values() if row.qualifiers]
    every = set.intersection(*(set(row.qualifiers) for row in rows))
    assert {"at least", "not", "must", "left", "right", "top", "bottom", "next", "two", "ten"} <= every
    own = {"zh": {"additional", "as long as", "two or more", "no more than"}}
    for row in rows:
        assert set(row.qualifiers) - every == own.get(row.code, set())
        words = " ".join((*row.qualifiers.values(), *row.negative))
        assert words == words.lower() if row.is_spaced else not re.search("[A-Za-z]", words)
