"""The real settings with quick password hashes, static files without digests, and a folder of its own."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import STORAGES as _STORAGES

DOWNLOADS_DIR = Path(os.environ["OPERATIONS_DIR"]) / "downloads"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **_STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# The browser needs the scripts, which are not collected here.
WHITENOISE_USE_FINDERS = True
