"""Translation memory of the desk: find translations of similar English texts."""

import datetime
from collections.abc import Collection, Iterable
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeVar

from django.db import connection
from django.db.models import OuterRef, Subquery

from rulesbase.engine.diff.words import Op, diff
from rulesbase.engine.translation.memory import TranslationMemory
from rulesbase.models import TranslatedPlace, Translation

_READ = (Translation.Status.APPROVED, Translation.Status.REVIEW)
# Search for more, as some texts no longer have a translation to show.
_SPARE = 3


class Match(NamedTuple):
    """A translation of a similar text; ``difference`` leads from its English to the searched text.

    ``number`` is that of the translated entry.
    """

    score: int
    english: str
    text: str
    difference: list[Op]
    number: str


class Index(Protocol):
    """An index of English texts in memory, to which texts are added."""

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Add texts by key."""


_I = TypeVar("_I", bound=Index)
# Kind of index, database and language -> an index, and the newest translation in it.
_indexes: dict[tuple[type[Any], str, str], tuple[Any, tuple[int, datetime.datetime | None]]] = {}
_filling = Lock()


def matches(
    language: str, english_text: str, limit: int = 5, *, least: int = 60, without: int | None = None
) -> list[Match]:
    """Return the most similar texts, best first: at most ``limit``, with a similarity of ``least`` or more (of 100).

    Leave out the English wording ``without``. Two queries.
    """
    if not english_text.strip():
        return []
    found = index_of(TranslationMemory, language).find(english_text, limit * _SPARE, least)
    near = [one for one in found if one.key != without]
    rows = shown_translations(language, [one.key for one in near])
    scored = [(one.score, rows[one.key]) for one in near if one.key in rows]
    return [_match(score, row, english_text) for score, row in scored[:limit]]


def _match(score: int, row: Translation, searched: str) -> Match:
    english, text = row.original.text or row.original.heading, row.wording.text or row.wording.heading
    return Match(score, english, text, diff(english, searched, "en"), vars(row)["number"] or "")


def shown_translations(language: str, originals: Collection[int]) -> dict[int, Translation]:
    """Return English wording -> translation: the approved one, else the newest in review. One query.

    Each has the ``number`` of its newest place.
    """
    rows = Translation.objects.filter(language=language, original__in=originals, status__in=_READ)
    newest = TranslatedPlace.objects.filter(translation=OuterRef("pk")).order_by(
        "-entry__edition__version__date", "-pk"
    )
    placed = rows.select_related("original", "wording").annotate(number=Subquery(newest.values("entry__number")[:1]))
    found: dict[int, Translation] = {}
    for row in placed.order_by("revision"):
        before = found.get(row.original_id)
        if before is None or before.status != Translation.Status.APPROVED:
            found[row.original_id] = row
    return found


def index_of(kind: type[_I], language: str) -> _I:
    """Return an index of all English texts translated into a language; add new ones. One query."""
    place = kind, str(connection.settings_dict["NAME"]), language
    rows = Translation.objects.filter(language=language)
    # The time distinguishes it from a rolled-back row with the same id.
    newest = rows.order_by("-pk").values_list("pk", "made_at").first() or (0, None)
    index: _I
    with _filling:
        index, seen = _indexes.get(place, (kind(), (0, None)))
        if seen != newest:
            if newest[0] <= seen[0]:
                index, seen = kind(), (0, None)
            new = rows.filter(pk__gt=seen[0], pk__lte=newest[0]).order_by("-pk")
            texts = new.values_list("original_id", "original__heading", "original__text").distinct()
            index.add((original, text or heading) for original, heading, text in texts.iterator())
            _indexes[place] = index, newest
        return index
