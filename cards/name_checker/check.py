"""Answer a question about names as of a version, with the rules of that version."""

import datetime
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse

from cards.engine.name_rules.legality import NEAR, format_key
from cards.engine.name_rules.named_phrase import read_named
from cards.engine.name_rules.rule_history import FIRST_DAY, turning_points
from cards.engine.name_rules.tokens import unknown_subtypes
from cards.engine.types import Answer, BadQuestion, Question, QuestionKind, Reason, UnknownName, Verdict
from cards.lookup.facts import data_as_of, known_subtypes
from cards.lookup.resolve_objects import ResolvedObject, resolve_objects
from cards.lookup.which_card import card_with_name
from cards.models import Card
from cards.name_checker.answers_by_card import Reading, answer_readings, read_by_set
from cards.name_checker.name_warnings import oracle_remarks, remarks
from cards.name_checker.options import FLAGS, LISTS, OPTIONS, TEXTS
from cards.name_checker.question_text import answer_word
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.models import Entry

_DAY = datetime.timedelta(days=1)
_MOST_NEAR = 5
Options = Mapping[str, str | tuple[str, ...] | bool]


class RuleStep(NamedTuple):
    """A step of reasoning with its rule.

    ``number`` is empty without a rule; ``rule`` is the rule's public id.
    """

    number: str
    message: Message
    text: str = ""
    rule: str = ""
    href: str = ""


class NameCheck(NamedTuple):
    """A question and its answer.

    ``today`` is the answer of the newest rules if it differs, ``since`` the first version with it. ``notes`` are
    warnings: guesses, names of several cards, cards not printed yet. ``readings`` are the answers for each card that
    an ambiguous name may mean.
    """

    question: Question
    answer: Answer
    version: CatalogueVersion
    steps: tuple[RuleStep, ...]
    resolved: tuple[ResolvedObject, ...] = ()
    notes: tuple[Message, ...] = ()
    today: Answer | None = None
    since: datetime.date | None = None
    readings: tuple[Reading, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Return yes, no, depends or unclear."""
        return self.answer.verdict


class UnknownCard(BadQuestion):
    """A card is needed and the name is unknown; ``candidates`` are the cards that may be meant."""

    def __init__(self, name: str, resolved: Sequence[ResolvedObject]) -> None:
        self.candidates = tuple(found for one in resolved if one.thing.unknown for found in one.candidates)
        near = dict.fromkeys(one.name for one in self.candidates)
        values = {"name": name, "cards": " · ".join([*near][:_MOST_NEAR]), "example": _EXAMPLE}
        super().__init__(_SIMILAR_NAMES if near else _NO_SIMILAR_NAME, **values)


_EXAMPLE = '{"name": "A // B", "layout": "split", "types": "Instant"}'
_SIMILAR_NAMES = _(
    "No card named “%(name)s” was found. Similar names: %(cards)s. You can also describe the card as JSON: %(example)s"
)
_NO_SIMILAR_NAME = _(
    "No card named “%(name)s” and no similar name was found. You can describe the card as JSON: %(example)s"
)


class AnswerSpan(NamedTuple):
    """A time with one answer; ``first`` and ``last`` are dates of versions.

    ``printed`` is false if a card of the question was not printed yet.
    """

    first: datetime.date
    last: datetime.date
    verdict: Verdict
    answer: Message
    numbers: tuple[str, ...]
    printed: bool = True

    @property
    def word(self) -> str:
        """Return the answer in the language of the page."""
        return answer_word(self.verdict, self.answer)


def check(
    kind: QuestionKind,
    things: Sequence[str] = (),
    day: str = "latest",
    *,
    set_code: str = "",
    options: Options | None = None,
) -> NameCheck:
    """Answer a question as typed, as of the version in force on a day (a date, a year, `latest`).

    Raise BadQuestion for an impossible question, and VersionNotFound without a version for the day.
    """
    versions = catalogue()
    version = versions.find(day)
    question, resolved = parse_question(kind, things, version.date, set_code=set_code, options=options)
    return check_question(question, version, versions, resolved)


def parse_question(
    kind: QuestionKind, things: Sequence[str], day: datetime.date, *, set_code: str = "", options: Options | None = None
) -> tuple[Question, tuple[ResolvedObject, ...]]:
    """Parse the typed objects into a question. Raise BadQuestion.

    ``set_code`` picks the card where a name may mean several: the one printed in this set.
    """
    if refusal := refusal_of_unused(kind, options or (), OPTIONS[kind]):
        raise refusal
    if kind is QuestionKind.NAMED:
        phrases = [read_named(typed, lambda name: card_with_name(name) is not None) for typed in things]
        things = [phrase.name for phrase in phrases]
        first = phrases[0] if phrases else None
        options = {"described": first.what, "zone": first.zone, "negated": first.negated} if first else {}
    found = resolve_objects(things)
    resolved = tuple(_with_added_cards(read_by_set(found, set_code) if set_code else found))
    if options and options.get("format"):
        resolved = tuple(
            _of_each_reading(partial(_with_format, format_=str(options["format"])), one) for one in resolved
        )
    things_ = tuple(one.thing for one in resolved)
    question = Question(kind, day, things_, options or {}, data_as_of())
    if question.texts("with") or kind is QuestionKind.TOKEN:
        question = replace(question, subtypes=known_subtypes())
    if kind is QuestionKind.TOKEN:
        question = _with_token_card(question)
    return question, resolved


def options_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options among the values of a command, an address or the API."""
    found: dict[str, Any] = {key: True for key in FLAGS if given.get(key)}
    found |= {key: given[key] for key in TEXTS if given.get(key)}
    found |= {key: tuple(given[key]) for key in LISTS if given.get(key)}
    # These mean something when they are false.
    return found | {key: given[key] for key in ("legal", "legendary") if given.get(key) is not None}


def refusal_of_unused(kind: QuestionKind, given: Iterable[str], used: Iterable[str]) -> BadQuestion | None:
    """Return the refusal of a question with options that its kind does not use; None if it uses all of them."""
    unused = sorted({*given}.difference(used))
    if not unused:
        return None
    message = _("The question type “%(kind)s” does not use “%(option)s”. It uses: %(options)s.")
    options = ", ".join(sorted(used)).replace("_", "-") or "-"
    return BadQuestion(message, kind=str(kind), option=unused[0].replace("_", "-"), options=options)


def _with_added_cards(resolved: Sequence[ResolvedObject]) -> Iterable[ResolvedObject]:
    """Yield objects; a name added to one takes its card from the other objects of the question."""
    cards = {one.thing.card.name: one.thing.card for one in resolved if one.thing.card}

    def with_cards(one: ResolvedObject) -> ResolvedObject:
        lacking = {name: cards[name] for name in one.thing.also if name not in one.thing.also_cards and name in cards}
        return one._replace(thing=replace(one.thing, also_cards={**one.thing.also_cards, **lacking}))

    return (_of_each_reading(with_cards, one) for one in resolved)


def _with_token_card(question: Question) -> Question:
    """Read the words of a token that are no subtypes as the name of a card. Raise BadQuestion if there is none."""
    words = question.texts("subtypes")
    unknown = unknown_subtypes(words, question.subtypes) if question.subtypes is not None else ()
    if not unknown:
        return question
    card = card_with_name(" ".join(words))
    if card is None:
        raise BadQuestion(_("“%(word)s” is not a subtype or a card name."), word=unknown[0])
    # Only a split card has the names of both its sides on the battlefield.
    name = card.name if card.layout == "split" else card.name.partition(" // ")[0]
    return replace(question, options={**question.options, "card": name})


def _of_each_reading(change: Callable[[ResolvedObject], ResolvedObject], one: ResolvedObject) -> ResolvedObject:
    """Return an object with a change of itself and of its readings."""
    return change(one)._replace(readings=tuple(map(change, one.readings)))


def _with_format(one: ResolvedObject, format_: str) -> ResolvedObject:
    """Mark the card as not legal in a known format in which the data do not list it."""
    card, key = one.thing.card, format_key(format_)
    if card is None or not (card.oracle_id and card.legalities) or key in card.legalities:
        return one
    if not Card.objects.filter(legalities__has_key=key).exists():
        return one
    history = card.history
    if history:
        legal = tuple((day, {key: "not_legal", **words}) for day, words in history.legalities)
        history = replace(history, legalities=legal)
    card = replace(card, legalities={**card.legalities, key: "not_legal"}, history=history)
    return one._replace(thing=replace(one.thing, card=card))


def check_question(
    question: Question, version: CatalogueVersion, versions: Catalogue, resolved: tuple[ResolvedObject, ...] = ()
) -> NameCheck:
    """Answer a resolved question as of a version. Raise BadQuestion."""
    question = replace(question, day=version.date)
    try:
        found, readings = answer_readings(question, resolved)
        if question.kind is QuestionKind.ENGLISH and any(one.thing.card and one.thing.unknown for one in resolved):
            raise UnknownName(resolved[0].thing.name)
    except UnknownName as unknown:
        raise UnknownCard(unknown.name, resolved) from None
    notes = (*remarks(resolved, version.date, question.data_as_of), *oracle_remarks(question))
    checked = NameCheck(question, found, version, _steps(found.reasons, version), resolved, notes, readings=readings)
    newest = versions.latest
    if newest is None or newest.date <= version.date:
        return checked
    now = answer_readings(replace(question, day=newest.date), resolved).answer
    if found.is_like(now):
        return checked
    return checked._replace(today=now, since=since_when(question, versions, now, resolved))


def since_when(
    question: Question, versions: Catalogue, now: Answer, resolved: Sequence[ResolvedObject] = ()
) -> datetime.date | None:
    """Return the first version since which the newest rules' answer holds."""
    since: datetime.date | None = None
    for first, *_rest in reversed(_epochs(versions, resolved)):
        if versions.latest and first <= versions.latest.date:
            if not answer_readings(replace(question, day=first), resolved).answer.is_like(now):
                break
            since = first
    return since


# ---- The rules behind an answer ----


def _steps(reasons: Sequence[Reason], version: CatalogueVersion) -> tuple[RuleStep, ...]:
    """Return reasons with the text of their rules. One query."""
    numbers = {reason.number for reason in reasons if reason.number}
    rows = Entry.objects.filter(edition=version.main.pk, number__in=numbers, kind__lt=Entry.Kind.TERM)
    fields = ("number", "wording__heading", "wording__text", "rule__public_id")
    found = {
        number: (text or heading, rule or "", reverse("place", args=[version.date.isoformat(), number]))
        for number, heading, text, rule in rows.order_by("-position").values_list(*fields)
    }
    return tuple(RuleStep(reason.number, reason.message, *found.get(reason.number, ())) for reason in reasons)


# ---- Through history ----


def check_through_history(
    question: Question, versions: Catalogue, resolved: Sequence[ResolvedObject] = ()
) -> list[AnswerSpan]:
    """Return the answer through all versions, oldest first; computed once for each epoch of the rules.

    Raise BadQuestion. ``resolved`` has the readings of ambiguous names; without it the first card is used.
    """
    cards = (thing.card for thing in question.things)
    released = max((card.released for card in cards if card and card.released), default=None)
    spans: list[AnswerSpan] = []
    for dates in _epochs(versions, resolved):
        found = answer_readings(replace(question, day=dates[0]), resolved).answer
        for date in dates:
            printed = not (released and date < released)
            spans.append(AnswerSpan(date, date, found.verdict, found.answer, found.numbers, printed))
    runs = [list(run) for _same, run in groupby(spans, key=lambda span: span[2:])]
    return [run[0]._replace(last=run[-1].last) for run in runs]


def _epochs(versions: Catalogue, resolved: Sequence[ResolvedObject]) -> list[list[datetime.date]]:
    """Return the dates of versions, oldest first, in groups within which no answer changes."""
    points = _points(resolved)
    dates = [date for date in versions.dates if date >= FIRST_DAY]
    return [list(some) for _epoch, some in groupby(dates, key=lambda date: bisect_right(points, date))]


def _points(resolved: Sequence[ResolvedObject]) -> list[datetime.date]:
    """Return the days on which an answer may change: of the rules on names, and of the data on the cards."""
    things = [reading.thing for one in resolved for reading in (one, *one.readings)]
    cards = [card for thing in things for card in (thing.card, *thing.also_cards.values()) if card and card.history]
    dated = {day for card in cards if card.history for day in card.history.days}
    # A legality counts for some weeks around the day of the data.
    return sorted({*turning_points(), *(day for one in dated for day in (one - NEAR, one, one + NEAR + _DAY))})
