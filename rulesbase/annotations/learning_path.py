"""The path through the rules for beginners: what to read in which week, why, and a question to oneself.

It is data (rulesbase/data/path.json), in our own words and in each language of the interface. A step names its rule
as of a day, so that it follows that rule to its new number.
"""

import datetime
import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import get_language

from rulesbase.annotations.rule_texts import address_of
from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.content_version import english_key
from rulesbase.engine.text.numbers import chapter_of
from rulesbase.models import Deck, Entry, PathStep, User

PATH = Path(__file__).resolve().parents[1] / "data" / "path.json"
_LANGUAGE = "en"


class LocalizedText:
    """A text in the languages of the interface."""

    def __init__(self, by_language: dict[str, str]) -> None:
        self.by_language = by_language

    def __str__(self) -> str:
        code = (get_language() or _LANGUAGE)[:2]
        return self.by_language.get(code) or self.by_language[_LANGUAGE]


class Step(NamedTuple):
    """Something to read: the place as of a day, how long it takes, why, and a question to ask oneself."""

    step: str
    number: str
    day: datetime.date
    minutes: int
    title: LocalizedText
    why: LocalizedText
    ask: LocalizedText


class Week(NamedTuple):
    """What to read in a week."""

    week: str
    title: LocalizedText
    about: LocalizedText
    steps: tuple[Step, ...]

    @property
    def minutes(self) -> int:
        """How long it all takes."""
        return sum(step.minutes for step in self.steps)


class CurrentStep(NamedTuple):
    """A step as of the newest version: its number now, empty where its rule is gone; its chapter."""

    step: Step
    number: str
    href: str
    chapter: str
    chapter_href: str
    done: bool


class WeekChapter(NamedTuple):
    """A chapter that a week reads in, with its deck where there is one."""

    number: str
    heading: str
    href: str
    deck: str


@lru_cache(maxsize=1)
def weeks() -> tuple[Week, ...]:
    """The path as it is written."""
    written = json.loads(PATH.read_text(encoding="utf-8"))
    return tuple(
        Week(week["week"], LocalizedText(week["title"]), LocalizedText(week["about"]), tuple(map(_step, week["steps"])))
        for week in written["weeks"]
    )


def _step(row: dict[str, Any]) -> Step:
    day = datetime.date.fromisoformat(row["day"])
    words = (LocalizedText(row[name]) for name in ("title", "why", "ask"))
    return Step(row["step"], row["number"], day, row["minutes"], *words)


def known_steps() -> frozenset[str]:
    """The names of all steps."""
    return frozenset(step.step for week in weeks() for step in week.steps)


# ---- Where things stand now ----


def numbers_now(versions: Catalogue) -> dict[str, str]:
    """Step -> the number of its rule in the newest version; those whose rule is gone are left out."""
    latest = versions.latest
    steps = tuple(step for week in weeks() for step in week.steps)
    return _numbers(english_key(versions.stamp), versions, latest.main.pk, steps) if latest else {}


@lru_cache(maxsize=4)
def _numbers(key: str, versions: Catalogue, edition: int, steps: tuple[Step, ...]) -> dict[str, str]:
    """Two queries, and none until content changes."""
    del key  # only the key
    editions = {day: version.main.pk for day in {step.day for step in steps} if (version := versions.on(day))}
    meant = Entry.objects.filter(edition__in=set(editions.values()), number__in={step.number for step in steps})
    rules = {(of or 0, number): rule for of, number, rule in meant.values_list("edition_id", "number", "rule_id")}
    wanted = {step.step: rules.get((editions.get(step.day, 0), step.number)) for step in steps}
    there = Entry.objects.filter(edition=edition, rule__in={rule for rule in wanted.values() if rule})
    now = dict(there.values_list("rule_id", "number"))
    return {name: now[rule] for name, rule in wanted.items() if rule in now}


def readings(versions: Catalogue, week: Week, done: Collection[str]) -> list[CurrentStep]:
    """The steps of a week with their numbers and addresses in the newest version."""
    now, latest = numbers_now(versions), versions.latest
    found = []
    for step in week.steps:
        number = now.get(step.step, "")
        chapter = chapter_of(number) if number else ""
        href = address_of(latest, number, is_term=False) if latest and number else ""
        above = address_of(latest, chapter, is_term=False) if latest and chapter else ""
        found.append(CurrentStep(step, number, href, chapter, above, step.step in done))
    return found


def chapters_of(versions: Catalogue, some: Iterable[CurrentStep]) -> list[WeekChapter]:
    """The chapters of steps in the order of the book, with the decks made from them. Two queries."""
    latest = versions.latest
    numbers = sorted({one.chapter for one in some if one.chapter})
    if latest is None or not numbers:
        return []
    rows = Entry.objects.filter(edition=latest.main.pk, number__in=numbers).select_related("wording", "rule")
    slugs = {f"chapter-{entry.rule.public_id}": entry.number for entry in rows if entry.rule}
    decks = Deck.objects.filter(owner=None, slug__in=slugs).values_list("slug", "public_id")
    by_number = {slugs[slug]: deck for slug, deck in decks}
    return [
        WeekChapter(
            entry.number,
            entry.wording.heading,
            address_of(latest, entry.number, is_term=False),
            by_number.get(entry.number, ""),
        )
        for entry in sorted(rows, key=lambda entry: entry.position)
    ]


# ---- How far somebody is ----


def done_of(user: User) -> set[str]:
    """The steps that somebody has done, of those there are."""
    return set(PathStep.objects.filter(user=user).values_list("step", flat=True)) & known_steps()


def set_done(user: User, steps: Iterable[str], *, done: bool) -> None:
    """Note that somebody has done some steps, or has not. What is no step is left alone."""
    wanted = set(steps) & known_steps()
    if done:
        PathStep.objects.bulk_create([PathStep(user=user, step=one) for one in sorted(wanted)], ignore_conflicts=True)
    else:
        PathStep.objects.filter(user=user, step__in=wanted).delete()
