"""Import into an account what a browser stored before the account existed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rulesbase.core.errors import Refused
from rulesbase.models import StudyOptions, User
from rulesbase.study.decks.actions import deck_of, enrol
from rulesbase.study.questions.changed_rules import deck_of_changes
from rulesbase.study.reviews.options import options_of, save_options
from rulesbase.study.reviews.sync import sync

# More decks than anybody studies.
MOST_DECKS = 300
_OPTIONS = ("time_zone", "day_starts", "new_a_day", "reviews_a_day", "retention", "knows")


def take_over(user: User, data: Any, *, now: datetime | None = None) -> dict[str, Any]:
    """Import `{grades, undone, decks: [public id], options: {...}}`, each of them optional.

    Grades may be from before the account. Options are stored only if the account has none and all of them are valid.
    Return the result of `sync`, and `decks`: those that are studied now. Raises Refused.
    """
    options = data.get("options") if isinstance(data, dict) else None
    if isinstance(options, Mapping) and not StudyOptions.objects.filter(user=user).exists():
        _take_options(user, options)
        if (options_now := options_of(user)).knows:
            # The changes since that day become a deck of the account.
            deck_of_changes(options_now)
    counted = sync(user, data, now=now, taken_over=True)
    return {**counted, "decks": _enrolled(user, data.get("decks", []))}


def _take_options(user: User, given: Mapping[str, Any]) -> None:
    known = options_of(user)
    # Form fields read text only.
    given_texts = {name: "" if given[name] is None else str(given[name]) for name in _OPTIONS if name in given}
    save_options(user, {name: getattr(known, name) for name in _OPTIONS} | given_texts)


def _enrolled(user: User, names: object) -> list[str]:
    found = []
    for name in names[:MOST_DECKS] if isinstance(names, list) else ():
        try:
            enrol(user, deck_of(user, name))
        except Refused:
            # It was deleted or unshared since.
            continue
        found.append(name)
    return found
