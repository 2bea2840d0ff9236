"""A hundred searches in three languages with the entry that a judge wants, a third of them mistyped or shortened; and
queries with graded answers, where a table of them lies beside the corpus (`domain/search-queries.csv`).

``python -m tests.score.searches CORPUS`` runs them on DATABASE_URL, whose tables are empty.
"""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.score.inputs import rows_of
from tests.score.judged_searches import figures, read_judged, run_judged

TABLE = Path(__file__).with_name("searches.csv")
SAMPLE = Path(__file__).resolve().parents[2] / "rulesbase" / "sample"
ENGLISH = ("2023-11-17", "2026-06-19")
SEED = "mtgwiki-ja-name-20231117.txt"
SAMPLES = ("2023-03-01.fr.txt", "2023-03-01.ja.txt")
WANTED_FIRST, WANTED_FIVE = 85, 97


class Search(NamedTuple):
    """What is typed, in which version and language, and the numbers of which any is right."""

    language: str
    version: str
    question: str
    wanted: frozenset[str]
    manner: str


@dataclass(frozen=True)
class Ranked:
    """At which place among all hits, and among those with a number, the wanted entry stands; 0: not among ten."""

    question: str
    language: str
    manner: str
    wanted: str
    place: int
    place_of_numbers: int
    found: list[str]


def read_searches() -> list[Search]:
    """The table."""
    return [
        Search(row["language"], row["version"], row["question"], frozenset(row["wanted"].split()), row["manner"])
        for row in rows_of(TABLE)
    ]


def run(searches: Iterable[Search]) -> list[Ranked]:
    """Search, on the database that Django is set up for."""
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.search.queries import search

    versions = catalogue()
    found: list[Ranked] = []
    for one in searches:
        answer = search(versions, versions.find(one.version), [one.language], one.question)
        places = list(dict.fromkeys((hit.place.is_term, hit.place.number) for hit in answer.hits))
        every = [number if not is_term else f"({number})" for is_term, number in places]
        numbers = [number for is_term, number in places if not is_term]
        where = _place(every, one.wanted), _place(numbers, one.wanted)
        found.append(Ranked(one.question, one.language, one.manner, " ".join(sorted(one.wanted)), *where, every[:6]))
    return found


def _place(numbers: Sequence[str], wanted: frozenset[str]) -> int:
    return next((at for at, number in enumerate(numbers[:10], 1) if number in wanted), 0)


def import_texts(corpus: Path) -> None:
    """Two English versions and the Japanese seed of the corpus; French and Japanese texts of our own."""
    from rulesbase.imports.batch import import_paths

    paths = [corpus / "cr" / "en" / f"{date}.txt" for date in ENGLISH]
    paths += [corpus / "seeds" / SEED, *(SAMPLE / name for name in SAMPLES)]
    failed = [report.sentence for report in import_paths(paths) if report.failed]
    assert not failed, failed


def print_searches(corpus: Path) -> None:
    """Search in a fresh database of each kind, each in a process of its own."""
    from tests.bench.measuring import clean_environment
    from tests.bench.places import empty_places
    from tests.support.programs import ROOT

    sys.stdout.flush()
    with empty_places() as places:
        for place in places:
            env = clean_environment(place.url, DJANGO_SETTINGS_MODULE="config.settings")
            command = [sys.executable, "-m", "tests.score.searches", str(corpus)]
            subprocess.run(command, cwd=ROOT, env=env, check=True)


def summary(ranked: Sequence[Ranked]) -> str:
    """The figures in one sentence."""
    first = sum(one.place_of_numbers == 1 for one in ranked)
    five = sum(0 < one.place_of_numbers <= 5 for one in ranked)
    above = sum(one.place == 1 for one in ranked)
    return (
        f"searches {len(ranked)}: wanted entry first in {first} (target {WANTED_FIRST}), among five in {five} "
        f"(target {WANTED_FIVE}); before glossary terms too in {above}"
    )


def main(corpus: Path) -> None:
    """Fill the database and search in it; print what did not come first, and the figures."""
    import django
    from django.db import connection

    django.setup()
    import_texts(corpus)
    ranked = run(read_searches())
    # What is missed, and BM25, are the same on both databases.
    is_first = connection.vendor == "sqlite"
    for one in ranked if is_first else ():
        if one.place_of_numbers != 1:
            print(f"search {one.language} {one.manner:5} {one.question}: wanted {one.wanted}, found {one.found}")
    print(f"{connection.vendor}: {summary(ranked)}")
    table = corpus.parent / "domain" / "search-queries.csv"
    for line in figures(run_judged(read_judged(table), with_bm25=is_first)) if table.exists() else ():
        print(line)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
