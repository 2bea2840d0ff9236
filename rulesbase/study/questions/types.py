"""Types shared by the renderers of questions."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.models import Question, Wording


class CitedRule(NamedTuple):
    """A place that answers: its number today, its address, and its heading or how its text begins."""

    number: str
    href: str
    heading: str


@dataclass(frozen=True)
class RenderedQuestion:
    """A question and its answer as a person sees them: HTML that is safe, and the same as plain text.

    ``eyebrow`` is the chapter's number and title, or what stands in their place. ``difference`` is what changed
    since it was learnt, for a question that came back; empty for all others. ``version`` is the date it holds for,
    ``made_from`` the key of the text it is made from.
    """

    public_id: str
    kind: str
    level: int
    eyebrow: str
    ask: SafeString
    answer: SafeString
    citations: tuple[CitedRule, ...]
    difference: SafeString
    ask_text: str
    answer_text: str
    version: str = ""
    made_from: int | None = None


@dataclass(frozen=True)
class RenderContext:
    """What a renderer works with: the version it shows, and the languages that are wanted, the first one first.

    ``came_back`` maps the key of a Question to the Wording it was learnt from, for those that came back.
    ``knows`` is the day as of which the person knows the rules, for what changed since.
    """

    versions: Catalogue
    version: CatalogueVersion
    languages: tuple[str, ...]
    came_back: Mapping[int, Wording]
    knows: datetime.date | None = None


# Takes all questions of its kind at once and returns what it can show by the key of the Question; one that cannot
# be shown (its rule is gone) is left out.
Renderer = Callable[[Sequence[Question], RenderContext], Mapping[int, RenderedQuestion]]


def rendered_question(
    question: Question,
    eyebrow: str,
    ask: tuple[str, str],
    answer: tuple[str, str],
    citations: tuple[CitedRule, ...],
    difference: SafeString,
    showing: RenderContext,
) -> RenderedQuestion:
    """Put together what a renderer made; ``ask`` and ``answer`` are HTML that was escaped, and plain text."""
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
