"""Choose the English edition that a source translates: the one of its stated date, else the best fit."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.db.models import Count

from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.engine.text.normalize import digest
from rulesbase.engine.text.references import rules_and_chapters_named
from rulesbase.engine.translation.align import AlignmentEntry
from rulesbase.lineage.followed_editions import followed_editions
from rulesbase.models import Edition, Entry, Reference, Source

# Versions tried on each side of the stated date; rules compared of a long source.
_NEAR, _MOST = 8, 400
# A bilingual file fits an edition that has at least this share of its English texts.
_LEAST = 0.5


def english_for_source(source: Source, parts: Sequence[AlignmentEntry]) -> tuple[Edition | None, bool, float]:
    """Return (English edition, whether it is of the stated version, fit from 0 to 1)."""
    date = source.edition.version.date if source.edition else None
    return best_english(date, parts, _wordings_beside(source))


def english_for_parsed(parsed: RulesText, parts: Sequence[AlignmentEntry]) -> tuple[Edition | None, bool, float]:
    """Return the same for a parsed text."""
    other = parsed.other
    beside = [digest("en", node.heading, node.text, "") for node in (*other.entries, *other.glossary)] if other else []
    return best_english(parsed.date, parts, beside)


def best_english(
    date: datetime.date | None, parts: Sequence[AlignmentEntry], beside: Collection[str]
) -> tuple[Edition | None, bool, float]:
    """Return the same for a date, entries, and the digests of the English texts in a bilingual file."""
    if date:
        here = Edition.objects.filter(version__date=date, language="en").select_related("version").first()
        if here and (here.complete or not followed_editions().exists()):
            return here, True, 1.0
    candidates = list(followed_editions().order_by("version__date"))
    if date:
        before = [edition for edition in candidates if edition.version.date < date][-_NEAR:]
        after = [edition for edition in candidates if edition.version.date > date][:_NEAR]
        candidates = before + after
    fits = _fits(candidates, parts, beside)
    if not any(fits.values()):
        return None, False, 0.0

    def order(edition: Edition) -> tuple[float, int, int]:
        # With equal fit: the nearest to the stated date, then the older; without a date the newest.
        if date is None:
            return fits[edition.pk], 0, edition.version.date.toordinal()
        away = (edition.version.date - date).days
        return fits[edition.pk], -abs(away), -away

    best = max(candidates, key=order)
    return best, False, fits[best.pk]


def fit_of(source: Source, parts: Sequence[AlignmentEntry], edition: Edition) -> float:
    """Return how well an English edition fits the entries of a source, 0 to 1."""
    return _fits([edition], parts, _wordings_beside(source))[edition.pk] if edition.complete else 0.0


def _wordings_beside(source: Source) -> list[str]:
    """Return the digests of the English texts of a bilingual file."""
    beside = Entry.objects.filter(source__sha256=source.sha256, source__language="en")
    return list(beside.values_list("wording__digest", flat=True))


def _fits(editions: Sequence[Edition], parts: Sequence[AlignmentEntry], beside: Collection[str]) -> dict[int, float]:
    """Return edition -> share of the rules of a source at the same numbers; other references count half.

    For a bilingual file return the share of its English texts that an edition has word for word.
    """
    if beside and editions and (found := _equal_text_shares(editions, beside)) and max(found.values()) >= _LEAST:
        return found
    named = {p.number: rules_and_chapters_named(p.text) for p in parts if "." in p.number and p.kind is not Kind.TERM}
    step = max(1, len(named) // _MOST)
    wanted: Mapping[str, frozenset[str]] = dict(list(named.items())[::step])
    if not wanted or not editions:
        return {edition.pk: 0.0 for edition in editions}
    rows = list(
        Entry.objects.filter(edition__in=editions, number__in=wanted).values_list(
            "edition_id", "number", "wording__fold"
        )
    )
    references: defaultdict[int, set[str]] = defaultdict(set)
    for fold, number in Reference.objects.filter(fold__in={fold for _, _, fold in rows}).values_list("fold", "number"):
        if len(number) > 1:
            references[fold].add(number)
    points: defaultdict[int, float] = defaultdict(float)
    for edition, number, fold in rows:
        points[edition or 0] += 1.0 if references[fold] == wanted[number] else 0.5
    return {edition.pk: round(points[edition.pk] / len(wanted), 4) for edition in editions}


def _equal_text_shares(editions: Sequence[Edition], beside: Collection[str]) -> dict[int, float]:
    wanted = sorted(set(beside))[:: max(1, len(set(beside)) // _MOST)]
    rows = Entry.objects.filter(edition__in=editions, wording__digest__in=wanted).values_list("edition_id")
    counts = dict(rows.annotate(found=Count("wording", distinct=True)))
    return {edition.pk: round(counts.get(edition.pk, 0) / len(wanted), 4) for edition in editions}
