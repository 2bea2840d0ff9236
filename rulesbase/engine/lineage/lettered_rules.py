"""Paragraphs that became a rule with letters: they continue as that rule, not as one of the letters."""

from collections.abc import Sequence
from itertools import islice, takewhile

from rulesbase.engine.lineage.bag_of_words import bag_of
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import parent_of

# A text with fewer different words has no recognisable source.
FEWEST_WORDS = 5
# Minimum share of a part's words (0 to 1) in the whole.
_CAME = 0.5
# Enough for the rule at the old number if so many of its letters have this share of their words from the whole.
_CAME_WITH_LETTERS = 0.3
_LETTERS = 2
_CUT_OUT = 0.9


def to_base(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], links: list[Link]) -> list[Link]:
    """Move links from a lettered part to its base rule if both came from the same paragraph.

    The base rule is new, or it has the number of the old paragraph; then its former link is removed.
    """
    at = {item.number: position for position, item in enumerate(new)}
    by_new = {pair.new: pair for pair in links}
    moved_from: dict[int, Link] = {}
    for pair in links:
        before, after = old[pair.old], new[pair.new]
        base = at.get(parent_of(after.number))
        if after.kind is not Kind.SUBRULE or base is None or new[base].kind is not Kind.RULE:
            continue
        rival = by_new.get(base)
        same_number = before.number == new[base].number
        least = _CAME_WITH_LETTERS if same_number and _cut_up(before, new, base) else _CAME
        if before.text == after.text or not came_from(before, new[base], least):
            continue
        if rival is None or (same_number and old[rival.old].text != new[base].text):
            del by_new[pair.new]
            # The entry linked before is free again.
            if rival and rival.old in moved_from:
                by_new.setdefault(moved_from[rival.old].new, moved_from[rival.old])
            moved_from[pair.old] = pair
            by_new[base] = pair._replace(
                new=base, evidence=f"{pair.evidence}, base rule of a paragraph cut into letters"
            )
    return list(by_new.values())


def _cut_up(whole: FoldedEntry, new: Sequence[FoldedEntry], base: int) -> bool:
    """Return whether several letters of a rule came out of a whole."""
    letters = takewhile(lambda item: parent_of(item.number) == new[base].number, islice(new, base + 1, None))
    return sum(came_from(whole, item, _CUT_OUT) for item in letters) >= _LETTERS


def came_from(whole: FoldedEntry, part: FoldedEntry, least: float = _CAME) -> bool:
    """Return whether a whole has this share (0 to 1; the larger half) of a part's words; False for a mere heading."""
    own = bag_of(part.full_text).words
    return len(own) >= FEWEST_WORDS and len(own & bag_of(whole.full_text).words) >= least * len(own)
