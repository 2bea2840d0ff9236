"""nginx in front of servers, with a configuration from a template."""

import os
import shutil
from pathlib import Path

from tests.support.programs import Program


def nginx_program() -> str | None:
    """Return the path of nginx, if it is installed."""
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


class Nginx(Program):
    """nginx; in its template stand FOLDER, PORT and other names in capitals."""

    def __init__(self, folder: Path, template: Path, **values: str) -> None:
        super().__init__("nginx", folder / "nginx.log")
        # Its workers run as another account than root.
        folder.chmod(0o755)
        self.configuration = folder / "nginx.conf"
        text = template.read_text(encoding="utf-8")
        for name, value in {**values, "FOLDER": str(folder), "PORT": str(self.port)}.items():
            text = text.replace(name, value)
        self.configuration.write_text(text, encoding="utf-8")

    def start(self) -> None:
        """Start it."""
        self.run(nginx_program() or "nginx", "-c", self.configuration, "-e", self.log)
