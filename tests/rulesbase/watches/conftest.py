"""Fixtures of the tests of watches."""

from tests.rulesbase.feeds.conftest import reader, signed_in, three, two  # noqa: F401
