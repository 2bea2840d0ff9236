"""Translation memory among 50,000 English texts, beside a plain search of rapidfuzz through all of them."""

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from rapidfuzz import fuzz, process

from rulesbase.engine.text.normalize import fold, masked
from rulesbase.engine.translation.similar_texts import TranslationMemory
from tests.bench.measuring import processor_ms
from tests.bench.parsing import texts_in
from tests.bench.report import Figure
from tests.support.nodes import nodes_of

TARGET, TARGET_FILL = 50.0, 1.0
TEXTS, ASKED, PLAIN = 50_000, 300, 30
# What is alike by less is so by chance: a plain search counts letters that happen to be the same.
_LIMIT, _LEAST, _USEFUL = 5, 60, 75


def texts_of(paths: Sequence[Path]) -> list[str]:
    """As many different English texts: those of the files, then the same with words exchanged, always alike."""
    found = dict.fromkeys(
        text
        for path in paths
        for node in nodes_of(path)
        for text in (node.text, *(example.text for example in node.examples))
        if text
    )
    real = list(found)
    chance = random.Random(1)
    words = [word for text in chance.sample(real, 400) for word in text.split()]
    while len(found) < TEXTS:
        found[exchanged(chance.choice(real), chance, words, 4)] = None
    return list(found)[:TEXTS]


def exchanged(text: str, chance: random.Random, words: Sequence[str], part: int) -> str:
    """A text in which one word of ``part`` is another one."""
    result = text.split()
    for _ in range(max(1, len(result) // part)):
        result[chance.randrange(len(result))] = chance.choice(words)
    return " ".join(result)


def bench(corpus: Path) -> list[Figure]:
    """Fill the memory, then ask it texts in which a fifth of the words are others; some of them of a plain search."""
    texts = texts_of(texts_in(corpus))
    memory = TranslationMemory()
    filled = processor_ms(partial(memory.add, enumerate(texts))) / 1000
    chance = random.Random(2)
    words = [word for text in chance.sample(texts, 400) for word in text.split()]
    queries = [exchanged(chance.choice(texts), chance, words, 5) for _ in range(ASKED)]
    times = [processor_ms(partial(memory.find, query, _LIMIT, _LEAST)) for query in queries]
    folded = {at: masked(fold(text)).lower() for at, text in enumerate(texts)}
    plainly = partial(process.extract, choices=folded, scorer=fuzz.ratio, score_cutoff=_LEAST, limit=_LIMIT)
    theirs: list[float] = []
    there = missed = 0
    for query in queries[:PLAIN]:
        search = partial(plainly, masked(fold(query)).lower())
        theirs.append(processor_ms(search))
        ours = memory.find(query, _LIMIT, _LEAST)
        worst = max(_USEFUL, ours[-1].score if len(ours) == _LIMIT else 0)
        best = [key for _, score, key in search() if int(score) > worst]
        there += len(best)
        missed += len(set(best) - {one.key for one in ours})
    asked, share = "search for a text, a fifth of its words others", 1 - missed / max(there, 1)
    return [
        Figure(f"memory of {len(texts)} texts filled, of the processor", filled, "s", TARGET_FILL),
        Figure(f"{asked}, median of the processor", median(times), "ms", TARGET),
        Figure("the slowest of twenty", quantiles(times, n=20)[-1], "ms", TARGET),
        Figure("slowest search", max(times), "ms"),
        Figure("the same by rapidfuzz through all texts, median of the processor", median(theirs), "ms"),
        Figure("share of the alike that it finds which the memory finds", share, "", 0.98, at_least=True),
    ]
