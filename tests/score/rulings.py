"""Rules of rulings: 217 rulings drawn at random, their links judged by reading ruling and rule.

The table is `judged_rulings.csv`: card, day and the beginning of the SHA-256 of the ruling's text; numbers of the rules
of `relevance.DATE` that are right and wrong for it.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

from cards.engine.relevance.ruling_topics import THRESHOLD, rules_of_ruling
from tests.score.card_rows import FOLDER, read_records
from tests.score.inputs import rows_of
from tests.score.relevance import card_texts, finder_of

TABLE = Path(__file__).with_name("judged_rulings.csv")
_DIGEST = 16
WANTED_SHARE, WANTED_FIRST, WANTED_ALL = 70, 90, 80


class JudgedRuling(NamedTuple):
    """A ruling with the numbers that are right and wrong for it."""

    card: str
    digest: str
    right: frozenset[str]
    wrong: frozenset[str]


class Precision(NamedTuple):
    """Counts: rulings, those with a rule, those whose first rule is right, rules shown, and rules that are right.

    ``unjudged`` are shown rules that no one judged; they count as wrong.
    """

    rulings: int
    linked: int
    first: int
    shown: int
    right: int
    unjudged: tuple[str, ...]


def read_judged_rulings() -> list[JudgedRuling]:
    """Return the table."""
    return [
        JudgedRuling(row["card"], row["digest"], frozenset(row["right"].split()), frozenset(row["wrong"].split()))
        for row in rows_of(TABLE)
    ]


def precision(corpus: Path) -> Precision:
    """Link the judged rulings by the rules of `relevance.DATE`, and compare."""
    finder, cards = finder_of(corpus), card_texts(corpus)
    records = read_records(corpus / FOLDER / "rulings.json.gz")
    texts = {hashlib.sha256(one["comment"].encode()).hexdigest()[:_DIGEST]: one["comment"] for one in records}
    linked = first = shown = right = 0
    unjudged: list[str] = []
    judged = read_judged_rulings()
    for one in judged:
        card = cards[one.card]
        names = {name for face in card.faces for name in (face.name, face.name.split(",")[0])} | {one.card}
        found = rules_of_ruling(texts[one.digest], names, card.keywords, finder.titles.keys())
        numbers = [number for rule in found if (number := finder.find(rule.rule))]
        linked += bool(numbers)
        first += bool(numbers) and numbers[0] in one.right
        shown += len(numbers)
        right += sum(number in one.right for number in numbers)
        unjudged += [f"{one.card}: {number}" for number in numbers if number not in one.right | one.wrong]
    return Precision(len(judged), linked, first, shown, right, tuple(unjudged))


def print_rulings(corpus: Path) -> None:
    """Print the figures."""
    found = precision(corpus)
    for line in found.unjudged:
        print(f"not judged: {line}")
    print(
        f"rulings with a rule at {THRESHOLD} % confidence: {found.linked} of {found.rulings}, target {WANTED_SHARE} %"
    )
    print(f"first rule right: {found.first} of {found.linked}, target {WANTED_FIRST} %")
    print(f"all rules right: {found.right} of {found.shown}, target {WANTED_ALL} %")
