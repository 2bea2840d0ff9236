"""Whether a card is legal in a format, by the card data of a day near that of the version."""

import datetime

from cards.engine.name_rules.reasons import because
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import CardFacts, Question, Reason
from rulesbase.engine.messages import Message, verbatim
from rulesbase.engine.messages import gettext_noop as _

_PLAYABLE = ("legal", "restricted")
# The legalities of the card data.
LEGALITY_WORDS = {
    "legal": Message(_("legal")),
    "not_legal": Message(_("not legal")),
    "restricted": Message(_("restricted")),
    "banned": Message(_("banned")),
}
# Sets and lists of banned cards change formats every few weeks.
NEAR = datetime.timedelta(days=31)


def format_key(format_: str) -> str:
    """Return the name of a format in the card data: `paupercommander` for “Pauper Commander”."""
    return "".join(letter for letter in format_.lower() if letter.isalnum())


def legal_by_data(card: CardFacts, question: Question, rules: NameRules, reasons: list[Reason]) -> bool | None:
    """Return whether a card is legal in the format of the question, and add the reasons.

    None if the data do not show it for the day of the question.
    """
    format_ = str(question.options.get("format") or "")
    key = format_key(format_)
    if key and key in card.legalities:
        state = card.legalities[key]
        word = LEGALITY_WORDS.get(state, verbatim(state))
        as_of = card.legal_as_of or card.as_of or question.day
        if abs(as_of - question.day) > NEAR:
            message = _(
                "In the card data of %(as_of)s, this card is %(word)s in %(format)s. Its legality may"
                " have been different on the date of the question."
            )
            reasons.append(because("", message, word=word, format=format_, as_of=as_of))
            return None
        message = _("In the card data, this card is %(word)s in %(format)s.")
        reasons.append(because("", message, word=word, format=format_))
        return state in _PLAYABLE
    if key and card.legalities:
        reasons.append(because("", _("The card data have no format named %(format)s."), format=format_))
    played = [word for word in card.legalities.values() if word in (*_PLAYABLE, "banned")]
    if card.casual or (card.legalities and not played):
        message = _("In the card data, this card is not legal in any format. Such cards are for casual play.")
        reasons.append(because(rules["casual"], message))
        return False
    return None
