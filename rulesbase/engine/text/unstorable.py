"""What is no text: null bytes, which PostgreSQL takes nowhere, not even to look for, and halves of characters.

Everything that comes from outside is asked here: pages read `LOST` in their place (`config.typed`), so that nothing
goes without a sign of it; the API refuses them (`rulesbase.api.query_params`).
"""

import re

# What Unicode has for a character that could not be read, U+FFFD; decoders put it there too.
LOST = "\ufffd"
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether every database takes a text."""
    # Long texts come by here with each form: both of these take no time, the pattern would.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def storable(text: str, instead: str = "") -> str:
    """A text without the signs that no database takes, or with another ``instead`` of each."""
    return text if is_storable(text) else _NO_TEXT.sub(instead, text)
