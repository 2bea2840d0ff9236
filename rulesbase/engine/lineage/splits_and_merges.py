"""Splits and merges: entries whose text came out of another one, or went into another one.

A new entry without a predecessor is part of an old one if that contained its words in order and its successor does not.
Merges are splits in reverse. A paragraph that became a rule with letters continues as that rule.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from rulesbase.engine.lineage.bag_of_words import bag_of, opening_of
from rulesbase.engine.lineage.containment import Side
from rulesbase.engine.lineage.lettered_rules import came_from, to_base
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link, continues
from rulesbase.engine.lineage.relations import RuleRelation
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import parent_of

# A shorter first sentence only gives the kind of thing.
_FIRST_WORDS = 8
# A part begins as the whole did with this share (0 to 1) of the words of its first sentence.
_FIRST_SHARE = 0.8
# A part of a new rule without a predecessor continues in it from this share on.
_GROWN = 80.0
# Two parts this similar (0 to 100) have the same content.
_COPY = 85.0
# The share (0 to 100) of a part whose share was not measured: a letter of a list, or a successor that is no part.
_NOT_MEASURED = 50.0
# Confidence of a split or merge, from 0.8 to 0.95 by the share: fitted to parts judged by hand.
_LEAST_CONFIDENCE, _CONFIDENCE_DIVISOR = 0.8, 667
# Confidence of a link to a part: its share divided by this, so at most 0.893.
_LINK_DIVISOR = 112


def _confidence(share: float) -> float:
    """Return the confidence of a part of which a whole contains this share (0 to 100)."""
    return round(_LEAST_CONFIDENCE + share / _CONFIDENCE_DIVISOR, 3)


def _list_items(side: Side, known: set[int]) -> Iterator[tuple[int, int]]:
    """Yield (whole, part) where a paragraph became a list: its successor ends with a colon and new letters follow."""
    taken = set(side.successors.values()) | known
    for a, successor in side.successors.items():
        head = side.after[successor]
        if not head.text.endswith(":") or side.before[a].text.endswith(":") or head.kind is not Kind.RULE:
            continue
        for b in range(successor + 1, len(side.after)):
            if parent_of(side.after[b].number) != head.number:
                break
            if b not in taken:
                yield a, b


def _main_part(side: Side, a: int, found: Sequence[tuple[float, int]]) -> int:
    """Return the part that continues the rule that was split.

    That is the parent of two of the parts, if it is new and begins as the old rule did. Next comes the linked entry,
    unless another part at the old number begins as the old rule did. Else it is the longest part.
    """
    whole, new, successor = side.before[a], side.after, side.successors.get(a)
    if successor is None:
        over = Counter(parent_of(new[b].number) for _, b in found if new[b].kind is Kind.SUBRULE)
        taken = set(side.successors.values())
        for number, count in over.most_common(1):
            base = next((b for b, item in enumerate(new) if item.number == number and item.kind is Kind.RULE), None)
            if base is not None and base not in taken and count > 1 and came_from(whole, new[base]):
                return base
    if successor is None or not _begins_as(whole, new[successor]):
        here = {new[b].number: b for _, b in found}.get(whole.number)
        if here is not None and _begins_as(whole, new[here]):
            return here
    if successor is not None:
        return successor
    return _longest(side, found)[1]


def _begins_as(whole: FoldedEntry, part: FoldedEntry) -> bool:
    """Return whether a part has nearly all words of the first sentence of a whole."""
    first = opening_of(bag_of(whole.full_text).text).words
    return len(first) >= _FIRST_WORDS and len(first & bag_of(part.full_text).words) >= _FIRST_SHARE * len(first)


def find_relations(
    old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], links: Sequence[Link]
) -> tuple[list[Link], list[RuleRelation]]:
    """Return the links, some of them moved to a base rule, and splits and merges.

    A split entry stays linked with its main part; the others are its further parts.
    """
    by_old = {pair.old: pair for pair in to_base(old, new, list(links))}
    splits = _splits(Side(old, new, {a: pair.new for a, pair in by_old.items()}), by_old)
    back = {pair.new: a for a, pair in by_old.items()}
    merges = _merges(Side(new, old, back, cut={relation.old[0] for relation in splits}), by_old)
    found = sorted(by_old.values())
    return found, list(_without_linked([*splits, *merges], found))


def _splits(side: Side, by_old: dict[int, Link]) -> list[RuleRelation]:
    """Return the splits; store the links of split rules with their main parts."""
    parts = side.parts_of_wholes()
    for a, b in list(_list_items(side, {b for found in parts.values() for _, b in found})):
        parts[a].append((_NOT_MEASURED, b))
    result: list[RuleRelation] = []
    for a, found in sorted(parts.items()):
        successor, former = _main_part(side, a, found), side.successors.get(a)
        if former is None and not continues(side.before[a], side.after[successor]):
            continue
        if successor != former:
            share = next((share for share, b in found if b == successor), _NOT_MEASURED)
            by_old[a] = Link(a, successor, round(share / _LINK_DIVISOR, 3), "part of its text")
            side.successors[a] = successor
            if former is not None:
                found.append((share, former))
        found = _without_copies(side.after, successor, found)
        if rest := _others(found, successor):
            result.append(RuleRelation("split", (a,), (successor, *rest), _confidence(min(found)[0])))
    return result


def _merges(side: Side, by_old: dict[int, Link]) -> list[RuleRelation]:
    """Return the merges; store the links of old rules with new ones that contain them."""
    result: list[RuleRelation] = []
    for b, found in sorted(side.parts_of_wholes().items()):
        main = side.successors.get(b)
        grown = [one for one in found if one[0] >= _GROWN and continues(side.after[one[1]], side.before[b])]
        if main is None and grown:
            share, main = _longest(side, grown)
            by_old[main] = Link(main, b, round(share / _LINK_DIVISOR, 3), "its text is part of it")
        if main is not None and (rest := _others(found, main)):
            result.append(RuleRelation("merge", (main, *rest), (b,), _confidence(min(found)[0]), "absorbed"))
    return result


def _longest(side: Side, found: Sequence[tuple[float, int]]) -> tuple[float, int]:
    """Return the part with most text in the whole."""
    return max(found, key=lambda part: (len(side.after[part[1]].text) * part[0], -part[1]))


def _others(found: Sequence[tuple[float, int]], main: int) -> tuple[int, ...]:
    """Return the parts beside the main one, in order."""
    return tuple(sorted(part for _, part in found if part != main))


def _without_copies(
    new: Sequence[FoldedEntry], successor: int, found: list[tuple[float, int]]
) -> list[tuple[float, int]]:
    """Return the parts of a rule without copies of parts beside the successor: those were written anew."""
    family = {new[successor].number, parent_of(new[successor].number)}
    beside = [b for _, b in found if family & {new[b].number, parent_of(new[b].number)}]
    if len(beside) in (0, len(found)):
        return found
    copies = [bag_of(new[b].full_text).text for b in beside]
    return [
        (share, b)
        for share, b in found
        if b in beside
        or not any(fuzz.ratio(text, bag_of(new[b].full_text).text, score_cutoff=_COPY) >= _COPY for text in copies)
    ]


def _without_linked(found: Sequence[RuleRelation], links: Sequence[Link]) -> Iterator[RuleRelation]:
    """Yield the splits without parts that continue another whole rule; merges as they are."""
    origin = {pair.new: pair.old for pair in links}
    for relation in found:
        if relation.kind == "split":
            first, *rest = relation.new
            parts = tuple(b for b in rest if b not in origin)
            relation = relation._replace(new=(first, *parts))
        if len(relation.old) + len(relation.new) > 2:
            yield relation
