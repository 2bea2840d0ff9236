"""What is different since somebody learnt a text, as HTML."""

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from rapidfuzz import fuzz

from rulesbase.compare.word_diff_cache import pair_diffs
from rulesbase.models import Question, Wording
from rulesbase.reading.text_html import lang_attribute
from rulesbase.study.questions.quoted_html import QuotedRule
from rulesbase.study.questions.types import RenderContext

_NOTHING = SafeString("")


def words_of(wording: Wording) -> str:
    """The text of a wording, or its heading where it has no text."""
    return wording.text or wording.heading


def difference_of(question: Question, place: QuotedRule, showing: RenderContext) -> SafeString:
    """What changed in the text since it was learnt; empty for a question that did not come back."""
    old = showing.came_back.get(question.pk)
    if old is None:
        return _NOTHING
    new = _now(question, place, old)
    return difference_html(words_of(old), new, old.language)


def _now(question: Question, place: QuotedRule, old: Wording) -> str:
    """The text that stands in the place of the one that was learnt."""
    if question.kind == Question.Kind.TRANSLATION and question.made_from:
        return question.made_from.heading
    if question.kind == Question.Kind.HEADING:
        return place.heading
    if question.kind == Question.Kind.KEYWORD:
        return _likest(question, old) or place.text
    return place.text or place.heading


def _likest(question: Question, old: Wording) -> str:
    """Of the texts that say what a keyword does, the one most like the one that was learnt."""
    texts = Wording.objects.filter(pk__in=question.data.get("texts", ())).values_list("text", flat=True)
    return max(texts, key=lambda text: fuzz.ratio(text, old.text), default="")


def difference_html(old: str, new: str, language: str = "en") -> SafeString:
    """The words that went and came, with a mark in front."""
    pair = (old, new)
    lead = escape(gettext("changed since you learnt it"))
    mark = (
        '<span class="mark k-reworded"><svg class="ico" viewBox="0 0 16 16" aria-hidden="true">'
        f'<use href="#i-reworded"/></svg>{lead}</span>'
    )
    html = pair_diffs([pair], language, side=False)[pair].unified
    whole = (
        f'<div class="difference"><p class="small">{mark}</p><p class="text"{lang_attribute(language)}>{html}</p></div>'
    )
    return mark_safe(whole)  # noqa: S308 - differences are escaped
