"""Name questions without end: drawn from the cards by a seed, at five levels, answered by the name engine.

The same seed and the same data give the same questions, on every database; a longer drawing begins with a shorter one.
"""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock

from cards.drills import shapes
from cards.drills import shapes_hard as harder
from cards.drills.judge import JudgedAnswer, judge, question_of
from cards.drills.pool import Pool, pool
from cards.drills.shapes import ProposedQuestion, Shape
from cards.engine.rules.rule_history import name_rules
from cards.engine.types import Answer, QuestionKind, Verdict
from cards.name_checker.check import since_when
from cards.name_checker.query_params import QuestionParams
from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.study.questions.generate import key_of

__all__ = ["LEVELS", "DrawnQuestion", "draw", "key_of_ask"]

# What is asked at each level, and how often beside the others.
LEVELS: Mapping[int, tuple[tuple[Shape, int], ...]] = {
    1: (
        (shapes.shared_name, 3),
        (shapes.printed_name, 4),
        (shapes.two_languages, 2),
        (shapes.english_of_printed, 4),
        (harder.own_text, 1),
    ),
    2: (
        (shapes.same_card, 4),
        (shapes.chosen_name, 4),
        (shapes.name_in_state, 3),
        (shapes.choose_side, 3),
    ),
    3: (
        (harder.face_down, 5),
        (harder.name_face_down, 1),
        (harder.renamed, 6),
        (harder.one_name, 8),
        (harder.titled, 8),
        (harder.granted, 1),
        (harder.gained, 2),
        (harder.short_name, 1),
        (harder.copied_face, 6),
    ),
    4: (
        (harder.with_quality, 5),
        (harder.token_name, 3),
        (harder.token_and_card, 4),
        (harder.copied, 3),
        (harder.copied_face, 2),
        (harder.melded, 2),
        (harder.became, 2),
    ),
    5: (
        (shapes.choose_side, 5),
        (shapes.same_card, 2),
        (shapes.chosen_name, 3),
        (shapes.name_in_state, 1),
        (harder.face_down, 3),
        (harder.copied_face, 1),
        (harder.token_name, 3),
        (harder.copied, 1),
    ),
}
PAST = 5
_LATELY = datetime.date(2022, 4, 29)
# How many more answers of one kind may be yes than no, or the other way.
_LEAN = 2
# Of questions on older rules, so many may have the answer of today, in a hundred.
_UNCHANGED = 10
# What teaches one lesson with whatever card is asked so seldom: of so many questions one.
_SELDOM: Mapping[str, int] = {"refers": 16, "token": 10}
_AT_ONCE = 32
# After so many proposals in a row of which none was any good, the cards give no more.
_DRY = 1500
_MOST_CACHED = 64
_choosing = Lock()


@dataclass(frozen=True)
class DrawnQuestion:
    """A question as drawn: how it is worded, what is asked of the engine, and what the engine says.

    ``right`` is the answer: yes or no, or the one of ``options`` that is right. ``today`` is what the rules in force
    say where they say otherwise, ``since`` when they began to. ``key`` is the same for the same question.
    """

    key: str
    level: int
    put: ProposedQuestion
    ask: QuestionParams
    day: datetime.date
    answer: Answer
    right: str
    today: Answer | None = None
    since: datetime.date | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """What may be answered."""
        return self.put.options or (str(Verdict.YES), str(Verdict.NO))


def draw(seed: int, level: int, count: int, day: datetime.date | None = None) -> list[DrawnQuestion]:
    """Draw questions of a level, none twice and none unclear; fewer where the cards give no more.

    ``day`` is the version they are asked of, the newest in force without one; at level 5 each has an older day of its
    own. Raises ValueError for a level that does not exist.
    """
    if level not in LEVELS:
        raise ValueError(f"There is no level {level}")
    versions = catalogue()
    newest = versions.latest
    version = versions.on(day) if day else newest
    if version is None or newest is None:
        return []
    stock = pool()
    drawing = _drawing(stock, versions, seed, level, version.date)
    with drawing.lock:
        drawing.extend(count, stock, versions)
        return drawing.drawn[:count]


def _drawing(stock: Pool, versions: Catalogue, seed: int, level: int, day: datetime.date) -> "Drawing":
    """What was drawn with a seed so far; of many seeds the one begun first is forgotten."""
    known: dict[object, object] = stock.drawings
    key = (versions.stamp, seed, level, day)
    with _choosing:
        if key not in known:
            for old in [*known][: len(known) + 1 - _MOST_CACHED]:
                del known[old]
            known[key] = Drawing(seed, level, day)
        found = known[key]
    return found if isinstance(found, Drawing) else Drawing(seed, level, day)


def key_of_ask(ask: QuestionParams, day: str = "") -> str:
    """The key of a question of names: what is asked, whatever the order of what is compared."""
    cards = [str(card) for card in ask.cards]
    cards = sorted(cards) if ask.kind in (QuestionKind.SAME, QuestionKind.DIFFERENT, QuestionKind.DECK) else cards
    return key_of("name", "", [ask.kind, *cards, *(f"{key}={value}" for key, value in ask.details.items()), day])


@dataclass
class Drawing:
    """Questions drawn with one seed so far, and where the drawing stands."""

    seed: int
    level: int
    day: datetime.date
    drawn: list[DrawnQuestion] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    at: int = 0
    dry: int = 0
    lean: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)

    def extend(self, count: int, stock: Pool, versions: Catalogue) -> None:
        """Draw on until there are so many, or until the cards seem to give no more."""
        while len(self.drawn) < count and self.dry < _DRY and stock.plain:
            rolled = [Random(f"{self.seed}/{self.level}/{self.at + more}") for more in range(_AT_ONCE)]  # noqa: S311
            puts = [_proposed(stock, rng, self.level) for rng in rolled]
            stock.stock.fetch(one.oracle_id for put in puts if put for one in put.objects)
            for rng, put in zip(rolled, puts, strict=True):
                self.at += 1
                self.dry += 1
                found = self._judged(put, rng, stock, versions) if put else None
                if found:
                    self.dry = 0
                    self.keys.add(found.key)
                    self.drawn.append(found)

    def _judged(self, put: ProposedQuestion, rng: Random, stock: Pool, versions: Catalogue) -> DrawnQuestion | None:
        day = self.day
        if self.level == PAST:
            then = _older_day(put, rng, self.day, versions.dates)
            if then is None:
                return None
            day, put = then, _with_legality(put, then, rng)
        key = key_of_ask(put.ask, day.isoformat() if self.level == PAST else "")
        judged = None if key in self.keys else judge(put, stock.stock, day)
        if judged is None or not self._balances(put, judged):
            return None
        found = DrawnQuestion(key, self.level, put, put.ask, day, judged.answer, judged.right)
        if self.level == PAST:
            found = _beside_today(found, put, stock, versions, self.day)
            if found.today is None and rng.randrange(100) >= _UNCHANGED:
                return None
        self._count(put, judged)
        return found

    def _balances(self, put: ProposedQuestion, judged: JudgedAnswer) -> bool:
        if put.options:
            seldom = _SELDOM.get(str(put.kind))
            return seldom is None or self.asked[put.shape] * seldom <= len(self.drawn)
        lean = self.lean[_leaning(put)]
        return lean < _LEAN if judged.right == Verdict.YES else lean > -_LEAN

    def _count(self, put: ProposedQuestion, judged: JudgedAnswer) -> None:
        self.asked[put.shape] += 1
        if not put.options:
            self.lean[_leaning(put)] += 1 if judged.right == Verdict.YES else -1


def _leaning(put: ProposedQuestion) -> str:
    """What is balanced together."""
    return put.shape.removeprefix("shared-").removesuffix("-yes").removesuffix("-no")


def _proposed(stock: Pool, rng: Random, level: int) -> ProposedQuestion | None:
    some = LEVELS[level]
    shape = rng.choices([shape for shape, _weight in some], [weight for _shape, weight in some])[0]
    put = shape(stock, rng)
    known = put is not None and all(not one.oracle_id or _is_sure(stock, one) for one in put.objects)
    return put if known else None


def _is_sure(stock: Pool, one: shapes.QuestionObject) -> bool:
    return stock.is_sure(one.typed.partition("@")[0], one.oracle_id)


# ---- The rules of an older day ----


def _older_day(
    put: ProposedQuestion, rng: Random, newest: datetime.date, dates: Sequence[datetime.date]
) -> datetime.date | None:
    """A version before the newest by which all cards of the question were printed."""
    released = [light.released for light in put.lights if light.released]
    first = max(released, default=datetime.date.min)
    older = [day for day in dates if first <= day < newest]
    # Most of what is different today became so up to then.
    old = [day for day in older if day < _LATELY]
    older = old if old and rng.randrange(8) else older
    return shapes.pick(rng, older) if len(released) == len(put.lights) else None


def _with_legality(put: ProposedQuestion, day: datetime.date, rng: Random) -> ProposedQuestion:
    """Where a chosen card had to be legal in the format, whether it is must be told."""
    if put.kind is not QuestionKind.CHOOSE or not name_rules(day).says("choose", "legal"):
        return put
    legal = "no" if rng.randrange(4) == 0 else "yes"
    return replace(put, shape=f"{put.shape}-legal-{legal}", details={**put.details, "legal": legal})


def _beside_today(
    drawn: DrawnQuestion, put: ProposedQuestion, stock: Pool, versions: Catalogue, newest: datetime.date
) -> DrawnQuestion:
    judged = judge(put, stock.stock, newest)
    question = question_of(put, stock.stock, newest)
    if judged is None or question is None or judged.right == drawn.right:
        return drawn
    return replace(drawn, today=judged.answer, since=since_when(question, versions, judged.answer))
