"""Render questions: types, the registry of renderers by kind, and `shown`, which calls them."""

import datetime
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.core.documents import in_document
from rulesbase.models import Question, Wording


class AnswerRule(NamedTuple):
    """A rule of the answer: its number today, its address, and its heading or the beginning of its text."""

    number: str
    href: str
    heading: str


@dataclass(frozen=True)
class RenderedQuestion:
    """A question and its answer as safe HTML and as plain text.

    ``eyebrow`` is the chapter's number and title, or a substitute. ``difference`` is the change since a question was
    learnt, for one that came back. ``version`` is the date of its version, ``made_from`` the key of its text.
    """

    public_id: str
    kind: str
    level: int
    eyebrow: str
    ask: SafeString
    answer: SafeString
    citations: tuple[AnswerRule, ...]
    difference: SafeString
    ask_text: str
    answer_text: str
    version: str = ""
    made_from: int | None = None

    @property
    def more_citations(self) -> tuple[AnswerRule, ...]:
        """Return the citations that the answer does not link itself, nor a subrule of them."""
        return tuple(
            cited
            for cited in self.citations
            if not re.search(rf'href="{re.escape(cited.href.rstrip("/"))}[a-z]?/["?]', self.answer)
        )


@dataclass(frozen=True)
class RenderContext:
    """The version and the languages to show, and the options of `shown`."""

    versions: Catalogue
    version: CatalogueVersion
    languages: tuple[str, ...]
    came_back: Mapping[int, Wording]
    knows: datetime.date | None = None


# Takes all questions of its kind and returns those that can be shown, by the key of the Question.
Renderer = Callable[[Sequence[Question], RenderContext], Mapping[int, RenderedQuestion]]


def rendered_question(
    question: Question,
    eyebrow: str,
    ask: tuple[str, str],
    answer: tuple[str, str],
    citations: tuple[AnswerRule, ...],
    difference: SafeString,
    showing: RenderContext,
) -> RenderedQuestion:
    """Return a rendered question; ``ask`` and ``answer`` are escaped HTML and plain text."""
    return RenderedQuestion(
        question.public_id,
        question.kind,
        question.level,
        eyebrow,
        mark_safe(ask[0]),  # noqa: S308 - escaped by the renderer
        mark_safe(answer[0]),  # noqa: S308 - escaped by the renderer
        citations,
        difference,
        ask[1],
        answer[1],
        showing.version.date.isoformat(),
        question.made_from_id,
    )


_renderers: dict[str, Renderer] = {}


def register(kind: str, renderer: Renderer) -> None:
    """Register the renderer of a kind of question. Raises ValueError for a second one."""
    if kind in _renderers:
        raise ValueError(f"Questions of the kind {kind!r} are rendered already")
    _renderers[kind] = renderer


def shown(
    questions: Sequence[Question],
    *,
    languages: Sequence[str] = ("en",),
    came_back: Mapping[int, Wording] | None = None,
    knows: datetime.date | None = None,
) -> list[RenderedQuestion]:
    """Render questions of any kinds as of the latest version in force of their documents, in order.

    ``came_back`` maps the key of a Question to the Wording it was learnt from (`Studied.came_back`): its answer gets
    the difference. ``knows`` is the day from which changes are shown (`StudyOptions.knows`). Questions that cannot be
    shown are left out: retired ones without a rule, and kinds without a renderer. A few queries for each kind.
    """
    found: dict[int, RenderedQuestion] = {}
    by_document = defaultdict[str, list[Question]](list)
    for question in questions:
        by_document[question.document].append(question)
    for document, some in by_document.items():
        with in_document(document):
            versions = catalogue()
            if versions.latest:
                shown_in = tuple(languages) or ("en",)
                found |= _rendered(some, RenderContext(versions, versions.latest, shown_in, came_back or {}, knows))
    return [found[question.pk] for question in questions if question.pk in found]


def _rendered(questions: Sequence[Question], showing: RenderContext) -> Mapping[int, RenderedQuestion]:
    """Render questions on the active document, by key."""
    by_renderer: defaultdict[Renderer, list[Question]] = defaultdict(list)
    for question in questions:
        if renderer := _renderers.get(question.kind):
            by_renderer[renderer].append(question)
    found: dict[int, RenderedQuestion] = {}
    for renderer, some in by_renderer.items():
        found |= renderer(some, showing)
    return found
