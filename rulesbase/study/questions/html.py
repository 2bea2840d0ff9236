"""Render the questions that are made from the rules, and own cards, as escaped HTML and as plain text."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.html import escape, linebreaks, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import get_language_info, gettext

from rulesbase.engine.languages import text_language
from rulesbase.engine.questions.headings import TITLE_BEHIND
from rulesbase.engine.text.references import find_references
from rulesbase.models import Question
from rulesbase.reading.text_html import lang_attribute
from rulesbase.study.questions import render as questions_render
from rulesbase.study.questions.changed_html import render_changed
from rulesbase.study.questions.difference_html import difference_of
from rulesbase.study.questions.quoted_html import QuestionTexts, QuotedRule, Replacement, Span, gap, marked
from rulesbase.study.questions.types import RenderContext, RenderedQuestion, rendered_question

_Side = tuple[str, str]
_Both = tuple[_Side, _Side, Sequence[QuotedRule]]


def register_kinds() -> None:
    """Register the renderers of these kinds. Called once, at program start."""
    for kind in _KINDS:
        questions_render.register(kind, render)
    questions_render.register(Question.Kind.CHANGED, render_changed)
    questions_render.register(Question.Kind.OWN, render_own_cards)


def render(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """All of these questions that can be shown, by key. Some seven queries whatever their number."""
    desk = QuestionTexts(questions, showing)
    found: dict[int, RenderedQuestion] = {}
    for question in questions:
        place = desk.place(question)
        both = _KINDS[question.kind](desk, question, place) if place else None
        if place and both:
            (ask, ask_text), (answer, answer_text), places = both
            found[question.pk] = rendered_question(
                question,
                desk.eyebrow(question),
                (ask, ask_text),
                (answer, answer_text),
                desk.cited(places),
                difference_of(question, place, showing),
                showing,
            )
    return found


def render_own_cards(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render own cards (plain text, no HTML), by key. No query; the caller checks whose they are."""
    return {
        question.pk: rendered_question(
            question, gettext("own card"), _side(question, "ask"), _side(question, "answer"), (), SafeString(), showing
        )
        for question in questions
    }


def _side(question: Question, name: str) -> tuple[str, str]:
    """Return one side of an own card as HTML and as text. Lines stay lines."""
    text = str(question.data.get(name, ""))
    return linebreaks(text, autoescape=True), text


def _lead(words: str) -> str:
    return f'<p class="ask-lead">{words}</p>'


def _rule(desk: QuestionTexts, place: QuotedRule, wording: int | None, cuts: Sequence[Replacement] = ()) -> str:
    """A rule as the answer quotes it, behind its number."""
    html = desk.text_html(wording, cuts, place.number)
    return f'<div class="answer-rule text"{lang_attribute("en")}>{desk.number_html(place)} {html}</div>'


def _spans(pairs: Sequence[Sequence[int]]) -> list[Span]:
    return [(start, end) for start, end in pairs]


# ---- Rules ----


def _cloze(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both:
    start, end = question.data["gap"]
    text = desk.passage(question.made_from_id).text
    shown, cut = _spans([question.data["shown"]]), [gap(start, end)]
    lead = gettext("Rule %(number)s: what stands in the gap?") % {"number": place.number}
    ask = _lead(escape(lead)) + desk.ask_html(question.made_from_id, shown, cut)
    plain = f"{lead}\n{desk.ask_plain(question.made_from_id, shown, cut)}"
    word = f'<p class="answer-word"><strong>{escape(text[start:end])}</strong></p>'
    answer = word + _rule(desk, place, question.made_from_id, [marked(text, start, end)])
    return (ask, plain), (answer, f"{text[start:end]}\n{place.number} {text}"), [place]


def _which(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both:
    start, end = question.data["quote"]
    text = desk.passage(question.made_from_id).text
    lead = gettext("Which rule says this?")
    ask = _lead(escape(lead)) + desk.ask_html(question.made_from_id, [(start, end)])
    title = desk.title(place)
    word = f'<p class="answer-word"><strong>{escape(place.number)}</strong> {escape(title)}</p>'
    answer = word + _rule(desk, place, question.made_from_id)
    return (ask, f"{lead}\n{text[start:end]}"), (answer, f"{place.number} {title}\n{text}"), [place]


def _rests(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both | None:
    places = [desk.by_id[one] for one in question.data["rules"] if one in desk.by_id]
    if len(places) < len(question.data["rules"]):
        return None
    text = desk.passage(question.made_from_id).text
    cuts = []
    for ref in find_references(text):
        if ref.number != place.number:
            title = TITLE_BEHIND.match(text, ref.end)
            cuts.append(gap(ref.start, title.end() if title else ref.end))
    spans = _spans([(0, len(text))])
    lead = gettext("Rule %(number)s: which rules does it name?") % {"number": place.number}
    ask = _lead(escape(lead)) + desk.ask_html(question.made_from_id, spans, cuts)
    items = "".join(f"<li>{desk.number_html(one)} {escape(desk.title(one))}</li>" for one in places)
    answer = f'<ul class="answer-list">{items}</ul>' + _rule(desk, place, question.made_from_id)
    answer_lines = "; ".join(f"{one.number} {desk.title(one)}".strip() for one in places)
    plain = f"{lead}\n{desk.ask_plain(question.made_from_id, spans, cuts)}"
    return (ask, plain), (answer, f"{answer_lines}\n{place.number} {text}"), [place, *places]


def _heading(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both:
    named = len(place.number) == 1
    title = f'<p class="answer-word"><strong>{escape(place.number)}</strong> {escape(place.heading)}</p>'
    if question.data["ask"] == "number":
        lead = gettext("What is section %(number)s about?") if named else gettext("What is chapter %(number)s about?")
        lead %= {"number": place.number}
    else:
        lead = gettext("Which section is “%(title)s”?") if named else gettext("Which chapter is “%(title)s”?")
        lead %= {"title": place.heading}
    answer = title + f'<p class="small">{desk.number_html(place)}</p>'
    return (_lead(escape(lead)), lead), (answer, f"{place.number} {place.heading}"), [place]


def _keyword(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both | None:
    title = desk.by_id.get(question.data["title"])
    parts = [desk.by_id[one] for one in question.data["parts"] if one in desk.by_id]
    if title is None or len(parts) < len(question.data["parts"]):
        return None
    lead = gettext("What does “%(keyword)s” mean?") % {"keyword": title.text}
    texts = question.data["texts"]
    answer = "".join(_rule(desk, part, key) for part, key in zip(parts, texts, strict=True))
    answer_lines = (f"{part.number} {desk.passage(key).text}" for part, key in zip(parts, texts, strict=True))
    return (_lead(escape(lead)), lead), (answer, "\n".join(answer_lines)), [title]


# ---- Terms ----


def _term(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both:
    lead = gettext("What is meant by “%(term)s”?") % {"term": place.heading}
    answer = f'<div class="text"{lang_attribute("en")}>{desk.text_html(question.made_from_id, (), place.number)}</div>'
    return (_lead(escape(lead)), lead), (answer, desk.passage(question.made_from_id).text), [place]


def _definition(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both:
    cuts = [gap(start, end) for start, end in question.data["gaps"]]
    spans = _spans(question.data["said"])
    lead = gettext("Which term is this?")
    ask = _lead(escape(lead)) + desk.ask_html(question.made_from_id, spans, cuts)
    text = desk.text_html(question.made_from_id, (), place.number)
    word = f'<p class="answer-word"><strong>{escape(place.heading)}</strong></p>'
    answer = f'{word}<div class="text"{lang_attribute("en")}>{text}</div>'
    plain = f"{lead}\n{desk.ask_plain(question.made_from_id, spans, cuts)}"
    return (ask, plain), (answer, f"{place.heading}\n{desk.passage(question.made_from_id).text}"), [place]


def _translation(desk: QuestionTexts, question: Question, place: QuotedRule) -> _Both:
    language, name = str(question.data["language"]), str(question.data["name"])
    theirs = f"<span{lang_attribute(language)}>{escape(name)}</span>"
    english = f"<span{lang_attribute('en')}>{escape(place.heading)}</span>"
    own = escape(_language_name(language))
    asked, wanted = (theirs, english) if question.data["ask"] == language else (english, theirs)
    if question.data["ask"] == language:
        lead = escape(gettext("What is “%(term)s” in English?")) % {"term": asked}
    else:
        lead = escape(gettext("What is “%(term)s” in %(language)s?")) % {"term": asked, "language": own}
    text = desk.text_html(desk.places[place.rule].wording, (), place.number)
    answer = f'<p class="answer-word"><strong>{wanted}</strong></p><div class="text"{lang_attribute("en")}>{text}</div>'
    plain = name if question.data["ask"] == "en" else place.heading
    return (_lead(lead), strip_tags(lead)), (answer, plain), [place]


def _language_name(code: str) -> str:
    return str(get_language_info(text_language(code).card_code)["name_translated"])


_KINDS: Mapping[str, Callable[[QuestionTexts, Question, QuotedRule], _Both | None]] = {
    Question.Kind.CLOZE: _cloze,
    Question.Kind.WHICH: _which,
    Question.Kind.RESTS: _rests,
    Question.Kind.HEADING: _heading,
    Question.Kind.KEYWORD: _keyword,
    Question.Kind.TERM: _term,
    Question.Kind.DEFINITION: _definition,
    Question.Kind.TRANSLATION: _translation,
}
