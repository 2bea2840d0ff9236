"""Rules of well-known cards and of rulings, compared with tables that people judged."""

from pathlib import Path

from tests.score.relevance import card_texts, finder_of, read_judged, recall
from tests.score.rulings import Precision, precision


def test_rules_of_well_known_cards(corpus: Path) -> None:
    result = recall(read_judged(), card_texts(corpus), finder_of(corpus))
    assert (result.found, result.wanted) == (283, 297), result.missed


def test_rules_of_rulings(corpus: Path) -> None:
    assert precision(corpus) == Precision(rulings=217, linked=150, first=146, shown=236, right=225, unjudged=())
