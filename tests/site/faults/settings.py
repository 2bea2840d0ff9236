"""The real settings, with a cheap hash of passwords, static files as they lie, and folders of their own."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import STORAGES as OURS

_folder = Path(os.environ["OPERATIONS_DIR"])
DOWNLOADS_DIR = _folder / "downloads"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **OURS,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
