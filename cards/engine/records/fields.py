"""Values of records in any format, checked by type."""

from collections.abc import Mapping
from typing import Any

from cards.engine.records.types import BadRecord
from rulesbase.engine.languages import LANGUAGES
from rulesbase.engine.text.dates import read_day
from rulesbase.engine.text.unstorable import storable

Record = Mapping[str, Any]

LONGEST_NAME = 300


def text_of(record: Record, key: str, longest: int = 20_000) -> str:
    """Return a text, or an empty one where the record has none. Raise BadRecord for other types."""
    value = record.get(key)
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:g}"
    if not isinstance(value, str):
        raise BadRecord(f"“{key}” is not a text")
    value = storable(value)
    if len(value) > longest:
        raise BadRecord(f"“{key}” has {len(value):,} characters")
    return value


def needed(record: Record, key: str, longest: int = LONGEST_NAME) -> str:
    """Return a required text."""
    value = text_of(record, key, longest).strip()
    if not value:
        raise BadRecord(f"“{key}” is missing")
    return value


def day_of(record: Record, key: str) -> str:
    """Return a day as 2007-02-01, or an empty text where it is missing or invalid."""
    value = record.get(key)
    return value if isinstance(value, str) and read_day(value) else ""


def number_of(record: Record, *keys: str) -> float:
    """Return the first of these values that is a number, else 0."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return 0.0


def colors_of(value: object) -> str:
    """Return colours as letters in the order WUBRG."""
    if not isinstance(value, list | tuple | str):
        return ""
    found = {letter for letter in value if isinstance(letter, str)}
    return "".join(letter for letter in "WUBRG" if letter in found)


def words_of(value: object) -> tuple[str, ...]:
    """Return the texts of a list."""
    return tuple(word for word in value if isinstance(word, str)) if isinstance(value, list) else ()


def dicts_of(value: object) -> list[dict[str, Any]]:
    """Return the records of a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def pairs_of(value: object) -> tuple[tuple[str, str], ...]:
    """Return (format, legality) pairs, sorted, in Scryfall's words; formats without legality are left out."""
    if not isinstance(value, dict):
        return ()
    words = ((key, word.lower()) for key, word in value.items() if isinstance(word, str))
    return tuple(sorted((key, word) for key, word in words if word != "not_legal"))


_CODES = {alias: one.code for one in LANGUAGES.values() for alias in one.aliases}


def language_code(given: str) -> str:
    """Return the code of a language by its name or code; an unknown one is cut to eight letters."""
    folded = given.strip().lower()
    return _CODES.get(folded, folded[:8])
