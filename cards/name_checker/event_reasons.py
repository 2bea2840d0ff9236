"""Mark the reasons of the shipped changes of names for translation.

A reason is translated by its text in the row. Reasons by curators are shown in the language they were written in.
"""

from django.utils.translation import gettext, gettext_noop

REASONS = (
    gettext_noop(
        "The Japanese card was printed by mistake with the name of Wildfire. The card is still Burning of Xinye: "
        "the English name counts."
    ),
    gettext_noop("Portal printed the card with the first name, Urza's Saga with the second. Both are the same card."),
    gettext_noop(
        "The name does not use the Japanese word for Centaur that other cards use. The creature type was "
        "corrected later, but not the name."
    ),
    gettext_noop(
        "Only the card list on the Japanese website was wrong: it confused the apple with a crab. The printed "
        "name counts."
    ),
    gettext_noop("Only the card list on the Japanese website was wrong. The printed name counts."),
    gettext_noop(
        "All other Japanese cards spell the name of these people differently. The name was declared a misprint "
        "and corrected."
    ),
    gettext_noop(
        "The other cards of its cycle use another word for “shrine”. The name was declared a misprint and corrected."
    ),
    gettext_noop("The first printing of 2011 has a wrong character that looks alike; a reprint corrected it."),
    gettext_noop(
        "An older card already had the name that a literal translation would give. The newer card got another name."
    ),
    gettext_noop(
        "Gatecrash gave its Japanese name to Bomber Corps. Since then, this older card has another Japanese name."
    ),
    gettext_noop(
        "Bomb Squad (Odyssey) was printed with the same Japanese name. They are different cards, and the older "
        "one was renamed."
    ),
    gettext_noop(
        "Modern Horizons 2 gave the Japanese name of Gift of the Fae to Fae Offering. Since then, the older card "
        "has another Japanese name."
    ),
    gettext_noop(
        "Gift of the Fae (Throne of Eldraine) was printed with the same Japanese name. They are different cards, "
        "and the older one was renamed."
    ),
    gettext_noop("Murders at Karlov Manor has a card of that name, so the playtest card of 2019 was renamed."),
)


def translated_reason(reason: str) -> tuple[str, bool]:
    """Return a reason in the language of the interface, and whether it is translated."""
    text = gettext(reason) if reason in REASONS else reason
    return text, text != reason
