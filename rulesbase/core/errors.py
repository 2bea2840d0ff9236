"""The refusal of a verb: it does nothing, and says why in a sentence for people."""

from rulesbase.core.merging_said import said
from rulesbase.engine.nodes import NotRules


class Refused(ValueError):
    """What cannot be done. The message says why, in a sentence; ``field`` is that of a form it is about."""

    def __init__(self, words: str = "", field: str = "") -> None:
        super().__init__(words)
        self.field = field


def refusal_said(refusal: Exception) -> str:
    """Why something was refused, in the language of the page: an engine's sentence is translated only here."""
    return said(refusal.saying) if isinstance(refusal, NotRules) else str(refusal)
