"""Groups of entries that splits and merges connect between two versions."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple


class RuleGroup(NamedTuple):
    """Positions in the older and in the newer version, the continuing entry first."""

    old: tuple[int, ...]
    new: tuple[int, ...]


def _graph(*links: Mapping[int, int]) -> dict[int, set[int]]:
    near: defaultdict[int, set[int]] = defaultdict(set)
    for link in links:
        for rule, other in link.items():
            near[rule].add(other)
            near[other].add(rule)
    return near


def _layers(rule: int, near: Mapping[int, set[int]]) -> Iterator[set[int]]:
    """Yield a Rule, its relatives, theirs and so on, each Rule once."""
    seen, layer = {rule}, {rule}
    while layer:
        yield layer
        layer = {related for one in layer for related in near.get(one, ())} - seen
        seen |= layer


def _even(olds: Sequence[int], news: Sequence[int]) -> Iterable[RuleGroup]:
    """Pair entries in order where both sides have as many: on balance nothing was split or merged."""
    if len(olds) == len(news):
        return [RuleGroup((a,), (b,)) for a, b in zip(olds, news, strict=True)]
    return [RuleGroup(tuple(olds), tuple(news))]


def group_rules(
    old: Mapping[int, int], new: Mapping[int, int], came_from: Mapping[int, int], went_to: Mapping[int, int]
) -> list[RuleGroup]:
    """Group the entries of Rules that both versions have with related ones, also where the common Rule is gone.

    ``old`` and ``new`` map Rules to positions. An entry that only one version has, without relations in the other, is
    in no group. Groups are disjoint; exchanging the versions exchanges their two sides.
    """
    near = _graph(came_from, went_to)
    both = {rule: at for rule, at in old.items() if rule in new}
    parts: defaultdict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    rest: defaultdict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (here, there) in enumerate(((old, new), (new, old))):
        for rule in near:
            if rule not in here or rule in there:
                continue
            # The closest related Rule that both versions have; of equally close ones that with the smaller key.
            anchors = (related for layer in _layers(rule, near) for related in sorted(layer & both.keys()))
            anchor = next(anchors, None)
            # The smallest key of all related Rules identifies the family.
            group = rest[min(map(min, _layers(rule, near)))] if anchor is None else parts[anchor]
            group[side].append(here[rule])
    groups: list[RuleGroup] = []
    for rule, at in both.items():
        olds, news = parts.get(rule, ((), ()))
        groups += _even([at, *sorted(olds)], [new[rule], *sorted(news)])
    for first, second in rest.values():
        if first and second:
            groups += _even(sorted(first), sorted(second))
    return groups
