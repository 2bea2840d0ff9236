"""Mark the reasons of the shipped changes of names for translation.

A reason is translated by its text in the row. Reasons by curators are shown in the language they were written in.
"""

from django.utils.translation import gettext, gettext_noop

REASONS = (
    gettext_noop(
        "The Japanese card was printed by mistake with the name of Wildfire. The card is still Burning of Xinye: "
        "the English name counts."
    ),
    gettext_noop(
        "This card has two Japanese names: the first was printed in Portal, the second in Urza's Saga. It is one card."
    ),
    gettext_noop(
        "The name does not use the Japanese word for Centaur that other cards use. The creature type was "
        "corrected later, but not the name."
    ),
    gettext_noop(
        "Only the card list on the Japanese website was wrong: it translated “crabapple” as “crab” and “apple”. The "
        "printed name counts."
    ),
    gettext_noop("Only the card list on the Japanese website was wrong. The printed name counts."),
    gettext_noop(
        "On all other Japanese cards, “Vedalken” is written differently. The name of this card was declared a misprint "
        "and corrected."
    ),
    gettext_noop(
        "The other cards of this cycle use another Japanese word for “shrine”. The name was declared a misprint and "
        "corrected."
    ),
    gettext_noop(
        "In the first printing, in 2011, one character of the Japanese name is wrong: a similar character was "
        "printed. A reprint corrected the name."
    ),
    gettext_noop(
        "An older card already had the name that a literal translation would give. The newer card got another name."
    ),
    gettext_noop(
        "In Gatecrash, the new card Bomber Corps got the Japanese name of this older card. Since then, this card has "
        "had another Japanese name."
    ),
    gettext_noop(
        "Bomb Squad (Odyssey) was printed with the same Japanese name as this card. They are different cards, and "
        "the older card was renamed."
    ),
    gettext_noop(
        "In Modern Horizons 2, Fae Offering got the Japanese name of Gift of the Fae. Since then, Gift of the Fae has "
        "had another Japanese name."
    ),
    gettext_noop(
        "Gift of the Fae (Throne of Eldraine) was printed with the same Japanese name as this card. They are "
        "different cards, and the older card was renamed."
    ),
    gettext_noop(
        "This playtest card of 2019 was renamed, because a card in Murders at Karlov Manor has the same name."
    ),
)


def translated_reason(reason: str) -> tuple[str, bool]:
    """Return a reason in the language of the interface, and whether it is translated."""
    text = gettext(reason) if reason in REASONS else reason
    return text, text != reason
