"""The name checker: a question as typed, answered as of a version, with the rules of that version behind it."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse

from cards.engine.lookup.types import Reason as Why
from cards.engine.rules.answer import answer
from cards.engine.rules.decks import format_key
from cards.engine.rules.rule_history import FIRST_DAY, turning_points
from cards.engine.sayings import Saying
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import Answer, Asked, BadQuestion, Question, Reason, Thing, UnknownName, Verdict
from cards.lookup.objects import ParsedThing, facts_of, thing
from cards.lookup.objects import things as understood
from cards.models import Card
from cards.name_checker.remarks import remarks, rivals
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.models import Entry

__all__ = ["Checked", "Span", "Step", "ask", "check", "check_through_history", "facts_of", "since_when", "thing"]

MOST_THINGS = 200
_MOST_NEAR = 5
Options = Mapping[str, str | tuple[str, ...] | bool]


@dataclass(frozen=True)
class Step:
    """A step of reasoning with the rule of that version behind it.

    ``number`` is empty where none is; ``rule`` is the rule's public id and ``entry`` its row there, if the version
    is on the shelf.
    """

    number: str
    says: Saying
    text: str = ""
    rule: str = ""
    href: str = ""
    entry: int | None = None


@dataclass(frozen=True)
class Checked:
    """An answered question. ``today`` is the answer of the newest rules where it differs, ``since`` when it began to.

    ``notes`` are what else should be known: guesses, names that are those of several cards, cards not printed yet.
    """

    question: Question
    answer: Answer
    version: CatalogueVersion
    steps: tuple[Step, ...]
    parsed: tuple[ParsedThing, ...] = ()
    notes: tuple[Saying, ...] = ()
    today: Answer | None = None
    since: datetime.date | None = None

    @property
    def verdict(self) -> Verdict:
        """Yes, no or unclear."""
        return self.answer.verdict


class UnknownCard(BadQuestion):
    """A card is needed and none of the name is known; ``candidates`` are those that may be meant."""

    def __init__(self, name: str, parsed: Sequence[ParsedThing]) -> None:
        found = [found for one in parsed if not one.known for found in one.candidates]
        self.candidates = tuple(found)
        near = dict.fromkeys(one.name for one in found)
        values = {"name": name, "cards": " · ".join([*near][:_MOST_NEAR]), "example": _EXAMPLE}
        super().__init__(Saying(_NEAR if near else _NONE_NEAR, values))


_EXAMPLE = '{"name": "A // B", "layout": "split", "types": "Instant"}'
_NEAR = _("No card named “%(name)s” is known. Near it: %(cards)s. Else describe it as JSON: %(example)s")
_NONE_NEAR = _("No card named “%(name)s” is known, nor one like it. Describe it as JSON: %(example)s")


class Span(NamedTuple):
    """A time with one answer: ``first`` and ``last`` are versions.

    ``printed`` is false where a card of the question was not printed yet: what the rules would have said.
    """

    first: datetime.date
    last: datetime.date
    verdict: Verdict
    answer: Saying
    numbers: tuple[str, ...]
    printed: bool = True


def check(
    kind: Asked,
    things: Sequence[str] = (),
    day: str = "latest",
    *,
    with_: Sequence[str] = (),
    legal: bool | None = None,
    options: Options | None = None,
) -> Checked:
    """Answer a question as typed, as of the version in force on a day (a date, a year, `latest`).

    Raises BadQuestion where it is none, and NotOnShelf where there is no version for the day.
    """
    versions = catalogue()
    version = versions.find(day)
    question, parsed = ask(kind, things, version.date, with_=with_, legal=legal, options=options)
    return check_question(question, version, versions, parsed)


def ask(
    kind: Asked,
    things: Sequence[str],
    day: datetime.date,
    *,
    with_: Sequence[str] = (),
    legal: bool | None = None,
    options: Options | None = None,
) -> tuple[Question, tuple[ParsedThing, ...]]:
    """Understand what was typed. Raises BadQuestion."""
    if len(things) > MOST_THINGS:
        told = _("These are %(count)s objects; at most %(most)s can be asked about at once.")
        raise BadQuestion(Saying(told, {"count": str(len(things)), "most": str(MOST_THINGS)}))
    parsed = tuple(_with_added(understood(things)))
    if kind is Asked.PLAY and options and options.get("format"):
        parsed = tuple(_with_format(one, str(options["format"])) for one in parsed)
    question = Question(kind, day, tuple(one.thing for one in parsed), tuple(with_), legal, options or {})
    return question, parsed


def _with_added(parsed: Sequence[ParsedThing]) -> Iterable[ParsedThing]:
    """Objects with names added that are those of others of the question: these tell what card it is."""
    cards = {one.thing.card.name: one.thing.card for one in parsed if one.thing.card}
    for one in parsed:
        lacking = {name: cards[name] for name in one.thing.also if name not in one.thing.also_cards and name in cards}
        yield one._replace(thing=replace(one.thing, also_cards={**one.thing.also_cards, **lacking})) if lacking else one


def _with_format(one: ParsedThing, format_: str) -> ParsedThing:
    """An object whose card the data do not list for a format that they know: it is not legal there."""
    card, key = one.thing.card, format_key(format_)
    if card is None or not (card.oracle_id and card.legalities) or key in card.legalities:
        return one
    if not Card.objects.filter(legalities__has_key=key).exists():
        return one
    card = replace(card, legalities={**card.legalities, key: "not_legal"})
    return one._replace(thing=replace(one.thing, card=card))


def check_question(
    question: Question, version: CatalogueVersion, versions: Catalogue, parsed: tuple[ParsedThing, ...] = ()
) -> Checked:
    """Answer a question that is understood, as of a version on the shelf. Raises BadQuestion."""
    question = replace(question, day=version.date)
    try:
        several = _ambiguous(question, parsed)
        found = several or answer(question)
        if question.kind in (Asked.CHOOSE, Asked.ENGLISH) and any(one.thing.card and not one.known for one in parsed):
            raise UnknownName(parsed[0].thing.name)
    except UnknownName as unknown:
        raise UnknownCard(unknown.name, parsed) from None
    notes = remarks(parsed, version.date, one_taken=several is None)
    checked = Checked(question, found, version, _steps(found.reasons, version), parsed, notes)
    newest = versions.latest
    if newest is None or newest.date <= version.date:
        return checked
    now = _ambiguous(question, parsed) or answer(replace(question, day=newest.date))
    if _same_answer(found, now):
        return checked
    return replace(checked, today=now, since=since_when(question, versions, now))


def _same_answer(one: Answer, other: Answer) -> bool:
    return one.verdict is other.verdict and str(one.answer) == str(other.answer)


def since_when(question: Question, versions: Catalogue, now: Answer) -> datetime.date | None:
    """The version since which the newest rules' answer holds."""
    since: datetime.date | None = None
    for day in reversed(_days_to_ask(versions)):
        if not _same_answer(answer(replace(question, day=day)), now):
            break
        since = day
    return since


# ---- The rules behind an answer ----


def _steps(reasons: Sequence[Reason], version: CatalogueVersion) -> tuple[Step, ...]:
    """Reasons with the text of their rules. One query."""
    numbers = {reason.number for reason in reasons if reason.number}
    rows = Entry.objects.filter(edition=version.main.pk, number__in=numbers, kind__lt=Entry.Kind.TERM)
    fields = ("number", "pk", "wording__heading", "wording__text", "rule__public_id")
    found = {number: row for number, *row in rows.order_by("-position").values_list(*fields)}
    steps = []
    for reason in reasons:
        if reason.number not in found:
            steps.append(Step(reason.number, reason.says))
            continue
        pk, heading, text, rule = found[reason.number]
        href = reverse("place", args=[version.date.isoformat(), reason.number])
        steps.append(Step(reason.number, reason.says, text or heading, rule or "", href, pk))
    return tuple(steps)


# ---- Names of several cards ----


def _ambiguous(question: Question, parsed: Sequence[ParsedThing]) -> Answer | None:
    """The English name of what is printed on several cards: both, and the printing tells which."""
    if question.kind is not Asked.ENGLISH or not parsed or not parsed[0].ambiguous:
        return None
    one = parsed[0]
    if one.candidates[0].reason is Why.FACE and one.candidates[0].language == "en":
        # Whichever card it is a half of, its English name is this.
        return None
    plain = answer(question)
    told = _("This name is printed on several cards, %(cards)s: set and picture tell which one a printing is.")
    why = Saying(told, {"cards": rivals(one)})
    names = Saying("%(cards)s", {"cards": rivals(one)})
    reasons = (*plain.reasons, Reason("", why))
    return replace(plain, verdict=Verdict.UNCLEAR, answer=names, reasons=reasons, settled_by=why)


# ---- Through history ----


def check_through_history(
    question: Question, versions: Catalogue | None = None, parsed: Sequence[ParsedThing] = ()
) -> list[Span]:
    """The answer through all versions on the shelf, oldest first: asked only where the rules changed.

    Raises BadQuestion. ``parsed`` tells of names that are those of several cards; without it the first is meant.
    """
    versions = versions or catalogue()
    dates = [date for date in versions.dates if date >= FIRST_DAY]
    released = _released(question.things)
    spans: list[Span] = []
    asked: dict[int, Answer] = {}
    points = turning_points()
    for date in dates:
        epoch = sum(1 for day in points if day <= date)
        if epoch not in asked:
            then = replace(question, day=date)
            asked[epoch] = _ambiguous(then, parsed) or answer(then)
        found = asked[epoch]
        printed = not (released and date < released)
        _grow(spans, Span(date, date, found.verdict, found.answer, found.numbers, printed))
    return spans


def _grow(spans: list[Span], span: Span) -> None:
    """Add a span, or lengthen the last one if it says the same."""
    if spans and spans[-1]._replace(first=span.first, last=span.last) == span:
        spans[-1] = spans[-1]._replace(last=span.last)
    else:
        spans.append(span)


def _released(things: Sequence[Thing]) -> datetime.date | None:
    """The day from which all cards of a question were printed."""
    days = [thing.card.released for thing in things if thing.card and thing.card.released]
    return max(days, default=None)


def _days_to_ask(versions: Catalogue) -> list[datetime.date]:
    """The first version of each epoch, oldest first; none is after the newest in force."""
    newest = versions.latest
    dates = [date for date in versions.dates if date >= FIRST_DAY and newest and date <= newest.date]
    points = turning_points()
    firsts: dict[int, datetime.date] = {}
    for date in dates:
        firsts.setdefault(sum(1 for day in points if day <= date), date)
    return list(firsts.values())
