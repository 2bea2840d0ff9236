"""The site as it is served: with SECURE=1, as the settings make it of the environment."""

import runpy
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from config import settings as real

# Where the tests have their own: databases, passwords that cost little, files as they lie.
_OWN = {"DATABASES", "DATABASE_ROUTERS", "CACHES", "STORAGES", "PASSWORD_HASHERS", "SECRET_KEY"}
_OWN |= {"INSTALLED_APPS", "MIDDLEWARE", "LOGGING", "READ_APART", "ALLOWED_HOSTS", "OPERATIONS_DIR"}


def settings_with(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, object]:
    """All settings as they are with these variables."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert real.__file__ is not None
    return {name: value for name, value in runpy.run_path(real.__file__).items() if name.isupper()}


@pytest.fixture
def secure(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> LazySettings:
    """Let the site be as it is with SECURE=1."""
    for name, value in settings_with(monkeypatch, SECURE="1").items():
        if name not in _OWN and getattr(settings, name, None) != value:
            setattr(settings, name, value)
    return settings


class OverHttps(Client):
    """A client that sends all requests over HTTPS."""

    def generic(self, method: str, path: str, *args: Any, **options: Any) -> Any:  # type: ignore[override]
        """Ask."""
        return super().generic(method, path, *args, **options | {"secure": True})


@pytest.fixture
def visitor(secure: LazySettings) -> Client:
    """Somebody who comes over HTTPS."""
    return OverHttps()
