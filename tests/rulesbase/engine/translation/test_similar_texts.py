"""Translation memory: what is alike is found, the likest first, and as a plain search would find it."""

import random

import pytest
from rapidfuzz import fuzz

from rulesbase.engine.translation.similar_texts import TranslationMemory
from tests.support.texts import sentence

LAMP = "Anyone opening the gate lights a lamp before sunset."


@pytest.fixture
def memory() -> TranslationMemory:
    filled = TranslationMemory()
    filled.add(
        [(1, LAMP), (2, LAMP.replace("lamp", "candle")), (3, "None swims here."), (4, f"{LAMP} See rule 100.2.")]
    )
    return filled


def test_the_likest_first(memory: TranslationMemory) -> None:
    assert memory.find(LAMP, 5) == [(1, 100), (2, 92), (4, 89)]
    assert memory.find(LAMP.upper(), 5) == [(1, 99), (2, 92), (4, 89)]


@pytest.mark.parametrize(
    ("asked", "score"),
    [(f"{LAMP} See rule 100.3.", 99), (f"{LAMP} See rule 100.2.", 100), (f"{LAMP.upper()} SEE RULE 100.2.", 99)],
)
def test_only_the_same_text_has_a_hundred(memory: TranslationMemory, asked: str, score: int) -> None:
    best = memory.find(asked, 1)[0]
    assert (best.key, best.score) == (4, score)


def test_typography_makes_no_difference() -> None:
    memory = TranslationMemory()
    memory.add([(1, 'Say "lamp" - twice.')])
    assert memory.find("Say “lamp” – twice.", 1)[0].score == 100


def test_limit_least_and_nothing(memory: TranslationMemory) -> None:
    assert len(memory.find(LAMP, 1)) == 1
    assert [one.key for one in memory.find(LAMP, 5, 95)] == [1]
    assert memory.find("", 5) == []
    assert memory.find("Zebra.", 5) == []
    assert TranslationMemory().find(LAMP, 5) == []


def test_half_a_sign_parts_words_and_refuses_no_text(memory: TranslationMemory) -> None:
    """JSON can carry half of a sign of two units."""
    assert memory.find(LAMP.replace(" ", "\ud83d"), 1, 40)[0].key == 1
    memory.add([(5, "None\udca1rows here.")])
    assert memory.find("None rows here.", 1)[0].key == 5


def test_known_keys_are_left_out(memory: TranslationMemory) -> None:
    memory.add([(1, "Another text."), (5, "A fifth.")])
    assert memory.find("Another text.", 1) == []
    assert memory.find("A fifth.", 1)[0].key == 5


def test_long_texts_with_all_the_words_hide_no_similar_one(memory: TranslationMemory) -> None:
    memory.add((at, LAMP + " Oil burns." * 20) for at in range(10, 1700))
    assert [one.key for one in memory.find(LAMP, 5)] == [1, 2, 4]


def test_it_misses_next_to_nothing() -> None:
    chance = random.Random(3)
    texts = {at: sentence(f"memory-{at}") for at in range(3000)}
    memory = TranslationMemory()
    memory.add(texts.items())
    missed = total = 0
    for at in chance.sample(sorted(texts), 40):
        words = texts[at].split()
        words[chance.randrange(len(words))] = "zebra"
        asked = " ".join(words)
        best = max(texts, key=lambda key: fuzz.ratio(asked.lower(), texts[key].lower()))
        total += 1
        missed += best not in {one.key for one in memory.find(asked, 3)}
    assert (total, missed) == (40, 0)


def test_a_memory_of_very_many_looks_at_rare_words_only() -> None:
    memory = TranslationMemory()
    memory.add((key, "Common boats.") for key in range(60_001))
    memory.add([(99_999, "Common heron boats.")])
    assert [near.key for near in memory.find("Common heron boats.", 3)] == [99_999]
    assert memory.find("Common boats.", 1)[0].score == 100
