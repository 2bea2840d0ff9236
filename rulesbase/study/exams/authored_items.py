"""Exam questions from written ones with choices that were published on the day of the exam."""

import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.safestring import mark_safe

from rulesbase.models import Question, WrittenRevision
from rulesbase.study.authored.html import RevisionTexts
from rulesbase.study.exams.draw import WRITTEN, DrawRequest, ExamItem
from rulesbase.study.questions.render import RenderContext


def published_on(day: datetime.date) -> list[WrittenRevision]:
    """Return the revisions published at the beginning of a day, in the order of ids."""
    start = timezone.make_aware(datetime.datetime.combine(day, datetime.time.min), timezone.get_default_timezone())
    not_ended = Q(ended_at=None) | Q(ended_at__gte=start)
    not_retired = Q(written__retired_at=None) | Q(written__retired_at__gte=start)
    rows = WrittenRevision.objects.filter(not_ended, not_retired, published_at__lt=start).exclude(right=[])
    rows = rows.select_related("written__question").order_by("written__public_id", "number")
    return [row for row in rows if not _was_retired(row, start)]


def _was_retired(row: WrittenRevision, moment: datetime.datetime) -> bool:
    """Return whether a question that was restored later was retired at that moment."""
    pauses = [[datetime.datetime.fromisoformat(at) for at in pause] for pause in row.written.pauses]
    return any(begun < moment <= ended for begun, ended in pauses)


def draw_written(draw: DrawRequest) -> list[ExamItem]:
    """Draw written questions on the topic by the seed."""
    asked = draw.asked
    rows = [row for row in published_on(asked.day) if asked.level in (0, row.level)]
    if not rows or not draw.size:
        return []
    showing = RenderContext(draw.versions, draw.version, (draw.language, "en"), {})
    texts = RevisionTexts(rows, showing)
    fit = [row for row in rows if _is_on(row, texts, asked.topic)]
    chance = asked.random("written")
    return [_item(row, texts, draw) for row in chance.sample(fit, min(draw.size, len(fit)))]


def _is_on(row: WrittenRevision, texts: RevisionTexts, topic: str) -> bool:
    if topic in ("", WRITTEN):
        return True
    numbers = [entry.number for entry in texts.entries(row)]
    return topic in row.tags or any(number.startswith(topic) for number in numbers if topic.isdigit())


def _item(row: WrittenRevision, texts: RevisionTexts, draw: DrawRequest) -> ExamItem:
    question = row.written.question or Question(kind=Question.Kind.WRITTEN, public_id="", level=row.level)
    shown = texts.shown(question, row)
    page = texts.page(row)
    choices = page.words.choices
    order = list(range(len(choices)))
    draw.asked.random("options", row.written.public_id).shuffle(order)
    options = tuple(mark_safe(page.inline(choices[at])) for at in order)  # noqa: S308 - escaped by the page
    return ExamItem(
        kind=Question.Kind.WRITTEN,
        level=row.level,
        place=shown.eyebrow.split(" ", 1)[0] if shown.eyebrow[:1].isdigit() else "",
        eyebrow=shown.eyebrow,
        ask=mark_safe(page.scenario()),  # noqa: S308 - escaped by the page
        options=options,
        right=frozenset(order.index(at) for at in row.right),
        answer=mark_safe(page.why()),  # noqa: S308 - escaped by the page
        public_id=question.public_id,
    )
