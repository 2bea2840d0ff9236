"""How written questions look: their text escaped, what they cite linked with the numbers of the version shown."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from rapidfuzz import fuzz

from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.entries import Lead, Passage
from rulesbase.engine.questions.markup import Content, Mark, QuestionText, marks_in
from rulesbase.engine.text.numbers import chapter_of, section_of
from rulesbase.models import Question, Wording, WrittenCitation, WrittenRevision
from rulesbase.reading.outline import Outline, edition_index
from rulesbase.reading.text_html import Links, inline_html, lang_attribute
from rulesbase.study.authored.citations import CurrentRule, standings
from rulesbase.study.authored.content import (
    InvalidQuestion,
    KnownCard,
    as_json,
    cards_of,
    cards_of_content,
    citations_of,
    faults_of,
    tidy,
    words_of,
)
from rulesbase.study.questions import render as questions_render
from rulesbase.study.questions.difference_html import difference_html
from rulesbase.study.questions.difference_html import words_of as words_of_wording
from rulesbase.study.questions.quoted_html import texts_at
from rulesbase.study.questions.types import CitedRule, RenderContext, RenderedQuestion, rendered_question

_NO_LEAD = Lead({}, {})


def register_kind() -> None:
    """Say that written questions are rendered here; done once, when the program starts."""
    questions_render.register(Question.Kind.WRITTEN, render)


def render(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """All of these that can be shown, by key: those whose published revision is there. Five queries."""
    rows = WrittenRevision.objects.filter(status="published", written__question__in=questions)
    by_question = {row.written.question_id: row for row in rows.select_related("written")}
    pairs = [(q, by_question[q.pk]) for q in questions if q.pk in by_question]
    return {question.pk: shown for (question, _row), shown in zip(pairs, shown_revisions(pairs, showing), strict=True)}


def shown_revisions(
    pairs: Sequence[tuple[Question, WrittenRevision]], showing: RenderContext
) -> list[RenderedQuestion]:
    """Revisions, each with its question, as people see them. Four queries."""
    book = RevisionTexts([row for _, row in pairs], showing)
    return [book.shown(question, row) for question, row in pairs]


class RevisionTexts:
    """All that a set of revisions needs to be shown: what they cite and which cards they name, read at once."""

    def __init__(
        self,
        revisions: Sequence[WrittenRevision],
        showing: RenderContext,
        citations: Sequence[WrittenCitation] | None = None,
    ) -> None:
        """``citations`` are those of a revision that is not stored yet."""
        self.showing, self.version = showing, showing.version
        self.cited: dict[int | None, list[WrittenCitation]] = {row.pk: [] for row in revisions}
        stored = {key for key in self.cited if key}
        rows = list(WrittenCitation.objects.filter(revision__in=stored)) if citations is None else list(citations)
        for one in rows:
            self.cited[one.revision_id].append(one)
        self.at = standings(rows, self.version)
        text = self.version.main
        self.links = Links(self.version, text, None)
        self.plan = edition_index(showing.versions.english, text.pk).outline if rows else Outline(())
        self.cards = cards_of({card for row in revisions for card in row.cards.values()})

    def shown(self, question: Question, row: WrittenRevision) -> RenderedQuestion:
        """One of them."""
        page, words = self.page(row)
        return rendered_question(
            question,
            self.eyebrow(row),
            (page.ask(words), page.ask_text(words)),
            (page.answer(words, row.right), page.answer_text(words, row.right)),
            self.citations(row),
            self.difference(question, row),
            self.showing,
        )

    def page(self, row: WrittenRevision) -> tuple["RevisionHtml", QuestionText]:
        """It in the first language wanted that it has, and what it says in it."""
        wanted = (*self.showing.languages, "en", *row.texts)
        language = next(code for code in wanted if code in row.texts)
        return RevisionHtml(self, row, language), words_of(row.texts[language])

    def standing(self, one: WrittenCitation) -> CurrentRule | None:
        """Where the rule of a citation stands in the version that is shown."""
        return self.at.get(one.rule_id or 0)

    def eyebrow(self, row: WrittenRevision) -> str:
        """The chapter of the first rule it cites."""
        for one in self.cited[row.pk]:
            if standing := self.standing(one):
                chapter = self.plan.chapter(chapter_of(standing.number) or standing.number)
                if chapter:
                    return f"{chapter.number} {chapter.heading}".strip()
        return gettext("written by hand")

    def citations(self, row: WrittenRevision) -> tuple[CitedRule, ...]:
        """The rules it rests on, each once."""
        found = {}
        for one in self.cited[row.pk]:
            if standing := self.standing(one):
                number = standing.number
                chapter = self.plan.chapter(chapter_of(number) or number) or self.plan.section(section_of(number))
                found[number] = CitedRule(number, self.links.rule(number), chapter.heading if chapter else "")
        return tuple(found.values())

    def difference(self, question: Question, row: WrittenRevision) -> SafeString:
        """What changed in the rule that was learnt with it, for a question that came back."""
        old: Wording | None = self.showing.came_back.get(question.pk)
        now = [standing.wording for one in self.cited[row.pk] if (standing := self.standing(one))] if old else []
        if old is None or not now:
            return SafeString()
        learnt = words_of_wording(old)
        texts = [text or heading for heading, text in texts_at(now).values()]
        return difference_html(learnt, max(texts, key=lambda text: fuzz.ratio(text, learnt)))


def letter(at: int) -> str:
    """The letter of a choice, counted from 0."""
    return chr(ord("A") + at)


class RevisionHtml:
    """One revision in one language."""

    def __init__(self, book: RevisionTexts, row: WrittenRevision, language: str) -> None:
        self.book, self.row, self.language = book, row, language
        self.cited = {one.written_as: one for one in book.cited[row.pk]}

    # ---- HTML ----

    def scenario(self, words: QuestionText) -> str:
        """What is asked, without choices."""
        return self._block("ask-text", words.scenario)

    def why(self, words: QuestionText) -> str:
        """The answer and why, without choices."""
        html = self._block("answer-said", words.answer) if words.answer else ""
        return html + (self._block("answer-why", words.explanation) if words.explanation else "")

    def ask(self, words: QuestionText) -> str:
        """What is asked, with the choices there are."""
        return self.scenario(words) + self._choices(words.choices, ())

    def answer(self, words: QuestionText, right: Sequence[int]) -> str:
        """The choices that are right, the answer, and why."""
        return (self._choices(words.choices, right) if right else "") + self.why(words)

    def _choices(self, choices: Sequence[str], right: Sequence[int]) -> str:
        """All choices, or those that are right, with the letters they have among all."""
        items = [
            f'<li value="{at + 1}">{self.inline(choice)}</li>'
            for at, choice in enumerate(choices)
            if not right or at in right
        ]
        name = "choices choices-right" if right else "choices"
        return f'<ol class="{name}" type="A"{lang_attribute(self.language)}>{"".join(items)}</ol>' if items else ""

    def _block(self, name: str, text: str) -> str:
        paragraphs = (self.inline(part).replace("\n", "<br>") for part in text.split("\n\n") if part.strip())
        html = "".join(f"<p>{one}</p>" for one in paragraphs)
        return f'<div class="{name} text"{lang_attribute(self.language)}>{html}</div>'

    def inline(self, text: str) -> str:
        """A text escaped, with links in the place of its marks and symbols in the place of their letters."""
        parts: list[str] = []
        at = 0
        for mark in marks_in(text):
            parts += (self._plain(text[at : mark.start]), self._mark(mark))
            at = mark.end
        return "".join((*parts, self._plain(text[at:])))

    def _plain(self, text: str) -> str:
        return inline_html(Passage(text, (), 0, ()), self.book.links, _NO_LEAD)

    def _mark(self, mark: Mark) -> str:
        if not mark.number:
            card = self._card(mark)
            return (
                f'<a class="cardname" lang="en" href="{escape(card.href)}">{escape(card.name)}</a>'
                if card
                else (f'<span lang="en">{escape(mark.written)}</span>')
            )
        one = self.cited.get(mark.written)
        standing = self.book.standing(one) if one else None
        if standing is None:
            absent = gettext("This rule is not in the rules of %(day)s.") % {"day": self.book.version.date.isoformat()}
            number, message = escape(mark.number), escape(absent)
            return f'<span class="xref-missing" title="{message}">{number}<span class="vh"> ({message})</span></span>'
        address = escape(self.book.links.rule(standing.number))
        return f'<a class="xref" href="{address}">{escape(standing.number)}</a>'

    def _card(self, mark: Mark) -> KnownCard | None:
        return self.book.cards.get(self.row.cards.get(mark.written, ""))

    # ---- Plain text ----

    def ask_text(self, words: QuestionText) -> str:
        return "\n".join((self.plain(words.scenario), *self._lettered(words.choices, ())))

    def answer_text(self, words: QuestionText, right: Sequence[int]) -> str:
        lines = [*(self._lettered(words.choices, right) if right else ()), words.answer, words.explanation]
        return "\n".join(self.plain(text) for text in lines if text)

    def _lettered(self, choices: Iterable[str], right: Sequence[int]) -> list[str]:
        lines = [f"{letter(at)}. {self.plain(choice)}" for at, choice in enumerate(choices)]
        return [one for at, one in enumerate(lines) if not right or at in right]

    def plain(self, text: str) -> str:
        """A text with today's numbers and names in the place of its marks."""
        parts: list[str] = []
        at = 0
        for mark in marks_in(text):
            card = None if mark.number else self._card(mark)
            one = self.cited.get(mark.written) if mark.number else None
            standing = self.book.standing(one) if one else None
            shown = standing.number if standing else mark.number or (card.name if card else mark.written)
            parts += (text[at : mark.start], shown)
            at = mark.end
        return "".join((*parts, text[at:]))


def preview(content: Content, newest: WrittenRevision | None) -> list[tuple[str, RenderedQuestion]]:
    """A question as it will be seen, by language. Raises Unfit where it could not be stored.

    ``newest`` is the revision it goes on from, which knows its cards.
    """
    versions = catalogue()
    content = tidy(content)
    if faults := faults_of(content):
        raise InvalidQuestion(faults)
    if versions.latest is None:
        return []
    citations = citations_of(content)
    texts = {code: as_json(words) for code, words in content.texts.items()}
    cards = cards_of_content(content, newest.cards if newest else None)
    row = WrittenRevision(level=content.level, texts=texts, right=list(content.right), cards=cards)
    for one in citations:
        one.revision = row
    question = Question(
        kind=Question.Kind.WRITTEN, public_id=newest.written.public_id if newest else "", level=content.level
    )
    found: list[tuple[str, RenderedQuestion]] = []
    for language in texts:
        showing = RenderContext(versions, versions.latest, (language,), {})
        found.append((language, RevisionTexts([row], showing, citations).shown(question, row)))
    return found
