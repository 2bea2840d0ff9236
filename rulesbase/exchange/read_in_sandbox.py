"""Read an exchange file in the process that `rulesbase.imports.sandbox` starts, without the rest of the program."""

from pathlib import Path

import django
from django.conf import settings
from django.utils import translation

from rulesbase.exchange.translation_units import ParsedFile

_LOCALE = Path(__file__).resolve().parents[2] / "locale"


def read_in_language(data: bytes, language: str) -> ParsedFile:
    """Parse an exchange file, with messages in a language. Raises InvalidFile."""
    if not settings.configured:
        settings.configure(USE_I18N=True, LOCALE_PATHS=[_LOCALE], LANGUAGE_CODE="en")
        django.setup()
    from rulesbase.exchange.formats import read_file

    with translation.override(language):
        return read_file(data)
