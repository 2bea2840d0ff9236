"""Render generated questions and own cards as HTML: the question and the answer, by kind."""

import datetime
from collections.abc import Callable, Mapping, Sequence

from django.utils.html import escape, linebreaks
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesbase.archive.entries import passage_of
from rulesbase.core.dates import day_text
from rulesbase.core.diff_html import difference
from rulesbase.core.document_urls import document_name
from rulesbase.core.languages import language_word
from rulesbase.engine.questions.headings import TITLE_BEHIND
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.sentences import sentences
from rulesbase.models import Question
from rulesbase.reading.text_html import Replacement, lang_attribute
from rulesbase.study.questions.quoted_html import (
    QuestionTexts,
    QuotedRule,
    Span,
    answer_word_html,
    difference_of,
    gap,
    lead_html,
    marked_words,
)
from rulesbase.study.questions.render import RenderContext, RenderedQuestion
from rulesbase.study.questions.section_html import SECTION_KINDS, BothSides, paragraph_html


def render(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render the questions that can be shown, by key. About seven queries whatever their number."""
    texts = QuestionTexts(questions, showing)
    found: dict[int, RenderedQuestion] = {}
    for question in questions:
        place = texts.places.get(question.rule_id or 0)
        if place and (both := KINDS[question.kind](texts, question, place)):
            ask, answer, places = (SafeString(both[0]), SafeString(both[1]), texts.cited(both[2]))
            difference = difference_of(question, place, showing)
            eyebrow = texts.eyebrow(question)
            found[question.pk] = RenderedQuestion(question, texts.version, eyebrow, ask, answer, places, difference)
    return found


def render_own_cards(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render own cards (plain text, no HTML), by key. No query; the caller checks whose they are."""
    eyebrow = gettext("flash card written by a user")
    return {
        card.pk: RenderedQuestion(card, showing.version, eyebrow, _side(card, "ask"), _side(card, "answer"))
        for card in questions
    }


def _side(question: Question, name: str) -> SafeString:
    """Return one side of an own card. Lines stay lines."""
    return SafeString(linebreaks(str(question.data.get(name, "")), autoescape=True))


def _ask(
    texts: QuestionTexts, question: Question, lead: str, spans: Sequence[Span], cuts: Sequence[Replacement] = ()
) -> str:
    """Return a line and parts of the text of a question."""
    return lead_html(lead) + texts.ask_html(texts.passage(question.made_from_id), spans, cuts)


def _rule(texts: QuestionTexts, place: QuotedRule, wording: int | None, cuts: Sequence[Replacement] = ()) -> str:
    """Return a rule with its number, for the answer."""
    html = texts.part_html(wording, cuts=cuts, own=place.number)
    return f'<div class="answer-rule text"{lang_attribute("en")}>{texts.number_html(place)} {html}</div>'


def _text(texts: QuestionTexts, place: QuotedRule, wording: int | None) -> str:
    return f'<div class="text"{lang_attribute("en")}>{texts.part_html(wording, own=place.number)}</div>'


# ---- Rules ----


def _cloze(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    start, end = question.data["gap"]
    text = texts.passage(question.made_from_id).text
    lead = gettext("Rule %(number)s: what is missing?") % {"number": place.number}
    answer = answer_word_html(escape(text[start:end]))
    answer += _rule(texts, place, question.made_from_id, [marked_words(text, start, end)])
    ask = _ask(texts, question, lead, [question.data["shown"]], [gap(start, end)])
    return ask, answer, [place]


def _which(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    ask = _ask(texts, question, gettext("Which rule says this?"), [question.data["quote"]])
    answer = answer_word_html(texts.number_html(place), f" {escape(texts.title(place))}")
    return ask, answer + _text(texts, place, question.made_from_id), [place]


def _rests(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides | None:
    places = [texts.by_id[one] for one in question.data["rules"] if one in texts.by_id]
    if len(places) < len(question.data["rules"]):
        return None
    text = texts.passage(question.made_from_id).text
    cuts = []
    for ref in find_references(text):
        if ref.number != place.number:
            title = TITLE_BEHIND.match(text, ref.end)
            cuts.append(gap(ref.start, title.end() if title else ref.end))
    lead = gettext("Rule %(number)s: which rules does it refer to?") % {"number": place.number}
    items = "".join(f"<li>{texts.number_html(one)} {escape(texts.title(one))}</li>" for one in places)
    answer = f'<ul class="answer-list">{items}</ul>' + _rule(texts, place, question.made_from_id)
    return _ask(texts, question, lead, [(0, len(text))], cuts), answer, [place, *places]


def _heading(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    if question.data["ask"] == "number":
        section, chapter = gettext("What is section %(number)s about?"), gettext("What is chapter %(number)s about?")
    else:
        section = gettext("What is the number of the section “%(title)s”?")
        chapter = gettext("What is the number of the chapter “%(title)s”?")
    lead = (section if len(place.number) == 1 else chapter) % {"number": place.number, "title": place.heading}
    answer = answer_word_html(texts.number_html(place), f" {escape(place.heading)}")
    return lead_html(lead), answer, [place]


def _keyword(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides | None:
    title = texts.by_id.get(question.data["title"])
    parts = [texts.by_id[one] for one in question.data["parts"] if one in texts.by_id]
    if title is None or len(parts) < len(question.data["parts"]):
        return None
    lead = gettext("What does “%(keyword)s” mean?") % {"keyword": title.text}
    answer = "".join(_rule(texts, part, key) for part, key in zip(parts, question.data["texts"], strict=True))
    return lead_html(lead), answer, [title]


# ---- Situations ----


def _happens(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    (wording,), start, split = question.data["texts"], question.data["start"], question.data["split"]
    passage = texts.passage(wording)
    shown = len(passage.text[:split].rstrip(", "))
    more = [Replacement(shown, shown, " …")] if question.data["clause"] else []
    ask = lead_html(gettext("What happens? Say why.")) + texts.ask_html(passage, [(start, shown)], more)
    rest = texts.part_html(wording, (split, len(passage.text)))
    outcome = f'<div class="text"{lang_attribute("en")}>{rest}</div>'
    return ask, outcome + _rule(texts, place, question.made_from_id), [place]


def _find(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    (wording,), start = question.data["texts"], question.data["start"]
    passage = texts.passage(wording)
    lead = lead_html(gettext("Which rule applies to this case, and what does the rule say?"))
    ask = lead + texts.ask_html(passage, [(start, len(passage.text))])
    answer = answer_word_html(escape(place.number), f" {escape(texts.title(place))}")
    return ask, answer + _rule(texts, place, question.made_from_id), [place]


def _error(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    (start, end), wrong = question.data["error"], str(question.data["wrong"])
    text = texts.passage(question.made_from_id).text
    lead = gettext("One thing in this statement is wrong. What is it?")
    ask = _ask(texts, question, lead, [question.data["quote"]], [Replacement(start, end, escape(wrong))])
    instead = gettext("Correct: “%(right)s”, not “%(wrong)s”.") % {"right": text[start:end], "wrong": wrong}
    cut = marked_words(text, start, end)
    rule = (
        paragraph_html(texts, question, cut) if document_name() else _rule(texts, place, question.made_from_id, [cut])
    )
    return ask, answer_word_html(escape(instead)) + rule, [place]


def _then(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    data, text = question.data, texts.passage(question.made_from_id).text
    day = {"day": day_text(datetime.date.fromisoformat(data["since"])), "number": place.number}
    lead = gettext("Rule %(number)s changed on %(day)s. What was in the gap before, and what is there today?") % day
    ask = _ask(texts, question, lead, [(data["first"], data["last"])], [gap(data["start"], data["end"])])
    then = gettext("Before %(day)s: “%(words)s”") % {**day, "words": data["before"]}
    today = gettext("Today: “%(words)s”") % {"words": text[data["start"] : data["end"]]}
    answer = answer_word_html(escape(then)) + answer_word_html(escape(today))
    answer += _rule(texts, place, question.made_from_id, [marked_words(text, data["start"], data["end"])])
    return ask, answer, [place]


def _changed(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides | None:
    """Return the rule as it was, and the change; None if it is the same again."""
    day, old = texts.then.get(place.rule, (None, ""))
    now = place.text or place.heading
    if day is None or old == now:
        return None
    named = {"place": place.heading or place.number, "day": day_text(day)}
    lead = gettext("This is %(place)s as it was on %(day)s. What is different now?") % named
    words = f"{texts.number_html(place)} <p>{difference(old, now, typography=True)}</p>"
    answer = f'<div class="answer-rule text"{lang_attribute("en")}>{words}</div>'
    # The sentences that changed; all if they only moved.
    same = {fold(now[one.start : one.end]) for one in sentences(now)}
    rest = [text for one in sentences(old) if fold(text := old[one.start : one.end]) not in same]
    passage = passage_of(" ".join(rest) or old, "", 0)
    return lead_html(lead) + texts.ask_html(passage, [(0, len(passage.text))]), answer, [place]


# ---- Terms ----


def _term(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    lead = gettext("What is meant by “%(term)s”?") % {"term": place.heading}
    return lead_html(lead), _text(texts, place, question.made_from_id), [place]


def _definition(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    cuts = [gap(start, end) for start, end in question.data["gaps"]]
    ask = _ask(texts, question, gettext("Which term has this definition?"), question.data["said"], cuts)
    return ask, answer_word_html(texts.number_html(place)) + _text(texts, place, question.made_from_id), [place]


def _translation(texts: QuestionTexts, question: Question, place: QuotedRule) -> BothSides:
    language, name = str(question.data["language"]), str(question.data["name"])
    theirs = f"<span{lang_attribute(language)}>{escape(name)}</span>"
    english = f"<span{lang_attribute('en')}>{escape(place.heading)}</span>"
    if question.data["ask"] == language:
        wanted, lead = english, escape(gettext("What is “%(term)s” in English?")) % {"term": theirs}
    else:
        message = escape(gettext("What is “%(term)s” in %(language)s?"))
        wanted, lead = theirs, message % {"term": english, "language": escape(language_word(language))}
    answer = answer_word_html(wanted) + _text(texts, place, place.wording)
    return lead_html(SafeString(lead)), answer, [place]


KINDS: Mapping[str, Callable[[QuestionTexts, Question, QuotedRule], BothSides | None]] = {
    Question.Kind.CLOZE: _cloze,
    Question.Kind.WHICH: _which,
    Question.Kind.RESTS: _rests,
    Question.Kind.HEADING: _heading,
    Question.Kind.KEYWORD: _keyword,
    Question.Kind.TERM: _term,
    Question.Kind.DEFINITION: _definition,
    Question.Kind.TRANSLATION: _translation,
    Question.Kind.HAPPENS: _happens,
    Question.Kind.FIND: _find,
    Question.Kind.ERROR: _error,
    Question.Kind.THEN: _then,
    Question.Kind.CHANGED: _changed,
    **SECTION_KINDS,
}
