"""Which test files reach which lines of the engines: found by running each with coverage, and cached in var/."""

import ast
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.mutants.mutating import ROOT, Site, source_of

CACHE = ROOT / "var" / "mutants"
ENGINES = ("rulesbase/engine", "cards/engine")
TESTS = ("tests/rulesbase/engine", "tests/cards/engine")


def files_in(folders: Iterable[str], pattern: str) -> list[str]:
    """Return files by their paths in the project."""
    return sorted(path.relative_to(ROOT).as_posix() for one in folders for path in (ROOT / one).rglob(pattern))


@cache
def map_of(test_file: str) -> Path:
    """Return where the lines of a test file are cached; another file once it, an engine or a helper has changed."""
    helpers = [path for path in files_in(TESTS, "*.py") if not Path(path).name.startswith("test_")]
    state = "".join(map(source_of, (test_file, *files_in(ENGINES, "*.py"), *helpers)))
    return CACHE / f"{Path(test_file).stem}.{hashlib.sha256(state.encode()).hexdigest()[:16]}.json"


@dataclass
class Reach:
    """The processor time of each test file in seconds, and the lines that it reaches, by module."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, set[int]]]

    @classmethod
    def read(cls, test_files: Iterable[str]) -> "Reach":
        """Read the cached maps."""
        maps = {name: json.loads(map_of(name).read_text()) for name in test_files}
        lines = {name: {path: set(some) for path, some in one["lines"].items()} for name, one in maps.items()}
        return cls({name: one["seconds"] for name, one in maps.items()}, lines)

    def test_files(self, path: str, site: Site) -> list[str]:
        """Return the test files that can notice a mutant, the quickest first."""
        statement, found = site.statement, set[str]()
        if isinstance(statement, ast.FunctionDef):
            found = self._reaching(path, range(statement.body[0].lineno, (statement.end_lineno or 0) + 1))
        elif site.function:
            found = self._reaching(path, site.lines())
        # Every test file loads the module: those count that reach a function of a module with the name.
        for user in [] if site.function else modules_with(bound(site)):
            found |= self._reaching(user, lines_of_functions(user))
        return sorted(found, key=self.seconds.__getitem__)

    def _reaching(self, path: str, lines: Iterable[int]) -> set[str]:
        return {name for name, reached in self.lines.items() if not reached.get(path, set()).isdisjoint(lines)}


def bound(site: Site) -> set[str]:
    """Return the names that a statement outside functions gives a value, and the classes around it."""
    stored = (
        node for node in ast.walk(site.statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    return {node.id for node in stored} | {getattr(owner, "name", "") for owner in site.owners} - {""}


def modules_with(names: Iterable[str]) -> list[str]:
    """Return the modules of the engines in which one of these names occurs."""
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
    return [path for path in files_in(ENGINES, "*.py") if pattern.search(source_of(path))]


@cache
def lines_of_functions(path: str) -> frozenset[int]:
    """Return the lines of a module that do not run when it is imported."""
    functions = (node for node in ast.walk(ast.parse(source_of(path))) if isinstance(node, ast.FunctionDef))
    return frozenset(line for one in functions for line in range(one.body[0].lineno, (one.end_lineno or 0) + 1))
