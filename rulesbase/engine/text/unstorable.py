"""What is no text: null bytes, which PostgreSQL takes nowhere, not even to look for, and halves of characters."""

import re

# What Unicode has for a character that could not be read, U+FFFD; decoders put it there too.
LOST = "\ufffd"
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Return whether every database takes a text."""
    # Long texts come by here with each form: both of these take no time, the pattern would.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def storable(text: str) -> str:
    """Return a text without the signs that no database takes."""
    return text if is_storable(text) else _NO_TEXT.sub("", text)
