"""The table of interface languages. Languages of texts are in `rulesbase.engine.languages`."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class InterfaceLanguage(NamedTuple):
    """A language of pages: its code in addresses, its name, and its Open Graph locale."""

    code: str
    name: str | Promise
    locale: str


# English has no prefix in addresses. Each other language has a catalogue in locale/.
INTERFACE = (
    InterfaceLanguage("en", _("English"), "en_GB"),
    InterfaceLanguage("fr", _("French"), "fr_FR"),
    InterfaceLanguage("ja", _("Japanese"), "ja_JP"),
)
