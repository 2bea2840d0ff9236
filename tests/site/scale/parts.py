"""The parts, each started and stopped as often as a check wants: PostgreSQL twice, Redis, two servers, nginx."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.postgres_plugin import installed_binaries, owner

ROOT = Path(__file__).resolve().parents[3]
HOST = "127.0.0.1"
_PATIENCE = 60.0
_NOT_COPIED = ("var", ".venv", ".git")


class Broken(Exception):
    """A part does not do what it should."""


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def until(done: Callable[[], bool], what: str, patience: float = _PATIENCE) -> float:
    """Wait until something is so; the seconds it took. Raises Broken."""
    started = time.monotonic()
    while not done():
        if time.monotonic() - started > patience:
            raise Broken(f"{what} did not come about in {patience:.0f} s")
        time.sleep(0.05)
    return time.monotonic() - started


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
        return True
    return False


def needed(*programs: str) -> None:
    """Raises Broken where one of them is not installed."""
    missing = [name for name in programs if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing:
        raise Broken(f"Not installed: {', '.join(missing)}. apt-get install postgresql redis-server nginx")


class Postgres:
    """A server of PostgreSQL in a folder of its own; its log tells every statement."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.port, self.name = folder / name, free_port(), name
        self.log = folder / f"{name}.log"
        self.who: dict[str, Any] = owner()
        self.programs = installed_binaries()

    def make(self) -> None:
        """Make an empty one that others may copy from."""
        self._run("initdb", "-D", self.folder, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C")

    def copy(self, of: "Postgres") -> None:
        """Make this one a replica of another, in place of whatever it was."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._run("pg_basebackup", "-D", self.folder, "-h", HOST, "-p", of.port, "-U", "postgres", "-R", "-X", "stream",
                  "--checkpoint=fast")  # fmt: skip

    def start(self) -> None:
        """Start it; returns when it answers."""
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
        self._run("pg_ctl", "-D", self.folder, "-l", self.log, "-o", options, "-w", "-t", "60", "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it, as a machine that goes off does; nothing where it does not run."""
        if (self.folder / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", self.folder, "-m", how, "-w", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it stand still while the block runs, as where its disk hangs: connections stay open, nothing is said."""
        first = int((self.folder / "postmaster.pid").read_text(encoding="ascii").split()[0])
        held = [first]
        try:
            # Before all: while it stands still it starts no others.
            os.kill(first, signal.SIGSTOP)
            held += [int(stat.parent.name) for stat in Path("/proc").glob("[0-9]*/stat") if _parent(stat) == first]
            for process in held[1:]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in held:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def promote(self) -> None:
        """Let a replica take writes from now on."""
        self._run("pg_ctl", "-D", self.folder, "-w", "promote")

    def ask(self, query: str) -> str:
        """What it answers to a query."""
        words = ("-h", HOST, "-p", self.port, "-U", "postgres", "-d", "rulesbase", "-Atc", query)
        return self._run("psql", *words).strip()

    def statements(self, holding: str = "rulesbase_") -> int:
        """How many statements about our tables it has been asked for."""
        told = self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""
        return sum("SELECT" in line and holding in line for line in told.splitlines())

    def caught_up(self, of: "Postgres") -> bool:
        """Whether all that the other has written can be read here."""
        at = of.ask("SELECT pg_current_wal_lsn()")
        return self.ask(f"SELECT COALESCE(pg_last_wal_replay_lsn() >= '{at}', false)") == "t"

    def _run(self, program: str, *words: object) -> str:
        done = subprocess.run(
            [self.programs / program, *map(str, words)],
            stdout=subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE,
            stderr=subprocess.STDOUT if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            check=False,
            cwd="/",
            timeout=180,
            **self.who,
        )
        if done.returncode:
            raise Broken(f"{program} of the {self.name}: {(done.stdout or '')[-500:]} (see {self.log})")
        return done.stdout or ""


def _parent(stat: Path) -> int:
    """The process that started one, by its file in /proc; 0 where it is gone."""
    try:
        return int(stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return 0


class Program:
    """A program that runs until it is stopped, with its log in a file."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        self.folder, self.name, self.port = folder, name, port
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *words: object, cwd: Path = Path("/"), environment: dict[str, str] | None = None) -> None:
        """Start it; returns when it listens."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(map(str, words)), cwd=cwd, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        until(lambda: listens(self.port) or self._ended(), f"{self.name} (see {self.log})")

    def _ended(self) -> bool:
        if self.process is not None and self.process.poll() is not None:
            raise Broken(f"{self.name} ended with {self.process.returncode}: {self.log.read_text()[-1500:]}")
        return False

    def send(self, signum: signal.Signals) -> None:
        """Send the program, and not its children, a signal."""
        assert self.process is not None
        self.process.send_signal(signum)

    def stop(self, signum: signal.Signals = signal.SIGTERM) -> None:
        """Stop it; nothing where it does not run."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signum)
            self.process.wait(timeout=_PATIENCE)


class Redis(Program):
    """A shared cache that forgets all when it is stopped."""

    def start(self) -> None:
        """Start it empty."""
        words = ("--port", self.port, "--bind", HOST, "--save", "", "--appendonly", "no", "--dir", self.folder)
        self.run("redis-server", *words)

    def ask(self, *words: str) -> str:
        """What it answers."""
        asked = ["redis-cli", "-p", str(self.port), *words]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


class Server(Program):
    """Our program on a machine of its own: its own copy of the files, its own `var`."""

    def __init__(self, folder: Path, name: str, environment: dict[str, str]) -> None:
        super().__init__(folder, name, free_port())
        self.home = folder / name
        self.environment = os.environ | environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
        self.environment.pop("OPERATIONS_DIR", None)

    def lay_down(self, like: "Server | None" = None) -> None:
        """Copy the program as it lies here, with other times of its files; static files as another has them."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        messages = [str(path.relative_to(ROOT)) for path in (ROOT / "locale").rglob("*.mo")]
        for name in [*listed.stdout.split("\0"), *messages]:
            path = ROOT / name
            if name and path.is_file() and not name.startswith(_NOT_COPIED):
                (self.home / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, self.home / name)
        if like is None:
            self.manage("collectstatic", "--noinput", "--verbosity", "0")
        else:
            shutil.copytree(like.home / "var" / "static", self.home / "var" / "static")

    def manage(self, *words: str, given: str = "") -> str:
        """Run one of our commands on this machine. Raises Broken."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=self.home, env=self.environment, input=given,
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        if done.returncode:
            raise Broken(f"manage.py {' '.join(words)} on {self.name}: {done.stderr[-1500:]}")
        return done.stdout

    def start(self, *more: str) -> None:
        """Start two workers."""
        gunicorn = Path(sys.executable).with_name("gunicorn")
        words = ("config.wsgi", "--bind", f"{HOST}:{self.port}", "--no-control-socket")
        self.run(gunicorn, *words, "--log-level", "info", *more, cwd=self.home, environment=self.environment)


class Nginx(Program):
    """The proxy before both servers."""

    def __init__(self, folder: Path, servers: list[Server], template: str) -> None:
        super().__init__(folder, "nginx", free_port())
        ports = " ".join(f"server {HOST}:{server.port} max_fails=0;" for server in servers)
        self.configuration = folder / "nginx.conf"
        filled = template.replace("FOLDER", str(folder)).replace("PORT", str(self.port)).replace("SERVERS", ports)
        self.configuration.write_text(filled.replace("STATIC", f"{servers[0].home}/var/static/"), encoding="utf-8")

    def start(self) -> None:
        """Start it."""
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        self.run(program, "-c", self.configuration, "-e", self.log)
