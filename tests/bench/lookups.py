"""Cards by what is typed: the index built and asked, in turns with a plain search of the same list of names."""

import gc
import os
import pickle
import random
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from rapidfuzz import process

from cards.engine.lookup.index import NameIndex, name_columns
from cards.engine.lookup.types import CardKind
from tests.bench.measuring import BenchError, clean_environment, run, seconds_of
from tests.bench.report import Figure, Outcome
from tests.score.card_rows import FOLDER as FOLDER
from tests.score.card_rows import Rows, read_rows
from tests.score.lookups import mistyped_names

TARGET_EXACT, TARGET_FUZZY, TARGET_BUILD = 2.0, 30.0, 2.0
EXACT, FUZZY, PLAIN, BUILDS = 2000, 400, 12, 5

# Run by itself, so that nothing but the index is in its memory.
_MEMORY = """
import gc, pickle, sys
from pathlib import Path
from cards.engine.lookup.index import NameIndex, name_columns
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
before = resident()
with open(sys.argv[1], "rb") as file:
    index = NameIndex(name_columns(*pickle.load(file)))
gc.collect()
print(resident() - before)
"""


def has_cards(given: Path | None) -> bool:
    """Whether the corpus has the files that the lookups need."""
    return ((given or Path(os.environ.get("RULESBASE_CORPUS", ""))) / FOLDER).is_dir()


def corpus_of(given: Path | None) -> Path:
    """The folder of the corpus; raises BenchError where it has no cards."""
    if not has_cards(given):
        raise BenchError(f"Lookups need {FOLDER} in the corpus.")
    return given or Path(os.environ["RULESBASE_CORPUS"])


def milliseconds(index: NameIndex, typed: Sequence[str]) -> list[float]:
    """What each lookup takes."""
    return [1000 * seconds_of(partial(index.find, one)) for one in typed]


def memory_of(rows: Rows) -> int:
    """The bytes that a process has more once it holds the index, and what Python did not give back after it."""
    with tempfile.NamedTemporaryFile(suffix=".pickle") as file:
        file.write(pickle.dumps((rows.cards, rows.names)))
        file.flush()
        done = run([sys.executable, "-c", _MEMORY, file.name], clean_environment("sqlite://:memory:"))
    return int(done.output)


def _built(rows: Rows) -> NameIndex:
    return NameIndex(name_columns(rows.cards, rows.names))


def bench(corpus: Path, exact: int = EXACT, fuzzy: int = FUZZY, plain: int = PLAIN, builds: int = BUILDS) -> Outcome:
    """Build the index several times, then ask it whole names and mistyped ones, these also of a plain search."""
    rows = read_rows(corpus)
    gc.collect()
    built = [seconds_of(partial(_built, rows)) for _ in range(builds)]
    index = _built(rows)
    chance = random.Random(1)
    english = [card.name for card in rows.cards if card.kind == CardKind.CARD]
    typed = [one.name for one in chance.sample(rows.printed, min(exact, len(rows.printed)))]
    whole = milliseconds(index, chance.sample(english, min(exact, len(english))))
    printed = milliseconds(index, typed)
    mistyped = [wrong for wrong, _meant in mistyped_names(rows, fuzzy)]
    near = milliseconds(index, mistyped)
    choices = [name.name for name in rows.names]
    # Few, because each takes as long as a hundred of ours; in turns, so that a slow moment meets both.
    ours: list[float] = []
    theirs: list[float] = []
    for wrong in mistyped[:plain]:
        theirs.append(1000 * seconds_of(partial(process.extract, wrong, choices, limit=10)))
        ours.append(1000 * seconds_of(partial(index.find, wrong)))
    size = memory_of(rows)
    count = f"{len(rows.cards)} cards, {len(index)} names"
    figures = [
        Figure("lookups", f"index of {count} built", median(built), "s", TARGET_BUILD),
        Figure("lookups", "memory of a process that built the index, more than before", size / 1e6, "MB"),
        Figure("lookups", "English name as it is, median", median(whole), "ms", TARGET_EXACT),
        Figure("lookups", "printed name as it is, median", median(printed), "ms", TARGET_EXACT),
        Figure("lookups", "slowest name as it is", max(whole + printed), "ms"),
        Figure("lookups", "name with one typing error, median", median(near), "ms", TARGET_FUZZY),
        Figure("lookups", "slowest name with one typing error", max(near), "ms"),
        Figure("lookups", "the same by rapidfuzz.process.extract, median", median(theirs), "ms"),
        Figure(
            "lookups",
            "times as fast as rapidfuzz.process.extract, in turns",
            median(theirs) / median(ours),
            "x",
            1.0,
            at_least=True,
        ),
    ]
    return Outcome(figures, {"built": built, "near": near, "plain": theirs, "ours": ours, "memory": size})
