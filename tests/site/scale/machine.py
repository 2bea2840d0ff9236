"""A root folder with a fresh Debian in it: nothing is installed but what Debian itself needs."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

from tests.site.scale.parts import ROOT, Broken

# How the network is reached here, which no folder knows.
_SOURCES = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")


class Machine:
    """A root folder with Debian in it and nothing else."""

    def __init__(self, base: Path | None) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="rulesbase-machine-"))
        self.environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "REPOSITORY": "/srv/source",
        }  # fmt: skip
        # How packages are fetched here is no affair of the guide.
        self.environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        if base is None:
            words = ["debootstrap", "--variant=minbase", "bookworm", str(self.root)]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        else:
            subprocess.run(["cp", "-a", f"{base}/.", str(self.root)], check=True)
        for name in _SOURCES:
            if Path("/", name).exists():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path("/", name), self.root / name)
        # In a place of its own: Debian's package of certificates writes its own over the one above.
        if (certificates := Path(self.environment.get("PIP_CERT", ""))).is_file():
            (self.root / "srv").mkdir(exist_ok=True)
            shutil.copyfile(certificates, self.root / "srv" / "packages.crt")
            self.environment["PIP_CERT"] = "/srv/packages.crt"
        for path in Path("/etc/apt/apt.conf.d").glob("99*"):
            shutil.copyfile(path, self.root / "etc/apt/apt.conf.d" / path.name)
        os.chmod(self.root, 0o755)
        subprocess.run(["mount", "-t", "proc", "proc", self.root / "proc"], check=False, stderr=subprocess.DEVNULL)
        for name in ("null", "zero", "random", "urandom"):
            if not (self.root / "dev" / name).exists():
                subprocess.run(["cp", "-a", f"/dev/{name}", self.root / "dev"], check=True)
        (self.root / "dev" / "shm").mkdir(exist_ok=True)
        os.chmod(self.root / "dev" / "shm", 0o1777)
        # As every machine has it.
        self.write("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n")
        self.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)
        self.write("/usr/local/bin/systemctl", "#!/usr/bin/python3\n" + _stand_in(), 0o755)

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file of the machine."""
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        place.chmod(mode)

    def run(self, script: str) -> str:
        """Run a script as root of the machine, as one who follows a guide: it ends where something fails."""
        whole = f"set -eu\n{script}"
        done = subprocess.run(
            ["chroot", str(self.root), "/bin/sh", "-c", whole], env=self.environment, capture_output=True,
            text=True, check=False, timeout=1500, cwd="/",
        )  # fmt: skip
        if done.returncode:
            raise Broken(f"exit {done.returncode} of\n{script}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}")
        return done.stdout

    def take_source(self) -> None:
        """Lay down what `git clone` is pointed at: the tree as it lies here."""
        source = self.root / "srv" / "source"
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        for name in filter(None, names.stdout.split("\0")):
            if (ROOT / name).is_file():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, source / name)
        who = ["-c", "user.name=guide", "-c", "user.email=guide@example.org"]
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*who, "commit", "-q", "-m", "As it lies here"]):
            subprocess.run(["git", *words], cwd=source, check=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Say what was not as it must be, before everything else of it is gone."""
        if isinstance(error, Broken):
            print(f"FAILED  {error}", flush=True)
        self.end()

    def end(self) -> None:
        """Stop whatever runs with this folder as its root, and remove it."""
        for place in Path("/proc").glob("[0-9]*/root"):
            try:
                if os.readlink(place).startswith(str(self.root)):
                    os.kill(int(place.parts[2]), 15)
            except OSError:
                continue
        time.sleep(3)
        subprocess.run(["umount", self.root / "proc"], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.root, ignore_errors=True)


def _stand_in() -> str:
    return Path(__file__).with_name("systemctl.py").read_text(encoding="utf-8")
