"""Name questions as people see them: those stored in decks (the kind `name`), and those drawn on the spot."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext

from cards.drills.facts import FactCache, cached_facts
from cards.drills.judge import JudgedAnswer, judge, question_of
from cards.drills.shapes import ProposedQuestion, proposed_question_of
from cards.drills.wording import answer_words, option_words, plain, printed_words, sentence
from cards.name_checker.check import since_when
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.dates import day_text
from rulesbase.core.errors import message_text
from rulesbase.models import Entry, Question
from rulesbase.study.questions import render as questions_render
from rulesbase.study.questions.types import CitedRule, RenderContext, RenderedQuestion, rendered_question

_WORDS = 14
_Rules = Mapping[tuple[datetime.date, str], str]


class AnsweredQuestion(NamedTuple):
    """A question with its answer, ready to be worded. ``today`` is what the newest rules say where it is another."""

    put: ProposedQuestion
    version: CatalogueVersion
    judged: JudgedAnswer
    is_past: bool
    english: tuple[str, ...] = ()
    today: JudgedAnswer | None = None
    since: datetime.date | None = None


def register_kind() -> None:
    """Say that questions of names are rendered here; done once, when the program starts."""
    questions_render.register(Question.Kind.NAME, render)


def render(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """All of these questions that have a plain answer, by key: by the rules of the version shown, or of their day.

    Some five queries whatever their number; a few more for each name that has to be looked up for the first time.
    """
    puts = {question.pk: proposed_question_of(question.data) for question in questions}
    answered: dict[int, AnsweredQuestion] = {}
    stock = stock_for(puts.values())
    for question in questions:
        day = question.data.get("day")
        version = showing.versions.on(datetime.date.fromisoformat(day)) if day else showing.version
        found = (
            answered_question(puts[question.pk], stock, version, showing.versions, is_past=bool(day))
            if version
            else None
        )
        if found:
            answered[question.pk] = found
    rules = rules_of(answered.values())
    return {
        question.pk: _shown(question, answered[question.pk], rules, showing)
        for question in questions
        if question.pk in answered
    }


def stock_for(puts: Iterable[ProposedQuestion]) -> FactCache:
    """The facts of the cards of some questions."""
    objects = [one for put in puts for one in put.objects]
    slow = any(not one.oracle_id for one in objects)
    stock = cached_facts() if slow else FactCache()
    stock.fetch(one.oracle_id for one in objects)
    return stock


def answered_question(
    put: ProposedQuestion, stock: FactCache, version: CatalogueVersion, versions: Catalogue, *, is_past: bool
) -> AnsweredQuestion | None:
    """The answer by a version, and by the newest one for a question of an older day; None where none is plain."""
    judged = judge(put, stock, version.date)
    if judged is None:
        return None
    question = question_of(put, stock, version.date)
    english = tuple(thing.name for thing in question.things) if question else ()
    answered = AnsweredQuestion(put, version, judged, is_past, english)
    newest = versions.latest
    today = judge(put, stock, newest.date) if is_past and newest else None
    if question is None or today is None or today.right == judged.right:
        return answered
    return answered._replace(today=today, since=since_when(question, versions, today.answer))


def rules_of(answered: Iterable[AnsweredQuestion]) -> dict[tuple[datetime.date, str], str]:
    """How the rules begin that answers rest on, by day and number. One query."""
    wanted = {
        (one.version.main.pk, number): one.version.date for one in answered for number in one.judged.answer.numbers
    }
    rows = Entry.objects.filter(
        edition__in={edition for edition, _number in wanted},
        number__in={number for _edition, number in wanted},
        kind__lt=Entry.Kind.TERM,
    )
    fields = ("edition_id", "number", "wording__heading", "wording__text")
    return {
        (wanted[edition, number], number): Truncator(heading or text).words(_WORDS)
        for edition, number, heading, text in rows.values_list(*fields)
        if (edition, number) in wanted
    }


# ---- Blocks ----


def ask_html(answered: AnsweredQuestion) -> SafeString:
    """The question as a sentence; of an older day that day is said first."""
    words = sentence(answered.put)
    if not answered.is_past:
        return words
    date = format_html("<strong>{}</strong>", day_text(answered.version.date))
    return _filled(gettext("By the rules of %(date)s: %(question)s"), date=date, question=words)


def _filled(message: str, **values: SafeString) -> SafeString:
    return mark_safe(escape(message) % values)  # noqa: S308 (all parts are escaped)


def why_html(answered: AnsweredQuestion, rules: _Rules) -> SafeString:
    """The steps of the reasoning, each with its rule."""
    items = [format_html("<li>{}</li>", one) for one in printed_words(answered.put, answered.english)]
    for reason in answered.judged.answer.reasons:
        rule = ""
        if (answered.version.date, reason.number) in rules:
            rule = format_html(' <a class="num" href="{}">{}</a>', _href(answered, reason.number), reason.number)
        items.append(format_html("<li>{}{}</li>", message_text(reason.says), mark_safe(rule)))  # noqa: S308 (escaped)
    return format_html('<ul class="answer-list">{}</ul>', mark_safe("".join(items)))  # noqa: S308 (escaped)


def today_html(answered: AnsweredQuestion) -> SafeString:
    """What the rules in force say of a question of an older day."""
    if not answered.is_past:
        return SafeString()
    if answered.today is None:
        return format_html('<p class="small">{}</p>', gettext("The rules in force give the same answer."))
    words = answer_words(answered.put, answered.today)
    if answered.since is None:
        message = gettext("By the rules in force: %(answer)s.")
        return format_html('<p class="small">{}</p>', _filled(message, answer=words))
    since = format_html("{}", day_text(answered.since))
    message = gettext("By the rules in force: %(answer)s, since %(date)s.")
    return format_html('<p class="small">{}</p>', _filled(message, answer=words, date=since))


def cited(answered: AnsweredQuestion, rules: _Rules) -> tuple[CitedRule, ...]:
    """The rules that the answer rests on."""
    numbers = answered.judged.answer.numbers
    return tuple(
        CitedRule(number, _href(answered, number), rules[answered.version.date, number])
        for number in numbers
        if (answered.version.date, number) in rules
    )


def _href(answered: AnsweredQuestion, number: str) -> str:
    return reverse("place", args=[answered.version.date.isoformat(), number])


def _shown(question: Question, answered: AnsweredQuestion, rules: _Rules, showing: RenderContext) -> RenderedQuestion:
    ask = ask_html(answered)
    options = [option_words(answered.put, option) for option in answered.put.options]
    listed = "".join(format_html("<li>{}</li>", one) for one in options)
    html = format_html('<p class="ask-lead">{}</p>', ask)
    if options:
        html += format_html('<ul class="answer-list">{}</ul>', mark_safe(listed))  # noqa: S308 (escaped)
    word = answer_words(answered.put, answered.judged)
    answer = format_html('<p class="answer-word"><strong>{}</strong></p>', word)
    answer += why_html(answered, rules) + today_html(answered)
    steps = [f"{reason.number} {message_text(reason.says)}".strip() for reason in answered.judged.answer.reasons]
    why = "\n".join([*map(plain, printed_words(answered.put, answered.english)), *steps])
    return rendered_question(
        question,
        gettext("Card names, level %(level)s") % {"level": question.level},
        (html, "\n".join([plain(ask), *(f"- {plain(one)}" for one in options)])),
        (answer, f"{plain(word)}\n{why}"),
        cited(answered, rules),
        SafeString(),
        showing,
    )


def data_of(put: ProposedQuestion, day: datetime.date | None) -> dict[str, Any]:
    """What is stored of a question; ``day`` only where the rules of an older day are asked for."""
    return {**put.data, "day": day.isoformat() if day else None}
