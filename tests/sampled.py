"""A database with the whole sample, rules and cards, for tests of what shows both."""

from cards.sample_cards import load_sample_cards
from rulesbase.sample_corpus import load_sample


def load_whole_sample() -> None:
    """Fill an empty database with all that comes with the software."""
    load_sample()
    load_sample_cards()
