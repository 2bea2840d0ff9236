"""Render name questions: those stored in decks (the kind `name`), and those drawn for a page or an exam."""

import datetime
from collections.abc import Iterable, Mapping, Sequence

from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext

from cards.drills.levels import PAST, level_name
from cards.drills.question_templates import read_question
from cards.drills.verify_question import DrawnQuestion, game_objects_of, verify, with_today
from cards.drills.wording import answer_words, option_words, sentence
from cards.name_checker.question_text import filled
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.dates import day_text
from rulesbase.core.errors import message_text
from rulesbase.models import Entry, Question
from rulesbase.study.questions.render import AnswerRule, RenderContext, RenderedQuestion

_WORDS = 14
_Rules = Mapping[tuple[datetime.date, str], str]


def render(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render the questions that have a clear answer, by key: by the rules of the version shown, or of their day.

    About five queries whatever their number; some ten more for all names that are looked up, two for each
    interchangeable one.
    """
    answered = answer_stored(questions, showing.versions, showing.version)
    rules = rules_of(answered.values())
    return {
        question.pk: _shown(question, answered[question.pk], rules, showing)
        for question in questions
        if question.pk in answered
    }


def answer_stored(
    questions: Sequence[Question], versions: Catalogue, version: CatalogueVersion
) -> dict[int, DrawnQuestion]:
    """Answer stored questions by a version, or by that of their own day, by key; without unclear ones."""
    proposals = {question.pk: read_question(question.data) for question in questions}
    things = game_objects_of(proposals.values(), versions)
    answered: dict[int, DrawnQuestion] = {}
    for question in questions:
        day = question.data.get("day")
        as_of = versions.on(datetime.date.fromisoformat(day)) if day else version
        proposed = proposals[question.pk]
        if as_of and (verified := verify(proposed, things, as_of.date)):
            found = DrawnQuestion(question.key, question.level, proposed, as_of, verified.answer, verified.right)
            answered[question.pk] = with_today(found, verified, things, versions)
    return answered


def rules_of(answered: Iterable[DrawnQuestion]) -> dict[tuple[datetime.date, str], str]:
    """Return how the cited rules begin, by day and number. One query."""
    wanted = {(one.version.main.pk, number): one.day for one in answered for number in one.answer.numbers}
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


def ask_html(one: DrawnQuestion) -> SafeString:
    """Return the question as a sentence, with the day of its rules if that is an older one."""
    words = sentence(one.proposed, one.english)
    if one.level != PAST:
        return words
    date = format_html("<strong>{}</strong>", day_text(one.day))
    return filled(gettext("By the rules of %(date)s: %(question)s"), date=date, question=words)


def why_html(one: DrawnQuestion, rules: _Rules) -> SafeString:
    """Return the steps of the reasoning, each with its rule."""
    items: list[tuple[str, str]] = []
    for reason in one.answer.reasons:
        rule = ""
        if (one.day, reason.number) in rules:
            rule = format_html(' <a class="num" href="{}">{}</a>', _href(one, reason.number), reason.number)
        items.append((message_text(reason.message), rule))
    return format_html('<ul class="answer-list">{}</ul>', format_html_join("", "<li>{}{}</li>", items))


def today_html(one: DrawnQuestion) -> SafeString:
    """Return the answer by the rules in force, for a question about an older day."""
    if one.level != PAST:
        return SafeString()
    if one.today is None:
        return format_html('<p class="small">{}</p>', gettext("The rules in force give the same answer."))
    words = answer_words(one.proposed, one.today)
    message, values = gettext("By the rules in force: %(answer)s."), {"answer": words}
    if one.since is not None:
        message = gettext("By the rules in force: %(answer)s. This has been the answer since %(date)s.")
        values["date"] = escape(day_text(one.since))
    return format_html('<p class="small">{}</p>', filled(message, **values))


def cited(one: DrawnQuestion, rules: _Rules) -> tuple[AnswerRule, ...]:
    """Return the rules that the answer cites."""
    return tuple(
        AnswerRule(number, _href(one, number), rules[one.day, number])
        for number in one.answer.numbers
        if (one.day, number) in rules
    )


def _href(one: DrawnQuestion, number: str) -> str:
    return reverse("place", args=[one.day.isoformat(), number])


def _shown(question: Question, one: DrawnQuestion, rules: _Rules, showing: RenderContext) -> RenderedQuestion:
    html = format_html('<p class="ask-lead">{}</p>', ask_html(one))
    if options := [(option_words(one.proposed, option),) for option in one.proposed.options]:
        html += format_html('<ul class="answer-list">{}</ul>', format_html_join("", "<li>{}</li>", options))
    answer = format_html('<p class="answer-word"><strong>{}</strong></p>', answer_words(one.proposed, one))
    answer += why_html(one, rules) + today_html(one)
    return RenderedQuestion(question, showing.version, level_name(question.level), html, answer, cited(one, rules))
