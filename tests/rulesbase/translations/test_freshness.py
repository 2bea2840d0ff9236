"""Freshness by tables written by hand from the texts: Japanese of 2023-11-17, French of 2011-02-04, elsewhere."""

import pytest

from rulesbase.archive.catalogue import catalogue
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import EntryFreshness, Freshness

pytestmark = pytest.mark.usefixtures("three_languages")

EXACT, TYPOGRAPHY, REFERENCES, WORDING, EXAMPLE, BEHIND, MISSING = Freshness

# Number -> what a person finds who reads the English of both days beside each other.
JAPANESE = {
    "2023-11-17": {
        **dict.fromkeys("201.1 201.2 201.2a 201.2b 201.2c 201.3".split(), EXACT),
        **dict.fromkeys("201.3a 201.3b 201.3c".split(), MISSING),
        **dict.fromkeys("201.4 201.4a 201.4b 201.4c 201.4d 201.4e 201.4f 201.4g".split(), EXACT),
        **dict.fromkeys("201.5 201.5a 201.5b 201.5c 201.6".split(), EXACT),
    },
    # One word went out of 201.5c, and an example of 201.5b was exchanged; the article quotes no examples.
    "2026-06-19": {
        **dict.fromkeys("201.1 201.2 201.2a 201.2b 201.2c 201.3".split(), EXACT),
        **dict.fromkeys("201.3a 201.3b 201.3c".split(), MISSING),
        **dict.fromkeys("201.4 201.4a 201.4b 201.4c 201.4d 201.4e 201.4f 201.4g".split(), EXACT),
        **dict.fromkeys("201.5 201.5a 201.5b 201.6".split(), EXACT),
        "201.5c": BEHIND,
    },
    # What is 201.2a, 201.4 and 201.5 now stood at 201.2, 201.3 and 201.4; straight apostrophes; 201.5 went elsewhere.
    "2010-02-01": {
        "201.1": EXACT,
        "201.2": BEHIND,
        "201.3": BEHIND,
        "201.4": TYPOGRAPHY,
        "201.4a": BEHIND,
        "201.4b": BEHIND,
        "201.4c": BEHIND,
        "201.5": MISSING,
    },
}
FRENCH = {
    "2011-02-04": {
        **dict.fromkeys("100.1 100.1a 102.1 102.2 102.3".split(), EXACT),
        **dict.fromkeys("201.1 201.2 201.3 201.4 201.4a 201.4b 201.4c 201.5".split(), EXACT),
        # 310.7 says of vanguards the very words of 210.1.
        **dict.fromkeys("203.1 210.1 211.1 211.1a 211.1b 211.1c 310.7".split(), EXACT),
    },
    # The names of objects were those of cards, and the meaning of a name had other words; of what is 201.5
    # later only the example has a word less; the small print was chapter 209.
    "2009-07-11": {
        **dict.fromkeys("100.1 100.1a 102.1 102.2 102.3 201.1 203.1".split(), EXACT),
        **dict.fromkeys("209.1 209.1a 209.1b 209.1c".split(), EXACT),
        "201.2": BEHIND,
        "201.2a": EXAMPLE,
        "201.2b": BEHIND,
        "201.3": BEHIND,
    },
    # Curly apostrophes and italics; "his or her" became "their"; the rest has new words. Who knows these six versions
    # alone takes 201.2 of 2026 for that of 2011; with those of between it is 201.2a.
    "2026-06-19": {
        **dict.fromkeys("100.1a 102.1 201.1".split(), EXACT),
        **dict.fromkeys("100.1 102.2 201.5 203.1".split(), TYPOGRAPHY),
        **dict.fromkeys("201.2 201.4 201.5a 201.5b 201.5c 212.1".split(), BEHIND),
        "102.3": WORDING,
        **dict.fromkeys("213.1 213.1a 213.1f 213.1g 700.7".split(), BEHIND),
    },
}


def cells(date: str, language: str) -> dict[str, EntryFreshness]:
    """Return the cells of all rules of a version by their numbers."""
    versions = catalogue()
    every = freshness(versions, versions.find(date), language).values()
    return {cell.number: cell for cell in every if cell.kind in (3, 4)}


@pytest.mark.parametrize("date", JAPANESE)
def test_the_japanese_chapter(date: str) -> None:
    found = {number: cell.state for number, cell in cells(date, "ja").items() if number.startswith("201.")}

    assert found == JAPANESE[date]
    # Nothing else was ever translated.
    assert all(cell.state is MISSING for number, cell in cells(date, "ja").items() if number[:3] != "201")


@pytest.mark.parametrize("date", FRENCH)
def test_french_in_every_layout(date: str) -> None:
    found = {number: cell.state for number, cell in cells(date, "fr").items() if cell.state is not MISSING}

    assert found == FRENCH[date]


def test_how_far_behind_and_what_for() -> None:
    now = cells("2026-06-19", "ja")["201.5c"]
    assert (now.behind, str(now.text.made_for)) == (1, "2023-11-17")
    # Between 2010 and 2023 this archive has one version more, which changed 201.4b and not 201.4.
    then = cells("2010-02-01", "ja")
    assert (then["201.4"].behind, then["201.4b"].behind, then["201.3"].behind) == (0, 2, 1)
    cell = cells("2009-07-11", "fr")["201.2a"]
    assert (cell.behind, cell.examples_behind, cell.text.state) == (0, 1, EXACT)
    # The Japanese article leaves all examples out, and is not blamed for it.
    quoted = cells("2026-06-19", "ja")["201.5b"]
    assert (quoted.state, quoted.has_examples, len(quoted.examples)) == (EXACT, False, 3)
