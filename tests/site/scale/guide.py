"""Follows docs/deployment.md in a fresh Debian, block by block as it stands there: `make guide`.

A block of a path becomes that file; a block `sh` is run; `sh upgrade` is run while people visit; other blocks
(`sh later`, `sh many`) need a name in the world or several machines, and are only read. `ARGS=FOLDER` takes a folder
that debootstrap made.
"""

import re
import shutil
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from tests.site.scale.machine import Machine
from tests.site.scale.parts import ROOT, Broken, listens

GUIDE = ROOT / "docs" / "deployment.md"
_BLOCK = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HOST = "rules.example.org"
# What is not there in a folder without systemd, and is on every machine.
_NO_SYSTEMD = ("sysinit.target", "/bin/kill")
# They ask the world.
_NOT_RUN = ("rulesbase@fetch_rules.service",)


class Block(NamedTuple):
    """A block of code: its language, what stands behind that, its lines."""

    kind: str
    label: str
    text: str


def blocks(markdown: str) -> list[Block]:
    """All blocks of a text, in order."""
    return [Block(kind, label or "", text) for kind, label, text in _BLOCK.findall(markdown)]


def _page(path: str) -> int:
    """The status of a page through nginx; raises OSError where there is none."""
    context = ssl._create_unverified_context()
    asked = urllib.request.Request(f"https://127.0.0.1{path}", headers={"Host": HOST})
    with urllib.request.urlopen(asked, timeout=120, context=context) as answer:
        return int(answer.status)


def _visited(machine: Machine, script: str) -> str:
    """Run a script while somebody visits; raises Broken where a visit fails."""
    wrong: list[str] = []
    took: list[float] = []
    done = threading.Event()

    def visit() -> None:
        while not done.is_set():
            begun = time.monotonic()
            try:
                _page("/rules/")
            except OSError as error:
                wrong.append(repr(error))
            took.append(time.monotonic() - begun)
            time.sleep(0.05)

    visitors = [threading.Thread(target=visit) for _ in range(2)]
    for visitor in visitors:
        visitor.start()
    try:
        machine.run(script)
        _page("/rules/")
    finally:
        done.set()
        for visitor in visitors:
            visitor.join()
    if wrong:
        raise Broken(f"{len(wrong)} of {len(took)} visits failed: {wrong[:3]}")
    return f"{len(took)} visits, no error, the longest {max(took):.1f} s"


def _checked(machine: Machine) -> None:
    """What systemd itself says of the units."""
    if shutil.which("systemd-analyze") is None:
        print("        systemd-analyze is not installed: the units are not read by it")
        return
    units = sorted((machine.root / "etc/systemd/system").glob("rulesbase*"))
    names = [f"/etc/systemd/system/{one.name}" for one in units]
    words = ["systemd-analyze", "verify", f"--root={machine.root}", "--man=no", *names]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    wrong = [line for line in told.stderr.splitlines() if "rulesbase" in line and not any(map(line.count, _NO_SYSTEMD))]
    if wrong:
        raise Broken("\n".join(wrong))
    offline = ["systemd-analyze", "security", "--offline=true", f"--root={machine.root}", "rulesbase.service"]
    said = subprocess.run(offline, capture_output=True, text=True, check=False).stdout.strip()
    print(f"        {said.splitlines()[-1] if said else 'exposure not known'}")


def follow(base: Path | None) -> None:
    """Follow the guide; raises Broken at the first block that does not do what it says."""
    if any(listens(port) for port in (80, 443, 5432)):
        raise Broken("Ports 80, 443 and 5432 are needed, and somebody listens there")
    begun = time.monotonic()
    with Machine(base) as machine:
        print(f"ok      a fresh Debian ({time.monotonic() - begun:.0f} s)", flush=True)
        first = True
        for block in blocks(GUIDE.read_text(encoding="utf-8")):
            started = time.monotonic()
            if block.label.startswith("/"):
                machine.write(block.label, block.text)
                print(f"ok      {block.label}", flush=True)
            elif block.kind == "sh" and block.label in ("", "upgrade"):
                told = _visited(machine, block.text) if block.label else machine.run(block.text)
                words = told if block.label else block.text.strip().splitlines()[0]
                print(f"ok      {words} ({time.monotonic() - started:.0f} s)", flush=True)
                if first:
                    machine.take_source()
                    first = False
        _checked(machine)
        _after(machine)
        print(f"The guide is true: {time.monotonic() - begun:.0f} s", flush=True)


def _after(machine: Machine) -> None:
    """What must be so at its end: the program cannot be changed, timers do what they are for, pages are shown."""
    for name in (machine.root / "run/stand-in/timers").read_text().split():
        if name not in _NOT_RUN:
            machine.run(f"systemctl start {name}")
            print(f"ok      {name}", flush=True)
    machine.run('test -s "/srv/rulesbase/backups/$(date +%a).backup"')
    machine.run("! runuser -u rulesbase -- touch /srv/rulesbase/current/manage.py 2>/dev/null")
    machine.run("! runuser -u nobody -- cat /etc/rulesbase.env 2>/dev/null")
    for path in ("/", "/rules/", "/static/staticfiles.json", "/api/v1/versions/", "/account/sign-in/"):
        if _page(path) != 200:
            raise Broken(f"{path} is not shown")


if __name__ == "__main__":
    try:
        follow(Path(sys.argv[1]) if sys.argv[1:] else None)
    except Broken as lack:
        sys.exit(f"The guide is not true: {str(lack).splitlines()[0]}")
