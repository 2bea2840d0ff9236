"""Run test files of the engines in a process of its own; the exit code is that of pytest.

    python -m tests.mutants.child MODULE NUMBER SECONDS TEST_FILE...    with one mutant, for so much processor time
    python -m tests.mutants.child MAP TEST_FILE                         with coverage; writes seconds and lines to MAP

The project's conftest is left aside, because it loads Django, and Django's models load the engines.
"""

import importlib.machinery
import json
import os
import resource
import sys
import time
import types
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.mutating import ROOT, mutated
from tests.mutants.reaching import ENGINES

_OPTIONS = f"-c {os.devnull} --rootdir={ROOT} --noconftest -q -x -W error -p no:cacheprovider".split()
_MEMORY = 6 << 30
# A test that compares times of two runs proves nothing while others run beside it.
_TIMED = {"cpu_seconds", "yardsticks", "perf_counter", "thread_time", "process_time"}


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks of the engines' tests, which the project's settings name."""
    config.addinivalue_line("markers", "slow")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of real texts, as the project's conftest does."""
    named = os.environ.get("RULESBASE_CORPUS", "")
    if not named:
        pytest.skip("RULESBASE_CORPUS is not set")
    return Path(named)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests that measure time."""
    items[:] = [item for item in items if not _is_timed(item)]


def _is_timed(item: pytest.Item) -> bool:
    function = getattr(item, "function", None)
    code = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    return bool(_TIMED & set(getattr(getattr(code, "__code__", None), "co_names", ())))


def run(test_files: list[str]) -> int:
    """Run tests until the first one fails; return pytest's exit code."""
    # A failing example is enough; making it small takes longer than finding it.
    phases, checks = [Phase.explicit, Phase.generate], list(HealthCheck)
    settings.register_profile(
        "mutants", deadline=None, derandomize=True, database=None, suppress_health_check=checks, phases=phases
    )
    settings.load_profile("mutants")
    return int(pytest.main([*_OPTIONS, *test_files], plugins=[sys.modules[__name__]]))


def run_with_mutant(path: str, number: int, seconds: int, test_files: list[str]) -> int:
    """Run tests with a mutant in place of a module."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    file = str(ROOT / path)
    # A mutant that does not compile would be our mistake, and none that a test noticed.
    code = compile(mutated(Path(file).read_text(encoding="utf-8"), number), file, "exec")
    read = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> types.CodeType | None:
        return code if loader.path == file else read(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
    return run(test_files)


def write_map(output: Path, test_file: str) -> int:
    """Run a test file with coverage; write its processor time and the lines of the engines that it reaches."""
    measuring = coverage.Coverage(data_file=None, source=[str(ROOT / engine) for engine in ENGINES], config_file=False)
    started = time.process_time()
    measuring.start()
    code = run([test_file])
    measuring.stop()
    data = measuring.get_data()
    lines = {Path(path).relative_to(ROOT).as_posix(): data.lines(path) for path in data.measured_files()}
    output.write_text(json.dumps({"seconds": time.process_time() - started, "lines": lines}))
    return code


if __name__ == "__main__":
    if len(sys.argv) == 3:
        sys.exit(write_map(Path(sys.argv[1]), sys.argv[2]))
    sys.exit(run_with_mutant(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
