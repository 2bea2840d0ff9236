"""Render questions on sections of the tournament documents, by kind."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop

from rulesbase.models import Question
from rulesbase.reading.text_html import lang_attribute
from rulesbase.study.questions.quoted_html import QuestionTexts, QuotedRule, Span, TextCut, lead_html, word_html

# HTML and plain text.
Side = tuple[str, str]
BothSides = tuple[Side, Side, Sequence[QuotedRule]]

_ASKED = {
    "definition": gettext_noop("%(section)s: what is the definition?"),
    "philosophy": gettext_noop("%(section)s: what is the philosophy behind the penalty and remedy?"),
    "remedy": gettext_noop("%(section)s: what is the additional remedy?"),
    "upgrade": gettext_noop("%(section)s: when is the penalty upgraded, and to what?"),
    "downgrade": gettext_noop("%(section)s: when is the penalty downgraded, and to what?"),
    "meaning": gettext_noop("What does the penalty “%(name)s” mean?"),
    "list": gettext_noop("%(section)s: name the items of this list."),
    "steps": gettext_noop("%(section)s: name the items in order."),
}


def _penalty(desk: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    lead = gettext("%(section)s: what is the penalty?") % {"section": place.heading}
    return _asked(desk, question, lead), _answer(desk, question), [place]


def _infraction(desk: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    ask = _asked(desk, question, gettext("Which infraction is this, and what is its penalty?"))
    return ask, _answer(desk, question, place.heading), [place]


def _section(desk: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    named = {"section": place.heading, "name": str(question.data.get("name", ""))}
    lead = gettext(_ASKED[question.data["ask"]]) % named
    return _asked(desk, question, lead), _answer(desk, question), [place]


def _table(desk: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    data, (start, end) = question.data, question.data["label"]
    label = desk.passage(question.made_from_id).text[start:end]
    row = f"{data['row']}: {label}" if data["row"] else label
    asked = f"{row}. {data['column']}?" if data["column"] else f"{row}?"
    ask = _asked(desk, question, place.heading)
    html = f'<p class="ask-lead"{lang_attribute("en")}>{escape(asked)}</p>'
    return (ask[0] + html, f"{ask[1]}\n{asked}"), _answer(desk, question), [place]


def _asked(desk: QuestionTexts, question: Question, lead: str) -> Side:
    """Return a line and the part of the section that is shown, if any."""
    if "shown" not in question.data:
        return lead_html(escape(lead)), lead
    spans: list[Span] = [(question.data["shown"][0], question.data["shown"][1])]
    html = lead_html(escape(lead)) + desk.ask_html(question.made_from_id, spans)
    return html, f"{lead}\n{desk.ask_plain(question.made_from_id, spans)}"


def _answer(desk: QuestionTexts, question: Question, name: str = "") -> Side:
    """Return the parts of the section that answer, the first one large if it is short."""
    text, wording = desk.passage(question.made_from_id).text, question.made_from_id
    spans: list[Span] = [(start, end) for start, end in question.data["answer"]]
    head = name
    if question.kind != Question.Kind.SECTION:
        first = text[slice(*spans.pop(0))]
        head = f"{name}: {first}" if name else first
    parts = "".join(desk.part_html(wording, start, end) for start, end in spans)
    html = word_html(escape(head)) if head else ""
    html += f'<div class="answer-rule text"{lang_attribute("en")}>{parts}</div>' if parts else ""
    lines = [head, *(text[start:end] for start, end in spans)]
    return html, "\n".join(line for line in lines if line)


def paragraph_html(desk: QuestionTexts, question: Question, cut: TextCut) -> str:
    """Return the paragraph of a section that has a cut."""
    text = desk.passage(question.made_from_id).text
    start, end = text.rfind("\n", 0, cut.start) + 1, text.find("\n", cut.end)
    part = desk.part_html(question.made_from_id, start, None if end < 0 else end, [cut])
    return f'<div class="answer-rule text"{lang_attribute("en")}>{part}</div>'


SECTION_KINDS: Mapping[str, Callable[[QuestionTexts, Question, QuotedRule], BothSides | None]] = {
    Question.Kind.PENALTY: _penalty,
    Question.Kind.INFRACTION: _infraction,
    Question.Kind.SECTION: _section,
    Question.Kind.TABLE: _table,
}
