"""Questions as people see them, set by set: `shown` asks the renderer of each kind. Other kinds `register` theirs."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.models import Question, Version, Wording
from rulesbase.study.questions.types import CitedRule, RenderContext, RenderedQuestion, Renderer

__all__ = ["CitedRule", "RenderContext", "RenderedQuestion", "Renderer", "register", "shown"]

_renderers: dict[str, Renderer] = {}


def register(kind: str, renderer: Renderer) -> None:
    """Say who renders a kind of question. Raises ValueError where somebody does already."""
    if kind in _renderers:
        raise ValueError(f"Questions of the kind {kind!r} are rendered already")
    _renderers[kind] = renderer


def shown(
    questions: Sequence[Question],
    *,
    version: Version | None = None,
    languages: Sequence[str] = ("en",),
    came_back: Mapping[int, Wording] | None = None,
    knows: datetime.date | None = None,
) -> list[RenderedQuestion]:
    """The questions as of a version (the latest in force without one), in their order, whatever their kinds.

    ``came_back`` maps the pk of a Question to the Wording it was learnt from (`Studied.came_back`): its answer gets
    the difference. ``knows`` is the day as of which the person knows the rules (`StudyOptions.knows`): what changed is
    told since then. Left out is what cannot be shown: retired questions whose rule is nowhere, and kinds that nobody
    renders. A few queries for each kind among them, whatever the number of questions.
    """
    versions = catalogue()
    found_version = _version_of(version)
    if found_version is None:
        return []
    showing = RenderContext(versions, found_version, tuple(languages) or ("en",), came_back or {}, knows)
    by_renderer: defaultdict[Renderer, list[Question]] = defaultdict(list)
    for question in questions:
        if renderer := _renderers.get(question.kind):
            by_renderer[renderer].append(question)
    found: dict[int, RenderedQuestion] = {}
    for renderer, some in by_renderer.items():
        found |= renderer(some, showing)
    return [found[question.pk] for question in questions if question.pk in found]


def _version_of(version: Version | None) -> CatalogueVersion | None:
    versions = catalogue()
    if version is None:
        return versions.latest
    return next((one for one in versions.all if one.pk == version.pk), None)
