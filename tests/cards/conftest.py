"""Fixtures for tests of cards."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_names_stored() -> Iterator[None]:
    """Rows that a test undid come back under the same keys in the next one, which an index does not notice."""
    from cards.lookup.find_cards import clear_cache

    clear_cache()
    yield
    clear_cache()
