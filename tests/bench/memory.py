"""Translation memory among 50,000 English texts, beside a plain search of rapidfuzz through all of them."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from rapidfuzz import fuzz, process

from rulesbase.engine.text.normalize import fold, masked
from rulesbase.engine.translation.memory import TranslationMemory
from tests.bench.archive import Book
from tests.bench.measuring import BenchError
from tests.bench.report import Figure, Outcome

TARGET, TARGET_FILL = 50.0, 1.0
TEXTS, ASKED, PLAIN = 50_000, 300, 30
# What is alike by less is so by chance: a plain search counts letters that happen to be the same.
_LIMIT, _LEAST, _USEFUL = 5, 60, 75


def texts_of(paths: Sequence[Path], count: int) -> list[str]:
    """As many different English texts: those of the files, then the same with words exchanged, always alike."""
    found = dict.fromkeys(
        text
        for path in paths
        for node in Book.read(path).nodes
        for text in (node.text, *(example.text for example in node.examples))
        if text
    )
    real = list(found)
    if len(real) < 2:
        raise BenchError("The memory needs texts.")
    chance = random.Random(1)
    words = [word for text in chance.sample(real, min(400, len(real))) for word in text.split()]
    while len(found) < count:
        found[exchanged(chance.choice(real), chance, words, 4)] = None
    return list(found)[:count]


def exchanged(text: str, chance: random.Random, words: Sequence[str], part: int) -> str:
    """A text in which one word of ``part`` is another one."""
    result = text.split()
    for _ in range(max(1, len(result) // part)):
        result[chance.randrange(len(result))] = chance.choice(words)
    return " ".join(result)


def processor_of(work: Callable[[], object]) -> float:
    """The milliseconds that this process was running: other work on the machine does not count."""
    begun = process_time()
    work()
    return 1000 * (process_time() - begun)


def bench(paths: Sequence[Path], count: int = TEXTS, asked: int = ASKED, plain: int = PLAIN) -> Outcome:
    """Fill the memory, then ask it texts in which a fifth of the words are others; some of them of a plain search."""
    texts = texts_of(paths, count)
    memory = TranslationMemory()
    filled = processor_of(partial(memory.add, enumerate(texts))) / 1000
    chance = random.Random(2)
    words = [word for text in chance.sample(texts, min(400, len(texts))) for word in text.split()]
    queries = [exchanged(chance.choice(texts), chance, words, 5) for _ in range(asked)]
    times = [processor_of(partial(memory.find, query, _LIMIT, _LEAST)) for query in queries]
    folded = {at: masked(fold(text)).lower() for at, text in enumerate(texts)}
    theirs: list[float] = []
    there = missed = 0
    for query in queries[:plain]:
        search = partial(
            process.extract,
            masked(fold(query)).lower(),
            folded,
            scorer=fuzz.ratio,
            score_cutoff=_LEAST,
            limit=_LIMIT,
        )
        theirs.append(processor_of(search))
        ours = memory.find(query, _LIMIT, _LEAST)
        worst = max(_USEFUL, ours[-1].score if len(ours) == _LIMIT else 0)
        best = [key for _, score, key in search() if int(score) > worst]
        there += len(best)
        missed += len(set(best) - {one.key for one in ours})
    figures = [
        Figure("memory", f"memory of {len(texts)} texts filled, of the processor", filled, "s", TARGET_FILL),
        Figure(
            "memory",
            "search for a text, a fifth of its words others, median of the processor",
            median(times),
            "ms",
            TARGET,
        ),
        Figure("memory", "the slowest of twenty", quantiles(times, n=20)[-1], "ms", TARGET),
        Figure("memory", "slowest search", max(times), "ms"),
        Figure("memory", "the same by rapidfuzz through all texts, median of the processor", median(theirs), "ms"),
        Figure(
            "memory",
            "share of the alike that it finds which the memory finds",
            1 - missed / max(there, 1),
            "",
            0.98,
            True,
        ),
    ]
    return Outcome(figures, {"times": times, "plain": theirs, "filled": filled})
