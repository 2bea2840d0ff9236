"""Report of tried mutants, and the explanations of those that no test can notice."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.mutants.trying import Tried

EXPLAINED = Path(__file__).with_name("explained.csv")


def explanations() -> dict[str, str]:
    """Return why a mutant may live, by its name."""
    with EXPLAINED.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["why"] for row in csv.DictReader(file)}


def difference(before: str, after: str, around: int = 60) -> tuple[str, str]:
    """Cut what two statements begin and end with alike, but for a few signs."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    first, last = max(0, same - around), max(0, tail - around)

    def cut(text: str) -> str:
        end = len(text) - last
        return f"{'...' if first else ''}{text[first:end]}{'...' if last else ''}"

    return cut(before), cut(after)


def survivors(tried: Iterable[Tried]) -> list[Tried]:
    """Return the mutants that no test noticed, in the order of the text."""
    lived = (one for one in tried if not one.by)
    return sorted(lived, key=lambda one: (one.mutant.path, one.mutant.line, one.mutant.at))


def lines_of(tried: Sequence[Tried]) -> list[str]:
    """Return the report: survivors with their differences, then figures by kind of fault and by engine."""
    why = explanations()
    found: list[str] = []
    for mutant, _, reached in survivors(tried):
        before, after = difference(mutant.before, mutant.after)
        found += [f"{mutant.name} {mutant.path}:{mutant.line} {mutant.place} ({mutant.kind}, {reached} tests)"]
        found += [f"  - {line}" for line in before.splitlines()]
        found += [f"  + {line}" for line in after.splitlines()]
        found += [f"  {why.get(mutant.name, 'not explained')}", ""]
    found += _table("fault", tried, lambda one: one.mutant.kind)
    found += ["", *_table("engine", tried, lambda one: one.mutant.path.rpartition("/")[0])]
    return found


def share(tried: Sequence[Tried]) -> float:
    """Return the share of mutants that were noticed, in percent."""
    return 100 * sum(1 for one in tried if one.by) / len(tried) if tried else 100.0


def _table(title: str, tried: Sequence[Tried], key: Callable[[Tried], str]) -> list[str]:
    made, noticed = Counter(map(key, tried)), Counter(key(one) for one in tried if one.by)
    rows = [f"{name:28} {made[name]:7} {noticed[name]:7} {100 * noticed[name] / made[name]:6.1f} %" for name in made]
    return [f"{title:28} {'mutants':>7} {'noticed':>7}", *sorted(rows)]
