"""Fixtures for tests of cards."""

from collections.abc import Iterator

import pytest

from tests.support.caches import forget_cards


@pytest.fixture(autouse=True)
def _no_names_stored() -> Iterator[None]:
    """Rows that a test undid come back under the same keys in the next one, which an index does not notice."""
    forget_cards()
    yield
    forget_cards()
