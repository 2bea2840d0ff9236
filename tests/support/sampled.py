"""A database with the whole sample, rules and cards, for tests of what shows both."""

from cards.imports.sample import load_sample_cards
from rulesbase.imports.sample import load_sample


def load_whole_sample() -> None:
    """Fill an empty database with all that comes with the software."""
    load_sample()
    load_sample_cards()
