"""Characters that no database stores: null bytes and half surrogate pairs."""

import re

# U+FFFD, which decoders put in place of a character they cannot read.
LOST = "\ufffd"
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Return whether every database can store a text."""
    # The pattern would be slow on long texts; these two tests are not.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def storable(text: str) -> str:
    """Return a text without the characters that no database stores."""
    return text if is_storable(text) else _NO_TEXT.sub("", text)
