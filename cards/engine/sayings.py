"""What an engine says: the same for both."""

from rulesbase.engine.messages import Saying, gettext_noop, verbatim

__all__ = ["Saying", "gettext_noop", "verbatim"]
