"""Render questions on sections of the tournament documents, by kind."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop

from rulesbase.models import Question
from rulesbase.reading.text_html import Replacement, lang_attribute
from rulesbase.study.questions.quoted_html import QuestionTexts, QuotedRule, answer_word_html, lead_html

# HTML of the question and of the answer, and the cited rules.
BothSides = tuple[str, str, Sequence[QuotedRule]]

_ASKED = {
    "penalty": gettext_noop("%(section)s: what is the penalty?"),
    "definition": gettext_noop("%(section)s: what is the definition?"),
    "philosophy": gettext_noop("%(section)s: what is the philosophy behind the penalty and remedy?"),
    "remedy": gettext_noop("%(section)s: what is the additional remedy?"),
    "upgrade": gettext_noop("%(section)s: when is the penalty upgraded, and to what?"),
    "downgrade": gettext_noop("%(section)s: when is the penalty downgraded, and to what?"),
    "meaning": gettext_noop("What does the penalty “%(name)s” mean?"),
    "list": gettext_noop("%(section)s: name all items of the list in this section."),
    "steps": gettext_noop("%(section)s: name all items of the list in this section, in order."),
}


def _infraction(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    ask = _asked(texts, question, gettext("Which infraction is this, and what is its penalty?"))
    return ask, _answer(texts, question, place.heading), [place]


def _section(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    named = {"section": place.heading, "name": str(question.data.get("name", ""))}
    lead = gettext(_ASKED[question.data.get("ask", "penalty")]) % named
    return _asked(texts, question, lead), _answer(texts, question), [place]


def _table(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    data, (start, end) = question.data, question.data["label"]
    label = texts.passage(question.made_from_id).text[start:end]
    row = f"{data['row']}: {label}" if data["row"] else label
    asked = f"{row}. {data['column']}?" if data["column"] else f"{row}?"
    html = f'<p class="ask-lead"{lang_attribute("en")}>{escape(asked)}</p>'
    return _asked(texts, question, place.heading) + html, _answer(texts, question), [place]


def _asked(texts: QuestionTexts, question: Question, lead: str) -> str:
    """Return a line and the part of the section that is shown, if any."""
    shown = question.data.get("shown")
    return lead_html(lead) + (texts.ask_html(texts.passage(question.made_from_id), [shown]) if shown else "")


def _answer(texts: QuestionTexts, question: Question, name: str = "") -> str:
    """Return the parts of the section that answer, the first one large if it is short."""
    text, wording = texts.passage(question.made_from_id).text, question.made_from_id
    spans = list(question.data["answer"])
    head = name
    if question.kind != Question.Kind.SECTION:
        first = text[slice(*spans.pop(0))]
        head = f"{name}: {first}" if name else first
    parts = "".join(texts.part_html(wording, span) for span in spans)
    html = answer_word_html(escape(head)) if head else ""
    return html + (f'<div class="answer-rule text"{lang_attribute("en")}>{parts}</div>' if parts else "")


def paragraph_html(texts: QuestionTexts, question: Question, cut: Replacement) -> str:
    """Return the paragraph of a section that has a cut."""
    text = texts.passage(question.made_from_id).text
    start, end = text.rfind("\n", 0, cut.start) + 1, text.find("\n", cut.end)
    part = texts.part_html(question.made_from_id, (start, len(text) if end < 0 else end), [cut])
    return f'<div class="answer-rule text"{lang_attribute("en")}>{part}</div>'


SECTION_KINDS: Mapping[str, Callable[[QuestionTexts, Question, QuotedRule], BothSides | None]] = {
    Question.Kind.PENALTY: _section,
    Question.Kind.INFRACTION: _infraction,
    Question.Kind.SECTION: _section,
    Question.Kind.TABLE: _table,
}
