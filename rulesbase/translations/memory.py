"""Translation memory of the desk: what was translated before that says nearly the same in English."""

import datetime
from collections.abc import Iterable
from threading import Lock
from typing import NamedTuple

from django.db import connection
from django.db.models import OuterRef, Subquery

from rulesbase.engine.diff.words import Op, diff
from rulesbase.engine.translation.memory import SimilarText, TranslationMemory
from rulesbase.models import TranslatedPlace, Translation

_READ = (Translation.Status.APPROVED, Translation.Status.REVIEW)
# Of texts found some have no translation any more that may be shown.
_SPARE = 3


class Match(NamedTuple):
    """A text translated before: ``difference`` leads from its English to the one that was asked for.

    ``rule`` and ``number`` say what it was made for; ``approved`` is false for a text in review.
    """

    score: int
    english: str
    text: str
    difference: list[Op]
    rule: str
    number: str
    original: int
    translation: int
    approved: bool


class _Kept(NamedTuple):
    """The memory of a language, and the newest translation that it has taken in."""

    memory: TranslationMemory
    newest: tuple[int, datetime.datetime | None]


_kept: dict[tuple[str, str], _Kept] = {}
_filling = Lock()


def forget() -> None:
    """Fill the memories anew when they are next asked."""
    _kept.clear()


def matches(
    language: str, english_text: str, limit: int = 5, *, least: int = 60, without: int | None = None
) -> list[Match]:
    """The likest texts, the best first: at most ``limit``, none that is less alike than ``least`` of 100.

    ``without`` is an English wording to leave out. Two queries.
    """
    if not english_text.strip():
        return []
    near = [one for one in _memory(language).find(english_text, limit * _SPARE, least) if one.key != without]
    rows = _shown(language, near)
    chosen = [(one, rows[one.key]) for one in near if one.key in rows][:limit]
    return [_match(one, placed, english_text) for one, placed in chosen]


class _Placed(NamedTuple):
    """A translation, and where it was last made for: the public id of the Rule, and its number."""

    row: Translation
    rule: str
    number: str


def _match(near: SimilarText, placed: _Placed, asked: str) -> Match:
    row = placed.row
    english = row.original.text or row.original.heading
    text = row.wording.text or row.wording.heading
    approved = row.status == Translation.Status.APPROVED
    difference = diff(english, asked, "en")
    return Match(near.score, english, text, difference, placed.rule, placed.number, row.original_id, row.pk, approved)


def _shown(language: str, near: Iterable[SimilarText]) -> dict[int, _Placed]:
    """English wording -> its translation: the approved one, else the newest in review."""
    originals = [one.key for one in near]
    rows = Translation.objects.filter(language=language, original__in=originals, status__in=_READ)
    newest = TranslatedPlace.objects.filter(translation=OuterRef("pk")).order_by(
        "-entry__edition__version__date", "-pk"
    )
    placed = rows.select_related("original", "wording").annotate(
        rule=Subquery(newest.values("entry__rule__public_id")[:1]), number=Subquery(newest.values("entry__number")[:1])
    )
    found: dict[int, _Placed] = {}
    for row in placed.order_by("revision"):
        before = found.get(row.original_id)
        if before is None or before.row.status != Translation.Status.APPROVED:
            asked = vars(row)
            found[row.original_id] = _Placed(row, asked["rule"] or "", asked["number"] or "")
    return found


def _memory(language: str) -> TranslationMemory:
    """All English texts that were ever translated into a language; new ones are taken in as they come. One query."""
    place = str(connection.settings_dict["NAME"]), language
    rows = Translation.objects.filter(language=language)
    # When it was made tells it from one that was undone and had the same key.
    newest = rows.order_by("-pk").values_list("pk", "made_at").first() or (0, None)
    kept = _kept.get(place)
    if kept and kept.newest == newest:
        return kept.memory
    with _filling:
        kept = _kept.get(place)
        grown = kept and newest[0] > kept.newest[0]
        memory, seen = (kept.memory, kept.newest[0]) if kept and grown else (TranslationMemory(), 0)
        new = rows.filter(pk__gt=seen, pk__lte=newest[0])
        texts = new.values_list("original_id", "original__heading", "original__text")
        memory.add((original, text or heading) for original, heading, text in texts.iterator())
        _kept[place] = _Kept(memory, newest)
        return memory
