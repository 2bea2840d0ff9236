"""The error of exchange files that cannot be imported."""

from rulesbase.engine.nodes import FileRefused


class InvalidFile(FileRefused):
    """The file cannot be imported; the message is in the language of the page."""
