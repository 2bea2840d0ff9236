"""Render questions: types, the registry of renderers by kind, and `shown`, which calls them."""

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from string import ascii_uppercase
from typing import NamedTuple

from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.core.document_urls import in_document
from rulesbase.core.grouping import grouped
from rulesbase.core.number_format import read_number
from rulesbase.models import Question, Wording


class AnswerRule(NamedTuple):
    """A rule of the answer: its number today, its address, and its heading or the beginning of its text."""

    number: str
    href: str
    heading: str


# What begins and what ends a line of plain text; words for screen readers only, and removed ones.
_ITEM, _END = re.compile(r"<li(?: value=\"(\d+)\")?>"), re.compile(r"</(?:p|div|li|h2)>|<br>")
_UNSEEN = re.compile(r'<span class="vh">.*?</span>|<del\b.*?</del>')


def plain_text(html: str) -> str:
    """Return HTML as plain text, paragraphs and items of lists on separate lines."""
    marked = _ITEM.sub(_item_mark, _UNSEEN.sub("", html))
    lines = unescape(strip_tags(_END.sub("\n", marked))).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())


def _item_mark(item: re.Match[str]) -> str:
    """Return the letter of a numbered item of a list, or a hyphen. Files of users may have any number here."""
    number = read_number(item[1], 0, most_digits=2)
    return f"{ascii_uppercase[number - 1]}. " if 1 <= number <= len(ascii_uppercase) else "- "


class RenderedQuestion(NamedTuple):
    """A question and its answer as safe HTML.

    ``eyebrow`` is the chapter's number and title, or a substitute. ``difference`` is the change since a question was
    learnt, for one that came back.
    """

    question: Question
    version: CatalogueVersion
    eyebrow: str
    ask: SafeString
    answer: SafeString
    citations: tuple[AnswerRule, ...] = ()
    difference: SafeString = SafeString()

    @property
    def public_id(self) -> str:
        """Return the id of the question."""
        return self.question.public_id

    @property
    def ask_text(self) -> str:
        """Return the question as plain text."""
        return plain_text(self.ask)

    @property
    def answer_text(self) -> str:
        """Return the answer as plain text."""
        return plain_text(self.answer)

    @property
    def more_citations(self) -> tuple[AnswerRule, ...]:
        """Return the citations that the answer does not link itself, nor a subrule of them."""
        return tuple(
            cited
            for cited in self.citations
            if not re.search(rf'href="{re.escape(cited.href.rstrip("/"))}[a-z]?/["?]', self.answer)
        )


class RenderContext(NamedTuple):
    """The version and the languages to show, and the options of `shown`."""

    versions: Catalogue
    version: CatalogueVersion
    languages: tuple[str, ...]
    came_back: Mapping[int, Wording]
    knows: datetime.date | None = None


# Takes all questions of its kind and returns those that can be shown, by the key of the Question.
Renderer = Callable[[Sequence[Question], RenderContext], Mapping[int, RenderedQuestion]]


_renderers: dict[str, Renderer] = {}


def register(kind: str, renderer: Renderer) -> None:
    """Register the renderer of a kind of question."""
    _renderers[kind] = renderer


def shown(
    questions: Sequence[Question], *, came_back: Mapping[int, Wording] | None = None, knows: datetime.date | None = None
) -> list[RenderedQuestion]:
    """Render questions of any kinds as of the latest version in force of their documents, in order.

    Written questions are in the language of the page if they have it, else in English.
    ``came_back`` maps the key of a Question to the Wording it was learnt from (`Studied.came_back`): its answer gets
    the difference. ``knows`` is the day from which changes are shown (`StudyOptions.knows`). Questions that cannot be
    shown are left out: retired ones without a rule, and kinds without a renderer. A few queries for each kind.
    """
    languages = (get_language() or "en", "en")
    found: dict[int, RenderedQuestion] = {}
    for document, some in grouped((question.document, question) for question in questions).items():
        with in_document(document):
            versions = catalogue()
            if versions.latest:
                found |= _rendered(some, RenderContext(versions, versions.latest, languages, came_back or {}, knows))
    return [found[question.pk] for question in questions if question.pk in found]


def _rendered(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render questions on the active document, by key."""
    by_renderer = grouped((_renderers.get(question.kind), question) for question in questions)
    found: dict[int, RenderedQuestion] = {}
    for renderer, some in by_renderer.items():
        found |= renderer(some, showing) if renderer else {}
    return found
