"""What the tests of the API read: twelve versions, a few cards with rulings."""

from collections.abc import Iterator

import pytest

from tests.rulesbase.api.filled import fill
from tests.support.caches import forget_cards
from tests.support.lending import lent

_filled = lent("library", fill, upon="twelve_filled")


@pytest.fixture
def library(_filled: None) -> Iterator[None]:
    """Twelve real versions, and cards of our own words."""
    # What a test wrote was undone, so that the next one may have the same stamp for other rows.
    forget_cards()
    yield
    forget_cards()
