"""Lineages of real texts that were read by hand; numbers only. Many more are in the table that `make score` reads."""

from functools import lru_cache
from pathlib import Path

import pytest

from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.relations import Lineage
from rulesbase.engine.parsing.parse import read_source


@lru_cache(maxsize=6)
def items(path: Path) -> list[FoldedEntry]:
    return [FoldedEntry.of(node) for node in read_source(path.read_bytes(), path.name).entries]


@lru_cache(maxsize=3)
def linked(folder: Path, old: str, new: str) -> tuple[list[FoldedEntry], list[FoldedEntry], Lineage]:
    before, after = items(folder / f"{old}.txt"), items(folder / f"{new}.txt")
    return before, after, lineage(before, after)


@pytest.mark.parametrize(
    ("old", "new", "kind", "wholes", "parts"),
    [
        # Two of its sentences became letters, while it took in the rule before it.
        ("2025-09-19", "2025-11-14", "same", "500.5", "500.5"),
        ("2025-09-19", "2025-11-14", "split", "500.5", "500.5 500.5a 500.5b"),
        ("2025-09-19", "2025-11-14", "merge", "500.5 500.4", "500.5"),
        # Counters are no layer of their own any more.
        ("2020-01-24", "2020-04-17", "same", "613.3c", "613.4c"),
        ("2020-01-24", "2020-04-17", "same", "613.3e", "613.4d"),
        ("2020-01-24", "2020-04-17", "merge", "613.3c 613.3d", "613.4c"),
    ],
)
def test_it_is_found(corpus: Path, old: str, new: str, kind: str, wholes: str, parts: str) -> None:
    before, after, found = linked(corpus / "cr" / "en", old, new)
    if kind == "same":
        reported = [(before[pair.old].number, after[pair.new].number) for pair in found.links]
        assert [after for before, after in reported if before == wholes] == [parts]
    else:
        reported = [
            (" ".join(before[at].number for at in one.old), " ".join(after[at].number for at in one.new))
            for one in found.relations
            if one.kind == kind
        ]
        assert (wholes, parts) in reported
