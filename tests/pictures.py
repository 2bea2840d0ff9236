"""Take the screenshots of README.md from the sample, in Debian's chromium: `make pictures`."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from tests.bench.server import Served
from tests.support.browsing import ARGUMENTS
from tests.support.programs import HOST

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
WIDTH, HEIGHT = 1440, 740
PICTURES = {
    "history": "/rules/latest/201.5c/history/",
    "chapter": "/rules/latest/201/?lang=en,fr",
}


def main() -> None:
    """Fill a temporary database with the sample, serve it and take each picture."""
    from playwright.sync_api import sync_playwright

    program = which("chromium") or sys.exit("chromium is missing: apt-get install chromium")
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        # The variables of this machine must not show in the pictures.
        environment = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{folder}/pictures.sqlite3"}
        for words in (["migrate", "--verbosity=0"], ["load_name_facts"], ["load_sample"]):
            subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=True)
        with Served(environment) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            for name, address in PICTURES.items():
                page.goto(f"http://{HOST}:{server.port}{address}", wait_until="networkidle")
                page.screenshot(path=FOLDER / f"{name}.png")
            browser.close()


if __name__ == "__main__":
    main()
