"""The throw-away PostgreSQL server: it answers, and it never outlives the process that started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.postgres_plugin import Server, wheel_binaries

ROOT = Path(__file__).resolve().parents[2]
STARTER = """
import signal, sys
from tests.postgres_plugin import Server
# Whoever was started in the background ignores it, and so do those that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
server = Server()
print(server.folder, flush=True)
sys.stdin.read()
"""


def wait_until_gone(folder: Path) -> bool:
    end = time.monotonic() + 120
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return not folder.exists()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ends_with_its_starter(ending: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout
        folder = Path(starter.stdout.readline().strip())
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        starter.send_signal(ending)
        starter.wait(timeout=120)
    assert wait_until_gone(folder)
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_the_wheels_server_serves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.postgres_plugin.installed_binaries", wheel_binaries)
    server = Server()
    try:
        with psycopg.connect(server.url) as connection:
            row = connection.execute("SELECT 6 * 7").fetchone()
    finally:
        server.stop()
    assert row == (42,)
    assert not server.folder.exists()
