"""Stands in for systemd's `systemctl` in a folder where no systemd runs: enough of it to try docs/deployment.md.

Installed as `systemctl` in the root folder of `make guide`. It reads the unit files that the guide writes, and does
what they say about program, account, environment, folder, socket and readiness. What only a kernel can do (the sandbox
of a unit) it leaves to `systemd-analyze`. It runs alone: it imports nothing of this project.
"""

import os
import pwd
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

UNITS = Path("/etc/systemd/system")
RUN = Path("/run/stand-in")
PATIENCE = 300


class Unit:
    """A unit file: `section.name` -> its last value."""

    def __init__(self, name: str) -> None:
        stem, _, kind = name.rpartition(".")
        base, at, self.instance = stem.partition("@")
        self.name, self.said = name, dict[str, str]()
        section = ""
        for line in (UNITS / f"{base}{at}.{kind}").read_text().splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                self.said[f"{section}.{key}"] = self._filled(value)

    def _filled(self, text: str) -> str:
        return text.replace("%%", "\0").replace("%i", self.instance).replace("\0", "%")

    def get(self, name: str) -> str:
        """A value; empty where nothing is said."""
        return self.said.get(name, "")

    def exec(self, environment: dict[str, str]) -> None:
        """Become the program of this service; never returns."""
        account = pwd.getpwnam(self.get("Service.User"))
        words = [word.replace("$$", "$") for word in shlex.split(self.get("Service.ExecStart"))]
        for line in Path(self.get("Service.EnvironmentFile")).read_text().splitlines():
            key, _, value = line.partition("=")
            environment[key] = " ".join(shlex.split(value))
        os.umask(int(self.get("Service.UMask") or "0022", 8))
        os.chdir(self.get("Service.WorkingDirectory"))
        os.initgroups(account.pw_name, account.pw_gid)
        os.setgid(account.pw_gid)
        os.setuid(account.pw_uid)
        os.execve(words[0], words, {"PATH": "/usr/bin:/bin", **environment})


def once(unit: Unit) -> int:
    """Run a service to its end; its exit."""
    child = os.fork()
    if child == 0:
        unit.exec({})
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


# ---- A service behind a socket ----


def keep(name: str) -> None:
    """Hold the socket of a unit, and run its service as often as it is told to; in a process of its own."""
    if os.fork():
        return
    os.setsid()
    log = os.open(f"/var/log/{name}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    gate, service = Unit(f"{name}.socket"), Unit(f"{name}.service")
    path = gate.get("Socket.ListenStream")
    held = socket.socket(socket.AF_UNIX)
    held.bind(path)
    account = pwd.getpwnam(gate.get("Socket.SocketUser"))
    os.chown(path, account.pw_uid, account.pw_gid)
    os.chmod(path, int(gate.get("Socket.SocketMode"), 8))
    held.listen(int(gate.get("Socket.Backlog")))
    orders = socket.socket(socket.AF_UNIX)
    orders.bind(str(RUN / name))
    orders.listen()
    child = 0
    while True:
        asked, _ = orders.accept()
        order = asked.recv(100).decode()
        if order in ("restart", "stop", "end") and child:
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
            child = 0
        if order == "reload" and child:
            os.kill(child, signal.SIGHUP)
        if order in ("start", "restart") and not child:
            child = served(service, held)
        asked.sendall(b"ok" if child or order in ("stop", "end") else b"not ready")
        asked.close()
        if order == "end":
            os._exit(0)


def served(service: Unit, held: socket.socket) -> int:
    """Start a service with its socket; its number when it says that it is ready, 0 where it does not."""
    told = RUN / "notify"
    told.unlink(missing_ok=True)
    ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ready.bind(str(told))
    told.chmod(0o777)
    child = os.fork()
    if child == 0:
        os.dup2(held.fileno(), 3)
        os.set_inheritable(3, True)
        service.exec({"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "NOTIFY_SOCKET": str(told)})
    ready.settimeout(PATIENCE)
    try:
        while b"READY=1" not in ready.recv(4096):
            pass
    except TimeoutError:
        return 0
    return child


def order(name: str, word: str) -> None:
    """Tell the keeper of a service what to do; exits where it cannot."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(PATIENCE)
        asking.connect(str(RUN / name))
        asking.sendall(word.encode())
        if asking.recv(100) != b"ok":
            sys.exit(f"{name} cannot {word}: see /var/log/{name}.log")


# ---- What is typed ----


def act(word: str, name: str) -> None:
    """Do something with a unit."""
    stem, _, kind = (name if "." in name else f"{name}.service").rpartition(".")
    if stem == "postgresql":
        version = next(Path("/etc/postgresql").iterdir()).name
        subprocess.run(["pg_ctlcluster", "--skip-systemctl-redirect", version, "main", word], check=True)
    elif stem == "nginx":
        running = Path("/run/nginx.pid").exists() and Path("/run/nginx.pid").read_text().strip()
        subprocess.run(["nginx", *(["-s", "reload"] if running else [])], check=True)
    elif kind == "timer":
        with (RUN / "timers").open("a") as timers:
            timers.write(f"{stem}.service\n")
    elif kind == "socket":
        if not (RUN / stem).exists():
            keep(stem)
    elif (UNITS / f"{stem}.socket").exists():
        order(stem, word)
    elif code := once(Unit(f"{stem}.service")):
        sys.exit(f"{stem} ended with {code}")


def main(words: list[str]) -> None:
    """Understand `start`, `restart`, `reload`, `stop`, `enable --now`, `daemon-reload`."""
    RUN.mkdir(parents=True, exist_ok=True)
    RUN.chmod(0o755)
    word, *names = [one for one in words if one != "--now"]
    for name in names:
        act("start" if word == "enable" else word, name)
        if name.endswith(".socket"):
            until_there(RUN / name.rpartition(".")[0])


def until_there(path: Path) -> None:
    """Wait until a file is there."""
    import time

    for _ in range(200):
        if path.exists():
            return
        time.sleep(0.05)
    sys.exit(f"{path} is not there")


if __name__ == "__main__":
    main(sys.argv[1:])
