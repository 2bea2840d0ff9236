"""Questions that people really asked of the name rules, as links to their answers."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from cards.engine.types import QuestionKind
from cards.name_checker.query_params import Ask, split_typed


class Example(NamedTuple):
    """A question in words, and the way to its answer."""

    words: str
    href: str


class About(NamedTuple):
    """What some questions are about."""

    about: str
    asks: tuple[Example, ...]


class _Put(NamedTuple):
    words: object
    kind: QuestionKind
    cards: tuple[str, ...]
    version: str = ""
    details: Mapping[str, str] = {}


_FIRE = "Fire // Ice"
# Asked of halves, not of formats: else the answer of 2013 would hang on that.
_LEGAL = {"legal": "yes"}
_EXAMPLES: tuple[tuple[object, tuple[_Put, ...]], ...] = (
    (
        _("One printed name, two cards"),
        (
            _Put(_("Which card is 燎原の火 in English?"), QuestionKind.ENGLISH, ("燎原の火",)),
            _Put(
                _("Have Burning of Xinye and Wildfire one name, where both are printed 燎原の火?"),
                QuestionKind.SAME,
                ("Burning of Xinye", "Wildfire"),
            ),
        ),
    ),
    (
        _("An artifact card name"),
        (
            _Put(
                _("Dispossess asks for one. May it be Island, while an Island is an artifact?"),
                QuestionKind.CHOOSE,
                ("Island",),
                "",
                {"with": "artifact"},
            ),
        ),
    ),
    (
        _("Split cards before and after 2013"),
        (
            _Put(
                _("Both halves of Fire // Ice, in February 2013"), QuestionKind.CHOOSE, (_FIRE,), "2013-02-01", _LEGAL
            ),
            _Put(_("Both halves of Fire // Ice, in May 2013"), QuestionKind.CHOOSE, (_FIRE,), "2013-05-01", _LEGAL),
            _Put(_("Fire alone, in February 2013"), QuestionKind.CHOOSE, ("Fire",), "2013-02-01", _LEGAL),
        ),
    ),
    (
        _("Who is meant?"),
        (
            _Put(
                _("The token of Gutter Grime has an ability that names Gutter Grime"),
                QuestionKind.REFERS,
                ("Gutter Grime",),
                "",
                {"how": "granted"},
            ),
            _Put(
                _("Quicksilver Elemental gains the ability of Looming Shade"),
                QuestionKind.REFERS,
                ("Looming Shade",),
                "",
                {"how": "gained", "by": "Quicksilver Elemental"},
            ),
        ),
    ),
    (
        _("Without a name"),
        (
            _Put(
                _("Do two face-down creatures share a name?"),
                QuestionKind.SAME,
                ("Gray Ogre@battlefield,facedown", "Hill Giant@battlefield,facedown"),
            ),
            _Put(
                _("Do they have different names, in August 2016?"),
                QuestionKind.DIFFERENT,
                ("Gray Ogre@battlefield,facedown", "Hill Giant@battlefield,facedown"),
                "2016-08-26",
            ),
        ),
    ),
    (
        _("Two names for one card"),
        (
            _Put(
                _("Have Eleven, the Mage and Cecily, Haunted Mage the same name?"),
                QuestionKind.SAME,
                ("Eleven, the Mage", "Cecily, Haunted Mage"),
            ),
            _Put(
                _("What is Godzilla, King of the Monsters called in English?"),
                QuestionKind.ENGLISH,
                ("Godzilla, King of the Monsters",),
            ),
        ),
    ),
    (
        _("Tokens named like cards"),
        (
            _Put(
                _("Has an Illusion token the name of Illusion // Reality, in July 2021?"),
                QuestionKind.SAME,
                ("Illusion@token", "Illusion // Reality@graveyard"),
                "2021-07-23",
            ),
            _Put(_("What is a Goblin Scout token called?"), QuestionKind.TOKEN, (), "", {"subtypes": "Goblin Scout"}),
            _Put(_("May Marit Lage be chosen?"), QuestionKind.CHOOSE, ("Marit Lage",)),
        ),
    ),
)


def examples(action: str) -> list[About]:
    """The questions in the language of the page; ``action`` is the address of the checker."""
    return [About(str(about), tuple(_example(put, action) for put in asks)) for about, asks in _EXAMPLES]


def _example(put: _Put, action: str) -> Example:
    ask = Ask(put.kind, tuple(split_typed(card) for card in put.cards), put.version, put.details)
    return Example(str(put.words), action + ask.query)


def asks() -> list[Ask]:
    """Every example as it is asked."""
    puts = (put for _about, some in _EXAMPLES for put in some)
    return [Ask(put.kind, tuple(map(split_typed, put.cards)), put.version, put.details) for put in puts]
