"""The settings of the tests: the real ones, with a cheap password hash and static files as they lie."""

import atexit
import os
import secrets
import shutil
import tempfile

# The environment of the person who runs the tests must not decide their outcome. Only DATABASE_URL may: it
# names the server on which a database of its own is made.
for name in ("DEBUG", "SECURE", "ALLOWED_HOSTS", "CACHE_URL", "EMAIL_URL", "DATABASE_REPLICA_URL"):
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = secrets.token_urlsafe(50)

# Not what somebody is looking after on this machine: the tests have no backup behind them, and no maintenance.
os.environ["OPERATIONS_DIR"] = tempfile.mkdtemp(prefix="rulesbase-operations-")
atexit.register(shutil.rmtree, os.environ["OPERATIONS_DIR"], ignore_errors=True)
os.environ.pop("MAINTENANCE", None)

from config.settings import *
from config.settings import DATABASES, STORAGES

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as people have it. Of a database in memory the live server would share the test's own connection, and
    # two requests at once on one connection can end the process.
    _folder = tempfile.mkdtemp(prefix="rulesbase-tests-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(_folder, "test.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Tests make rows behind the back of the counter that tells kept pages apart.
API_COUNTS = ""
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
WHITENOISE_AUTOREFRESH = True
