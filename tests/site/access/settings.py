"""The settings of the tests, served by a real server: the key and the database come from anybody who starts it."""

import os

_KEY, _DATABASE = os.environ["SECRET_KEY"], os.environ["DATABASE_URL"]

from tests.settings import *  # noqa: E402, F403
from tests.settings import DATABASES  # noqa: E402

SECRET_KEY = _KEY
# The tests keep away from any that stands in the environment.
DATABASES["default"]["NAME"] = _DATABASE.removeprefix("sqlite:///")
# Static files as they lie: nothing was collected.
WHITENOISE_USE_FINDERS = True
