"""One-to-one links between the entries of two versions.

``link`` is a function of the two texts alone, so the order of imports does not matter. Equal entries come first (number
and text, text, text without references). The rest is paired by maximum weight matching on similarity of words and on
context: which numbers unchanged rules now refer to, and where the neighbours, the parent and the rest of the chapter
went.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.lineage.linear_assignment import best_pairs
from rulesbase.engine.lineage.section_titles import plain_title, title_similarity
from rulesbase.engine.lineage.similarity import Similarity
from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.text.historic_terms import modern, words
from rulesbase.engine.text.normalize import fold, masked
from rulesbase.engine.text.numbers import chapter_of, parent_of
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.stems import stem

# Similarity (0 to 100) that links without context, the sum of similarity and context that links, and the floor below
# which context does not help. Found on the hand-made lineages.
_ALIKE = 64.0
_ALIKE_IN_CONTEXT = 66.0
_FLOOR = 22.0
# Points for an equal first sentence; fewer the more similar the whole is. Below the first similarity (0 to 1) fewer
# points, below the second none.
_OPENING, _OPENING_ALIKE, _OPENING_UNLIKE = 40.0, 0.8, 0.7
# Points against a move that no other entry of the chapter made, if this many entries and this share moved elsewhere.
_STRANGE, _SETTLED, _TOGETHER = 6.0, 4, 0.8
# Points for equal titles of two sections, and the similarity (0 to 1) from which titles count.
_TITLE, _TITLES_ALIKE = 30.0, 0.6
# Share (0 to 1) of the longer of two texts that the shorter has, if a section can go on under another title.
_SAME_SIZE = 0.5
# Confidence of the weakest pairs, and of those with so many points more; of pairs judged by hand so many were right.
_LEAST_SURE, _MOST_SURE, _SURE_POINTS = 0.87, 0.97, 40.0
# Points (of 50) that words may have in common that are too frequent to look up.
_FREQUENT_WORDS = 5.0
# Folded remark behind a term that only older cards use.
_OBSOLETE = " (obsolete)"
# Short texts ("Trample") are similar by chance.
_SHORT = 30
_SHORT_ALIKE = 78.0


class FoldedEntry(NamedTuple):
    """An entry as linking sees it: text folded, examples folded and joined."""

    number: str
    kind: Kind
    heading: str
    text: str
    raw: str
    examples: str
    raw_examples: str

    @classmethod
    def of(cls, node: RuleNode) -> "FoldedEntry":
        """Return the entry for a parsed node."""
        return cls.made(node.number, node.kind, node.heading, node.text, [e.text for e in node.examples])

    @classmethod
    def made(cls, number: str, kind: Kind, heading: str, text: str, examples: Sequence[str]) -> "FoldedEntry":
        """Return the entry for stored parts."""
        raw = "\n".join(examples)
        return cls(number, kind, fold(heading), fold(text), f"{heading}\n{text}", fold(raw), raw)

    @property
    def full_text(self) -> str:
        """The text to compare: the heading, or heading and text."""
        if not self.text:
            return self.heading
        return f"{self.heading}\n{self.text}" if self.heading else self.text


class Link(NamedTuple):
    """Positions of one entry in the older and the newer list, confidence (0 to 1), and evidence."""

    old: int
    new: int
    confidence: float
    evidence: str = ""


def linkable_kind(kind: Kind) -> Kind:
    """Return the kind with subrules as rules: these two may change into each other."""
    return Kind.RULE if kind is Kind.SUBRULE else kind


def _same_place(item: FoldedEntry) -> object:
    return item.kind, item.number, masked(item.full_text)


def _same_name(item: FoldedEntry) -> object:
    """Return the name of a glossary term: it has no number."""
    return item.heading.casefold() if item.kind is Kind.TERM else None


def has_title(item: FoldedEntry) -> bool:
    """Return whether an entry is a section of a tournament document: rules have no title."""
    return item.kind is Kind.RULE and bool(item.heading)


def continues(before: FoldedEntry, after: FoldedEntry) -> bool:
    """Return whether an entry with part of another's text can be the same one.

    A section whose text went into one with another title and much more text is absorbed by it.
    """
    if not has_title(before) or not has_title(after):
        return True
    short, long = sorted((len(before.text), len(after.text)))
    return title_similarity(before.heading, after.heading) >= _TITLES_ALIKE or short >= _SAME_SIZE * long


def _same_title(item: FoldedEntry) -> object:
    return plain_title(item.heading) if has_title(item) else None


def _same_numbered_title(item: FoldedEntry) -> object:
    return (item.number, plain_title(item.heading)) if has_title(item) else None


def _same_text(change: Callable[[str], str], within_chapter: bool, item: FoldedEntry) -> object:
    return chapter_of(item.number) if within_chapter else "", linkable_kind(item.kind), change(item.full_text)


class Linker:
    """Collect links between two versions; ``match`` maps old to new positions."""

    def __init__(self, old: Sequence[FoldedEntry], new: Sequence[FoldedEntry]) -> None:
        self.old, self.new = old, new
        self.old_texts, self.new_texts = [item.full_text for item in old], [item.full_text for item in new]
        self.old_free = dict.fromkeys(range(len(old)))
        self.new_free = dict.fromkeys(range(len(new)))
        self.links: list[Link] = []
        self.match: dict[int, int] = {}
        self.old_at = {item.number: at for at, item in enumerate(old)}
        self.new_at = {item.number: at for at, item in enumerate(new)}
        self.votes: Counter[tuple[str, str]] = Counter()
        self._counted = 0

    def add_link(self, a: int, b: int, confidence: float, evidence: str) -> None:
        """Link two unlinked entries."""
        del self.old_free[a], self.new_free[b]
        self.links.append(Link(a, b, confidence, evidence))
        self.match[a] = b

    def _by_key(self, key: Callable[[FoldedEntry], object], confidence: float, evidence: str) -> None:
        """Pair entries with equal keys in document order, if both sides have as many of them; None is no key."""
        groups: defaultdict[object, list[int]] = defaultdict(list)
        for at in self.old_free:
            groups[key(self.old[at])].append(at)
        groups.pop(None, None)
        successors: dict[object, list[int]] = {name: [] for name in groups}
        for at in self.new_free:
            if (found := successors.get(key(self.new[at]))) is not None:
                found.append(at)
        for name, left in groups.items():
            if len(left) == len(successors[name]):
                for a, b in zip(left, successors[name], strict=True):
                    self.add_link(a, b, confidence, evidence)

    def exact(self) -> None:
        """Link equal number and text, then equal text within the chapter, anywhere, then equal without references."""
        numbered = {(item.kind, item.number, item.full_text): at for at, item in enumerate(self.new)}
        for at, item in enumerate(self.old):
            other = numbered.get((item.kind, item.number, item.full_text))
            if other is not None and other in self.new_free:
                self.add_link(at, other, 1.0, "number and text")
        self._by_key(_same_place, 0.99, "number, and text but for references")
        self._by_key(_same_name, 0.97, "the same term")
        self._by_key(_same_numbered_title, 0.99, "number and title")
        self._by_key(_same_title, 0.97, "title")
        for sureness, change, what in ((0.98, str, "text"), (0.95, masked, "text but for references")):
            for within in (True, False):
                self._by_key(partial(_same_text, change, within), sureness, what)

    def count_votes(self) -> None:
        """Count votes: where an unchanged text has another reference than before, both numbers are one rule."""
        fresh, self._counted = self.links[self._counted :], len(self.links)
        for pair in fresh:
            before, after = self.old[pair.old], self.new[pair.new]
            if before.text == after.text or masked(before.text) != masked(after.text):
                continue
            named = zip(find_references(before.text), find_references(after.text), strict=False)
            self.votes.update((x.number, y.number) for x, y in named if x.number != y.number)

    def alike(self) -> None:
        """Pair the rest by maximum weight; twice, as the first pairs are context for more."""
        for least, floor in ((_ALIKE + 12, _ALIKE), (_ALIKE_IN_CONTEXT, _FLOOR)):
            left, right = list(self.old_free), list(self.new_free)
            self.count_votes()
            similarity = Similarity([self.old_texts[a] for a in left], [self.new_texts[b] for b in right])
            context = LinkContext(self)
            scores: dict[tuple[int, int], float] = {}
            alike: dict[tuple[int, int], float] = {}
            for i, j in self._candidates(similarity, left, right, floor):
                a, b = left[i], right[j]
                if linkable_kind(self.old[a].kind) is not linkable_kind(self.new[b].kind):
                    continue
                like = similarity.of(i, j, floor)
                if like < floor or not self._long_enough(a, b, like):
                    continue
                # Equal titles and equal first sentences are one piece of evidence.
                opening = _for_opening(similarity.openings(i, j), like)
                score = like + context.bonus(a, b) + max(0.0, opening - context.for_title(a, b))
                if score >= least:
                    scores[a, b], alike[a, b] = score, like
            for a, b in best_pairs({pair: score - least + 12 for pair, score in scores.items()}):
                sure = _LEAST_SURE + (_MOST_SURE - _LEAST_SURE) * min(
                    1.0, (scores[a, b] - _ALIKE_IN_CONTEXT) / _SURE_POINTS
                )
                self.add_link(a, b, round(sure, 3), context.evidence(a, b, alike[a, b]))

    def renamed_terms(self) -> None:
        """Link terms left over with those of the same name but for a remark, a plural, or the game's vocabulary."""
        for name in (lambda item: item.heading.casefold().removesuffix(_OBSOLETE), plain_name):
            named: dict[str, list[int]] = {}
            for a in self.old_free:
                if self.old[a].kind is Kind.TERM:
                    named.setdefault(name(self.old[a]), []).append(a)
            for b in list(self.new_free):
                found = named.get(name(self.new[b]), []) if self.new[b].kind is Kind.TERM else []
                if found := [a for a in found if a in self.old_free]:
                    best = max(found, key=lambda a: fuzz.ratio(self.old[a].full_text, self.new[b].full_text))
                    self.add_link(best, b, 0.9, "the same term under another name")

    def _long_enough(self, a: int, b: int, like: float) -> bool:
        short = min(len(self.old_texts[a]), len(self.new_texts[b])) < _SHORT
        return not short or like >= _SHORT_ALIKE or self.old[a].number == self.new[b].number

    def _candidates(
        self, similarity: Similarity, left: list[int], right: list[int], floor: float
    ) -> set[tuple[int, int]]:
        """Return the nearest by words, the same numbers, similar titles, and what references vote for."""
        # With fewer words in common, equal letters and all frequent words are not enough for the floor.
        pairs = set(similarity.nearest(16, max(0.12, (floor - 50 - _FREQUENT_WORDS) / 50)))
        titled = [(j, self.new[b].heading) for j, b in enumerate(right) if has_title(self.new[b])]
        for i, a in enumerate(left):
            if has_title(self.old[a]):
                heading = self.old[a].heading
                pairs.update((i, j) for j, other in titled if title_similarity(heading, other) >= _TITLES_ALIKE)
        column = {b: j for j, b in enumerate(right)}
        for i, a in enumerate(left):
            same = self.new_at.get(self.old[a].number)
            if same in column:
                pairs.add((i, column[same]))
        row = {a: i for i, a in enumerate(left)}
        for x, y in self.votes:
            at, to = self.old_at.get(x), self.new_at.get(y)
            if at in row and to in column:
                pairs.add((row[at], column[to]))
        return pairs


def plain_name(item: FoldedEntry) -> str:
    """Return the name of a term in today's vocabulary, as stems, without remark and "variant"."""
    return " ".join(map(stem, words(modern(item.heading.partition(" (")[0]).removesuffix(" variant"))))


def _for_opening(opening: float, like: float) -> float:
    """Return the points for the similarity of two first sentences (0 to 1), given that of the texts (0 to 100)."""
    if opening < _OPENING_UNLIKE:
        return 0.0
    sure = min(1.0, (opening - 0.5) / (_OPENING_ALIKE - 0.5))
    return sure * _OPENING * opening * (1 - (like / 100) ** 2)


def chapter_flow(numbers: Iterable[tuple[str, str]]) -> defaultdict[str, Counter[str]]:
    """Return, for each old chapter, how many of its entries went to which new chapter."""
    flow: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for before, after in numbers:
        flow[chapter_of(before)][chapter_of(after)] += 1
    return flow


class LinkContext:
    """The context of two entries, as points to add to their similarity."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        rules = ((a, b) for a, b in linker.match.items() if linker.old[a].kind in (Kind.RULE, Kind.SUBRULE))
        self.chapters = chapter_flow((linker.old[a].number, linker.new[b].number) for a, b in rules)

    def _points(self, a: int, b: int) -> dict[str, float]:
        linker = self.linker
        before, after = linker.old[a], linker.new[b]
        points: dict[str, float] = {}
        if votes := linker.votes[before.number, after.number]:
            points["references"] = 18.0 + min(votes, 3) * 4
        went = self.chapters[chapter_of(before.number)]
        total = went.total()
        if share := went[chapter_of(after.number)] / (total or 1):
            points["chapter"] = 9.0 * share
        elif total >= _SETTLED and max(went.values()) >= _TOGETHER * total:
            points["another chapter"] = -_STRANGE
        if before.number == after.number:
            points["number"] = 9.0 if not total or share > 0.3 else 0.0
        parents = linker.old_at.get(parent_of(before.number)), linker.new_at.get(parent_of(after.number))
        if None not in parents and linker.match.get(parents[0] or 0) == parents[1]:
            points["parent"] = 7.0
        around = sum(linker.match.get(a + step) == b + step for step in (-1, 1) if a + step >= 0)
        if around:
            points["neighbours"] = 6.0 * around
        points["title"] = self.for_title(a, b)
        return points

    def for_title(self, a: int, b: int) -> float:
        """Return the points for similar titles of two sections."""
        before, after = self.linker.old[a], self.linker.new[b]
        if not has_title(before) or not has_title(after):
            return 0.0
        alike = title_similarity(before.heading, after.heading)
        return _TITLE * (max(0.0, alike - _TITLES_ALIKE) / (1 - _TITLES_ALIKE)) ** 2

    def bonus(self, a: int, b: int) -> float:
        """Return the points for all context that agrees, at most 45."""
        return min(45.0, sum(self._points(a, b).values()))

    def evidence(self, a: int, b: int, like: float) -> str:
        """Return in words why two entries are one."""
        agreed = [name for name, points in self._points(a, b).items() if points > 0]
        return ", ".join([f"{like:.0f} % alike", *agreed])


def link(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry]) -> list[Link]:
    """Return one-to-one links between two versions; unlinked entries were added, removed, split or merged."""
    linker = Linker(old, new)
    linker.exact()
    linker.alike()
    linker.renamed_terms()
    return sorted(linker.links)
