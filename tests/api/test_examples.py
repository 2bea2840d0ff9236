"""Every example of the documentation is run against a server, as it stands there."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from config.wsgi import application
from rulesbase.api.guide import EXAMPLES, LANGUAGES, examples
from tests.api.filled import fill
from tests.conftest import TWELVE
from tests.databases import Databases, inside

PROGRAMS = {"sh": ("curl", ["sh", "-eu"]), "py": (sys.executable, [sys.executable]), "js": ("node", ["node"])}
EXPECTED = {
    "line": "702.19b (2026-06-19)",
    "entry": "2011-09-30",
    "cite": "104.3f",
    "pages": "103.8a",
    "again": "304",
    "names": "709.3b",
}


class Quiet(WSGIRequestHandler):
    """Tells nothing of visits."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def host(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Return the address of a server with twelve versions and some cards."""
    with django_db_blocker.unblock():
        name = databases.copy("twelve", [corpus / "cr" / "en" / f"{date}.txt" for date in TWELVE])
        with inside(name):
            fill()
            server = make_server("127.0.0.1", 0, application, handler_class=Quiet)

            def serve() -> None:
                server.serve_forever(poll_interval=0.05)
                connections.close_all()

            thread = threading.Thread(target=serve, daemon=True)
            thread.start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()
            thread.join(timeout=60)
            server.server_close()


@pytest.mark.parametrize("suffix", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_does_what_it_says(host: str, name: str, suffix: str, tmp_path: Path) -> None:
    needed, command = PROGRAMS[suffix]
    if shutil.which(needed) is None:
        pytest.xfail(f"{needed} is not installed")
    example = next(one for one in examples(host) if one.name == name)
    code = next(one.text for one in example.codes if one.suffix == suffix)
    # What node takes for a module.
    file = tmp_path / f"example.{'mjs' if suffix == 'js' else suffix}"
    file.write_text(code, encoding="utf-8")
    done = subprocess.run([*command, file], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert EXPECTED[name] in done.stdout
