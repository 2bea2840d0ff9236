"""Texts of rules in questions: with gaps, marked words, links and symbols; and the changes of learnt texts."""

import datetime
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from rapidfuzz import fuzz

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.archive.entries import LinkedText, part_of, passage_of
from rulesbase.archive.link_targets import LinkTargets, link_targets_of
from rulesbase.core.diff_html import difference
from rulesbase.core.document_urls import document_mark, document_name
from rulesbase.core.icons_html import icon
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.questions.version_index import is_title
from rulesbase.engine.text.numbers import chapter_of, parent_of, section_of
from rulesbase.models import Entry, Question, Wording
from rulesbase.models.editions import ENGINE_KINDS
from rulesbase.reading.outline import Outline, matcher, outline_of
from rulesbase.reading.text_html import Links, Replacement, inline_html, lang_attribute
from rulesbase.study.questions.changed_rules import texts_before_days, texts_since
from rulesbase.study.questions.render import AnswerRule, RenderContext

Span = tuple[int, int]


class QuotedRule(NamedTuple):
    """A Rule in the version shown."""

    rule: int
    public_id: str
    number: str
    kind: int
    wording: int
    heading: str
    text: str


class QuestionTexts:
    """The texts that a set of questions needs, read at once: at most seven queries."""

    def __init__(self, questions: Sequence[Question], showing: RenderContext) -> None:
        self.questions, self.showing, self.version = questions, showing, showing.version
        english = self.version.text_in(DEFAULT_LANGUAGE)
        edition = english.pk if english else 0
        ids = {str(one) for q in questions for name in ("parts", "rules") for one in q.data.get(name, ())}
        ids |= {str(q.data["title"]) for q in questions if q.data.get("title")}
        rules = {key for q in questions for key in (q.rule_id, q.chapter_id) if key}
        self.places = _places(edition, Q(rule__in=rules) | Q(rule__public_id__in=ids))
        self.by_id = {place.public_id: place for place in self.places.values()}
        parents = {parent_of(place.number) for place in self.places.values() if place.kind == Entry.Kind.SUBRULE}
        known = {place.number for place in self.places.values()}
        self.by_number = {place.number: place for place in self.places.values()}
        self.by_number |= {p.number: p for p in _places(edition, Q(number__in=parents - known)).values()}
        self.plan = outline_of(showing.versions.english, edition) if edition else Outline(())
        self.passages = self._passages(questions)
        targets = link_targets_of([(edition, passage) for passage in self.passages.values()], self.version)
        self.targets = targets.get(edition, LinkTargets())
        text = english or self.version.main
        self.links = Links(self.version, text, matcher(showing.versions.english, edition, DEFAULT_LANGUAGE))
        self.plain_links = Links(self.version, text, None)

    def _passages(self, questions: Sequence[Question]) -> dict[int, LinkedText]:
        keys = {q.made_from_id for q in questions} | {key for q in questions for key in q.data.get("texts", ())}
        keys |= {place.wording for place in self.places.values()}
        rows = Wording.objects.filter(pk__in={key for key in keys if key})
        texts = rows.values_list("pk", "text", "emphasis", "fold")
        return {pk: passage_of(text, emphasis, fold) for pk, text, emphasis, fold in texts}

    # ---- Places ----

    def eyebrow(self, question: Question) -> str:
        """Return the chapter's number and title, or "Glossary", without revealing the answer."""
        if question.kind == Question.Kind.HEADING:
            return gettext("Chapters")
        chapter = self.places.get(question.chapter_id or 0)
        if chapter is None:
            return document_name() or gettext("Glossary")
        section = self.plan.section(section_of(chapter.number))
        if question.kind in (Question.Kind.WHICH, Question.Kind.FIND) and section:
            return f"{section.number} {section.heading}".strip()
        return f"{chapter.number} {chapter.heading}".strip()

    def title(self, place: QuotedRule) -> str:
        """Return the heading of an entry, of its keyword, or of its chapter."""
        if place.heading:
            return place.heading
        if _is_title(place):
            return place.text
        parent = self.by_number.get(parent_of(place.number))
        if parent and _is_title(parent):
            return parent.text
        chapter = self.plan.chapter(chapter_of(place.number))
        return chapter.heading if chapter else ""

    def cited(self, places: Iterable[QuotedRule]) -> tuple[AnswerRule, ...]:
        """Return entries as citations; those of other documents than the rules name document and version."""
        return tuple(AnswerRule(self._cited_as(one), self.address(one), self.title(one)) for one in places)

    def _cited_as(self, place: QuotedRule) -> str:
        return f"{document_mark()} {place.number} ({self.version})" if document_name() else _shown_number(place)

    def address(self, place: QuotedRule) -> str:
        """Return the address of an entry in the version shown."""
        is_term = place.kind == Entry.Kind.TERM
        return self.plain_links.term(place.number) if is_term else self.plain_links.rule(place.number)

    def number_html(self, place: QuotedRule) -> str:
        """Return the number of an entry, or the term, as a link."""
        return f'<a class="num" href="{escape(self.address(place))}">{escape(_shown_number(place))}</a>'

    # ---- Texts ----

    @cached_property
    def then(self) -> dict[int, tuple[datetime.date, str]]:
        """Return day and text, by Rule: on the day that the user knows, else before the last change of substance."""
        versions, version = self.showing.versions, self.version
        if self.showing.knows:
            return texts_since(versions, self.showing.knows, version)
        changed = [q for q in self.questions if q.kind == Question.Kind.CHANGED and q.data.get("since")]
        days = {q.rule_id or 0: datetime.date.fromisoformat(q.data["since"]) for q in changed}
        return texts_before_days(versions, version, days)

    def passage(self, wording: int | None) -> LinkedText:
        """Return a text with its references."""
        return self.passages.get(wording or 0) or passage_of("", "", 0)

    def ask_html(self, passage: LinkedText, spans: Sequence[Span], cuts: Sequence[Replacement] = ()) -> str:
        """Return spans of a text as HTML without links, which could reveal the answer."""
        html = self._paragraphs(passage._replace(refs=()), spans, cuts)
        return f'<div class="ask-text text"{lang_attribute(DEFAULT_LANGUAGE)}>{html}</div>'

    def part_html(
        self, wording: int | None, span: Span | None = None, cuts: Sequence[Replacement] = (), own: str = ""
    ) -> str:
        """Return a part of a text, by default all, as HTML with links; ``own`` is its number, which is not linked."""
        passage = self.passage(wording)
        return self._paragraphs(passage, [span or (0, len(passage.text))], cuts, own)

    def _paragraphs(
        self, passage: LinkedText, spans: Sequence[Span], cuts: Sequence[Replacement] = (), own: str | None = None
    ) -> str:
        """Return spans of a text as paragraphs, with links except to its ``own`` number; without one, no links."""
        links, seen = (self.plain_links, None) if own is None else (self.links, {own})
        html = []
        for span in joined_spans(passage.text, spans):
            parts = [
                one.html
                if isinstance(one, Replacement)
                else inline_html(part_of(passage, *one), links, self.targets, seen, own or "")
                for one in _pieces(span, cuts)
            ]
            html.append("<p>" + "".join(parts).replace("\n", "</p><p>") + "</p>")
        return "".join(html)


def _places(edition: int, which: Q) -> dict[int, QuotedRule]:
    rows = Entry.objects.filter(which, edition=edition, rule__isnull=False).order_by("-position")
    fields = ("rule_id", "rule__public_id", "number", "kind", "wording_id", "wording__heading", "wording__text")
    return {row[0] or 0: QuotedRule(*row) for row in rows.values_list(*fields)}


def _is_title(place: QuotedRule) -> bool:
    return is_title(VersionEntry(place.rule, place.number, ENGINE_KINDS[place.kind], place.heading, place.text))


def _shown_number(place: QuotedRule) -> str:
    return place.heading if place.kind == Entry.Kind.TERM else place.number


def joined_spans(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans with adjacent ones of a paragraph joined."""
    found: list[Span] = []
    for start, end in spans:
        if found and text[found[-1][1] : start].strip(" ") == "":
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _pieces(span: Span, cuts: Sequence[Replacement]) -> Iterable[Span | Replacement]:
    """Yield the replacements of a span, and the spans between them."""
    at, end = span
    for cut in sorted(cuts):
        if at <= cut.start and cut.end <= end:
            yield at, cut.start
            yield cut
            at = cut.end
    yield at, end


def lead_html(words: str) -> str:
    """Return the line of a question above its text; escapes what is not safe."""
    return f'<p class="ask-lead">{conditional_escape(words)}</p>'


def answer_word_html(strong: str, rest: str = "") -> str:
    """Return the answer in a word, and what follows it."""
    return f'<p class="answer-word"><strong>{strong}</strong>{rest}</p>'


def gap(start: int, end: int) -> Replacement:
    """Return a gap in a text, with a label for screen readers."""
    label = escape(gettext("blank to fill in"))
    html = f'<span class="gap"><span aria-hidden="true">_____</span><span class="vh">{label}</span></span>'
    return Replacement(start, end, html)


def marked_words(text: str, start: int, end: int) -> Replacement:
    """Return highlighted words."""
    return Replacement(start, end, f"<mark>{escape(text[start:end])}</mark>")


# ---- Differences ----


def difference_of(question: Question, place: QuotedRule, showing: RenderContext) -> SafeString:
    """Return the change of the text since it was learnt; empty for a question that did not come back."""
    old = showing.came_back.get(question.pk)
    if old is None:
        return SafeString()
    return difference_html(old.text or old.heading, _new_text(question, place, old), old.language)


def _new_text(question: Question, place: QuotedRule, old: Wording) -> str:
    """Return the text that replaced the learnt one."""
    if question.kind == Question.Kind.TRANSLATION and question.made_from:
        return question.made_from.heading
    if question.kind == Question.Kind.HEADING:
        return place.heading
    if question.kind == Question.Kind.KEYWORD:
        # The text of the keyword that is most like the learnt one.
        texts = Wording.objects.filter(pk__in=question.data.get("texts", ())).values_list("text", flat=True)
        return max(texts, key=lambda text: fuzz.ratio(text, old.text), default="") or place.text
    return place.text or place.heading


def difference_html(old: str, new: str, language: str = "en") -> SafeString:
    """Return the removed and added words, after a mark."""
    lead = escape(gettext("rule changed since you learnt it"))
    mark = f'<span class="mark k-reworded">{icon("reworded")}{lead}</span>'
    text = f'<p class="text"{lang_attribute(language)}>{difference(old, new, None, language, typography=True)}</p>'
    return SafeString(f'<div class="difference"><p class="small">{mark}</p>{text}</div>')
