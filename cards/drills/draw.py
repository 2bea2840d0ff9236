"""Endless name questions: drawn from the cards by a seed, at five levels, answered by the name engine.

The same seed and data give the same questions on every database. A longer drawing begins with the shorter one.
"""

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from threading import Lock

from cards.drills import question_templates
from cards.drills.levels import PAST
from cards.drills.pool import Pool, pool
from cards.drills.question_templates import COMPARING_OR_DECK, ProposedQuestion, QuestionTemplate
from cards.drills.selection import Variety, is_worth_asking
from cards.drills.verify_question import DrawnQuestion, GameObjects, VerifiedAnswer, game_objects_of, verify, with_today
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import QuestionKind, Verdict
from cards.name_checker.query_params import QuestionParams
from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.core.content_version import ContentStamp
from rulesbase.study.questions.make_questions import key_of

# The templates of each level with their weights.
_TEMPLATES: Mapping[int, tuple[tuple[QuestionTemplate, int], ...]] = {
    1: (
        (question_templates.shared_name, 3),
        (question_templates.printed_name, 4),
        (question_templates.own_text, 1),
    ),
    2: (
        (question_templates.same_card, 4),
        (question_templates.chosen_name, 4),
        (question_templates.name_in_state, 3),
        (question_templates.choose_side, 3),
    ),
    3: (
        (question_templates.face_down, 5),
        (question_templates.name_face_down, 1),
        (question_templates.renamed, 6),
        (question_templates.one_name, 8),
        (question_templates.titled, 8),
        (question_templates.granted, 1),
        (question_templates.gained, 2),
        (question_templates.short_name, 1),
        (question_templates.copied_face, 6),
    ),
    4: (
        (question_templates.with_quality, 5),
        (question_templates.token_name, 3),
        (question_templates.token_and_card, 4),
        (question_templates.copied, 3),
        (question_templates.copied_face, 2),
        (question_templates.melded, 2),
        (question_templates.became, 2),
    ),
    5: (
        (question_templates.choose_side, 5),
        (question_templates.same_card, 2),
        (question_templates.chosen_name, 3),
        (question_templates.name_in_state, 1),
        (question_templates.face_down, 3),
        (question_templates.copied_face, 1),
        (question_templates.token_name, 3),
        (question_templates.copied, 1),
    ),
}
_LATELY = datetime.date(2022, 4, 29)
# Maximum difference between the numbers of yes and no of one template.
_LEAN = 2
_AT_ONCE = 32
# After this many unsuitable proposals in a row the drawing ends.
_DRY = 1500
# After this many, one about the same states as others is taken.
_PATIENCE = 30
_MOST_CACHED = 64


def draw(seed: int, level: int, count: int, day: datetime.date | None = None) -> list[DrawnQuestion]:
    """Draw clear questions of a level without duplicates; fewer if there are not enough cards.

    ``day`` is the day of their rules, by default today; at level 5 each question has its own older day.
    """
    versions = catalogue()
    newest = versions.latest
    version = versions.on(day) if day else newest
    if version is None or newest is None:
        return []
    cards = pool()
    drawing = drawings_of(cards, versions.stamp)(seed, level, version.date)
    with drawing.lock:
        drawing.extend(count, cards, versions)
        return drawing.drawn[:count]


def key_of_params(params: QuestionParams, day: str = "") -> str:
    """Return the key of a name question, the same for every order of compared objects."""
    cards = [str(card) for card in params.cards]
    cards = sorted(cards) if params.kind in COMPARING_OR_DECK else cards
    return key_of("name", "", [params.kind, *cards, *(f"{key}={value}" for key, value in params.details.items()), day])


@dataclass
class Drawing:
    """The questions drawn with one seed so far, and the state of the drawing."""

    seed: int
    level: int
    day: datetime.date
    drawn: list[DrawnQuestion] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    at: int = 0
    dry: int = 0
    lean: Counter[str] = field(default_factory=Counter)
    variety: Variety = field(default_factory=Variety)
    lock: Lock = field(default_factory=Lock)

    def extend(self, count: int, cards: Pool, versions: Catalogue) -> None:
        """Draw until there are ``count`` questions, or too many proposals fail."""
        while len(self.drawn) < count and self.dry < _DRY and cards.plain:
            rolled = [Random(f"{self.seed}/{self.level}/{self.at + more}") for more in range(_AT_ONCE)]  # noqa: S311
            proposals = [_proposed(cards, rng, self.level) for rng in rolled]
            things = game_objects_of(filter(None, proposals), versions)
            for rng, proposed in zip(rolled, proposals, strict=True):
                self.at += 1
                self.dry += 1
                found = self._verified(proposed, rng, things, versions) if proposed else None
                if found:
                    self._add(found)

    def _add(self, found: DrawnQuestion) -> None:
        self.dry = 0
        self.keys.add(found.key)
        self.drawn.append(found)
        self.variety.add(found)
        if not found.proposed.options:
            self.lean[_leaning(found.proposed)] += 1 if found.right == Verdict.YES else -1

    def _verified(
        self, proposed: ProposedQuestion, rng: Random, things: GameObjects, versions: Catalogue
    ) -> DrawnQuestion | None:
        """Return the question with its answer; None if it is unclear, drawn already, or too like the others."""
        day = _older_day(proposed, rng, self.day, versions.dates) if self.level == PAST else self.day
        version = versions.on(day) if day else None
        if version is None:
            return None
        if self.level == PAST:
            proposed = _with_legality(proposed, version.date, rng)
        key = key_of_params(proposed.params, version.date.isoformat() if self.level == PAST else "")
        verified = None if key in self.keys else verify(proposed, things, version.date)
        if verified is None or not is_worth_asking(proposed, verified.right) or not self._balances(proposed, verified):
            return None
        found = DrawnQuestion(key, self.level, proposed, version, verified.answer, verified.right)
        found = with_today(found, verified, things, versions)
        return found if self.variety.has_room(found, is_patient=self.dry < _PATIENCE) else None

    def _balances(self, proposed: ProposedQuestion, verified: VerifiedAnswer) -> bool:
        """Return whether yes and no stay balanced with this answer; a question with options has neither."""
        lean = self.lean[_leaning(proposed)]
        return bool(proposed.options) or (lean < _LEAN if verified.right == Verdict.YES else lean > -_LEAN)


@lru_cache(maxsize=1)
def drawings_of(_cards: Pool, _stamp: ContentStamp) -> Callable[[int, int, datetime.date], Drawing]:
    """Return the drawings by seed, level and day; those of another pool or content version are dropped."""
    return lru_cache(maxsize=_MOST_CACHED)(Drawing)


def _leaning(proposed: ProposedQuestion) -> str:
    """Return the name of the templates that are balanced together."""
    return proposed.template.removeprefix("shared-").removesuffix("-yes").removesuffix("-no")


def _proposed(cards: Pool, rng: Random, level: int) -> ProposedQuestion | None:
    some = _TEMPLATES[level]
    template = rng.choices([one for one, _weight in some], [weight for _template, weight in some])[0]
    try:
        proposed = template(cards, rng)
    except question_templates.NotEnoughCards:
        return None
    typed = ((one.typed.partition("@")[0], one.oracle_id) for one in proposed.objects if one.oracle_id)
    return proposed if all(cards.is_sure(name, oracle_id) for name, oracle_id in typed) else None


# ---- The rules of an older day ----


def _older_day(
    proposed: ProposedQuestion, rng: Random, newest: datetime.date, dates: Sequence[datetime.date]
) -> datetime.date | None:
    """Return a version before the newest by which all cards of the question were printed."""
    released = [card.released for card in proposed.cards if card.released]
    first = max(released, default=datetime.date.min)
    older = [day for day in dates if first <= day < newest]
    # Most differences from today arose before then.
    old = [day for day in older if day < _LATELY]
    older = old if old and rng.randrange(8) else older
    return older[rng.randrange(len(older))] if older and len(released) == len(proposed.cards) else None


def _with_legality(proposed: ProposedQuestion, day: datetime.date, rng: Random) -> ProposedQuestion:
    """Add whether the card is legal, if the rules of that day required it of a chosen card."""
    if proposed.kind is not QuestionKind.CHOOSE or not NameRules(day).has_mark("choose", "legal"):
        return proposed
    legal = "no" if rng.randrange(4) == 0 else "yes"
    return replace(
        proposed, template=f"{proposed.template}-legal-{legal}", details={**proposed.details, "legal": legal}
    )
