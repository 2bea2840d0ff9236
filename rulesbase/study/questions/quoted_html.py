"""Texts of rules as questions quote them: with gaps, marked words, links and symbols, as the reading pages do."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.utils.html import escape
from django.utils.translation import gettext

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.archive.entries import Lead, Passage, leads_of, passage_of
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions.version_index import is_title
from rulesbase.engine.text.numbers import chapter_of, parent_of, section_of
from rulesbase.models import Entry, Question, Wording
from rulesbase.reading.outline import Outline, edition_index, matcher
from rulesbase.reading.text_html import Links, inline_html, lang_attribute
from rulesbase.study.questions.types import CitedRule, RenderContext

Span = tuple[int, int]


class QuotedRule(NamedTuple):
    """Where a Rule stands in the version that is shown."""

    rule: int
    public_id: str
    number: str
    kind: int
    wording: int
    heading: str
    text: str


class Replacement(NamedTuple):
    """text[start:end] is shown as this HTML and this plain text."""

    start: int
    end: int
    html: str
    plain: str


class QuestionTexts:
    """All that a set of questions needs to be rendered, read at once: seven queries at most."""

    def __init__(self, questions: Sequence[Question], showing: RenderContext) -> None:
        self.showing, self.version = showing, showing.version
        self.text = showing.version.text_in(DEFAULT_LANGUAGE)
        edition = self.text.pk if self.text else 0
        ids = {str(one) for q in questions for name in ("parts", "rules") for one in q.data.get(name, ())}
        ids |= {str(q.data["title"]) for q in questions if q.data.get("title")}
        rules = {key for q in questions for key in (q.rule_id, q.chapter_id) if key}
        self.places = _places(edition, Q(rule__in=rules) | Q(rule__public_id__in=ids))
        self.by_id = {place.public_id: place for place in self.places.values()}
        parents = {parent_of(place.number) for place in self.places.values() if place.kind == Entry.Kind.SUBRULE}
        known = {place.number for place in self.places.values()}
        self.by_number = {place.number: place for place in self.places.values()}
        self.by_number |= {p.number: p for p in _places(edition, Q(number__in=parents - known)).values()}
        self.plan = edition_index(showing.versions.english, edition).outline if edition else Outline(())
        self.words = self._wordings(questions)
        self.passages = {pk: passage_of(*row[1:]) for pk, row in self.words.items()}
        lead = leads_of([(edition, passage) for passage in self.passages.values()], self.version)
        self.lead = lead.get(edition, Lead({}, {}))
        self.links = self._links(terms=True)
        self.plain_links = self._links(terms=False)

    def _wordings(self, questions: Sequence[Question]) -> dict[int, tuple[str, str, str, int]]:
        keys = {q.made_from_id for q in questions} | {key for q in questions for key in q.data.get("texts", ())}
        keys |= {place.wording for place in self.places.values()}
        rows = Wording.objects.filter(pk__in={key for key in keys if key})
        return {row[0]: row[1:] for row in rows.values_list("pk", "heading", "text", "emphasis", "fold")}

    def _links(self, *, terms: bool) -> Links | None:
        if self.text is None:
            return None
        finder = matcher(self.showing.versions.english, self.text.pk, DEFAULT_LANGUAGE) if terms else None
        return Links(self.version, self.text, finder)

    # ---- Places ----

    def place(self, question: Question) -> QuotedRule | None:
        """Where the question's rule stands now; None where it is gone."""
        return self.places.get(question.rule_id or 0)

    def eyebrow(self, question: Question) -> str:
        """The chapter's number and title; of a term the glossary. It tells no more than the question may."""
        if question.kind == Question.Kind.HEADING:
            return gettext("Chapters")
        chapter = self.places.get(question.chapter_id or 0)
        if chapter is None:
            return gettext("Glossary")
        section = self.plan.section(section_of(chapter.number))
        if question.kind == Question.Kind.WHICH and section:
            return f"{section.number} {section.heading}".strip()
        return f"{chapter.number} {chapter.heading}".strip()

    def title(self, place: QuotedRule) -> str:
        """The name under which a place stands: its own heading, that of a keyword, or that of its chapter."""
        if place.heading:
            return place.heading
        if _is_title(place):
            return place.text
        parent = self.by_number.get(parent_of(place.number))
        if parent and _is_title(parent):
            return parent.text
        chapter = self.plan.chapter(chapter_of(place.number))
        return chapter.heading if chapter else ""

    def cited(self, places: Iterable[QuotedRule]) -> tuple[CitedRule, ...]:
        """Places as citations."""
        if self.plain_links is None:
            return ()
        return tuple(CitedRule(_shown_number(one), self.address(one), self.title(one)) for one in places)

    def address(self, place: QuotedRule) -> str:
        """The address of a place in the version that is shown."""
        if self.plain_links is None:
            return ""
        is_term = place.kind == Entry.Kind.TERM
        return self.plain_links.term(place.number) if is_term else self.plain_links.rule(place.number)

    def number_html(self, place: QuotedRule) -> str:
        """The number of a place, or the term, as a link."""
        return f'<a class="num" href="{escape(self.address(place))}">{escape(_shown_number(place))}</a>'

    # ---- Texts ----

    def passage(self, wording: int | None) -> Passage:
        """A text with its references."""
        return self.passages.get(wording or 0) or passage_of("", "", 0)

    def ask_html(self, wording: int | None, spans: Sequence[Span], cuts: Sequence[Replacement] = ()) -> str:
        """A text as it is asked: without links, which would tell; ``spans`` are what is shown of it."""
        passage = self.passage(wording)._replace(refs=())
        return _asked(self._paragraphs(passage, spans, cuts, None))

    def ask_plain(self, wording: int | None, spans: Sequence[Span], cuts: Sequence[Replacement] = ()) -> str:
        """The same as plain text."""
        text = self.passage(wording).text
        return "\n".join(
            "".join(cut if isinstance(cut, str) else cut.plain for cut in _pieces(text, start, end, cuts))
            for start, end in joined(text, spans)
        )

    def old_html(self, text: str) -> str:
        """A text that stands nowhere now, without links."""
        passage = passage_of(text, "", 0)._replace(refs=())
        return _asked(self._paragraphs(passage, [(0, len(text))], (), None))

    def text_html(self, wording: int | None, cuts: Sequence[Replacement] = (), own: str = "") -> str:
        """A whole text as the reading pages have it, with links; ``own`` is its number, which is not linked."""
        passage = self.passage(wording)
        return self._paragraphs(passage, [(0, len(passage.text))], cuts, {own}, own)

    def _paragraphs(
        self, passage: Passage, spans: Sequence[Span], cuts: Sequence[Replacement], seen: set[str] | None, own: str = ""
    ) -> str:
        links = self.plain_links if seen is None else self.links
        if links is None:
            return ""
        html = []
        for start, end in joined(passage.text, spans):
            at = start
            parts = []
            for cut in sorted(cuts):
                if start <= cut.start and cut.end <= end and cut.start >= at:
                    parts += [inline_html(part_of(passage, at, cut.start), links, self.lead, seen, own), cut.html]
                    at = cut.end
            parts.append(inline_html(part_of(passage, at, end), links, self.lead, seen, own))
            html.append("<p>" + "".join(parts).replace("\n", "</p><p>") + "</p>")
        return "".join(html)


def _asked(paragraphs: str) -> str:
    return f'<div class="ask-text text"{lang_attribute(DEFAULT_LANGUAGE)}>{paragraphs}</div>'


def _places(edition: int, which: Q) -> dict[int, QuotedRule]:
    rows = Entry.objects.filter(which, edition=edition, rule__isnull=False).order_by("-position")
    fields = ("rule_id", "rule__public_id", "number", "kind", "wording_id", "wording__heading", "wording__text")
    return {row[0] or 0: QuotedRule(*row) for row in rows.values_list(*fields)}


def _is_title(place: QuotedRule) -> bool:
    kind = Kind.RULE if place.kind == Entry.Kind.RULE else Kind.SUBRULE
    return is_title(VersionEntry(place.rule, place.number, kind, place.heading, place.text))


def _shown_number(place: QuotedRule) -> str:
    return place.heading if place.kind == Entry.Kind.TERM else place.number


def part_of(passage: Passage, start: int, end: int) -> Passage:
    """passage.text[start:end] as a passage of its own; what reaches beyond it is left out."""
    return Passage(
        passage.text[start:end],
        tuple((max(a, start) - start, min(b, end) - start) for a, b in passage.emphasis if a < end and b > start),
        passage.fold,
        tuple(
            ref._replace(start=ref.start - start, end=ref.end - start)
            for ref in passage.refs
            if start <= ref.start and ref.end <= end
        ),
    )


def joined(text: str, spans: Sequence[Span]) -> list[Span]:
    """Spans of one paragraph that follow each other as one."""
    found: list[Span] = []
    for start, end in spans:
        if found and text[found[-1][1] : start].strip(" ") == "":
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _pieces(text: str, start: int, end: int, cuts: Sequence[Replacement]) -> Iterable[str | Replacement]:
    at = start
    for cut in sorted(cuts):
        if start <= cut.start and cut.end <= end and cut.start >= at:
            yield text[at : cut.start]
            yield cut
            at = cut.end
    yield text[at:end]


def gap(start: int, end: int) -> Replacement:
    """A gap in a text; it is read aloud as one."""
    label = escape(gettext("gap"))
    html = f'<span class="gap"><span aria-hidden="true">_____</span><span class="vh">{label}</span></span>'
    return Replacement(start, end, html, "_____")


def marked(text: str, start: int, end: int) -> Replacement:
    """Words that stand out."""
    return Replacement(start, end, f"<mark>{escape(text[start:end])}</mark>", text[start:end])


def wordings_before(
    showing: RenderContext, questions: Sequence[Question], days: Mapping[int, datetime.date]
) -> dict[int, tuple[datetime.date, int]]:
    """The day and the wording that each question's Rule had in the version before a day (by the question's key)."""
    english = [v for v in showing.versions.all if (t := v.text_in(DEFAULT_LANGUAGE)) and t.complete]
    before: dict[int, tuple[datetime.date, int]] = {}
    for question in questions:
        earlier = [version for version in english if question.pk in days and version.date < days[question.pk]]
        if earlier:
            before[question.pk] = earlier[-1].date, earlier[-1].main.pk
    editions = {edition for _, edition in before.values()}
    rules = {question.rule_id for question in questions}
    rows = Entry.objects.filter(edition__in=editions, rule__in=rules).values_list("edition_id", "rule_id", "wording_id")
    found = {(edition or 0, rule or 0): wording for edition, rule, wording in rows}
    return {
        question.pk: (before[question.pk][0], wording)
        for question in questions
        if question.pk in before and (wording := found.get((before[question.pk][1], question.rule_id or 0)))
    }


def texts_at(wordings: Collection[int]) -> dict[int, tuple[str, str]]:
    """Heading and text of wordings. One query."""
    rows = Wording.objects.filter(pk__in=wordings).values_list("pk", "heading", "text")
    return {pk: (heading, text) for pk, heading, text in rows}
