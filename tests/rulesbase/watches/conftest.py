"""Fixtures of the tests of watches."""

from tests.rulesbase.feeds.conftest import reader, signed_in, three, three_name, two, two_name  # noqa: F401
