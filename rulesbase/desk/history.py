"""Read the history of a text in a language: all texts of a Rule or its examples, and the logged actions."""

import datetime
from collections import defaultdict
from typing import NamedTuple

from rulesbase.desk.targets import TranslationTarget
from rulesbase.engine.text.word_overlap import share_within
from rulesbase.models import ActionLog, TranslatedPlace, Translation, Wording

# The most actions to show, newest first.
_MOST = 200


class HistoryText(NamedTuple):
    """A text, the places (date of a version, number) it was made for, and whether it translates the current English."""

    row: Translation
    places: tuple[tuple[datetime.date, str], ...]
    is_current: bool


class TextHistory(NamedTuple):
    """All texts, newest first, and the logged actions."""

    texts: tuple[HistoryText, ...]
    actions: tuple[ActionLog, ...]

    def text(self, pk: str) -> HistoryText | None:
        """Return a text by its key."""
        return next((past for past in self.texts if str(past.row.pk) == pk), None)


def text_history(target: TranslationTarget) -> TextHistory:
    """Return the history of a text. Three queries.

    Examples have no identity: an example has the texts whose English is more like it than like another example.
    """
    places = TranslatedPlace.objects.filter(
        translation__language=target.language, entry__rule=target.entry.rule, is_example=target.part > 0
    )
    made: defaultdict[int, set[tuple[datetime.date, str]]] = defaultdict(set)
    for pk, date, number in places.values_list("translation_id", "entry__edition__version__date", "entry__number"):
        # A place without a date belongs to a deleted edition; the text still counts.
        made[pk] |= {(date, number)} if date else set()
    found = Translation.objects.filter(pk__in=made).select_related("wording", "original", "author", "former", "source")
    rows = [row for row in found if not target.part or _is_of_example(target, row.original)]
    ordered = sorted(rows, key=lambda row: (row.original_id == target.original.pk, row.made_at, row.pk), reverse=True)
    texts = [HistoryText(row, tuple(sorted(made[row.pk])), row.original_id == target.original.pk) for row in ordered]
    originals = {target.original.pk, *(past.row.original_id for past in texts)}
    actions = ActionLog.objects.filter(original__in=originals, language=target.language)
    return TextHistory(tuple(texts), tuple(actions.select_related("author", "former", "original")[:_MOST]))


def _is_of_example(target: TranslationTarget, english: Wording) -> bool:
    """Return whether no other example of the Rule is more like an English text than the target is."""
    shares = {one.pk: share_within(one.text, english.text) for one in target.examples}
    return english.pk == target.original.pk or shares.get(target.original.pk, 0) >= max(shares.values(), default=0)
