"""The questions after what changed: a rule as it was, and what it says now."""

import datetime
from collections.abc import Mapping, Sequence

from django.utils.html import escape
from django.utils.translation import gettext

from rulesbase.compare.queries import compare_pair
from rulesbase.compare.word_diff_cache import pair_diffs
from rulesbase.core.dates import day_text
from rulesbase.models import Question
from rulesbase.reading.text_html import lang_attribute
from rulesbase.study.questions.changed_rules import pair_between, texts_before
from rulesbase.study.questions.difference_html import difference_of
from rulesbase.study.questions.quoted_html import QuestionTexts, QuotedRule, texts_at, wordings_before
from rulesbase.study.questions.types import RenderContext, RenderedQuestion, rendered_question

# A rule as it was, and the day it was so.
_Then = tuple[datetime.date, str]


def render_changed(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """What changed since the day that the person names, else with the last change of substance; by key.

    A rule that says the same as then is left out, whatever it said in between.
    """
    desk = QuestionTexts(questions, showing)
    then = _since(questions, showing) if showing.knows else _before(questions, showing)
    found: dict[int, RenderedQuestion] = {}
    places = {question.pk: desk.place(question) for question in questions}
    changed = {pk: (then[pk], place) for pk, place in places.items() if place and pk in then}
    pairs = {(old, place.text or place.heading) for (_, old), place in changed.values()}
    html = pair_diffs(pairs, "en", side=False)
    for question in questions:
        if question.pk in changed:
            (day, old), place = changed[question.pk]
            if old == (place.text or place.heading):
                continue
            words = html[old, place.text or place.heading].unified
            found[question.pk] = _shown(question, place, (day, old), words, desk, showing)
    return found


def _shown(
    question: Question, place: QuotedRule, then: _Then, words: str, desk: QuestionTexts, showing: RenderContext
) -> RenderedQuestion:
    day, old = then
    named = {"place": place.heading or place.number, "day": day_text(day)}
    lead = gettext("This is %(place)s as it was on %(day)s. What is different now?") % named
    ask = f'<p class="ask-lead">{escape(lead)}</p>{desk.old_html(old)}'
    answer = f'<div class="answer-rule text"{lang_attribute("en")}>{desk.number_html(place)} <p>{words}</p></div>'
    now = place.text or place.heading
    return rendered_question(
        question,
        desk.eyebrow(question),
        (ask, f"{lead}\n{old}"),
        (answer, now),
        desk.cited([place]),
        difference_of(question, place, showing),
        showing,
    )


def _since(questions: Sequence[Question], showing: RenderContext) -> dict[int, _Then]:
    """What each rule said on the day that the person names, of those that say something else now. Five queries."""
    pair = pair_between(showing.versions, showing.knows, showing.version) if showing.knows else None
    if pair is None:
        return {}
    was = texts_before(compare_pair(pair))
    return {q.pk: (pair.a.date, was[q.rule_id][0]) for q in questions if q.rule_id in was}


def _before(questions: Sequence[Question], showing: RenderContext) -> dict[int, _Then]:
    """What each rule said before its last change of substance. Two queries."""
    days = {q.pk: datetime.date.fromisoformat(q.data["since"]) for q in questions if q.data.get("since")}
    before = wordings_before(showing, questions, days)
    texts = texts_at({wording for _, wording in before.values()})
    return {pk: (day, texts[wording][1] or texts[wording][0]) for pk, (day, wording) in before.items()}
