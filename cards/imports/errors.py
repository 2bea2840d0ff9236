"""The error of files of cards and of names that cannot be imported."""


class InvalidFile(Exception):
    """The file cannot be imported; the message is a sentence that gives the reason."""
