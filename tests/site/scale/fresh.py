"""README's two commands on a machine that has nothing, by somebody who is not root: `make fresh`.

What is missing is named by the commands themselves, one apt line after the other; then `make serve` to its first page,
again, and `make test` with nothing prepared. `ARGS=FOLDER` takes a folder that debootstrap made, `ARGS=serve` leaves
the tests out.
"""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.site.scale.machine import Machine
from tests.site.scale.parts import Broken, listens, until

# Seconds from `make serve` to the first page, packages fetched over a normal network.
LIMIT = 120
PORT = 8000
_HOME = "/srv/reader"
_APT = re.compile(r"apt-get install ([\w .+-]+)")
# What make and git need; README names the rest, or the commands do.
_BEFORE = "apt-get update -qq && apt-get install -y -qq --no-install-recommends git make >/dev/null 2>&1"


def apt_line(said: str) -> str | None:
    """The packages that a sentence says to install, None where it says so of none."""
    found = _APT.search(said)
    return found[1].strip() if found else None


def _words(machine: Machine, target: str) -> list[str]:
    as_reader = ["chroot", str(machine.root), "runuser", "-u", "reader", "--"]
    return [*as_reader, "make", "--no-print-directory", "-C", f"{_HOME}/rulesbase", target]


def _environment(machine: Machine) -> dict[str, str]:
    return machine.environment | {"HOME": _HOME}


def _cloned(machine: Machine) -> None:
    """The tree as it lies here, cloned by somebody who has an account and nothing else."""
    machine.run(_BEFORE)
    machine.take_source()
    machine.run(f"useradd --create-home --home-dir {_HOME} --shell /bin/bash reader; chown -R reader /srv/source")
    machine.run(f"runuser -u reader -- git clone -q /srv/source {_HOME}/rulesbase")


def _led(machine: Machine) -> str:
    """Type `make serve` and install what it says is missing, as often as it says so; the packages in their order."""
    installed: list[str] = []
    while len(installed) < 5:
        done = subprocess.run(
            _words(machine, "prepare"), env=_environment(machine), capture_output=True, text=True, check=False
        )
        if not done.returncode:
            return ", ".join(installed)
        packages = apt_line(done.stderr)
        if packages is None or packages in installed:
            raise Broken(f"`make` names nothing to install:\n{done.stdout[-500:]}\n{done.stderr[-1500:]}")
        installed.append(packages)
        machine.run(f"apt-get install -y -qq --no-install-recommends {packages} >/dev/null 2>&1")
    raise Broken(f"`make` wants more and more: {installed}")


def _first_page() -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=10) as answer:
            return answer.status == 200 and b"Rulesbase" in answer.read()
    except OSError:
        return False


def _served(machine: Machine, log: Path) -> float:
    """Seconds from `make serve` to its first page; the server is stopped again, as by Ctrl-C."""
    with log.open("wb") as said:
        server = subprocess.Popen(
            _words(machine, "serve"), env=_environment(machine), stdout=said, stderr=said, start_new_session=True
        )
        try:
            return until(lambda: server.poll() is not None or _first_page(), "the first page", 600)
        finally:
            ended = server.poll() is not None
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGINT)
            server.wait(timeout=60)
            if ended:
                raise Broken(f"`make serve` ended by itself:\n{log.read_text(errors='replace')[-2000:]}")


def _tested(machine: Machine, log: Path) -> str:
    """What `make test` says at the end of each of its runs."""
    with log.open("wb") as said:
        done = subprocess.run(
            _words(machine, "test"), env=_environment(machine), stdout=said, stderr=said, check=False, timeout=3600
        )
    text = log.read_text(encoding="utf-8", errors="replace")
    ends = re.findall(r"\d+ passed[^\n]*", text)
    if done.returncode or len(ends) != 2:
        raise Broken(f"`make test`: exit {done.returncode}\n{text[-3000:]}")
    return "; ".join(ends)


def look(base: Path | None, *, tests: bool) -> None:
    """Do what README says; raises Broken where it does not come about."""
    if listens(PORT):
        raise Broken(f"Port {PORT} is needed, and somebody listens there")
    with Machine(base) as machine:
        log = machine.root / "srv" / "log"
        _cloned(machine)
        print("ok      a fresh Debian with git and make, cloned", flush=True)
        print(f"ok      `make` names what is missing: {_led(machine)}", flush=True)
        machine.run(f"rm -rf {_HOME}/rulesbase/.venv {_HOME}/rulesbase/var {_HOME}/.cache")
        first = _served(machine, log)
        if first > LIMIT:
            raise Broken(f"`make serve` to its first page: {first:.0f} s, wanted {LIMIT}")
        print(f"ok      `make serve` to its first page: {first:.0f} s", flush=True)
        again = _served(machine, log)
        if again > first / 2:
            raise Broken(f"`make serve` again: {again:.0f} s, where the first took {first:.0f} s")
        print(f"ok      `make serve` again: {again:.0f} s", flush=True)
        if tests:
            begun = time.monotonic()
            print(f"ok      `make test`: {_tested(machine, log)} ({time.monotonic() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    try:
        folders = [Path(word) for word in sys.argv[1:] if word != "serve"]
        look(folders[0] if folders else None, tests="serve" not in sys.argv[1:])
    except Broken as failure:
        sys.exit(f"README is not true: {str(failure).splitlines()[0]}")
