"""The pytest plugin that runs the tests of the engines for mutants: which, in which order, and what they need.

The project's conftest is left aside, since it loads Django, and Django's models the engines.
"""

import functools
import os
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.reaching import ENGINES, TESTS

# A failing example is enough; making it small takes longer than finding it.
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
_ENGINES = tuple(name.replace("/", ".") for name in (*ENGINES, *TESTS))
# A test that compares times of two runs says nothing beside others at work.
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


class Chosen:
    """Runs the given tests in the given order; a fault that keeps one of them from being found has been noticed."""

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests
        self.failed = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_name = {item.nodeid: item for item in items}
        missing = [test for test in self.tests if test not in by_name]
        if missing:
            self.failed = f"{missing[0]} (not found)"
            raise pytest.UsageError(self.failed)
        items[:] = [by_name[test] for test in self.tests]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


class Mapping:
    """Notes for each test its processor time and, through the coverage given, the lines it reaches."""

    def __init__(self, measuring: coverage.Coverage) -> None:
        self.measuring = measuring
        self.seconds: dict[str, float] = {}
        self.users: dict[str, list[str]] = {}
        self.shared: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not is_timed(item)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        _forget()
        for name in getattr(item, "fixturenames", ()):
            self.users.setdefault(name, []).append(item.nodeid)
        started = time.process_time()
        with self.context(item.nodeid):
            done = yield
        self.seconds[item.nodeid] = time.process_time() - started
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        # What a shared fixture does is done for all who use it, though in the turn of the first.
        shared = fixturedef.scope != "function"
        if shared:
            self.shared.add(fixturedef.argname)
        with self.context(f"fixture {fixturedef.argname}" if shared else request.node.nodeid):
            return (yield)

    @contextmanager
    def context(self, name: str) -> Iterator[None]:
        before = getattr(self, "now", "")
        self.now = name
        self.measuring.switch_context(name)
        yield
        self.now = before
        self.measuring.switch_context(before)


def is_timed(item: pytest.Item) -> bool:
    """Tell whether a test measures time."""
    function = getattr(item, "function", None)
    code = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    return bool(_TIMED & set(getattr(getattr(code, "__code__", None), "co_names", ())))


def _forget() -> None:
    """Empty what functions of the engines remember, so that each test reaches all the lines it needs."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_ENGINES):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
