"""Show example questions that people really asked, as links to their answers."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from cards.engine.types import QuestionKind
from cards.name_checker.query_params import QuestionParams, split_typed


class Example(NamedTuple):
    """A question in words, and the address of its answer."""

    words: str
    href: str


class ExampleGroup(NamedTuple):
    """A subject and its questions."""

    about: str
    questions: tuple[Example, ...]


class _Question(NamedTuple):
    words: object
    kind: QuestionKind
    cards: tuple[str, ...]
    version: str = ""
    details: Mapping[str, str] = {}


_FIRE = "Fire // Ice"
# The question is about halves; without this the answer of 2013 would depend on the format.
_LEGAL = {"legal": "yes"}
_EXAMPLES: tuple[tuple[object, tuple[_Question, ...]], ...] = (
    (
        _("One printed name, two cards"),
        (
            _Question(_("Which card is 燎原の火 in English?"), QuestionKind.ENGLISH, ("燎原の火",)),
            _Question(
                _("Have Burning of Xinye and Wildfire one name, where both are printed 燎原の火?"),
                QuestionKind.SAME,
                ("Burning of Xinye", "Wildfire"),
            ),
        ),
    ),
    (
        _("An artifact card name"),
        (
            _Question(
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
            _Question(
                _("Both halves of Fire // Ice, in February 2013"), QuestionKind.CHOOSE, (_FIRE,), "2013-02-01", _LEGAL
            ),
            _Question(
                _("Both halves of Fire // Ice, in May 2013"), QuestionKind.CHOOSE, (_FIRE,), "2013-05-01", _LEGAL
            ),
            _Question(_("Fire alone, in February 2013"), QuestionKind.CHOOSE, ("Fire",), "2013-02-01", _LEGAL),
        ),
    ),
    (
        _("Who is meant?"),
        (
            _Question(
                _("The token of Gutter Grime has an ability that names Gutter Grime"),
                QuestionKind.REFERS,
                ("Gutter Grime",),
                "",
                {"how": "granted"},
            ),
            _Question(
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
            _Question(
                _("Do two face-down creatures share a name?"),
                QuestionKind.SAME,
                ("Gray Ogre@battlefield,facedown", "Hill Giant@battlefield,facedown"),
            ),
            _Question(
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
            _Question(
                _("Have Eleven, the Mage and Cecily, Haunted Mage the same name?"),
                QuestionKind.SAME,
                ("Eleven, the Mage", "Cecily, Haunted Mage"),
            ),
            _Question(
                _("What is Godzilla, King of the Monsters called in English?"),
                QuestionKind.ENGLISH,
                ("Godzilla, King of the Monsters",),
            ),
        ),
    ),
    (
        _("Tokens named like cards"),
        (
            _Question(
                _("Has an Illusion token the name of Illusion // Reality, in July 2021?"),
                QuestionKind.SAME,
                ("Illusion@token", "Illusion // Reality@graveyard"),
                "2021-07-23",
            ),
            _Question(
                _("What is a Goblin Scout token called?"), QuestionKind.TOKEN, (), "", {"subtypes": "Goblin Scout"}
            ),
            _Question(_("May Marit Lage be chosen?"), QuestionKind.CHOOSE, ("Marit Lage",)),
        ),
    ),
)


def examples(action: str) -> list[ExampleGroup]:
    """Return the examples in the language of the page; ``action`` is the address of the checker."""
    return [
        ExampleGroup(str(about), tuple(_example(one, action) for one in questions)) for about, questions in _EXAMPLES
    ]


def _example(question: _Question, action: str) -> Example:
    return Example(str(question.words), action + _params(question).query)


def _params(question: _Question) -> QuestionParams:
    return QuestionParams(question.kind, tuple(map(split_typed, question.cards)), question.version, question.details)


def example_questions() -> list[QuestionParams]:
    """Return the parameters of every example."""
    return [_params(question) for _about, questions in _EXAMPLES for question in questions]
