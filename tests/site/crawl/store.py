"""A crawl on the disk: one line an answer, sorted, and each body once, under its digest."""

import gzip
import json
import os
from collections.abc import Iterable
from pathlib import Path

from tests.site.crawl.answers import Answer, digest_of

INDEX, BODIES = "index.jsonl", "bodies"


class Store:
    """A folder with a crawl."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stored: set[str] = set()

    def keep(self, body: bytes) -> str:
        """Keep a body and return its name; several processes may keep the same."""
        name = digest_of(body)
        path = self._path(name)
        if name not in self._stored and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(gzip.compress(body, 1, mtime=0))
            part.rename(path)
        self._stored.add(name)
        return name

    def body(self, name: str) -> bytes:
        """Return a stored body."""
        return gzip.decompress(self._path(name).read_bytes())

    def _path(self, name: str) -> Path:
        return self.folder / BODIES / name[:2] / f"{name}.gz"

    def finish(self, answers: Iterable[Answer]) -> None:
        """Write the list of answers, last of all: a folder without it is no crawl."""
        lines = [json.dumps(answer._asdict(), ensure_ascii=False) for answer in sorted(answers)]
        (self.folder / INDEX).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def answers(self) -> dict[str, Answer]:
        """Key -> answer, in order."""
        lines = (self.folder / INDEX).read_text(encoding="utf-8").splitlines()
        return {answer.key: answer for answer in (Answer(**json.loads(line)) for line in lines)}
