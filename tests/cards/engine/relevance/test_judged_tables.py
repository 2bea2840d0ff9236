"""Rules of well-known cards and of rulings, compared with tables that people judged."""

from pathlib import Path

from tests.score.relevance import card_texts, finder_of, read_judged, recall
from tests.score.rulings import precision


def test_rules_of_well_known_cards(corpus: Path) -> None:
    result = recall(read_judged(), card_texts(corpus), finder_of(corpus))
    assert result.wanted == 297
    assert result.found >= 283, result.missed


def test_rules_of_rulings(corpus: Path) -> None:
    found = precision(corpus)
    assert (found.rulings, found.unjudged) == (217, ())
    assert found.first >= 146
    assert found.right >= 225
    # Wrong ones, among the first rules and among all.
    assert found.linked - found.first <= 4
    assert found.shown - found.right <= 11
