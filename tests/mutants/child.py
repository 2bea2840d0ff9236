"""Runs tests of the engines in forked processes, which have all but the engines and their tests loaded."""

import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest
from hypothesis import settings

from tests.mutants import plugin
from tests.mutants.reaching import ENGINES, ROOT, state_of, stored_map

# What the engines and their tests use, loaded before the fork.
_LOADED = ("difflib", "lxml.etree", "rapidfuzz.fuzz", "rapidfuzz.process", "snowballstemmer", "unicodedata", "zipfile")
_OPTIONS = f"-c {os.devnull} --rootdir={ROOT} --noconftest -q -x -W error -p no:cacheprovider".split()
_MEMORY = 6 << 30


@dataclass(frozen=True)
class Task:
    """What a child does: tests that may take so many seconds of processor time, perhaps with a faulty module."""

    tests: list[str]
    seconds: float
    module: str = ""
    code: types.CodeType | None = None


def load() -> None:
    """Load what children share. To be called once, before the first of them."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in _LOADED:
        importlib.import_module(name)
    loaded = [name for name in sys.modules if name.startswith(tuple(engine.replace("/", ".") for engine in ENGINES))]
    if loaded:
        raise RuntimeError(f"an engine was loaded before the fork: {loaded[0]}")


def run_task(task: Task) -> str:
    """Run the tests in this process; return the first that fails, or an empty text. Nothing may follow in it."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(task.seconds) + 1, int(task.seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if task.code is not None:
        sys.meta_path.insert(0, _Faulty(task.module, task.code))
    settings.load_profile("mutants")
    chosen = plugin.Chosen(task.tests)
    files = list(dict.fromkeys(test.partition("::")[0] for test in task.tests))
    code = pytest.main([*_OPTIONS, *files], plugins=[plugin, chosen])
    return "" if code == pytest.ExitCode.OK else chosen.failed or f"import ({pytest.ExitCode(code).name})"


def map_file(test_file: str) -> str:
    """Run a test file with coverage and keep its map; return the first test that fails, or an empty text."""
    settings.load_profile("mutants")
    measuring = coverage.Coverage(data_file=None, source=[str(ROOT / engine) for engine in ENGINES], config_file=False)
    mapping, chosen = plugin.Mapping(measuring), plugin.Chosen([])
    measuring.start()
    code = pytest.main(
        [*_OPTIONS, test_file],
        plugins=[plugin, mapping, types.SimpleNamespace(pytest_runtest_logreport=chosen.pytest_runtest_logreport)],
    )
    measuring.stop()
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return chosen.failed or f"{test_file} ({pytest.ExitCode(code).name})"
    _keep(test_file, mapping)
    return ""


def _keep(test_file: str, mapping: plugin.Mapping) -> None:
    tests = list(mapping.seconds)
    place = {test: at for at, test in enumerate(tests)}
    users = {f"fixture {name}": used for name, used in mapping.users.items()}
    data = mapping.measuring.get_data()
    lines: dict[str, dict[int, list[int]]] = {}
    for path in data.measured_files():
        by_line = {
            line: sorted({place[test] for name in contexts for test in users.get(name, [name]) if test in place})
            for line, contexts in data.contexts_by_lineno(path).items()
        }
        lines[Path(path).relative_to(ROOT).as_posix()] = {line: found for line, found in by_line.items() if found}
    together = {test for name in mapping.shared - {"corpus"} for test in mapping.users[name]}
    stored = {
        "state": state_of(test_file, lines),
        "tests": tests,
        "seconds": list(mapping.seconds.values()),
        "together": sorted(together),
        "lines": lines,
    }
    target = stored_map(test_file)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.with_suffix(".new").write_text(json.dumps(stored))
    target.with_suffix(".new").replace(target)


class _Faulty(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from other code in place of its file."""

    def __init__(self, module: str, code: types.CodeType) -> None:
        self.module = module
        self.code = code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        file = ROOT / f"{fullname.replace('.', '/')}.py"
        package = file.with_suffix("") / "__init__.py"
        is_package = not file.exists()
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=str(package if is_package else file))
        if is_package:
            spec.submodule_search_locations = [str(package.parent)]
        return spec

    def exec_module(self, module: types.ModuleType) -> None:
        origin = module.__spec__.origin if module.__spec__ else None
        module.__file__ = origin
        exec(self.code, module.__dict__)


def in_child(work: Callable[[], str]) -> tuple[int, int]:
    """Run `work` in a forked process that prints nothing; return its id, and where its answer can be read."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    status = 1
    try:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        answer = work()
        os.write(writing, answer.encode()[:4000])
        status = 0
    finally:
        os._exit(status)


def answers(children: dict[int, tuple[int, float]]) -> list[tuple[int, str]]:
    """Return what ended children reported, by their ids; `time` of those that had to be stopped.

    `children` are, by id, where to read and until when (by the clock) they may live. Waits until one has ended.
    """
    found: list[tuple[int, str]] = []
    while children and not found:
        for pid, (reading, until) in list(children.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if not ended and time.monotonic() > until:
                os.killpg(pid, signal.SIGKILL)
                ended, status = os.waitpid(pid, 0)
            if ended:
                with os.fdopen(reading, "rb") as pipe:
                    result = pipe.read().decode(errors="replace")
                del children[pid]
                found.append((pid, "time" if os.WIFSIGNALED(status) else result if status == 0 else "broke"))
        if not found:
            time.sleep(0.01)
    return found
