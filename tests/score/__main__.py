"""``python -m tests.score [LINEAGE.csv | lineage | removals | weights ...]``: lineages and removals found and missed,
weights of changes, names looked up, names that several cards share, searches, questions of study, name questions,
fitted parameters, rules of cards and rulings.
"""

import os
import sys
import time
from pathlib import Path

from tests.score.documents import print_documents
from tests.score.drills import print_drills
from tests.score.fitting import print_fitting
from tests.score.inputs import rows_of
from tests.score.lineage import read_books, score
from tests.score.lookups import print_lookups
from tests.score.names import print_names
from tests.score.readings import print_readings
from tests.score.relevance import print_relevance
from tests.score.removals import print_removals
from tests.score.rulings import print_rulings
from tests.score.searches import print_searches
from tests.score.study import print_study
from tests.score.weights import TABLE, agreement


def print_weights(corpus: Path) -> None:
    """Print where changes weigh other than by hand, and how often they agree."""
    weighed = agreement(corpus / "cr" / "en", rows_of(TABLE))
    for one in weighed.disagreements:
        print(f"weight {one.place}: by hand {one.expected}, compared {one.compared}, stored {one.stored}")
    share = f" = {100 * weighed.right / weighed.total:.1f} %" if weighed.total else ""
    print(f"weights {weighed.right} of {weighed.total}{share}, target 97 %")


# What can be asked for alone, by name; without a name all of it, after the lineages.
PARTS = {
    "removals": print_removals,
    "weights": print_weights,
    "lookups": print_lookups,
    "readings": print_readings,
    "names": print_names,
    "searches": print_searches,
    "study": print_study,
    "drills": print_drills,
    "fitting": print_fitting,
    "documents": print_documents,
    "relevance": print_relevance,
    "rulings": print_rulings,
}


def main() -> int:
    """Print misses by difficulty and kind, then the figures. Figures alone make no failure."""
    corpus = os.environ.get("RULESBASE_CORPUS")
    if not corpus:
        print("Name the folder of real texts: RULESBASE_CORPUS=path make score", file=sys.stderr)
        return 2
    if len(sys.argv) > 1 and sys.argv[1] in PARTS:
        for name in sys.argv[1:]:
            PARTS[name](Path(corpus))
        return 0
    only = sys.argv[1:2] == ["lineage"]
    table = Path(sys.argv[1]) if len(sys.argv) > 1 and not only else Path(corpus).parent / "domain" / "lineage.csv"
    if not table.exists():
        print(
            f"There is no table of lineages at {table}; name one: python -m tests.score LINEAGE.csv",
            file=sys.stderr,
        )
        return 2
    versions = read_books(Path(corpus) / "cr" / "en")
    started = time.perf_counter()
    result = score(versions, table)
    seconds = time.perf_counter() - started
    for miss in result.misses:
        print(
            f"{miss.difficulty:6} {miss.kind:10} {miss.asked:36} wanted {miss.wanted}, found {miss.found}. {miss.note}"
        )
    for difficulty in ("easy", "medium", "hard"):
        right, asked = result.right[difficulty], result.asked[difficulty]
        print(f"{difficulty:6} {right} of {asked}" + (f" = {100 * right / asked:.1f} %" if asked else ""))
    print(f"linking {len(versions)} versions took {seconds:.1f} s")
    if only:
        return 0
    for part in PARTS.values():
        part(Path(corpus))
    return 0


if __name__ == "__main__":
    sys.exit(main())
