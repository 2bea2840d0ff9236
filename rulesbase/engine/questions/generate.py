"""Generated study questions from the text of a version, without Django or a database.

Every question has one answer, proved against the whole version.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.questions.cloze import clozes
from rulesbase.engine.questions.definitions import definitions, keywords, terms, translations
from rulesbase.engine.questions.draft_question import LEAST_WORTH, DraftQuestion
from rulesbase.engine.questions.examples import finds, happens
from rulesbase.engine.questions.headings import headings, rests
from rulesbase.engine.questions.sections import section_drafts
from rulesbase.engine.questions.spot_the_error import errors
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.questions.which_rule import quotes

_STEP = 50


def drafts(
    entries: Sequence[VersionEntry],
    *,
    languages: Mapping[str, Mapping[int, str]] | None = None,
    known: Mapping[int, Collection[tuple[str, ...]]] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[DraftQuestion]:
    """Return the questions of a version without duplicates: one gap, quote and error for each rule cover it.

    ``languages`` maps a language to the names of terms, by the position of their entries. ``known`` are the keys of
    existing cloze questions by position, which are preferred as long as they are valid. Questions below LEAST_WORTH
    are left out.
    """
    index = VersionIndex(entries)
    if active_document() != COMPREHENSIVE_RULES:
        return list(_once(section_drafts(index)))
    found = [*headings(index), *terms(index), *definitions(index), *keywords(index)]
    for language, names in (languages or {}).items():
        found += translations(index, names, language)
    for done, at in enumerate(index.rules):
        if gaps := [gap for gap in clozes(index, at) if gap.worth >= LEAST_WORTH]:
            stored = (known or {}).get(at, ())
            found.append(min(gaps, key=lambda gap: (gap.asked not in stored, -gap.worth, gap.asked)))
        found += islice(quotes(index, at), 1)
        found += rests(index, at)
        found += happens(index, at)
        found += finds(index, at)
        found += islice(errors(index, at), 1)
        if progress and done % _STEP == 0:
            progress(done, len(index.rules))
    return list(_once(draft for draft in found if draft.worth >= LEAST_WORTH))


def _once(found: Iterable[DraftQuestion]) -> Iterable[DraftQuestion]:
    """Return the drafts without those of the same wording."""
    seen: set[tuple[str, str, tuple[str, ...]]] = set()
    for draft in found:
        side = draft.asked if draft.kind in ("heading", "translation") else ()
        key = draft.kind, draft.reveals, side
        if key not in seen:
            seen.add(key)
            yield draft
