"""The version that the program reports is the changelog's."""

import pytest

from config.settings import newest_version


@pytest.mark.parametrize(
    ("changelog", "version"),
    [
        ("# Changelog\n\n## 1.2 - 2026-11-21\n\n## 1.1 - 2026-01-01\n", "1.2"),
        ("## v2.0.1 - Unreleased\n", "2.0.1"),
        ("# Nothing yet\n", "0"),
    ],
)
def test_the_version_is_the_newest_heading_of_the_changelog(changelog: str, version: str) -> None:
    assert newest_version(changelog) == version
