"""The real settings with one more page, the empty view, and static files that were collected for this run.

With BENCH_BARE=1 also without any middleware: what Django itself takes.
"""

import os
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE as OURS

ROOT_URLCONF = "tests.bench.urls"
STATIC_ROOT = Path(os.environ["BENCH_STATIC"])
MIDDLEWARE = [] if os.environ.get("BENCH_BARE") else OURS
