"""What is no text: null bytes, which PostgreSQL takes nowhere, not even to look for, and halves of characters.

Everything that comes from outside is asked here: what people type on pages loses these signs before any page reads it
(`config.typed`), the API refuses them (`rulesbase.api.params`, `rulesbase.api.bodies`).
"""

import re
from typing import Any

_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether every database takes a text."""
    # Long texts come by here with each form: both of these take no time, the pattern would.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def storable(text: str) -> str:
    """A text without the signs that no database takes."""
    return text if is_storable(text) else _NO_TEXT.sub("", text)


def storable_data(data: Any) -> Any:
    """Data that were read from JSON, with all their texts storable, names as well. Raises RecursionError."""
    if isinstance(data, str):
        return storable(data)
    if isinstance(data, list):
        return [storable_data(one) for one in data]
    if isinstance(data, dict):
        return {storable(name): storable_data(one) for name, one in data.items()}
    return data
