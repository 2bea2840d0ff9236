"""Data of the page of endless name questions."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString

from cards.drills.decks import ABOUT
from cards.drills.draw import LEVELS, PAST, DrawnQuestion, draw
from cards.drills.html import AnsweredQuestion, answered_question, ask_html, cited, rules_of, today_html, why_html
from cards.drills.pool import pool
from cards.drills.wording import answer_words, option_words, plain
from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.study.questions.types import CitedRule

# After so many questions the next seed goes on, so that no address takes long.
ROUND = 50
MOST_SEEDS = 999_999


class DrillPosition(NamedTuple):
    """Where somebody is: level, seed and which question of it; how many were answered before, and how many rightly."""

    level: int
    seed: int
    at: int = 1
    right: int = 0
    asked: int = 0

    @property
    def href(self) -> str:
        """The address of the question with the score so far."""
        score = {"right": self.right, "of": self.asked} if self.asked else {}
        return f"{self.alone}&{urlencode(score)}" if score else self.alone

    @property
    def alone(self) -> str:
        """The address of the question, without anybody's score."""
        return f"{reverse('drill')}?{urlencode({'level': self.level, 'seed': self.seed, 'at': self.at})}"

    def after(self, was_right: bool) -> "DrillPosition":
        """The next question, with this one counted."""
        right, asked = self.right + was_right, self.asked + 1
        if self.at < ROUND:
            return DrillPosition(self.level, self.seed, self.at + 1, right, asked)
        return DrillPosition(self.level, (self.seed + 1) % MOST_SEEDS, 1, right, asked)


class DrillOption(NamedTuple):
    """What may be answered; ``value`` stands in the address."""

    value: int
    words: SafeString
    is_right: bool
    is_chosen: bool


class DrillPage(NamedTuple):
    """A question; ``chosen`` says that it is answered, and all behind it is only shown then."""

    ask: SafeString
    title: str
    version: CatalogueVersion
    options: tuple[DrillOption, ...]
    chosen: DrillOption | None
    word: SafeString
    why: SafeString
    today: SafeString
    cited: tuple[CitedRule, ...]
    checker: str
    next: DrillPosition
    right: int
    asked: int
    about: str
    easier: DrillPosition | None
    harder: DrillPosition | None


def page_of(place: DrillPosition, choice: int | None) -> DrillPage | None:
    """The question at a place and, where one of its options was chosen, the answer. None where nothing can be asked."""
    drawn = draw(place.seed, place.level, place.at)
    answered = _answered(drawn[place.at - 1]) if len(drawn) == place.at else None
    if answered is None:
        return None
    one = drawn[place.at - 1]
    options = tuple(
        DrillOption(at, option_words(one.put, option), option == one.right, at == choice)
        for at, option in enumerate(one.options)
    )
    chosen = next((option for option in options if option.is_chosen), None)
    rules = rules_of([answered]) if chosen else {}
    right = chosen is not None and chosen.is_right
    ask = ask_html(answered)
    return DrillPage(
        ask,
        plain(ask),
        answered.version,
        options,
        chosen,
        answer_words(one.put, answered.judged),
        why_html(answered, rules),
        today_html(answered),
        cited(answered, rules),
        reverse("names") + one.ask.at(one.day.isoformat() if one.level == PAST else "").query,
        place.after(right),
        place.right + right,
        place.asked + (chosen is not None),
        ABOUT[place.level],
        DrillPosition(place.level - 1, place.seed) if place.level > min(LEVELS) else None,
        DrillPosition(place.level + 1, place.seed) if place.level < max(LEVELS) else None,
    )


def _answered(drawn: DrawnQuestion) -> AnsweredQuestion | None:
    versions = catalogue()
    version = versions.on(drawn.day)
    stock = pool().stock
    stock.fetch(one.oracle_id for one in drawn.put.objects)
    return answered_question(drawn.put, stock, version, versions, is_past=drawn.level == PAST) if version else None
