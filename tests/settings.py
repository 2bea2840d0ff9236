"""The settings of the tests: the real ones, with a cheap password hash and static files as they lie."""

import os
import secrets

# The environment of the person who runs the tests must not decide their outcome. Only DATABASE_URL may: it
# names the server on which a database of its own is made.
for name in ("DEBUG", "SECURE", "ALLOWED_HOSTS", "CACHE_URL", "EMAIL_URL", "DATABASE_REPLICA_URL"):
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = secrets.token_urlsafe(50)

from config.settings import *
from config.settings import STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Tests make rows behind the back of the counter that tells kept pages apart.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
WHITENOISE_AUTOREFRESH = True
