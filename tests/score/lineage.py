"""The lineage engine against a table of true lineages.

Columns: old_version, old_number, new_version, new_number, kind, difficulty, note; several numbers are joined by
a plus. Rows of kind split or merged ask for all parts, other rows for the one entry that is the same rule. A row
without an old number says that nothing is the same rule before (added), or that it was cut out of another.
"""

import itertools
import time
from collections import Counter, defaultdict
from pathlib import Path

from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.parsing.parse import read_source
from tests.score.inputs import rows_of

Steps = dict[str, dict[str, set[str]]]


def read_books(folder: Path) -> dict[str, list[FoldedEntry]]:
    """Version -> its entries, for all texts of a folder that are named by their date."""
    return {
        path.stem: [FoldedEntry.of(node) for node in read_source(path.read_bytes(), path.name).entries]
        for path in sorted(folder.glob("*.txt"))
    }


def steps_between(versions: dict[str, list[FoldedEntry]]) -> tuple[Steps, Steps]:
    """(the same rule, all parts): version -> number -> numbers in the next version."""
    same: Steps = {}
    parts: Steps = {}
    names = list(versions)
    for before, after in itertools.pairwise(names):
        old, new = versions[before], versions[after]
        links, found, _ = lineage(old, new)
        same[before], parts[before] = defaultdict(set), defaultdict(set)
        for pair in links:
            same[before][old[pair.old].number].add(new[pair.new].number)
            parts[before][old[pair.old].number].add(new[pair.new].number)
        for branch in found:
            for a in branch.old:
                parts[before][old[a].number] |= {new[b].number for b in branch.new}
    return same, parts


def follow(steps: Steps, start: str, numbers: set[str], end: str) -> set[str]:
    """Where some numbers of one version stand in a later one."""
    for version, step in steps.items():
        if start <= version < end:
            numbers = {number for one in numbers for number in step.get(one, set())}
    return numbers


def print_table(corpus: Path, table: Path) -> None:
    """Ask every row whose two versions are at hand; print the misses, and the share that is right by difficulty."""
    started = time.perf_counter()
    versions = read_books(corpus / "cr" / "en")
    same, parts = steps_between(versions)
    print(f"linking {len(versions)} versions took {time.perf_counter() - started:.1f} s")
    names = list(versions)
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for row in rows_of(table):
        start, end = row["old_version"], row["new_version"]
        if start not in versions or end not in versions:
            continue
        steps = parts if row["kind"] in ("split", "merged") else same
        wanted = set(filter(None, row["new_number"].split("+")))
        if row["old_number"]:
            found = follow(steps, start, set(row["old_number"].split("+")), end)
            good = found == wanted
        else:
            before = same[names[names.index(end) - 1]]
            found = {old for old, news in before.items() if wanted & news}
            good = not found or row["kind"] == "split"
        asked[row["difficulty"]] += 1
        right[row["difficulty"]] += good
        if not good:
            question = f"{row['old_number'] or 'origin'}@{start} -> {end}"
            answer = f"wanted {row['new_number'] or 'nothing'}, found {'+'.join(sorted(found)) or 'nothing'}"
            print(f"{row['difficulty']:6} {row['kind']:10} {question:36} {answer}. {row['note']}")
    for difficulty, count in asked.items():
        share = 100 * right[difficulty] / count
        print(f"{difficulty:6} {right[difficulty]} of {count} = {share:.1f} %")


def print_lineage(corpus: Path) -> None:
    """Print the score of the table beside the corpus."""
    print_table(corpus, corpus.parent / "domain" / "lineage.csv")
