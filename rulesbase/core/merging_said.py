"""What an engine says, in the language of the page."""

from django.utils.translation import gettext

from rulesbase.engine.messages import Saying


def said(saying: Saying) -> str:
    """The sentence with its values filled in; values that are sayings are said first.

    A translation that lost a gap of its message must not break a page: then it is said in English.
    """
    values = {key: said(value) if isinstance(value, Saying) else value for key, value in saying.values.items()}
    message = gettext(saying.message) if saying.message else ""
    if not values:
        return message
    try:
        return message % values
    except (KeyError, ValueError, TypeError):
        return str(saying)
