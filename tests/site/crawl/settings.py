"""The settings of the tests, with a key and a version that are the same in every crawl.

The process that starts the crawl sets the folder of the database and of other files.
"""

import os
from pathlib import Path

_FOLDER = Path(os.environ["CRAWLED_FOLDER"])

from tests.settings import *  # noqa: E402, F403
from tests.settings import ALLOWED_HOSTS, DATABASES, SPECTACULAR_SETTINGS  # noqa: E402

SECRET_KEY = "a key that signs the same in every crawl, and nothing else"
DATABASES["default"]["NAME"] = str(_FOLDER / "copy.sqlite3")
ALLOWED_HOSTS += ["testserver"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DOWNLOADS_DIR = _FOLDER / "downloads"
OPERATIONS_DIR = _FOLDER
# What changes with each release, and not with what a page says.
VERSION = "1"
SPECTACULAR_SETTINGS = {**SPECTACULAR_SETTINGS, "VERSION": VERSION}
