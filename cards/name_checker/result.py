"""Prepare an answer of the engine for the page."""

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.engine.input.object import read_written
from cards.engine.rules.reasons import WORDS
from cards.engine.rules.rule_history import name_rules
from cards.engine.types import Answer, BadQuestion, Question, QuestionKind, Verdict
from cards.name_checker import check as name_checker_check
from cards.name_checker.answers_by_card import FirstSet, first_sets, set_of
from cards.name_checker.check import AnswerSpan, NameCheck, Options
from cards.name_checker.deciding_sentence import deciding_sentence
from cards.name_checker.field_notes import named_of, note_of
from cards.name_checker.forms import FieldNote
from cards.name_checker.history_svg import AnswerHistory, AnswerPeriod, history_of
from cards.name_checker.name_warnings import facts_known_since
from cards.name_checker.query_params import QuestionParams
from cards.name_checker.question_text import NEEDS_BY, other_way, question_html, question_text, verdict_word
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.archive.entries import passage_of
from rulesbase.core.errors import message_text
from rulesbase.engine.messages import Message
from rulesbase.engine.text.sentences import Sentence
from rulesbase.reading.text_html import Links, inline_html

# Questions whose answer is a name, not yes or no.
NAMING = frozenset({QuestionKind.ENGLISH, QuestionKind.REFERS, QuestionKind.TOKEN})
# A longer answer gets a smaller font.
_LONG = 24
_HOWS: Mapping[str, Mapping[str, bool]] = {
    "granted": {"granted": True},
    "granted-copied": {"granted": True, "copied": True},
    "granted-moved": {"granted": True, "moved": True},
    "copied": {"copied": True},
    "shortened": {"shortened": True},
    "shortened-second": {"shortened": True, "second": True},
    "phrase": {"phrase": True},
}


class CitedRule(NamedTuple):
    """A rule in its version; its text is empty if an earlier step shows it."""

    number: str
    href: str
    html: SafeString


class StepHtml(NamedTuple):
    """A step of the reasoning, and the rules that it rests on."""

    says: str
    cited: tuple[CitedRule, ...]


class CurrentAnswer(NamedTuple):
    """The different answer of the rules in force, and since when."""

    verdict: str
    word: str
    since: datetime.date | None
    href: str


class CaseCard(NamedTuple):
    """A card that an ambiguous name may mean, and the set that first had the name."""

    name: str
    first: FirstSet | None


class AnswerCase(NamedTuple):
    """The answer in one case: which cards are meant (with a link to that question), which missing fact is so."""

    verdict: str
    word: str
    cards: tuple[CaseCard, ...]
    fact: str
    href: str
    numbers: tuple[str, ...]


class RelatedQuestion(NamedTuple):
    """A link to a related question."""

    words: str
    href: str


class Result(NamedTuple):
    """The outcome of a question: the answer if there is one, notes for card fields, and errors."""

    shown: Mapping[str, object] | None
    notes: Mapping[int, FieldNote]
    errors: tuple[str, ...] = ()
    refused: bool = False


def result_of(params: QuestionParams, version: CatalogueVersion, versions: Catalogue, action: str, root: str) -> Result:
    """Answer a question. ``root`` is the address of the site, for citations."""
    wrong = _object_errors(params)
    if wrong:
        return Result(None, wrong, refused=True)
    try:
        question, parsed = name_checker_check.parse_question(
            params.kind,
            [str(card) for card in params.cards],
            version.date,
            with_=tuple(filter(None, [params.details.get("with", "")])),
            legal={"yes": True, "no": False}.get(params.details.get("legal", "")),
            options=options_of(params),
        )
    except BadQuestion as refusal:
        return Result(None, {}, (message_text(refusal.message),), refused=True)
    notes = {at: note_of(params, at, one, action) for at, one in enumerate(parsed)}
    try:
        checked = name_checker_check.check_question(question, version, versions, parsed)
        # The printing decides which card is meant, so there is no history.
        undecided = params.kind is QuestionKind.ENGLISH and any(one.ambiguous for one in parsed)
        spans = [] if undecided else name_checker_check.check_through_history(question, versions, parsed)
    except BadQuestion as refusal:
        return Result(None, notes, (message_text(refusal.message),))
    return Result(_answer_html(params, checked, spans, versions, action, root), notes)


def _object_errors(params: QuestionParams) -> dict[int, FieldNote]:
    """Return the errors of impossible objects, such as an unknown state."""
    found = {}
    for at, card in enumerate(params.cards):
        try:
            read_written(str(card))
        except BadQuestion as refusal:
            found[at] = FieldNote(problem=message_text(refusal.message))
    return found


def options_of(params: QuestionParams) -> Options:
    """Return the engine's options from the details of the question."""
    details = params.details
    if params.kind is QuestionKind.REFERS:
        how, by = details.get("how", ""), details.get("by", "")
        if how in NEEDS_BY:
            return {"gained_by" if how == "gained" else how: by} if by else {}
        return dict(_HOWS.get(how, {}))
    if params.kind is QuestionKind.DIFFERENT:
        return {details["among"]: True} if details.get("among") in ("first", "group") else {}
    found: dict[str, str | tuple[str, ...] | bool] = {}
    for key in ("name", "changed", "format"):
        if details.get(key):
            found[key] = details[key]
    for key in ("existing", "commander"):
        if details.get(key):
            found[key] = True
    if details.get("subtypes"):
        found["subtypes"] = tuple(details["subtypes"].split())
    return found


# ---- The answer ----


def _answer_html(
    params: QuestionParams, checked: NameCheck, spans: Sequence[AnswerSpan], versions: Catalogue, action: str, root: str
) -> Mapping[str, object]:
    """Return the answer for its template."""
    question = question_html(params, [named_of(one) for one in checked.parsed])
    answer, version = checked.answer, checked.version
    word = _word(params.kind, answer)
    cite_href = action + params.at(str(version)).query
    return {
        "question": question,
        "sentence": question_text(question),
        "version": version,
        "verdict": str(answer.verdict),
        "word": word,
        "name": params.kind in NAMING and answer.verdict is Verdict.YES,
        "is_english": params.kind in (QuestionKind.ENGLISH, QuestionKind.TOKEN) and answer.verdict is Verdict.YES,
        "is_long": len(word) > _LONG,
        "says": message_text(answer.conclusion),
        "cases": _cases(params, checked, action),
        "warnings": tuple(dict.fromkeys(message_text(note) for note in checked.notes)),
        "steps": _steps(checked),
        "by_analogy": answer.by_analogy,
        # The answer on a printing states it already.
        "on_tournament_rules": answer.rests_on_tournament_rules and params.kind is not QuestionKind.PLAY,
        "today": _today(params, checked, action),
        "turns": _related(params, checked, action),
        "history": _history(params, checked.question, spans, versions, version, action),
        "cite": root.rstrip("/") + cite_href,
        "cite_href": cite_href,
    }


def _word(kind: QuestionKind, answer: Answer) -> str:
    """Return the answer in large letters: a name, or the verdict."""
    if answer.verdict is Verdict.YES and str(answer.answer) != str(WORDS[Verdict.YES]):
        return message_text(answer.answer)
    return verdict_word(answer.verdict)


def _cases(params: QuestionParams, checked: NameCheck, action: str) -> tuple[AnswerCase, ...]:
    """Return the answer for each card that a name may mean, and for each value of a missing fact."""
    sets = first_sets([one for reading in checked.readings for one in reading.objects.values()])
    found = []
    for reading in checked.readings:
        asked, cards = params, []
        for at, one in reading.objects.items():
            asked = asked.with_card(at, one.thing.name)
            cards.append(CaseCard(one.thing.name, set_of(one, sets)))
        href = action + asked.query
        found += [_case(params, answer, fact, cards, href) for fact, answer in reading.cases]
    return tuple(found or (_case(params, one.answer, one.condition, (), "") for one in checked.answer.branches))


def _case(
    params: QuestionParams, answer: Answer, fact: Message | None, cards: Sequence[CaseCard], href: str
) -> AnswerCase:
    word = _word(params.kind, answer)
    fact_text = message_text(fact) if fact else ""
    return AnswerCase(str(answer.verdict), word, tuple(cards), fact_text, href, answer.numbers)


def _steps(checked: NameCheck) -> tuple[StepHtml, ...]:
    """Return the reasons; rules with the same reason share a step, and no text is shown twice."""
    links = Links(checked.version, checked.version.main, None)
    shown: set[str] = set()
    found: list[StepHtml] = []
    for step in checked.steps:
        html, says = "", message_text(step.says)
        if step.text and step.number not in shown:
            html = _rule_html(step.text, deciding_sentence(step.text, step.says.message), links)
            shown.add(step.number)
        cited = (CitedRule(step.number, step.href, mark_safe(html)),) if step.number else ()  # noqa: S308 (escaped)
        if found and found[-1].says == says:
            found[-1] = StepHtml(says, found[-1].cited + cited)
        else:
            found.append(StepHtml(says, cited))
    return tuple(found)


def _rule_html(text: str, deciding: Sentence | None, links: Links) -> str:
    """Return the text of a rule with its deciding sentence marked."""

    def part(start: int, end: int) -> str:
        return inline_html(passage_of(text[start:end], "", 0)._replace(refs=()), links).replace("\n", "<br>")

    if deciding is None:
        return part(0, len(text))
    start, end = deciding
    return f"{part(0, start)}<mark>{part(start, end)}</mark>{part(end, len(text))}"


def _today(params: QuestionParams, checked: NameCheck, action: str) -> CurrentAnswer | None:
    if checked.today is None:
        return None
    word = _word(params.kind, checked.today)
    return CurrentAnswer(str(checked.today.verdict), word, checked.since, action + params.at("").query)


def _related(params: QuestionParams, checked: NameCheck, action: str) -> tuple[RelatedQuestion, ...]:
    """Return the opposite question, or both cases of an unstated legality that matters."""
    question = checked.question
    counts = checked.verdict is Verdict.DEPENDS and name_rules(question.day).says("choose", "legal")
    if params.kind is QuestionKind.CHOOSE and question.legal is None and counts:
        either = ((_("If the card is legal in the format"), "yes"), (_("If it is not legal"), "no"))
        links = ((words, action + params.with_detail("legal", value).query) for words, value in either)
        return tuple(RelatedQuestion(words, href) for words, href in links)
    other = {QuestionKind.SAME: QuestionKind.DIFFERENT, QuestionKind.DIFFERENT: QuestionKind.SAME}.get(params.kind)
    return (RelatedQuestion(other_way(params), action + params.of_kind(other).query),) if other else ()


# ---- Through history ----


def _history(
    params: QuestionParams,
    question: Question,
    spans: Sequence[AnswerSpan],
    versions: Catalogue,
    here: CatalogueVersion,
    action: str,
) -> AnswerHistory | None:
    latest = versions.latest.date if versions.latest else None

    def href(day: datetime.date) -> str:
        return action + params.at("" if day == latest else day.isoformat()).query

    def rule(day: datetime.date, number: str) -> str:
        return reverse("place", args=[day.isoformat(), number])

    periods = [_period(params.kind, span) for span in spans]
    return history_of(periods, here.date, href, rule, facts_known_since(question))


def _period(kind: QuestionKind, span: AnswerSpan) -> AnswerPeriod:
    naming = span.verdict is Verdict.YES and str(span.answer) != str(WORDS[Verdict.YES])
    word = message_text(span.answer) if naming else verdict_word(span.verdict)
    return AnswerPeriod(span.first, span.last, str(span.verdict), word, span.numbers, span.printed)
