"""Prepare an answer of the engine for the page."""

import datetime
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.engine.input.object import parse_object
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import Answer, BadQuestion, QuestionKind, Verdict
from cards.name_checker.answers_by_card import first_sets, set_of
from cards.name_checker.check import (
    AnswerSpan,
    NameCheck,
    Options,
    RuleStep,
    check_question,
    check_through_history,
    options_of,
    parse_question,
)
from cards.name_checker.deciding_sentence import deciding_sentence
from cards.name_checker.field_notes import named_of, note_of
from cards.name_checker.forms import FieldNote, Result
from cards.name_checker.history_svg import AnswerHistory, history_of
from cards.name_checker.name_warnings import facts_known_since
from cards.name_checker.query_params import QuestionParams
from cards.name_checker.question_text import HOW_QUESTIONS, NEEDS_BY, answer_word, question_html, question_text
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.archive.entries import passage_of
from rulesbase.core.errors import message_text
from rulesbase.engine.messages import Message
from rulesbase.engine.text.sentences import Sentence
from rulesbase.reading.text_html import Links, inline_html

# Questions whose answer is a name, not yes or no.
_NAMING = frozenset({QuestionKind.ENGLISH, QuestionKind.REFERS, QuestionKind.TOKEN})
# A longer answer gets a smaller font.
_LONG = 24


class CitedRule(NamedTuple):
    """A rule in its version; its text is empty if an earlier step shows it."""

    number: str
    href: str
    html: SafeString


def result_of(params: QuestionParams, version: CatalogueVersion, versions: Catalogue, root: str) -> Result:
    """Answer a question. ``root`` is the address of the site, for citations."""
    wrong = _object_errors(params)
    if wrong:
        return Result(None, wrong, refused=True)
    typed = [str(card) for card in params.cards]
    try:
        question, resolved = parse_question(params.kind, typed, version.date, options=engine_options(params))
    except BadQuestion as refusal:
        return Result(errors=(message_text(refusal.message),), refused=True)
    notes = {at: note_of(params, at, one) for at, one in enumerate(resolved)}
    try:
        checked = check_question(question, version, versions, resolved)
        # The printing decides which card is meant, so there is no history.
        undecided = params.kind is QuestionKind.ENGLISH and any(one.readings for one in resolved)
        spans = [] if undecided else check_through_history(question, versions, resolved)
    except BadQuestion as refusal:
        return Result(None, notes, (message_text(refusal.message),))
    return Result(_answer_context(params, checked, spans, versions, root), notes)


def _object_errors(params: QuestionParams) -> dict[int, FieldNote]:
    """Return the errors of impossible objects, such as an unknown state."""
    found = {}
    for at, card in enumerate(params.cards):
        try:
            parse_object(str(card))
        except BadQuestion as refusal:
            found[at] = FieldNote(problem=message_text(refusal.message))
    return found


def engine_options(params: QuestionParams) -> Options:
    """Return the options that the details of a question mean."""
    details = params.details
    if params.kind is QuestionKind.REFERS:
        how, by = details.get("how", ""), details.get("by", "")
        if how in NEEDS_BY:
            return {"gained_by" if how == "gained" else how: by} if by else {}
        # Such as “granted-copied”.
        return dict.fromkeys(how.split("-"), True) if how in HOW_QUESTIONS else {}
    if params.kind is QuestionKind.DIFFERENT:
        return {details["among"]: True} if details.get("among") in ("first", "group") else {}
    lists = {key: [details[key]] for key in ("with", "changed") if key in details}
    lists["subtypes"] = details.get("subtypes", "").split()
    legal = {"yes": True, "no": False}.get(details.get("legal", ""))
    return options_of({**details, **lists, "legal": legal})


# ---- The answer ----


def _answer_context(
    params: QuestionParams, checked: NameCheck, spans: Sequence[AnswerSpan], versions: Catalogue, root: str
) -> Mapping[str, object]:
    """Return the context of the answer's template."""
    question = question_html(params, [named_of(one) for one in checked.resolved])
    answer, version = checked.answer, checked.version
    word = answer_word(answer.verdict, answer.answer)
    cite_href = params.at(str(version)).href
    is_yes = answer.verdict is Verdict.YES
    return {
        "question": question,
        "sentence": question_text(question),
        "version": version,
        "verdict": str(answer.verdict),
        "word": word,
        "name": params.kind in _NAMING and is_yes,
        "is_english": params.kind in (QuestionKind.ENGLISH, QuestionKind.TOKEN) and is_yes,
        "is_long": len(word) > _LONG,
        "says": message_text(answer.conclusion),
        "cases": _cases(params, checked),
        "warnings": tuple(dict.fromkeys(message_text(note) for note in checked.notes)),
        "steps": _steps(checked),
        "by_analogy": answer.by_analogy,
        # The answer on a printing states it already.
        "on_tournament_rules": answer.rests_on_tournament_rules and params.kind is not QuestionKind.PLAY,
        "today": checked.today and _word_of(checked.today) | {"since": checked.since, "href": params.at("").href},
        "turns": _related(params, checked),
        "history": _history(params, checked, spans, versions),
        "cite": root.rstrip("/") + cite_href,
        "cite_href": cite_href,
    }


def _word_of(answer: Answer) -> dict[str, object]:
    return {"verdict": str(answer.verdict), "word": answer_word(answer.verdict, answer.answer)}


def _cases(params: QuestionParams, checked: NameCheck) -> list[dict[str, object]]:
    """Return the answer for each card that a name may mean, and for each value of a missing fact.

    ``cards`` are names of cards with the set that first had the typed name; ``href`` leads to the question about them.
    """
    sets = first_sets(checked.readings)
    found = []
    for reading in checked.readings:
        asked = params
        for at, one in reading.objects.items():
            asked = asked.with_card(at, one.thing.name)
        cards = [(one.thing.name, set_of(one, sets)) for one in reading.objects.values()]
        found += [_case(answer, fact) | {"cards": cards, "href": asked.href} for fact, answer in reading.cases]
    return found or [_case(one.answer, one.condition) for one in checked.answer.branches]


def _case(answer: Answer, fact: Message | None) -> dict[str, object]:
    return _word_of(answer) | {"numbers": answer.numbers, "fact": message_text(fact) if fact else ""}


def _steps(checked: NameCheck) -> list[tuple[str, list[CitedRule]]]:
    """Return reasons with their rules; rules with the same reason share a step, and no text is shown twice."""
    links = Links(checked.version, checked.version.main, None)
    shown: set[str] = set()

    def cited(step: RuleStep) -> CitedRule:
        html = ""
        if step.text and step.number not in shown:
            html = _rule_html(step.text, deciding_sentence(step.text, step.message.message), links)
            shown.add(step.number)
        return CitedRule(step.number, step.href, mark_safe(html))  # noqa: S308 (escaped)

    runs = groupby(checked.steps, key=lambda step: message_text(step.message))
    return [(message, [cited(step) for step in steps if step.number]) for message, steps in runs]


def _rule_html(text: str, deciding: Sentence | None, links: Links) -> str:
    """Return the text of a rule with its deciding sentence marked."""

    def part(start: int, end: int) -> str:
        return inline_html(passage_of(text[start:end], "", 0)._replace(refs=()), links).replace("\n", "<br>")

    if deciding is None:
        return part(0, len(text))
    start, end = deciding
    return f"{part(0, start)}<mark>{part(start, end)}</mark>{part(end, len(text))}"


def _related(params: QuestionParams, checked: NameCheck) -> list[tuple[str, str]]:
    """Return words and address of the opposite question, or of both cases of an unstated legality that matters."""
    question = checked.question
    counts = checked.verdict is Verdict.DEPENDS and NameRules(question.day).has_mark("choose", "legal")
    if params.kind is QuestionKind.CHOOSE and question.legal is None and counts:
        either = ((_("If the card is legal in the format"), "yes"), (_("If the card is not legal in the format"), "no"))
        return [(words, params.with_detail("legal", value).href) for words, value in either]
    if params.kind is QuestionKind.SAME:
        different = params.of_kind(QuestionKind.DIFFERENT)
        return [(_("Check whether the names are different"), different.href)]
    if params.kind is QuestionKind.DIFFERENT:
        return [(_("Check whether the names are the same"), params.of_kind(QuestionKind.SAME).href)]
    return []


def _history(
    params: QuestionParams, checked: NameCheck, spans: Sequence[AnswerSpan], versions: Catalogue
) -> AnswerHistory | None:
    """Return the answer through all versions."""
    latest = versions.latest.date if versions.latest else None

    def href(day: datetime.date) -> str:
        return params.at("" if day == latest else day.isoformat()).href

    return history_of(spans, checked.version.date, href, facts_known_since(checked.question))
