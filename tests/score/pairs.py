"""``same`` and ``choose`` for 500 random pairs of cards as of 40 dates, answered again by plain code.

The plain code reads the files of the corpus itself and knows nothing of the engine: which names a card has by its
layout, from which day on a rule is in force, and the type line in the data nearest before a day.
"""

import datetime
import gzip
import json
import random
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.score.card_rows import FOLDER
from tests.score.inputs import own_database

SEED, PAIRS, DAYS = 25, 500, 40
HISTORY = Path("cards") / "mtgjson3-history"
# The day of the derived files.
TODAY = "2022-04-25"
TYPES = ("creature", "artifact", "instant", "land", "enchantment", "legendary", "planeswalker")
ONE_FACE = frozenset(("normal", "saga", "leveler", "class", "prototype", "mutate"))
# From which day on the rules speak of split cards, of one half as the choice, and of characteristics.
_SPLIT, _HALF, _WITH = "2001-07-23", "2013-05-01", "2017-04-28"


class PlainCard(NamedTuple):
    """A card of the files: its name, layout, the names of its faces, and the type lines of each by day."""

    name: str
    layout: str
    faces: tuple[str, ...]
    types: dict[str, list[tuple[str, str]]]


class Asked(NamedTuple):
    """A question: its kind, the cards as typed, the type that is asked for, the day, and the answer of plain code."""

    kind: str
    typed: tuple[str, ...]
    with_: str
    day: str
    right: str


def read_cards(corpus: Path) -> list[PlainCard]:
    """Read the cards with the type lines of each state of the data."""
    types: defaultdict[str, dict[str, Counter[str]]] = defaultdict(dict)
    for path in sorted((corpus / HISTORY).glob("*.gz")):
        day = path.name.removeprefix("AllSets-").removesuffix(".json.gz")
        for code_set in json.loads(gzip.decompress(path.read_bytes())).values():
            for one in code_set["cards"]:
                types[one["name"]].setdefault(day, Counter())[_words(one["type"])] += 1 + 9 * ("multiverseid" in one)
    records = json.loads(gzip.decompress((corpus / FOLDER / "oracle-cards.json.gz").read_bytes()))
    cards: list[PlainCard] = []
    names = Counter(record["name"] for record in records)
    for record in records:
        if record["layout"] in ("token", "emblem", "art_series", "double_faced_token") or names[record["name"]] > 1:
            continue
        faces = record.get("card_faces") or [record]
        of_face: dict[str, list[tuple[str, str]]] = {}
        for face in faces:
            found = {day: count.most_common(1)[0][0] for day, count in types[face["name"]].items()}
            found[TODAY] = _words(face.get("type_line") or "")
            of_face[face["name"]] = sorted(found.items())
        cards.append(PlainCard(record["name"], record["layout"], tuple(face["name"] for face in faces), of_face))
    return cards


def _words(type_line: str) -> str:
    return type_line.replace("\u2014", "-").replace("\u2013", "-").lower()


def draw(cards: Sequence[PlainCard], days: Sequence[str], seed: int = SEED) -> Iterator[Asked]:
    """Yield a question of each kind for each pair and each of 40 dates."""
    chance = random.Random(seed)
    known = [one for one in cards if one.layout in ONE_FACE or one.layout == "split"]
    changed = [one for one in known if any(len({words for _day, words in rows}) > 1 for rows in one.types.values())]
    split = [one for one in known if one.layout == "split"]
    for at in range(PAIRS):
        first = chance.choice((known, changed, split)[at % 3])
        # Pairs of one card, and of a card and its half, so that some have the same name.
        second = first if at % 5 == 0 else chance.choice(known)
        typed = chance.choice(first.faces) if at % 2 and len(first.faces) > 1 else first.name
        with_ = chance.choice(TYPES)
        for day in chance.sample(days, DAYS):
            yield Asked("same", (first.name, second.name), "", day, same(first, second))
            yield Asked("choose", (typed,), with_, day, choose(first, typed, with_, day))


def same(first: PlainCard, second: PlainCard) -> str:
    """Return whether two cards have a name in common: split cards have two."""
    return "yes" if set(first.faces) & set(second.faces) else "no"


def choose(card: PlainCard, typed: str, with_: str, day: str) -> str:
    """Return whether a name may be chosen where a card with a type is asked for, in a format in which it is legal."""
    whole = typed == card.name and len(card.faces) > 1
    if len(card.faces) > 1 and day >= _SPLIT and (whole if day >= _HALF else not whole):
        return "no"
    if day < _WITH:
        return "unclear"
    return _has_type(card.types[typed], with_, day)


def _has_type(rows: Sequence[tuple[str, str]], with_: str, day: str) -> str:
    """Return whether a face has a type on a day; it depends if the data before and after the day differ."""
    at = bisect_right([known for known, _words in rows], day)
    before, after = rows[max(at - 1, 0)][1], rows[min(max(at, 0), len(rows) - 1)][1]
    has = {with_ in words.replace("-", " ").split() for words in ((before, after) if at else (before,))}
    return "depends" if len(has) > 1 else "yes" if has.pop() else "no"


def print_pairs(corpus: Path) -> None:
    """Ask in a database of its own; print what is answered otherwise, and the figures."""
    with own_database():
        from cards.imports.batch import import_paths as import_cards

        import_cards([corpus / FOLDER / "oracle-cards.json.gz", corpus / HISTORY])
        _print_asked(corpus)


def _print_asked(corpus: Path) -> None:
    days = sorted(path.stem for path in (corpus / "cr" / "en").glob("*.txt"))
    questions = list(draw(read_cards(corpus), days))
    wrong = [(one, found) for one in questions if (found := _by_checker(one)) != one.right]
    for one, found in wrong[:40]:
        print(f"pair {one.kind} {one.typed} {one.with_} {one.day}: plain code {one.right}, name checker {found}")
    verdicts = Counter(f"{one.kind} {one.right}" for one in questions)
    print(f"pairs {len(questions) - len(wrong)} of {len(questions)} answered alike, target all; {dict(verdicts)}")


def _by_checker(one: Asked) -> str:
    from cards.engine.rules.answer import answer
    from cards.engine.types import QuestionKind
    from cards.name_checker.check import parse_question

    day, with_ = datetime.date.fromisoformat(one.day), [one.with_] if one.with_ else []
    question, _parsed = parse_question(QuestionKind(one.kind), one.typed, day, with_=with_, legal=True)
    return str(answer(question).verdict)
