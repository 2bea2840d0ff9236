"""Maximum weight matching on a sparse bipartite graph.

Uses successive shortest augmenting paths with potentials (the Hungarian method). A path stays within its connected
component, and most of these have one or two entries on each side.
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
    matching = _Matching(graph)
    for start in sorted(graph):
        matching.augment(start)
    return sorted((left, right) for left, right in matching.right_of.items() if right >= 0)


class _Matching:
    """The matching of a graph, with the potentials of both sides.

    The private right of left ``n`` is ``-n - 1``; an edge costs ``top - weight``, so staying unmatched costs most.
    """

    def __init__(self, graph: Mapping[int, dict[int, float]]) -> None:
        self.graph = graph
        self.top = max((weight for edges in graph.values() for weight in edges.values()), default=0.0)
        self.left_of: dict[int, int] = {}
        self.right_of: dict[int, int] = {}
        self.height_left = dict.fromkeys(graph, 0.0)
        self.height_right: defaultdict[int, float] = defaultdict(float)

    def augment(self, start: int) -> None:
        """Augment along one shortest path from a free left to a free right, or to its private right."""
        back, done, left_distance = self._search(start)
        end = next(reversed(done))
        for left, at in left_distance.items():
            self.height_left[left] += done[end] - at
        for right, at in done.items():
            self.height_right[right] -= done[end] - at
        while True:
            left = back[end]
            following = self.right_of.get(left, end)
            self.right_of[left], self.left_of[end] = end, left
            if left == start:
                return
            end = following

    def _search(self, start: int) -> tuple[dict[int, int], dict[int, float], dict[int, float]]:
        """Return the left before each right, and the distances of the rights and lefts reached; the last is free."""
        distance: dict[int, float] = {}
        back: dict[int, int] = {}
        done: dict[int, float] = {}
        left_distance = {start: 0.0}
        queue: list[tuple[float, int]] = []
        left = start
        while True:
            for right, weight in (self.graph[left] | {-left - 1: 0.0}).items():
                if right in done or self.right_of.get(left) == right:
                    continue
                cost = self.top - weight - self.height_left[left] - self.height_right[right]
                if left_distance[left] + cost < distance.get(right, float("inf")) - 1e-12:
                    distance[right] = left_distance[left] + cost
                    back[right] = left
                    heapq.heappush(queue, (distance[right], right))
            # The private right of the start is reached at the latest.
            reached, right = heapq.heappop(queue)
            while right in done:
                reached, right = heapq.heappop(queue)
            done[right] = reached
            if right not in self.left_of:
                return back, done, left_distance
            left = self.left_of[right]
            left_distance[left] = reached
