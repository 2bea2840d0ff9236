"""Show example questions that people really asked, as links to their answers."""

from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from cards.name_checker.query_params import QuestionParams, read_params


class Example(NamedTuple):
    """A question in words, and the address of its answer."""

    words: str
    href: str


class ExampleGroup(NamedTuple):
    """A subject and its questions."""

    about: str
    questions: tuple[Example, ...]


_Question = tuple[object, str]
# Subject, and questions in words with their queries. ``legal`` is given where else the answer of 2013 would depend on
# the format.
_EXAMPLES: tuple[tuple[object, tuple[_Question, ...]], ...] = (
    (
        _("One printed name, two cards"),
        (
            (_("Which card is 燎原の火 in English?"), "ask=english&card=燎原の火"),
            (
                _("Do Burning of Xinye and Wildfire, both printed as 燎原の火, have the same name?"),
                "ask=same&card=Burning of Xinye&card=Wildfire",
            ),
        ),
    ),
    (
        _("An artifact card name"),
        (
            (
                _("Dispossess asks for an artifact card name. May Island be chosen while an Island is an artifact?"),
                "ask=choose&card=Island&with=artifact",
            ),
        ),
    ),
    (
        _("Split cards before and after 2013"),
        (
            (
                _("Both halves of Fire // Ice, in February 2013"),
                "ask=choose&card=Fire // Ice&legal=yes&version=2013-02-01",
            ),
            (_("Both halves of Fire // Ice, in May 2013"), "ask=choose&card=Fire // Ice&legal=yes&version=2013-05-01"),
            (_("Fire alone, in February 2013"), "ask=choose&card=Fire&legal=yes&version=2013-02-01"),
        ),
    ),
    (
        _("Who is meant?"),
        (
            (
                _("The token of Gutter Grime has an ability that names Gutter Grime"),
                "ask=refers&card=Gutter Grime&how=granted",
            ),
            (
                _("Quicksilver Elemental gains the ability of Looming Shade"),
                "ask=refers&card=Looming Shade&how=gained&by=Quicksilver Elemental",
            ),
        ),
    ),
    (
        _("Without a name"),
        (
            (
                _("Do two face-down creatures have the same name?"),
                "ask=same&card=Gray Ogre@battlefield,facedown&card=Hill Giant@battlefield,facedown",
            ),
            (
                _("Do they have different names, in August 2016?"),
                "ask=different&card=Gray Ogre@battlefield,facedown&card=Hill Giant@battlefield,facedown"
                "&version=2016-08-26",
            ),
        ),
    ),
    (
        _("Two names for one card"),
        (
            (
                _("Do Eleven, the Mage and Cecily, Haunted Mage have the same name?"),
                "ask=same&card=Eleven, the Mage&card=Cecily, Haunted Mage",
            ),
            (
                _("What is Godzilla, King of the Monsters called in English?"),
                "ask=english&card=Godzilla, King of the Monsters",
            ),
        ),
    ),
    (
        _("Tokens named like cards"),
        (
            (
                _("Does an Illusion token have the name of Illusion // Reality, in July 2021?"),
                "ask=same&card=Illusion@token&card=Illusion // Reality@graveyard&version=2021-07-23",
            ),
            (_("What is a Goblin Scout token called?"), "ask=token&subtypes=Goblin Scout"),
            (_("May Marit Lage be chosen?"), "ask=choose&card=Marit Lage"),
        ),
    ),
)


def examples(action: str) -> list[ExampleGroup]:
    """Return the examples in the language of the page; ``action`` is the address of the checker."""
    return [
        ExampleGroup(
            str(about),
            tuple(Example(str(words), action + read_params(QueryDict(query)).query) for words, query in questions),
        )
        for about, questions in _EXAMPLES
    ]


def example_questions() -> list[QuestionParams]:
    """Return the parameters of every example."""
    return [read_params(QueryDict(query)) for _about, questions in _EXAMPLES for _words, query in questions]
