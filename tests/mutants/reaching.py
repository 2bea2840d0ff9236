"""Which tests reach which lines of the engines: found once by running each test file with coverage, and cached in var/.

A test file is run again only when it, what all tests share, or an engine has changed.
"""

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "var" / "mutants"
ENGINES = ("rulesbase/engine", "cards/engine")
TESTS = ("tests/rulesbase/engine", "tests/cards/engine")


def engine_files() -> list[str]:
    """Return the modules of the engines by their paths in the project."""
    return sorted(path.relative_to(ROOT).as_posix() for engine in ENGINES for path in (ROOT / engine).rglob("*.py"))


def test_files() -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for tests in TESTS for path in (ROOT / tests).rglob("test_*.py"))


def digest(*files: Path) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def state_of(test_file: str, engines: Iterable[str]) -> str:
    """Return a digest of all that decides which lines of these modules the tests of a file reach."""
    modules = [path for name in sorted(engines) if (path := ROOT / name).exists()]
    return digest(*modules, *helpers_of(ROOT / test_file), ROOT / test_file)


def helpers_of(test_file: Path) -> list[Path]:
    """Return the modules among the tests that a test file loads, and those that these load."""
    found: set[Path] = set()
    todo = [test_file]
    while todo:
        for statement in ast.walk(ast.parse(todo.pop().read_text(encoding="utf-8"))):
            if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("tests."):
                place = ROOT / str(statement.module).replace(".", "/")
                named = [place.with_suffix(".py"), *(place / f"{alias.name}.py" for alias in statement.names)]
                fresh = [path for path in named if path.exists() and path not in found]
                found.update(fresh)
                todo += fresh
    return sorted(found)


def stored_map(test_file: str) -> Path:
    return CACHE / f"{test_file.removesuffix('.py').replace('/', '.')}.json"


def is_stored(test_file: str) -> bool:
    path = stored_map(test_file)
    if not path.exists():
        return False
    saved = json.loads(path.read_text())
    return bool(saved["state"] == state_of(test_file, saved["lines"]))


@dataclass
class Reach:
    """The processor time of each test in seconds, tests that share what takes its time, and who reaches each line."""

    seconds: dict[str, float] = field(default_factory=dict)
    together: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)

    def tests(self, path: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that reach one of these lines."""
        by_line = self.lines.get(path, {})
        return {test for line in lines for test in by_line.get(line, ())}

    def ordered(self, tests: Iterable[str]) -> list[str]:
        """Return tests with the quickest first; those that share something stand together, so that it is made once."""
        return sorted(tests, key=lambda test: (self.together.get(test, self.seconds[test]), test))


def read_maps(files: Iterable[str]) -> Reach:
    """Return the maps of these test files as one."""
    found = Reach()
    for name in files:
        saved = json.loads(stored_map(name).read_text())
        tests: list[str] = saved["tests"]
        found.seconds |= dict(zip(tests, saved["seconds"], strict=True))
        found.together |= dict.fromkeys(saved["together"], sum(found.seconds[test] for test in saved["together"]))
        for path, by_line in saved["lines"].items():
            lines = found.lines.setdefault(path, {})
            for line, at in by_line.items():
                lines.setdefault(int(line), set()).update(tests[one] for one in at)
    return found


class Users:
    """Who uses a name of a module: for faults in what runs at import, where no test is seen to reach it."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """Look at the functions and tables of all modules, given by path."""
        self.functions: list[tuple[str, range, frozenset[str]]] = []
        self.tables: list[tuple[frozenset[str], frozenset[str]]] = []
        for path, source in sources.items():
            self._look(path, ast.parse(source).body, frozenset())

    def _look(self, path: str, body: list[ast.stmt], within: frozenset[str]) -> None:
        for statement in body:
            if isinstance(statement, ast.FunctionDef):
                lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
                self.functions.append((path, lines, _names(statement)))
                self.tables.append((within | {statement.name}, _names(statement)))
            elif isinstance(statement, ast.ClassDef):
                self.tables.append((within | {statement.name}, _names(statement)))
                self._look(path, statement.body, within | {statement.name})
            else:
                self.tables.append((within | bound(statement), _names(statement)))

    def tests(self, names: Iterable[str], reach: Reach) -> set[str]:
        """Return the tests that reach a function which uses one of these names, or a table made with them."""
        known, before = set(names), 0
        while len(known) > before:
            before = len(known)
            tables = (name for made, used in self.tables if used & known for name in made)
            known |= {name for name in tables if name[0].isupper() or name[0] == "_"}
        return {test for path, lines, used in self.functions if used & known for test in reach.tests(path, lines)}


def bound(statement: ast.stmt) -> frozenset[str]:
    """Return the names that a statement gives a value."""
    stored = (node for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return frozenset(node.id for node in stored)


def _names(statement: ast.stmt) -> frozenset[str]:
    found = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return frozenset(found | {node.attr for node in ast.walk(statement) if isinstance(node, ast.Attribute)})
