"""Mark the reasons of the shipped changes of names for translation.

A reason is translated by its text in the row. Reasons by curators are shown in the language they were written in.
"""

from django.utils.translation import gettext, gettext_noop

REASONS = (
    gettext_noop(
        "The Japanese card bears by mistake the name of Wildfire. It is Burning of Xinye all the same: "
        "the English name counts."
    ),
    gettext_noop(
        "Portal had it under the first name; when Urza's Saga brought it again, it was printed under the "
        "second. Both are the same card."
    ),
    gettext_noop(
        "The word for centaur is not the one that Japanese cards use. Its creature type was corrected "
        "later; its name was left as printed."
    ),
    gettext_noop(
        "Wrong only in the card list of the Japanese website of that time, which took the apple for a "
        "crab. What is printed counts."
    ),
    gettext_noop("Wrong only in the card list of the Japanese website of that time. What is printed counts."),
    gettext_noop(
        "The people are spelled otherwise on every other Japanese card, so the name was declared a "
        "misprint and corrected."
    ),
    gettext_noop(
        "The other cards of its cycle have another word for shrine, so the name was declared a misprint and corrected."
    ),
    gettext_noop("The first printing of 2011 has a wrong character that looks alike; a reprint corrected it."),
    gettext_noop(
        "An earlier card had taken the name that would be the plain translation, so the newer one got another."
    ),
    gettext_noop(
        "Gatecrash gave its Japanese name to Bomber Corps; since then the older card is the one that changed its name."
    ),
    gettext_noop(
        "Bomb Squad of Odyssey was printed under the same Japanese name. The two are different cards; "
        "the older one was renamed."
    ),
    gettext_noop(
        "Modern Horizons 2 gave the Japanese name of Gift of the Fae to Fae Offering; since then the "
        "older one is the one that changed its name."
    ),
    gettext_noop(
        "Gift of the Fae of Throne of Eldraine was printed under the same Japanese name. They are "
        "different; the older one was renamed."
    ),
    gettext_noop("Murders at Karlov Manor has a card of that name, so the playtest card of 2019 was renamed."),
)


def translated_reason(reason: str) -> tuple[str, bool]:
    """Return a reason in the language of the interface, and whether it is translated."""
    text = gettext(reason) if reason in REASONS else reason
    return text, text != reason
