"""The commands of README in a fresh Debian, by somebody who is not root: `make fresh`.

The commands name each missing package; then `make serve` has to show its first page in time, and sooner when repeated.
`ARGS=FOLDER` takes a folder that debootstrap made.
"""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.support.programs import ROOT, Broken, listens, project_files, until

# Seconds of processor time for `make serve` with all its packages; other programs may be using the machine.
LIMIT = 120
PORT = 8000
_HOME = "/srv/reader"
# The network and the certificates of this machine.
_COPIED = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")


class Machine:
    """A root folder with Debian in it and nothing else."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="rulesbase-machine-"))
        self.environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
        }  # fmt: skip
        # How to reach packages, but no folder of this machine.
        self.environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.environment.pop("PIP_FIND_LINKS", None)

    def lay_down(self, base: Path | None) -> None:
        """Copy Debian from a folder, or fetch it."""
        if base is None:
            command = ["debootstrap", "--variant=minbase", "bookworm", str(self.root)]
        else:
            command = ["cp", "-a", f"{base}/.", str(self.root)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for name in _COPIED:
            if Path("/", name).exists():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path("/", name), self.root / name)
        # In a folder of its own: Debian's package of certificates replaces the file above.
        if (certificates := Path(self.environment.get("PIP_CERT", ""))).is_file():
            (self.root / "srv").mkdir(exist_ok=True)
            shutil.copyfile(certificates, self.root / "srv" / "packages.crt")
            self.environment["PIP_CERT"] = "/srv/packages.crt"
        for path in Path("/etc/apt/apt.conf.d").glob("99*"):
            shutil.copyfile(path, self.root / "etc/apt/apt.conf.d" / path.name)
        self.root.chmod(0o755)
        subprocess.run(["mount", "-t", "proc", "proc", self.root / "proc"], check=False, stderr=subprocess.DEVNULL)
        for name in ("null", "zero", "random", "urandom"):
            if not (self.root / "dev" / name).exists():
                subprocess.run(["cp", "-a", f"/dev/{name}", self.root / "dev"], check=True)
        (self.root / "dev" / "shm").mkdir(exist_ok=True)
        (self.root / "dev" / "shm").chmod(0o1777)
        (self.root / "etc" / "hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")

    def run(self, script: str) -> None:
        """Run a script as root of the machine."""
        command = ["chroot", str(self.root), "/bin/sh", "-euc", script]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, cwd="/")
        if done.returncode:
            raise Broken(f"exit {done.returncode} of\n{script}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}")

    def install(self, packages: str) -> None:
        """Install packages of Debian."""
        self.run(f"apt-get install -y -qq --no-install-recommends {packages} >/dev/null 2>&1")

    def clone(self) -> None:
        """Clone the tree as it lies here into the home of a new account."""
        source = self.root / "srv" / "source"
        for name in project_files():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
        author = ["-c", "user.name=fresh", "-c", "user.email=fresh@example.org"]
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*author, "commit", "-q", "-m", "As it lies here"]):
            subprocess.run(["git", *words], cwd=source, check=True)
        self.run(f"useradd --create-home --home-dir {_HOME} --shell /bin/bash reader; chown -R reader /srv/source")
        self.run(f"runuser -u reader -- git clone -q /srv/source {_HOME}/rulesbase")

    def make(self, target: str) -> tuple[list[str], dict[str, str]]:
        """Return the command and the environment of a target of make, run by the new account."""
        as_reader = ["chroot", str(self.root), "runuser", "-u", "reader", "--"]
        command = [*as_reader, "make", "--no-print-directory", "-C", f"{_HOME}/rulesbase", target]
        return command, self.environment | {"HOME": _HOME}

    def end(self) -> None:
        """Stop all that runs in this folder, and remove it."""
        for place in Path("/proc").glob("[0-9]*/root"):
            with suppress(OSError):
                if os.readlink(place).startswith(str(self.root)):
                    os.kill(int(place.parts[2]), signal.SIGTERM)
        time.sleep(3)
        subprocess.run(["umount", self.root / "proc"], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.root, ignore_errors=True)


def _install_missing(machine: Machine) -> str:
    """Run `make prepare` and install what it names, as often as it names something; return the packages."""
    installed: list[str] = []
    while len(installed) < 5:
        command, environment = machine.make("prepare")
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if not done.returncode:
            return ", ".join(installed)
        named = re.search(r"apt-get install ([\w .+-]+)", done.stderr)
        if named is None or named[1].strip() in installed:
            raise Broken(f"`make` names nothing to install:\n{done.stdout[-500:]}\n{done.stderr[-1500:]}")
        installed.append(named[1].strip())
        machine.install(installed[-1])
    raise Broken(f"`make` wants more and more: {installed}")


def _first_page() -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=10) as answer:
            return answer.status == 200 and b"Rulesbase" in answer.read()
    except OSError:
        return False


def _processor_time() -> float:
    """Return the seconds of processor time of all programs that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _serve(machine: Machine) -> tuple[float, float]:
    """Serve until the first page and stop as Ctrl-C does; return the seconds to that page, and of processor time."""
    command, environment = machine.make("serve")
    before = _processor_time()
    server = subprocess.Popen(command, env=environment, start_new_session=True)
    try:
        took = until(lambda: server.poll() is not None or _first_page(), "the first page", 600)
    finally:
        ended = server.poll() is not None
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGINT)
        server.wait(timeout=60)
        if ended:
            raise Broken("`make serve` ended by itself")
    return took, _processor_time() - before


def main(base: Path | None) -> None:
    """Do what README says; raise Broken if it does not work."""
    if listens(PORT):
        raise Broken(f"Port {PORT} is in use")
    if base is None and shutil.which("debootstrap") is None:
        raise Broken("debootstrap is missing: apt-get install debootstrap")
    machine = Machine()
    try:
        machine.lay_down(base)
        machine.run("apt-get update -qq")
        machine.install("git make")
        machine.clone()
        print("ok      a fresh Debian with git and make, cloned", flush=True)
        print(f"ok      `make` names what is missing: {_install_missing(machine)}", flush=True)
        machine.run(f"rm -rf {_HOME}/rulesbase/.venv {_HOME}/rulesbase/var {_HOME}/.cache")
        first, used = _serve(machine)
        again, used_again = _serve(machine)
        print(
            f"`make serve` to its first page: {first:.0f} s ({used:.0f} s of processor time), "
            f"again: {again:.0f} s ({used_again:.0f} s)",
            flush=True,
        )
        if used > LIMIT or used_again > used / 2:
            raise Broken(f"wanted {LIMIT} s of processor time, and half of it again")
        print("ok      `make serve` is quick enough", flush=True)
    finally:
        machine.end()


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    except Broken as failure:
        sys.exit(f"README is not true: {failure}")
