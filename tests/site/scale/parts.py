"""The parts, each started and stopped as often as a check wants: PostgreSQL twice, Redis, two servers, nginx."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg

from tests.bench.server import Served
from tests.postgres_plugin import installed_binaries, owner
from tests.support.programs import HOST, ROOT, Broken, free_port, project_files

_NOT_COPIED = ("var", ".venv", ".git")


class Postgres:
    """A PostgreSQL server in a folder of its own that logs every statement."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.port = folder / name, free_port()
        self.log = folder / f"{name}.log"
        self.who: dict[str, Any] = owner()
        self.programs = installed_binaries()

    def make(self) -> None:
        """Make an empty one."""
        self.run("initdb", "-D", self.folder, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C")

    def copy(self, source: "Postgres") -> None:
        """Replace this one by a replica of another."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        where = ("-D", self.folder, "-h", HOST, "-p", source.port, "-U", "postgres")
        self.run("pg_basebackup", *where, "-R", "-X", "stream", "--checkpoint=fast")

    def start(self) -> None:
        """Start it; return when it answers."""
        settings = {
            "port": self.port,
            "listen_addresses": HOST,
            "unix_socket_directories": "''",
            "wal_level": "replica",
            "max_wal_senders": 5,
            "wal_keep_size": "128MB",
            "hot_standby": "on",
            "fsync": "off",
            "log_statement": "all",
            "shared_buffers": "64MB",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self.run("pg_ctl", "-D", self.folder, "-l", self.log, "-o", options, "-w", "-t", "60", "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it, as a machine that goes off does, if it runs."""
        if (self.folder / "postmaster.pid").exists():
            self.run("pg_ctl", "-D", self.folder, "-m", how, "-w", "stop")

    def promote(self) -> None:
        """Make a replica the primary; its content version gets ahead of all caches."""
        self.run("pg_ctl", "-D", self.folder, "-w", "promote")
        self.ask("UPDATE rulesbase_state SET generation = generation + 1000000")

    def ask(self, query: str) -> Any:
        """Return the first value of the answer to a query."""
        address = f"postgres://postgres@{HOST}:{self.port}/rulesbase"
        with psycopg.connect(address, autocommit=True) as connection:
            answer = connection.execute(query.encode())
            return next(answer)[0] if answer.description else None

    def statements(self, word: str = "rulesbase_") -> int:
        """Return how many logged SELECT statements hold a word."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return sum("SELECT" in line and word in line for line in lines)

    def caught_up(self, source: "Postgres") -> bool:
        """Return whether all that another has written can be read here."""
        position = source.ask("SELECT pg_current_wal_lsn()")
        return bool(self.ask(f"SELECT COALESCE(pg_last_wal_replay_lsn() >= '{position}', false)"))

    def run(self, program: str, *words: object) -> None:
        """Run a program of PostgreSQL."""
        command = [str(self.programs / program), *map(str, words)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", timeout=180, **self.who)


class Server(Served):
    """Rulesbase on a machine of its own: its own copy of the files, its own `var`."""

    options = ("--log-level", "info")

    def __init__(self, folder: Path, name: str, environment: dict[str, str]) -> None:
        super().__init__(
            os.environ | environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}, folder / f"{name}.log"
        )
        self.name, self.home = name, folder / name
        self.env.pop("OPERATIONS_DIR", None)

    def lay_down(self, like: "Server | None" = None) -> None:
        """Copy the program, with other times of its files; static files as another server has them."""
        messages = [str(path.relative_to(ROOT)) for path in (ROOT / "locale").rglob("*.mo")]
        for name in [*project_files(), *messages]:
            if not name.startswith(_NOT_COPIED):
                (self.home / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.home / name)
        if like is None:
            self.manage("collectstatic", "--noinput", "--verbosity", "0")
        else:
            shutil.copytree(like.home / "var" / "static", self.home / "var" / "static")

    def manage(self, *words: str) -> str:
        """Run a command of manage.py on this machine; return its output."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=self.home, env=self.env, capture_output=True, text=True, check=False, timeout=300
        )
        if done.returncode:
            raise Broken(f"manage.py {' '.join(words)} on {self.name}: {done.stderr[-1500:]}")
        return done.stdout
