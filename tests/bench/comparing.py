"""Comparing far versions word by word, beside ``git diff --word-diff`` of their two files."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from rulesbase.engine.diff.texts import diff
from rulesbase.engine.diff.versions import VersionEntry, compare
from tests.bench.archive import Chain, chain_of
from tests.bench.measuring import BenchError, medians
from tests.bench.parsing import texts_in
from tests.bench.report import Figure
from tests.support.caches import clear_caches

TIMES = 7
TARGET_RATIO = 15.0
FAR = (("2011-09-30", "2022-10-07"), ("1999-04-23", "2026-06-19"))


def git_diff(old: Path, new: Path) -> None:
    """Let git compare two files word by word; raises BenchError where it cannot."""
    command = ["git", "diff", "--no-index", "--word-diff=porcelain", "--", str(old), str(new)]
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    except FileNotFoundError:
        raise BenchError("git is missing: it is the yardstick of comparing.") from None
    # 1 says that the files differ.
    if done.returncode not in (0, 1):
        raise BenchError(f"git diff failed: {done.stderr.decode(errors='replace').strip()}")


def forget() -> None:
    """Let each comparison be a first one."""
    clear_caches(("rulesbase.engine.",))


def anew(job: Callable[..., object], *given: object) -> None:
    """Do something as if it were the first time."""
    forget()
    job(*given)


def compare_words(
    old: Sequence[VersionEntry], new: Sequence[VersionEntry], came_from: Mapping[int, int], went_to: Mapping[int, int]
) -> int:
    """Compare two versions and every changed text of them word by word; returns how many texts changed."""
    changed = 0
    for change in compare(old, new, came_from, went_to).changes:
        if change.old_text and change.new_text and change.old_text != change.new_text:
            diff(change.old_text, change.new_text)
            changed += 1
    return changed


def far_pairs(chain: Chain) -> list[tuple[int, int]]:
    """Positions of the pairs to compare: those of the targets that are there, else the first and the last version."""
    at = {book.name: position for position, book in enumerate(chain.versions)}
    found = [(at[old], at[new]) for old, new in FAR if old in at and new in at]
    return found or [(0, len(chain.versions) - 1)]


def bench(corpus: Path) -> list[Figure]:
    """Time far pairs, the engine and git in turns."""
    chain = chain_of(texts_in(corpus))
    figures: list[Figure] = []
    for first, last in far_pairs(chain):
        before, after = chain.versions[first], chain.versions[last]
        pair = chain.entries(first), chain.entries(last), *chain.relatives(first, last)
        changed = compare_words(*pair)
        words, places, git = medians(
            partial(anew, compare_words, *pair),
            partial(anew, compare, *pair),
            partial(git_diff, before.path, after.path),
            times=TIMES,
        )
        name = f"{before.name} to {after.name}"
        figures += [
            Figure(f"{name}: times git diff --word-diff", words / git, "x", TARGET_RATIO),
            Figure(f"{name}: {changed} changed texts by words", words * 1000, "ms"),
            Figure(f"{name}: of these without words", places * 1000, "ms"),
            Figure(f"{name}: git diff --word-diff", git * 1000, "ms"),
        ]
    return figures
