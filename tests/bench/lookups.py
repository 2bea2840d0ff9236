"""Cards by what is typed: the index built and asked, in turns with a plain search of the same list of names."""

import gc
import pickle
import random
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from rapidfuzz import process

from cards.engine.lookup.name_index import NameIndex, name_columns
from cards.engine.lookup.types import CardKind
from tests.bench.measuring import BenchError, clean_environment, run, seconds_of
from tests.bench.report import Figure
from tests.score.card_rows import FOLDER, Rows, read_rows
from tests.score.lookups import mistyped_names

TARGET_EXACT, TARGET_FUZZY, TARGET_BUILD = 2.0, 30.0, 2.0
EXACT, FUZZY, PLAIN, BUILDS = 2000, 400, 12, 5

# Run by itself, so that nothing but the index is in its memory.
_MEMORY = """
import gc, pickle, sys
from pathlib import Path
from cards.engine.lookup.name_index import NameIndex, name_columns
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
before = resident()
with open(sys.argv[1], "rb") as file:
    index = NameIndex(name_columns(*pickle.load(file)))
gc.collect()
print(resident() - before)
"""


def has_cards(corpus: Path) -> bool:
    """Whether the corpus has the files that the lookups need."""
    return (corpus / FOLDER).is_dir()


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


def bench(corpus: Path) -> list[Figure]:
    """Build the index several times, then ask it whole names and mistyped ones, these also of a plain search."""
    if not has_cards(corpus):
        raise BenchError(f"Lookups need {FOLDER} in the corpus.")
    rows = read_rows(corpus)
    gc.collect()
    built = [seconds_of(partial(_built, rows)) for _ in range(BUILDS)]
    index = _built(rows)
    chance = random.Random(1)
    english = [card.name for card in rows.cards if card.kind == CardKind.CARD]
    typed = [one.name for one in chance.sample(rows.printed, EXACT)]
    whole = milliseconds(index, chance.sample(english, EXACT))
    printed = milliseconds(index, typed)
    mistyped = [wrong for wrong, _meant in mistyped_names(rows, FUZZY)]
    near = milliseconds(index, mistyped)
    choices = [name.name for name in rows.names]
    # Few, because each takes as long as a hundred of ours; in turns, so that a slow moment meets both.
    ours: list[float] = []
    theirs: list[float] = []
    for wrong in mistyped[:PLAIN]:
        theirs.append(1000 * seconds_of(partial(process.extract, wrong, choices, limit=10)))
        ours.append(1000 * seconds_of(partial(index.find, wrong)))
    faster = median(theirs) / median(ours)
    return [
        Figure(f"index of {len(rows.cards)} cards, {len(rows.names)} names built", median(built), "s", TARGET_BUILD),
        Figure("memory of a process that built the index, more than before", memory_of(rows) / 1e6, "MB"),
        Figure("English name as it is, median", median(whole), "ms", TARGET_EXACT),
        Figure("printed name as it is, median", median(printed), "ms", TARGET_EXACT),
        Figure("slowest name as it is", max(whole + printed), "ms"),
        Figure("name with one typing error, median", median(near), "ms", TARGET_FUZZY),
        Figure("slowest name with one typing error", max(near), "ms"),
        Figure("the same by rapidfuzz.process.extract, median", median(theirs), "ms"),
        Figure("times as fast as rapidfuzz.process.extract, in turns", faster, "x", 1.0, at_least=True),
    ]
