"""The learning path for beginners: what to read in which week, why, and a question to consider.

Its data is in rulesbase/data/learning_path.json, in each language of the interface. A step has the number of its rule
on a day, so that it follows the rule to new numbers.
"""

import datetime
import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import get_language

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.document_urls import entry_url
from rulesbase.engine.text.numbers import chapter_of
from rulesbase.models import Deck, Entry, PathStep, User

PATH = Path(__file__).resolve().parents[1] / "data" / "learning_path.json"
_FALLBACK_LANGUAGE = "en"


class LocalizedText(NamedTuple):
    """A text in the languages of the interface."""

    by_language: dict[str, str]

    def __str__(self) -> str:
        return self.by_language.get(get_language() or _FALLBACK_LANGUAGE) or self.by_language[_FALLBACK_LANGUAGE]


class Step(NamedTuple):
    """A rule to read: its number on a day, the time it takes, why, and a question to consider."""

    step: str
    number: str
    day: datetime.date
    minutes: int
    title: LocalizedText
    why: LocalizedText
    ask: LocalizedText


class Week(NamedTuple):
    """The steps of a week."""

    week: str
    title: LocalizedText
    about: LocalizedText
    steps: tuple[Step, ...]

    @property
    def minutes(self) -> int:
        """Return the time that all steps take."""
        return sum(step.minutes for step in self.steps)


class CurrentStep(NamedTuple):
    """A step in the newest version: its number, empty if the rule is gone, and its chapter."""

    step: Step
    number: str
    href: str
    chapter: str
    chapter_href: str
    done: bool


@lru_cache(maxsize=1)
def weeks() -> tuple[Week, ...]:
    """Return the weeks of the path."""
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
    """Return the names of all steps."""
    return frozenset(step.step for week in weeks() for step in week.steps)


# ---- In the newest version ----


def numbers_now(versions: Catalogue, steps: Iterable[Step]) -> dict[str, str]:
    """Return the numbers of the rules of steps in the newest version, without missing rules. Two queries."""
    if versions.latest is None:
        return {}
    editions = {day: version.main.pk for day in {step.day for step in steps} if (version := versions.on(day))}
    meant = Entry.objects.filter(edition__in=set(editions.values()), number__in={step.number for step in steps})
    rules = {(of or 0, number): rule for of, number, rule in meant.values_list("edition_id", "number", "rule_id")}
    wanted = {step.step: rules.get((editions.get(step.day, 0), step.number)) for step in steps}
    there = Entry.objects.filter(edition=versions.latest.main.pk, rule__in={rule for rule in wanted.values() if rule})
    now = dict(there.values_list("rule_id", "number"))
    return {name: now[rule] for name, rule in wanted.items() if rule in now}


def readings(versions: Catalogue, week: Week, done: Collection[str]) -> list[CurrentStep]:
    """Return the steps of a week with their numbers and addresses in the newest version."""
    now, latest = numbers_now(versions, week.steps), versions.latest
    found = []
    for step in week.steps:
        number = now.get(step.step, "")
        chapter = chapter_of(number) if number else ""
        href = entry_url(latest, number) if latest and number else ""
        above = entry_url(latest, chapter) if latest and chapter else ""
        found.append(CurrentStep(step, number, href, chapter, above, step.step in done))
    return found


def chapters_of(versions: Catalogue, some: Iterable[CurrentStep]) -> list[dict[str, str]]:
    """Return the chapters of steps in the order of the rules, with their decks. Two queries."""
    latest = versions.latest
    numbers = sorted({one.chapter for one in some if one.chapter})
    if latest is None or not numbers:
        return []
    rows = Entry.objects.filter(edition=latest.main.pk, number__in=numbers).select_related("wording", "rule")
    slugs = {f"chapter-{entry.rule.public_id}": entry.number for entry in rows if entry.rule}
    decks = Deck.objects.filter(owner=None, slug__in=slugs).values_list("slug", "public_id")
    by_number = {slugs[slug]: deck for slug, deck in decks}
    return [
        {
            "number": entry.number,
            "heading": entry.wording.heading,
            "href": entry_url(latest, entry.number),
            "deck": by_number.get(entry.number, ""),
        }
        for entry in sorted(rows, key=lambda entry: entry.position)
    ]


# ---- Progress ----


def done_of(user: User) -> set[str]:
    """Return the steps that a user has done."""
    return set(PathStep.objects.filter(user=user).values_list("step", flat=True)) & known_steps()


def set_done(user: User, steps: Iterable[str], *, done: bool) -> None:
    """Mark steps as done by a user, or not. Unknown steps are ignored."""
    wanted = set(steps) & known_steps()
    if done:
        PathStep.objects.bulk_create([PathStep(user=user, step=one) for one in sorted(wanted)], ignore_conflicts=True)
    else:
        PathStep.objects.filter(user=user, step__in=wanted).delete()
