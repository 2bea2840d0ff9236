"""``python -m tests.score [LINEAGE.csv | lineage | removals | weights ...]``: lineages and removals found and missed,
weights of changes, names looked up, names that several cards share, searches, questions of study, name questions,
fitted parameters, rules of cards and rulings.
"""

import os
import sys
from pathlib import Path

from tests.score.documents import print_documents
from tests.score.drills import print_drills
from tests.score.fitting import print_fitting
from tests.score.lineage import print_lineage, print_table
from tests.score.lookups import print_lookups
from tests.score.names import print_names
from tests.score.readings import print_readings
from tests.score.relevance import print_relevance
from tests.score.removals import print_removals
from tests.score.rulings import print_rulings
from tests.score.searches import print_searches
from tests.score.study import print_study
from tests.score.weights import print_weights

# What can be asked for alone, by name; without a name all of it.
PARTS = {
    "lineage": print_lineage,
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
    """Print what is missed, then the figures. Figures alone make no failure."""
    corpus = os.environ.get("RULESBASE_CORPUS")
    if not corpus:
        print("Name the folder of real texts: RULESBASE_CORPUS=path make score", file=sys.stderr)
        return 2
    for name in sys.argv[1:] or PARTS:
        if name in PARTS:
            PARTS[name](Path(corpus))
        elif Path(name).exists():
            print_table(Path(corpus), Path(name))
        else:
            print(f"There is no table of lineages at {name}, and no part of that name", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
