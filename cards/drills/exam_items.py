"""Exam questions on names, drawn from the cards by the seed of the exam.

They are the same for everybody as long as the cards are: an import of cards may bring others.
"""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from cards.drills.draw import PAST, DrawnQuestion, draw
from cards.drills.html import answered_question, ask_html, rules_of, stock_for, today_html, why_html
from cards.drills.wording import option_words, plain
from rulesbase.models import Question
from rulesbase.study.exams import draw as exams_draw
from rulesbase.study.exams.draw import DrawRequest, ExamItem, ExamOption

_SHARE = 20
# Of a test of any level these are asked in turn; the rules of older days only where they are asked for.
_ANY_LEVEL = (1, 2, 3, 4)


def register_source() -> None:
    """Say that questions of names are drawn here; done once, when the program starts."""
    exams_draw.register(exams_draw.NAMES, draw_names, _SHARE)


def draw_names(of: DrawRequest) -> list[ExamItem]:
    """Questions of names of the level that is asked for, by the chance of the seed."""
    if not of.size:
        return []
    seed = of.asked.random("names").randrange(1_000_000)
    levels = [of.asked.level] if of.asked.level else _ANY_LEVEL[: of.size]
    each = -(-of.size // len(levels))
    drawn = [one for level in levels for one in draw(seed, level, each, of.version.date)]
    return _items(drawn, of)[: of.size]


def _items(drawn: list[DrawnQuestion], of: DrawRequest) -> list[ExamItem]:
    stock = stock_for(one.put for one in drawn)
    found = []
    for one in drawn:
        version = of.versions.on(one.day)
        answered = (
            answered_question(one.put, stock, version, of.versions, is_past=one.level == PAST) if version else None
        )
        if answered is not None:
            found.append((one, answered))
    rules = rules_of([answered for _one, answered in found])
    items = []
    for one, answered in found:
        words = [option_words(one.put, option) for option in one.options]
        items.append(
            ExamItem(
                kind=Question.Kind.NAME,
                level=one.level,
                place="201",
                eyebrow=gettext("Card names, level %(level)s") % {"level": one.level},
                ask=ask_html(answered),
                options=tuple(ExamOption(html, plain(html)) for html in words),
                right=frozenset([one.options.index(answered.judged.right)]),
                answer=SafeString(why_html(answered, rules) + today_html(answered)),
            )
        )
    return items
