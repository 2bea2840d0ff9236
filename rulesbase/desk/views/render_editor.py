"""Render the page of the translation editor."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from rulesbase.accounts.roles import REVIEW, may
from rulesbase.core.card_interface import cards
from rulesbase.core.content_version import english_key
from rulesbase.desk.actions import is_own
from rulesbase.desk.drafts import drafts_of, open_draft, other_editors
from rulesbase.desk.editor_data import EditorData, FieldContent, editor_data, field_content
from rulesbase.desk.run_checks import MOST_CHARACTERS, examples_of, passed_checks, run_checks
from rulesbase.desk.targets import TranslationTarget
from rulesbase.desk.terminology.queries import TermHit, terms_with
from rulesbase.desk.views.requests import EditorRequest, language_context
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.typed_markup import marked, read_marked
from rulesbase.models import Draft, Translation
from rulesbase.reading.parallel_html import MARKS, doubt_words, freshness_words
from rulesbase.translations.doubts import doubts_of
from rulesbase.translations.freshness_types import DOUBTED, SAME_MEANING, Freshness
from rulesbase.translations.memory import Match, matches, sentence_matches


def check_results(desk: EditorRequest, heading: str, typed: Passage) -> dict[str, Any]:
    """Return the results of the checks."""
    target, stamp = desk.target, desk.versions.stamp
    if not typed.text and not heading:
        return {"findings": [], "passed": [], "unchecked": True}
    examples = None if target.part else examples_of(target)
    found = run_checks(target.language, target.original, heading, typed, examples=examples, stamp=stamp)
    return {"findings": found, "passed": passed_checks(target.language, found, target.original, stamp=stamp)}


def render_editor(
    desk: EditorRequest, *, status: int = 200, field: FieldContent | None = None, **more: Any
) -> HttpResponse:
    """Return the page. ``field`` replaces the user's autosaved draft in the fields."""
    target = desk.target
    data = editor_data(desk.versions, target)
    drafts = drafts_of(target)
    mine = open_draft(target, desk.user, data.base, drafts) if desk.request.method != "HEAD" else None
    field = field or field_content(data, mine)
    typed = read_marked(field.text) or Passage(field.text)
    may_approve = _may_approve(desk, data)
    doubts = _doubts(desk, data)
    terms = terms_with(english_key(desk.versions.stamp), target.original.text, target.language)
    context = {
        "desk": desk,
        "target": target,
        "data": data,
        **language_context(desk.request, target.language),
        "english_text": marked(target.original.text, target.original.emphasis_spans),
        "field": field,
        "base": mine.base_revision if mine and mine.saves else data.base,
        "saves": mine.saves if mine else 0,
        "saved_at": mine.touched_at if mine and mine.saves else None,
        "others": other_editors(drafts, desk.user),
        "mark": MARKS[DOUBTED if doubts else data.state],
        "state_words": doubts or freshness_words(data.state, data.translated.behind if data.translated else 0),
        "parts": _links_of_parts(desk, data),
        "terms": terms,
        "words": _offered_words(desk, terms),
        "sentences": _sentences(target, data),
        "matches": matches(target.language, target.original.text, 5, without=target.original.pk),
        "may_approve": may_approve,
        "reviewing": may_approve and data.waits,
        "most": MOST_CHARACTERS,
        **check_results(desk, field.heading, typed),
        "newer": _newer(data, mine) if "conflict" not in more else None,
        **more,
    }
    return render(desk.request, "desk/edit.html", context, status=status)


def _doubts(desk: EditorRequest, data: EditorData) -> str:
    """Return what readers see of doubts about a text with the meaning of the English; empty without doubts."""
    if data.cell is None or data.cell.state not in SAME_MEANING:
        return ""
    found = doubts_of(desk.versions.stamp_in(desk.target.language), desk.target.language, [data.cell])
    return doubt_words(found.get(data.cell.entry))


def _offered_words(desk: EditorRequest, terms: Sequence[TermHit]) -> list[tuple[str, str]]:
    """Return what is offered while one types, with its English: agreed terms, printed names of cards."""
    target, key = desk.target, english_key(desk.versions.stamp)
    cards_here = cards().names_in(key, target.original.text, target.language)
    named = [(card.printed[0], card.name) for card in cards_here if card.printed]
    return [*((name, term.english) for term in terms if term.agreed for name in term.names), *named]


def _sentences(target: TranslationTarget, data: EditorData) -> list[Match]:
    """Return translations by sentence; none for a text that needs no work."""
    if data.state is Freshness.EXACT and not data.is_open:
        return []
    so_far = (data.older.original, data.older.wording) if data.older else None
    return sentence_matches(target.language, target.original.text, so_far, without=target.original.pk)


def _may_approve(desk: EditorRequest, data: EditorData) -> bool:
    """Return whether the user may approve here; with FOUR_EYES only a waiting text of somebody else."""
    if not may(desk.user, REVIEW, desk.target.language):
        return False
    newest = data.newest
    return not settings.FOUR_EYES or (
        newest is not None and data.waits and not is_own(newest, data.approved, desk.user)
    )


def _newer(data: EditorData, draft: Draft | None) -> Translation | None:
    """Return the text that another user saved after this user's draft was begun."""
    if draft is None or not draft.saves or draft.base_revision >= data.base:
        return None
    return data.newest


def _links_of_parts(desk: EditorRequest, data: EditorData) -> list[dict[str, object]]:
    """Return links to the entry itself and to its examples; none for an entry without examples."""
    if data.cell is None or not data.cell.examples:
        return []
    states = (data.cell.text.state, *(one.state for one in data.cell.examples))
    addresses = (desk._replace(target=desk.target._replace(part=at)).address for at in range(len(states)))
    return [
        {"number": at, "address": address, "mark": MARKS[state], "here": at == desk.target.part}
        for at, (state, address) in enumerate(zip(states, addresses, strict=True))
    ]
