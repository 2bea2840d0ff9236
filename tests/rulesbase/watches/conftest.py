"""Fixtures of the tests of watches."""

from tests.rulesbase.feeds.conftest import two, three, reader, signed_in  # noqa: F401
