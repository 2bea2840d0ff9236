"""Italics of a stored text: (start, end) offsets in characters, stored as ``12-25 40-44``."""

from collections.abc import Iterable


def read_spans(stored: str) -> tuple[tuple[int, int], ...]:
    """Return the offsets of a stored form."""
    pairs = (span.split("-") for span in stored.split())
    return tuple((int(start), int(end)) for start, end in pairs)


def write_spans(spans: Iterable[tuple[int, int]]) -> str:
    """Return offsets in the stored form."""
    return " ".join(f"{start}-{end}" for start, end in spans)
