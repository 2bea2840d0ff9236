"""The levels of name questions. Each has a deck."""

from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

# The level that asks by the rules of an older day.
PAST = 5


class Level(NamedTuple):
    """The name and description of a level, and of its deck."""

    name: str
    about: str


LEVELS = {
    1: Level(
        gettext_noop("Card names, level 1"),
        gettext_noop("Questions on ordinary cards and their names in other languages."),
    ),
    2: Level(
        gettext_noop("Card names, level 2"),
        gettext_noop("Questions on split, flip, double-faced and adventurer cards in all zones."),
    ),
    3: Level(
        gettext_noop("Card names, level 3"),
        gettext_noop(
            "Questions on face-down and renamed cards, alternate names in the title bar, interchangeable names, and "
            "cards whose text uses their own name."
        ),
    ),
    4: Level(
        gettext_noop("Card names, level 4"),
        gettext_noop("Questions on choosing a card name, and on tokens, copies and melded cards."),
    ),
    5: Level(
        gettext_noop("Card names, level 5"),
        gettext_noop("Questions on the rules of an earlier date, with the answer of that date and today’s answer."),
    ),
}


def level_name(level: int) -> str:
    """Return the name of a level in the language of the page."""
    return gettext(LEVELS[level].name)
