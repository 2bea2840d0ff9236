"""The real settings with an empty view besides, and static files that were collected for this run."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
STATIC_ROOT = Path(os.environ["BENCH_STATIC"])
