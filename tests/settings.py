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

if "DATABASE_URL" not in os.environ:
    # Each test gets a database of tests.support.databases; where one has none, nothing of this machine is in reach.
    _folder = tempfile.mkdtemp(prefix="rulesbase-tests-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    DATABASES["default"]["NAME"] = os.path.join(_folder, "none.sqlite3")
    # These databases need not outlive a power cut; a disk that is busy elsewhere would keep a writer for a minute.
    _options = DATABASES["default"]["OPTIONS"]
    _options["init_command"] = _options["init_command"].replace("synchronous=NORMAL", "synchronous=OFF")

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Starting another Python for each file would take most of the time of tests; those of reading apart switch it on.
READ_APART = False
# Tests make rows behind the back of the counter that tells cached pages apart, and count no visits unless they say so.
CACHES = {alias: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for alias in ("default", "counts")}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
