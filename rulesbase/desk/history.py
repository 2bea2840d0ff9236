"""The history of a text in a language: every text that a Rule, or its examples, ever had, and who did what."""

import datetime
from collections import defaultdict
from typing import NamedTuple

from rulesbase.desk.targets import Spot
from rulesbase.models import ActionLog, TranslatedPlace, Translation

# A text that was worked on more often than this shows the newest actions.
_MOST = 200


class Place(NamedTuple):
    """Where a text was made for: version and number."""

    date: datetime.date
    number: str


class Past(NamedTuple):
    """A text, the places it was made for, and whether it is for the very English of today."""

    row: Translation
    places: tuple[Place, ...]
    is_current: bool


class Life(NamedTuple):
    """All texts, newest first, and all that was done."""

    texts: tuple[Past, ...]
    actions: tuple[ActionLog, ...]

    def text(self, pk: str) -> Past | None:
        """One of them by the key in an address."""
        return next((past for past in self.texts if str(past.row.pk) == pk), None)


def life_of(spot: Spot) -> Life:
    """The history of a text; of an example that of all examples of its Rule, which have no identity. Three queries."""
    places = TranslatedPlace.objects.filter(
        translation__language=spot.language, entry__rule=spot.entry.rule, is_example=spot.part > 0
    )
    made: defaultdict[int, set[Place]] = defaultdict(set)
    for pk, date, number in places.values_list("translation_id", "entry__edition__version__date", "entry__number"):
        # A place whose edition is gone still tells of the text.
        made[pk] |= {Place(date, number)} if date else set()
    rows = Translation.objects.filter(pk__in=made).select_related("wording", "original", "author", "former", "source")
    ordered = sorted(rows, key=lambda row: (row.original_id == spot.original.pk, row.made_at, row.pk), reverse=True)
    texts = [Past(row, tuple(sorted(made[row.pk])), row.original_id == spot.original.pk) for row in ordered]
    originals = {spot.original.pk, *(past.row.original_id for past in texts)}
    actions = ActionLog.objects.filter(original__in=originals, language=spot.language)
    return Life(tuple(texts), tuple(actions.select_related("author", "former")[:_MOST]))


def earlier_text(spot: Spot, pk: int) -> Translation | None:
    """A text of the history by its key; None where it is of another Rule or language. One query."""
    rows = Translation.objects.filter(
        language=spot.language, places__entry__rule=spot.entry.rule, places__is_example=spot.part > 0
    )
    return rows.filter(pk=pk).first()
