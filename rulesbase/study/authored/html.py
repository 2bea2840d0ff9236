"""Render written questions: escaped, with links and numbers of the version shown."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from rapidfuzz import fuzz

from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.entries import LinkedText
from rulesbase.core.card_interface import cards
from rulesbase.core.grouping import grouped
from rulesbase.engine.questions.markup import Content, QuestionMark, QuestionText, marks_in
from rulesbase.engine.text.numbers import chapter_of, section_of
from rulesbase.models import Entry, Question, Wording, WrittenCitation, WrittenRevision
from rulesbase.reading.outline import Outline, outline_of
from rulesbase.reading.text_html import Links, inline_html, lang_attribute
from rulesbase.study.authored.content import revision_of, rules_in_version
from rulesbase.study.questions.quoted_html import difference_html
from rulesbase.study.questions.render import AnswerRule, RenderContext, RenderedQuestion


def render(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render the questions with a published revision, by key. Five queries."""
    rows = WrittenRevision.objects.filter(status="published", written__question__in=questions)
    by_question = {row.written.question_id: row for row in rows.select_related("written")}
    texts = RevisionTexts([*by_question.values()], showing)
    return {q.pk: texts.shown(q, by_question[q.pk]) for q in questions if q.pk in by_question}


class RevisionTexts:
    """The citations and cards of a set of revisions, read at once: four queries."""

    def __init__(
        self, revisions: Sequence[WrittenRevision], showing: RenderContext, citations: Iterable[WrittenCitation] = ()
    ) -> None:
        """Read citations and cards; ``citations`` are those of a revision that is not stored."""
        self.showing, self.version = showing, showing.version
        citations = citations or WrittenCitation.objects.filter(revision__in=[row.pk for row in revisions if row.pk])
        self.cited = grouped((one.revision_id, one) for one in citations)
        self.at = rules_in_version(citations, self.version)
        text = self.version.main
        self.links = Links(self.version, text, None)
        self.plan = outline_of(showing.versions.english, text.pk) if self.cited else Outline(())
        self.cards = cards().by_id({card for row in revisions for card in row.cards.values()})

    def shown(self, question: Question, row: WrittenRevision) -> RenderedQuestion:
        """Render one of them."""
        page = self.page(row)
        ask, answer = SafeString(page.ask()), SafeString(page.answer())
        citations, difference = self.citations(row), self.difference(question, row)
        return RenderedQuestion(question, self.version, self.eyebrow(row), ask, answer, citations, difference)

    def page(self, row: WrittenRevision) -> "RevisionHtml":
        """Return the revision in the first wanted language that it has."""
        wanted = (*self.showing.languages, "en", *row.texts)
        return RevisionHtml(self, row, next(code for code in wanted if code in row.texts))

    def entries(self, row: WrittenRevision) -> list[Entry]:
        """Return the cited rules that the version shown has, in the order of the citations."""
        return [self.at[one.rule_id] for one in self.cited[row.pk] if one.rule_id in self.at]

    def eyebrow(self, row: WrittenRevision) -> str:
        """Return the chapter of the first cited rule."""
        for entry in self.entries(row):
            if chapter := self.plan.chapter(chapter_of(entry.number) or entry.number):
                return f"{chapter.number} {chapter.heading}".strip()
        return gettext("question written by a person")

    def citations(self, row: WrittenRevision) -> tuple[AnswerRule, ...]:
        """Return the cited rules, each once."""
        found = {}
        for number in (entry.number for entry in self.entries(row)):
            chapter = self.plan.chapter(chapter_of(number) or number) or self.plan.section(section_of(number))
            found[number] = AnswerRule(number, self.links.rule(number), chapter.heading if chapter else "")
        return tuple(found.values())

    def difference(self, question: Question, row: WrittenRevision) -> SafeString:
        """Return the change of the learnt rule, for a question that came back."""
        old: Wording | None = self.showing.came_back.get(question.pk)
        texts = [entry.wording.text or entry.wording.heading for entry in self.entries(row)]
        if old is None or not texts:
            return SafeString()
        learnt = old.text or old.heading
        return difference_html(learnt, max(texts, key=lambda text: fuzz.ratio(text, learnt)))


class RevisionHtml:
    """One revision in one language."""

    def __init__(self, texts: RevisionTexts, row: WrittenRevision, language: str) -> None:
        self.texts, self.row, self.language = texts, row, language
        self.words = QuestionText(**row.texts[language])
        self.cited = {one.written_as: one for one in texts.cited[row.pk]}

    def scenario(self) -> str:
        """Return the question without choices."""
        return self._block("ask-text", self.words.scenario)

    def why(self) -> str:
        """Return the answer and the explanation, without choices."""
        blocks = (("answer-text", self.words.answer), ("answer-why", self.words.explanation))
        return "".join(self._block(name, text) for name, text in blocks if text)

    def ask(self) -> str:
        """Return the question with its choices."""
        return self.scenario() + self._choices(())

    def answer(self) -> str:
        """Return the right choices, the answer and the explanation."""
        return (self._choices(self.row.right) if self.row.right else "") + self.why()

    def _choices(self, right: Sequence[int]) -> str:
        """Return all choices, or the right ones, with their letters."""
        items = [
            f'<li value="{at + 1}">{self.inline(choice)}</li>'
            for at, choice in enumerate(self.words.choices)
            if not right or at in right
        ]
        name = "choices choices-right" if right else "choices"
        return f'<ol class="{name}" type="A"{lang_attribute(self.language)}>{"".join(items)}</ol>' if items else ""

    def _block(self, name: str, text: str) -> str:
        paragraphs = (self.inline(part).replace("\n", "<br>") for part in text.split("\n\n") if part.strip())
        html = "".join(f"<p>{one}</p>" for one in paragraphs)
        return f'<div class="{name} text"{lang_attribute(self.language)}>{html}</div>'

    def inline(self, text: str) -> str:
        """Return a text as HTML with links for its marks, and symbols."""
        parts: list[str] = []
        at = 0
        for mark in marks_in(text):
            parts += (self._between_marks(text[at : mark.start]), self._mark(mark))
            at = mark.end
        return "".join((*parts, self._between_marks(text[at:])))

    def _between_marks(self, text: str) -> str:
        return inline_html(LinkedText(text, (), 0, ()), self.texts.links)

    def _mark(self, mark: QuestionMark) -> str:
        if not mark.number:
            if card := self.texts.cards.get(self.row.cards.get(mark.written, "")):
                return f'<a class="cardname" lang="en" href="{escape(card.get_absolute_url())}">{escape(card.name)}</a>'
            return f'<span lang="en">{escape(mark.written)}</span>'
        citation = self.cited.get(mark.written)
        if citation and (entry := self.texts.at.get(citation.rule_id)):
            address = escape(self.texts.links.rule(entry.number))
            return f'<a class="xref" href="{address}">{escape(entry.number)}</a>'
        absent = gettext("This rule is not in the rules of %(day)s.") % {"day": self.texts.version.date.isoformat()}
        number, message = escape(mark.number), escape(absent)
        return f'<span class="xref-missing" title="{message}">{number}<span class="vh"> ({message})</span></span>'


def preview(content: Content, newest: WrittenRevision | None) -> list[tuple[str, RenderedQuestion]]:
    """Render a question that is not stored, by language. Raises InvalidQuestion.

    ``newest`` is its last revision, which has its cards.
    """
    row, citations = revision_of(content, newest)
    versions = catalogue()
    if versions.latest is None:
        return []
    question = Question(
        kind=Question.Kind.WRITTEN, public_id=newest.written.public_id if newest else "", level=content.level
    )
    found: list[tuple[str, RenderedQuestion]] = []
    for language in row.texts:
        showing = RenderContext(versions, versions.latest, (language,), {})
        found.append((language, RevisionTexts([row], showing, citations).shown(question, row)))
    return found
