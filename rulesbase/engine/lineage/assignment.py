"""Maximum weight matching on a sparse bipartite graph.

Uses successive shortest augmenting paths with potentials (the Hungarian method), one connected component at a time.
"""

import heapq
from collections import defaultdict
from collections.abc import Mapping


def best_pairs(weights: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Return pairs (left, right), each side used once, with the maximum sum of positive weights; sorted."""
    graph: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for (left, right), weight in weights.items():
        if weight > 0:
            graph[left][right] = weight
    found: list[tuple[int, int]] = []
    for part in _parts(graph):
        found += _match(part)
    return sorted(found)


def _parts(graph: Mapping[int, dict[int, float]]) -> list[dict[int, dict[int, float]]]:
    """Return the connected components; most have one or two entries on each side."""
    owner: dict[int, int] = {}
    group: dict[int, set[int]] = {}
    for left, edges in graph.items():
        merged = {left}
        for right in edges:
            if right in owner:
                merged |= group[owner[right]]
        for member in merged:
            group[member] = merged
        for right in edges:
            owner[right] = left
    seen: set[int] = set()
    parts: list[dict[int, dict[int, float]]] = []
    for left in graph:
        if left not in seen:
            members = group[left]
            seen |= members
            parts.append({member: graph[member] for member in sorted(members)})
    return parts


def _match(graph: dict[int, dict[int, float]]) -> list[tuple[int, int]]:
    if len(graph) == 1:
        [(left, edges)] = graph.items()
        return [(left, min(edges, key=lambda right: (-edges[right], right)))]
    top = max(weight for edges in graph.values() for weight in edges.values())
    left_of: dict[int, int] = {}
    right_of: dict[int, int] = {}
    height_left = dict.fromkeys(graph, 0.0)
    height_right: defaultdict[int, float] = defaultdict(float)
    for start in graph:
        _augment(start, graph, top, left_of, right_of, height_left, height_right)
    return sorted((left, right) for left, right in right_of.items() if right >= 0)


def _augment(
    start: int,
    graph: dict[int, dict[int, float]],
    top: float,
    left_of: dict[int, int],
    right_of: dict[int, int],
    height_left: dict[int, float],
    height_right: defaultdict[int, float],
) -> None:
    """Augment along one shortest path from a free left to a free right, or to its private right of cost ``top``.

    The private right of left ``n`` is ``-n - 1``; an edge costs ``top - weight``, so staying unmatched costs most.
    """
    distance: dict[int, float] = {}
    back: dict[int, int] = {}
    done: dict[int, float] = {}
    left_distance = {start: 0.0}
    queue: list[tuple[float, int]] = []
    left, end = start, None
    while True:
        edges = graph[left] | {-left - 1: 0.0}
        for right, weight in edges.items():
            if right in done or right_of.get(left) == right:
                continue
            reached = left_distance[left] + (top - weight) - height_left[left] - height_right[right]
            if reached < distance.get(right, float("inf")) - 1e-12:
                distance[right] = reached
                back[right] = left
                heapq.heappush(queue, (reached, right))
        while queue:
            reached, right = heapq.heappop(queue)
            if right not in done and reached <= distance[right] + 1e-12:
                break
        else:
            return
        done[right] = reached
        if right not in left_of:
            end = right
            break
        left = left_of[right]
        left_distance[left] = reached
    shortest = done[end]
    for reached_left, at in left_distance.items():
        height_left[reached_left] += shortest - at
    for right, at in done.items():
        height_right[right] -= shortest - at
    right = end
    while True:
        left = back[right]
        following = right_of.get(left)
        right_of[left], left_of[right] = right, left
        if left == start:
            return
        if following is None:
            return
        right = following
