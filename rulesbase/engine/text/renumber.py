"""Renumbering of the references in a translated text for another version."""

from collections.abc import Mapping
from typing import NamedTuple

from rulesbase.engine.text.references import Ref, find_references


class RenumberedText(NamedTuple):
    """The text with new numbers, its references, and the old number of each changed one by its start offset."""

    text: str
    refs: tuple[Ref, ...]
    emphasis: tuple[tuple[int, int], ...]
    was: dict[int, str]


def renumber(
    text: str, numbers: Mapping[str, str], emphasis: tuple[tuple[int, int], ...] = (), refs: tuple[Ref, ...] = ()
) -> RenumberedText:
    """Replace the numbers in references by ``numbers`` (old -> new); italics offsets move along.

    A range such as ``702.9b-d`` stays if its two ends would not stay in one rule.
    """
    parts: list[str] = []
    found: list[Ref] = []
    was: dict[int, str] = {}
    shifts: list[tuple[int, int]] = []
    at = grown = 0
    for ref in refs or find_references(text):
        new = _written(text, ref, numbers)
        parts += (text[at : ref.start], new or text[ref.start : ref.end])
        shown = len(parts[-1])
        start = ref.start + grown
        if new is not None:
            was[start] = ref.number
        found.append(Ref(start, start + shown, ref.number if new is None else numbers[ref.number]))
        grown += shown - (ref.end - ref.start)
        shifts.append((ref.end, grown))
        at = ref.end
    return RenumberedText("".join((*parts, text[at:])), tuple(found), _shifted(emphasis, shifts), was)


def _written(text: str, ref: Ref, numbers: Mapping[str, str]) -> str | None:
    """Return the new text of a reference; None where it does not change."""
    new = numbers.get(ref.number)
    if new is None or new == ref.number:
        return None
    written = text[ref.start : ref.end]
    if written == ref.number:
        return new
    # The last letter of a range: it can only be another letter of the same rule.
    start = numbers.get(ref.number[:-1] + text[ref.start - 2 : ref.start - 1], "")
    return new[len(ref.number) - 1 :] if start[:-1] == new[:-1] and len(new) == len(ref.number) else None


def _shifted(spans: tuple[tuple[int, int], ...], shifts: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    def moved(offset: int) -> int:
        return offset + next((grown for end, grown in reversed(shifts) if end <= offset), 0)

    return tuple((moved(start), moved(end)) for start, end in spans)


def paired_numbers(old: str, new: str) -> dict[str, str]:
    """Return old number -> new number, of two texts that differ in references only; ambiguous ones are left out."""
    before, after = find_references(old), find_references(new)
    if len(before) != len(after):
        return {}
    pairs: dict[str, str] = {}
    for a, b in zip(before, after, strict=True):
        if pairs.setdefault(a.number, b.number) != b.number:
            pairs[a.number] = ""
    return {number: to for number, to in pairs.items() if to}
