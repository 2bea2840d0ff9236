"""Fixtures of the tests of the site."""

from tests.rulesbase.offline.conftest import whole_sample, whole_sample_name  # noqa: F401
