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

# More decks than anybody enrols in by hand.
MOST_DECKS = 300
_OPTIONS = ("time_zone", "day_starts", "new_a_day", "reviews_a_day", "retention", "knows")


def take_over(user: User, data: Any, *, now: datetime | None = None) -> dict[str, Any]:
    """Take over what a browser kept: `{grades, undone, decks: [public id], options: {...}}`, each of them optional.

    Grades may be from before the account; sent twice, they count once, and beside those that the account has they
    stand in the order in which they were given. Options are taken only where the account has none, and only if all of
    them are right. Returns what `sync` returns, and `decks`: which of those named are studied now. Raises Refused.
    """
    options = data.get("options") if isinstance(data, dict) else None
    if isinstance(options, Mapping) and not StudyOptions.objects.filter(user=user).exists():
        _take_options(user, options)
        if (options_now := options_of(user)).knows:
            # What the browser asked because it changed since that day is a deck of the account from now on.
            deck_of_changes(options_now)
    counted = sync(user, data, now=now, taken_over=True)
    return {**counted, "decks": _enrolled(user, data.get("decks", []))}


def _take_options(user: User, given: Mapping[str, Any]) -> None:
    known = options_of(user)
    # As a form sends them, as text: its fields read nothing else.
    given_texts = {name: "" if given[name] is None else str(given[name]) for name in _OPTIONS if name in given}
    save_options(user, {name: getattr(known, name) for name in _OPTIONS} | given_texts)


def _enrolled(user: User, names: object) -> list[str]:
    found = []
    for name in names[:MOST_DECKS] if isinstance(names, list) else ():
        try:
            enrol(user, deck_of(user, name))
        except Refused:
            # It was taken away since the browser saw it.
            continue
        found.append(name)
    return found
