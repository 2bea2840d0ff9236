"""Redis as a cache of its own for some servers."""

import shutil
import subprocess
from pathlib import Path

from tests.support.programs import HOST, Program


def redis_program() -> str | None:
    """Return the path of redis-server, if it is installed."""
    return shutil.which("redis-server")


class Redis(Program):
    """A shared cache that starts empty."""

    def __init__(self, folder: Path) -> None:
        super().__init__("redis", folder / "redis.log")
        self.folder = folder

    def start(self) -> None:
        """Start it."""
        words = ("--port", self.port, "--bind", HOST, "--save", "", "--appendonly", "no", "--dir", self.folder)
        self.run("redis-server", *words)

    def size(self) -> int:
        """Return how many keys it has."""
        command = ["redis-cli", "-p", str(self.port), "DBSIZE"]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
