"""Show example questions that people really asked, as links to their answers."""

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from cards.name_checker.query_params import read_params

_FACE_DOWN = "card=Gray Ogre@battlefield,facedown&card=Hill Giant@battlefield,facedown"
# Subjects, each with queries and their questions in words. Without ``legal`` the answers for 2013 would depend on the
# format.
_EXAMPLES: tuple[tuple[object, dict[str, object]], ...] = (
    (
        _("One printed name, two cards"),
        {
            "ask=english&card=燎原の火": _("Which card is 燎原の火 in English?"),
            "ask=same&card=Burning of Xinye&card=Wildfire": _(
                "Do Burning of Xinye and Wildfire, both printed as 燎原の火, have the same name?"
            ),
        },
    ),
    (
        _("Choosing the name of an artifact card"),
        {
            "ask=choose&card=Island&with=artifact": _(
                "Dispossess asks for an artifact card name. May Island be chosen while an Island on the battlefield "
                "is an artifact?"
            ),
        },
    ),
    (
        _("Split cards before and after 2013"),
        {
            "ask=choose&card=Fire // Ice&legal=yes&version=2013-02-01": _(
                "In February 2013, could a player choose both names of Fire // Ice?"
            ),
            "ask=choose&card=Fire // Ice&legal=yes&version=2013-05-01": _(
                "In May 2013, could a player choose both names of Fire // Ice?"
            ),
            "ask=choose&card=Fire&legal=yes&version=2013-02-01": _(
                "In February 2013, could a player choose only the name Fire of Fire // Ice?"
            ),
        },
    ),
    (
        _("Which object does a name mean?"),
        {
            "ask=refers&card=Gutter Grime&how=granted": _(
                "Gutter Grime creates a token: which object does “Gutter Grime” mean in the ability of the token?"
            ),
            "ask=refers&card=Looming Shade&how=gained&by=Quicksilver Elemental": _(
                "Quicksilver Elemental gains the ability of Looming Shade: which object does “Looming Shade” mean in "
                "that ability?"
            ),
        },
    ),
    (
        _("Objects without a name"),
        {
            f"ask=same&{_FACE_DOWN}": _("Do two face-down creatures have the same name?"),
            f"ask=different&{_FACE_DOWN}&version=2016-08-26": _(
                "Did face-down creatures have different names in August 2016?"
            ),
        },
    ),
    (
        _("Two names for one card"),
        {
            "ask=same&card=Eleven, the Mage&card=Cecily, Haunted Mage": _(
                "Do Eleven, the Mage and Cecily, Haunted Mage have the same name?"
            ),
            "ask=english&card=Godzilla, King of the Monsters": _(
                "What is the English card name of Godzilla, King of the Monsters?"
            ),
        },
    ),
    (
        _("Tokens with the name of a card"),
        {
            "ask=same&card=Illusion@token&card=Illusion // Reality@graveyard&version=2021-07-23": _(
                "Did an Illusion token have the same name as Illusion // Reality in July 2021?"
            ),
            "ask=token&subtypes=Goblin Scout": _("What is a Goblin Scout token called?"),
            "ask=choose&card=Marit Lage": _("May Marit Lage, the name of a token, be chosen as a card name?"),
        },
    ),
)


def examples() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return subjects, each with the words and addresses of its questions, in the language of the page."""
    return [
        (str(about), [(str(words), read_params(QueryDict(query)).href) for query, words in questions.items()])
        for about, questions in _EXAMPLES
    ]
