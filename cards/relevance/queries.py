"""Find the rules that are relevant to a card in a version: of its Oracle text, keywords, layout and types.

Titles and words of that version come first. For a rule that it words otherwise, the Rule of another version is followed
to this one: totem armor leads to umbra armor today.
"""

import datetime
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db.models.functions import Length

from cards.engine.relevance.card_text import CardText
from cards.engine.relevance.mechanics import MOST_RULES, rules_for
from cards.engine.relevance.rule_finder import LONGEST_TITLE, RuleFinder, RuleText, fold
from cards.lookup.facts import side_of
from cards.models import Card
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.citations.resolve import resolve_all
from rulesbase.core.grouping import grouped
from rulesbase.models import Entry

_BEGINS = 12
# Rules about the keyword of a card are named by title.
_TITLE = "="


class RelevantRule(NamedTuple):
    """A rule of a version for a card: its number, its title or first words, and the card's words that lead to it."""

    number: str
    heading: str
    words: str


class RelevantRules(NamedTuple):
    """The rules for a card in a version, best first; ``without`` are keywords without a rule in the version."""

    version: CatalogueVersion
    rules: tuple[RelevantRule, ...]
    without: tuple[str, ...]


class VersionRules(NamedTuple):
    """The rules of a version, and the key of the Rule of each number."""

    finder: RuleFinder
    rule_of: dict[str, int]


def relevant_rules(versions: Catalogue, version: CatalogueVersion, card: Card) -> RelevantRules:
    """Return at most eight rules for a card in a version with a complete English text. Few queries if cached."""
    here = rules_of(versions.english, version.main.pk)
    named = rules_for(card_text(card), here.finder, titles_ever(versions.english).keys())
    numbers = numbers_of(versions, version, (one.rule for one in named))
    found: dict[str, RelevantRule] = {}
    for one in named:
        number = numbers.get(one.rule)
        if number and number not in found:
            rule = here.finder.by_number[number]
            found[number] = RelevantRule(number, rule.title or shorten(rule.text), one.words)
    led = {one.words for one in found.values()}
    without = tuple(word for word in card.keywords if word not in led)
    return RelevantRules(version, tuple(found.values())[:MOST_RULES], without)


def card_text(card: Card) -> CardText:
    """Return a card as patterns read it; its faces are fetched if they are not yet."""
    return CardText(card.layout, [side_of(face) for face in card.faces.all()], card.keywords)


@lru_cache(maxsize=4)
def rules_of(_english_now: str, edition: int) -> VersionRules:
    """Return the rules of an edition. One query, none if cached."""
    rows = Entry.objects.filter(edition=edition, kind__in=(Entry.Kind.CHAPTER, Entry.Kind.RULE, Entry.Kind.SUBRULE))
    fields = list(rows.order_by("position").values_list("number", "wording__heading", "wording__text", "rule"))
    finder = RuleFinder(RuleText(number, heading, text) for number, heading, text, _rule in fields)
    return VersionRules(finder, {number: rule for number, _heading, _text, rule in fields if rule})


def shorten(text: str) -> str:
    """Return a short text whole, else its first words."""
    words = text.split(maxsplit=_BEGINS)
    return text if len(text) <= LONGEST_TITLE else " ".join(words[:_BEGINS]) + " …"


def numbers_of(versions: Catalogue, version: CatalogueVersion, rules: Iterable[str]) -> dict[str, str]:
    """Return the number in a version of each rule that is named by title or words; those it lacks are left out."""
    here = rules_of(versions.english, version.main.pk).finder
    found: dict[str, str] = {}
    lost: dict[str, tuple[str, datetime.date]] = {}
    for rule in dict.fromkeys(rules):
        if number := here.find(rule):
            found[rule] = number
        elif other := _in_other_version(versions, version, rule):
            lost[rule] = other
    if lost:
        resolved = resolve_all(versions, set(lost.values()), version)
        for rule, other in lost.items():
            if resolved[other].numbers and resolved[other].numbers[0] in here.by_number:
                found[rule] = resolved[other].numbers[0]
    return found


def _in_other_version(versions: Catalogue, version: CatalogueVersion, rule: str) -> tuple[str, datetime.date] | None:
    """Return number and date of a rule in the latest version, or of a title in the nearest version that has it."""
    latest = versions.complete[-1]
    if number := rules_of(versions.english, latest.main.pk).finder.find(rule):
        return number, latest.date
    if not rule.startswith(_TITLE):
        return None
    dated = titles_ever(versions.english).get(rule.removeprefix(_TITLE), ())
    days = {one.main.pk: one.date for one in versions.complete}
    found = [(number, days[edition]) for edition, number in dated if edition in days]
    return min(found, key=lambda one: (abs(one[1] - version.date), *one), default=None)


@lru_cache(maxsize=2)
def titles_ever(_english_now: str) -> dict[str, Sequence[tuple[int, str]]]:
    """Return the editions and numbers of each title that a rule ever had. One query, none if cached."""
    rows = (
        Entry.objects.in_active_document()
        .filter(kind__in=(Entry.Kind.CHAPTER, Entry.Kind.RULE), wording__language=DEFAULT_LANGUAGE)
        .annotate(length=Length("wording__text"))
        .filter(length__lte=LONGEST_TITLE)
        .order_by()
    )
    texts = rows.values_list("edition", "number", "wording__heading", "wording__text")
    titles = ((RuleText(number, heading, text).title, edition, number) for edition, number, heading, text in texts)
    return dict(grouped((fold(title), (edition or 0, number)) for title, edition, number in titles if title))
