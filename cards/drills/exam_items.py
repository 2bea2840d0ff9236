"""Exam questions on names, drawn from the cards by the seed of the exam.

They are the same for everybody until cards are imported.
"""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from cards.drills.draw import draw
from cards.drills.html import ask_html, rules_of, today_html, why_html
from cards.drills.wording import option_words, plain
from rulesbase.models import Question
from rulesbase.study.exams import draw as exams_draw
from rulesbase.study.exams.draw import DrawRequest, ExamItem, ExamOption

_SHARE = 20
# The levels of an exam of any level; rules of older days only on request.
_ANY_LEVEL = (1, 2, 3, 4)


def register_source() -> None:
    """Register name questions as a source. Called once, at program start."""
    exams_draw.register(exams_draw.NAMES, draw_names, _SHARE)


def draw_names(of: DrawRequest) -> list[ExamItem]:
    """Draw name questions of the wanted level by the seed."""
    if not of.size:
        return []
    seed = of.asked.random("names").randrange(1_000_000)
    levels = [of.asked.level] if of.asked.level else _ANY_LEVEL[: of.size]
    each = -(-of.size // len(levels))
    drawn = [one for level in levels for one in draw(seed, level, each, of.version.date)]
    rules = rules_of(drawn)
    return [
        ExamItem(
            kind=Question.Kind.NAME,
            level=one.level,
            place="201",
            eyebrow=gettext("Card names, level %(level)s") % {"level": one.level},
            ask=ask_html(one),
            options=tuple(ExamOption(html, plain(html)) for html in (option_words(one.put, o) for o in one.options)),
            right=frozenset([one.options.index(one.right)]),
            answer=SafeString(why_html(one, rules) + today_html(one)),
        )
        for one in drawn[: of.size]
    ]
