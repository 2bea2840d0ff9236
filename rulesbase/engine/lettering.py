"""A paragraph that was cut into a rule with letters goes on as that rule, not as one of the letters."""

from collections.abc import Sequence

from rulesbase.engine.likeness import bag_of
from rulesbase.engine.lineage import Item, Link, content
from rulesbase.engine.nodes import Kind
from rulesbase.engine.numbering import parent_of

# A text of fewer different words comes from nowhere in particular.
FEWEST_WORDS = 5


def to_base(old: Sequence[Item], new: Sequence[Item], links: list[Link]) -> list[Link]:
    """Links to a lettered part whose base rule came from the same paragraph go to the base rule.

    The base rule is new, or it has the number of the old paragraph; then whatever was linked with it is set free.
    """
    at = {item.number: position for position, item in enumerate(new)}
    by_new = {pair.new: pair for pair in links}
    stood: dict[int, Link] = {}
    for pair in links:
        before, after = old[pair.old], new[pair.new]
        base = at.get(parent_of(after.number))
        if after.kind is not Kind.SUBRULE or base is None or new[base].kind is not Kind.RULE:
            continue
        rival = by_new.get(base)
        if before.text == after.text or not came_from(before, new[base]):
            continue
        same_number = before.number == new[base].number
        if rival is None or (same_number and old[rival.old].text != new[base].text):
            del by_new[pair.new]
            # What had gone there before it goes back.
            if rival and rival.old in stood:
                by_new.setdefault(stood[rival.old].new, stood[rival.old])
            stood[pair.old] = pair
            by_new[base] = pair._replace(
                new=base, evidence=f"{pair.evidence}, base rule of a paragraph cut into letters"
            )
    return list(by_new.values())


def came_from(whole: Item, part: Item) -> bool:
    """Whether the larger half of a part's words stand in a whole; a mere heading came from nowhere."""
    own = bag_of(content(part)).words
    return len(own) >= FEWEST_WORDS and len(own & bag_of(content(whole)).words) >= 0.5 * len(own)
