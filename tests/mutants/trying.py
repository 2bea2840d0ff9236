"""Tries faults one by one, two at a time, against the tests that reach them."""

import ast
import functools
import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from tests.mutants import child
from tests.mutants.mutating import Mutant, Site, mutants, mutated, sites
from tests.mutants.reaching import CACHE, ROOT, Reach, Users, bound, digest, is_stored, stored_map

T = TypeVar("T")
JOBS = os.cpu_count() or 1
# Coverage was on when the tests were timed; a fault may make them slower without harm, but not for ever.
SLOWER, AT_LEAST = 3, 10
# On the clock, for a fault that sleeps; other programs may need the processors too.
PATIENCE = 20


class Tried(NamedTuple):
    """A mutant, the test that noticed it (`time`: it ran too long; empty: none did), and how many reach it."""

    mutant: Mutant
    by: str
    reached: int


class Broken(Exception):
    """Tests fail on the engines as they are."""


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def side_by_side(todo: Iterable[tuple[T, Callable[[], str], float]]) -> Iterator[tuple[T, str]]:
    """Do each work in a child of its own, as many at once as there are processors; yield what each reported."""
    waiting = iter(todo)
    running: dict[int, tuple[int, float]] = {}
    names: dict[int, T] = {}
    gc.freeze()
    while True:
        while len(running) < JOBS and (one := next(waiting, None)):
            name, work, seconds = one
            pid, reading = child.in_child(work)
            running[pid], names[pid] = (reading, time.monotonic() + PATIENCE * seconds), name
        if not running:
            return
        for pid, result in child.answers(running):
            yield names.pop(pid), result


def make_maps(test_files: Sequence[str]) -> None:
    """Make the maps that are missing or old. Raises Broken where a test fails."""
    old = [name for name in test_files if not is_stored(name)]
    if old:
        tell(f"Finding which tests reach which lines ({len(old)} test files) ...")
    todo = ((name, functools.partial(child.map_file, name), 600.0) for name in old)
    failed = [f"{name}: {result}" for name, result in side_by_side(todo) if result]
    if failed:
        raise Broken("Tests fail before anything is changed:\n" + "\n".join(failed))


def check_unchanged(test_files: Sequence[str], reach: Reach) -> None:
    """Run all tests as mutants are run, with nothing changed, unless they have been. Raises Broken where one fails."""
    stored, state = CACHE / "checked", digest(*map(stored_map, test_files))
    if stored.exists() and stored.read_text() == state:
        return
    tell(f"Running {len(reach.seconds)} tests with nothing changed ...")
    tests = reach.ordered(reach.seconds)
    task = child.Task(tests, _seconds(tests, reach))
    for _, result in side_by_side([("all", functools.partial(child.run_task, task), task.seconds)]):
        if result:
            raise Broken(f"A test fails before anything is changed: {result}")
    stored.write_text(state)


def who_reach(path: str, site: Site, reach: Reach, users: Users) -> list[str]:
    """Return the tests that can notice a fault, the quickest first."""
    function = site.function
    found: set[str] = set()
    names: set[str] = set()
    if function:
        head = isinstance(site.statement, ast.FunctionDef)
        whole = range(site.statement.lineno, (site.statement.end_lineno or 0) + 1)
        found = reach.tests(path, whole if head else site.lines())
        names = {function.name}
    else:
        names = {*bound(site.statement), *(getattr(owner, "name", "") for owner in site.owners)} - {""}
    # What runs at import has been run before any test: who uses what it makes can notice.
    return reach.ordered(found or users.tests(names, reach))


def attempt(wanted: list[tuple[str, int]], reach: Reach, users: Users) -> Iterator[Tried]:
    """Try these faults, each by its file and number."""
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in {path for path, _ in wanted}}
    listed = {path: sites(ast.parse(source)) for path, source in sources.items()}
    chosen: dict[Mutant, list[str]] = {}
    for mutant in mutants(ROOT, wanted):
        chosen[mutant] = who_reach(mutant.path, listed[mutant.path][mutant.at], reach, users)
    for mutant, tests in chosen.items():
        if not tests:
            yield Tried(mutant, "", 0)
    ordered = [one for one in chosen if chosen[one]]
    random.Random(len(ordered)).shuffle(ordered)
    todo = ((one, *_work(one, chosen[one], sources[one.path], reach)) for one in ordered)
    for mutant, by in side_by_side(todo):
        yield Tried(mutant, by, len(chosen[mutant]))


def _seconds(tests: Iterable[str], reach: Reach) -> float:
    return AT_LEAST + SLOWER * sum(reach.seconds[test] for test in tests)


def _work(mutant: Mutant, tests: list[str], source: str, reach: Reach) -> tuple[Callable[[], str], float]:
    seconds = _seconds(tests, reach)
    # Compiled here: a fault that is no program would be our mistake, and none that a test noticed.
    code = compile(mutated(source, mutant.at), str(ROOT / mutant.path), "exec")

    def work() -> str:
        return child.run_task(child.Task(tests, seconds, module_of(mutant.path), code))

    return work, seconds


def tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
