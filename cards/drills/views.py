"""Endless name questions, one at a time: `/study/names/`."""

import secrets
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.drills.draw import draw
from cards.drills.html import ask_html, cited, rules_of, today_html, why_html
from cards.drills.levels import LEVELS, PAST
from cards.drills.wording import answer_words, option_words
from rulesbase.core.number_format import read_number

# After this many questions the next seed follows, so that no address takes long.
ROUND = 50
MOST_SEEDS = 999_999


class DrillPosition(NamedTuple):
    """Level, seed and number of a question, and the score before it."""

    level: int
    seed: int
    at: int = 1
    right: int = 0
    asked: int = 0

    @property
    def href(self) -> str:
        """Return the address of the question with the score so far."""
        return self.alone + (f"&right={self.right}&of={self.asked}" if self.asked else "")

    @property
    def alone(self) -> str:
        """Return the address of the question without a score."""
        return reverse("drill", query={"level": self.level, "seed": self.seed, "at": self.at})

    def after(self, was_right: bool) -> "DrillPosition":
        """Return the next question, with this one counted."""
        at, seed = (self.at + 1, self.seed) if self.at < ROUND else (1, (self.seed + 1) % MOST_SEEDS)
        return DrillPosition(self.level, seed, at, self.right + was_right, self.asked + 1)


@require_safe
def drill(request: HttpRequest) -> HttpResponse:
    """Show the question of the address, and once it is answered the answer with its reasons.

    The same address shows the same question. Without a seed, redirect to a random one.
    """
    given = request.GET
    level = _whole(given.get("level"), 1, max(LEVELS), 1)
    if not given.get("seed", "").isdecimal():
        response = redirect(reverse("drill", query={"level": level, "seed": secrets.randbelow(MOST_SEEDS)}))
        response.headers["Cache-Control"] = "no-store"
        return response
    asked = _whole(given.get("of"), 0, 9999, 0)
    place = DrillPosition(
        level,
        _whole(given.get("seed"), 0, MOST_SEEDS, 0),
        _whole(given.get("at"), 1, ROUND, 1),
        min(_whole(given.get("right"), 0, 9999, 0), asked),
        asked,
    )
    page = _page(place, read_number(given.get("answer"), None))
    return render(request, "cards/drill.html", {"page": page, "place": place, "levels": list(LEVELS)})


def _page(place: DrillPosition, choice: int | None) -> dict[str, Any]:
    """Return the question at a place and, if an option was chosen, the answer; nothing if there is no question."""
    drawn = draw(place.seed, place.level, place.at)
    if len(drawn) < place.at:
        return {}
    one = drawn[-1]
    options = [
        {"value": at, "words": option_words(one.proposed, option), "is_right": option == one.right}
        for at, option in enumerate(one.options)
    ]
    chosen = options[choice] if choice is not None and choice < len(options) else None
    rules = rules_of([one]) if chosen else {}
    right = chosen is not None and bool(chosen["is_right"])
    return {
        "ask": ask_html(one),
        "version": one.version,
        "options": options,
        "chosen": chosen,
        "word": answer_words(one.proposed, one),
        "why": why_html(one, rules),
        "today": today_html(one),
        "cited": cited(one, rules),
        "checker": one.params.at(one.day.isoformat() if one.level == PAST else "").href,
        "next": place.after(right),
        "right": place.right + right,
        "asked": place.asked + (chosen is not None),
        "about": LEVELS[place.level].about,
        "easier": DrillPosition(place.level - 1, place.seed) if place.level > min(LEVELS) else None,
        "harder": DrillPosition(place.level + 1, place.seed) if place.level < max(LEVELS) else None,
    }


def _whole(given: str | None, least: int, most: int, else_: int) -> int:
    """Return a whole number of an address, limited to its bounds."""
    number = read_number(given, None, most_digits=9)
    return else_ if number is None else min(max(number, least), most)
