"""Every test has a folder of downloads of its own."""

from pathlib import Path

import pytest
from django.conf import LazySettings

from rulesbase.models import Edition


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: LazySettings) -> Path:
    """Return where this test keeps what it builds."""
    settings.DOWNLOADS_DIR = tmp_path / "downloads"
    return tmp_path / "downloads"


def edition_of(date: str, language: str = "en") -> Edition:
    """Return an edition with its version."""
    return Edition.objects.select_related("version").get(version__date=date, language=language)
