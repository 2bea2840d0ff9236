"""Reading an exchange file without the rest of the program: for the process that `rulesbase.imports.sandbox` starts."""

from pathlib import Path

import django
from django.conf import settings
from django.utils import translation

from rulesbase.exchange.units import Parcel

_LOCALE = Path(__file__).resolve().parents[2] / "locale"


def read_told(data: bytes, language: str) -> Parcel:
    """What a file holds; what is wrong with it is told in this language. Raises BadFile."""
    if not settings.configured:
        settings.configure(USE_I18N=True, LOCALE_PATHS=[_LOCALE], LANGUAGE_CODE="en")
        django.setup()
    from rulesbase.exchange.formats import read_file

    with translation.override(language):
        return read_file(data)
