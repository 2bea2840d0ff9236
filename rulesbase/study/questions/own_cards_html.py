"""Own cards: question and answer as somebody wrote them, plain text in which no HTML means anything."""

from collections.abc import Mapping, Sequence

from django.utils.html import linebreaks
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rulesbase.models import Question
from rulesbase.study.questions import render as questions_render
from rulesbase.study.questions.types import Showing, Shown, shown_as


def register_kind() -> None:
    """Say that own cards are rendered here; done once, when the program starts."""
    questions_render.register(Question.Kind.OWN, render)


def render(questions: Sequence[Question], showing: Showing) -> Mapping[int, Shown]:
    """All of these cards, by key. Asks for nothing; whose they are is the caller's matter."""
    return {
        question.pk: shown_as(
            question, _("own card"), _side(question, "ask"), _side(question, "answer"), (), SafeString(), showing
        )
        for question in questions
    }


def _side(question: Question, name: str) -> tuple[str, str]:
    """One side as HTML and as text; the lines of a person stay lines."""
    text = str(question.data.get(name, ""))
    return linebreaks(text, autoescape=True), text
