"""Splits and merges: entries whose text came out of another one, or went into another one.

A new entry without a predecessor is a part of an old one if its words stood there in order and do not stand in
that one's heir any more. Merges are splits read backwards. Of a paragraph that was cut into a rule with letters
the rule itself is the heir.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine import headings
from rulesbase.engine.eras import words
from rulesbase.engine.lettering import FEWEST_WORDS, came_from, to_base
from rulesbase.engine.likeness import Likeness, bag_of
from rulesbase.engine.lineage import Item, Link, content, link
from rulesbase.engine.nodes import Kind
from rulesbase.engine.numbering import chapter_of, parent_of
from rulesbase.engine.references import find_references

# Share of a part (0 to 100) that must stand in the whole, and that must be gone from the whole's heir.
_WITHIN = 66.0
# At a smaller share of its words (0 to 1) no order of the letters could make up for it.
_WORDS_WITHIN = 0.45
_WITHIN_STRANGER = 84.0
_GONE = 14.0
# Of two wholes with about as much of a part, the one whose place makes it likely.
_RELATED = 12.0
# A first sentence of fewer words only says what kind of thing it is.
_FIRST_WORDS = 8
# A part of which less stands in the whole is one if whole sentences do: so much of it (0 to 1), each with so much of
# its words.
_WITHIN_BY_SENTENCES, _SENTENCES, _SENTENCE = 55.0, 0.6, 0.6
# What said the same as another rule already, and was taken out when that one took in its words, was merged into it.
_WITHIN_TWICE, _SENTENCES_TWICE, _SENTENCE_TWICE = 70.0, 0.45, 0.8
# Less is enough if it stood next to that one, or pointed at it.
_WITHIN_NEAR, _SENTENCES_NEAR = 52.0, 0.55
# What is a part of a new rule without a predecessor goes on in it if so much of it stands there.
_GROWN = 80.0
_NEXT_SENTENCE = re.compile(r"(?<=[.:;])\s+|\s+(?=\()")
# Where to look further says nothing of what it is about.
_SEE_ALSO = re.compile(r"\(?see (?:also )?(?:rules?|section)\b|for more information\b")
_NUMBERED = (Kind.RULE, Kind.SUBRULE)


class Branch(NamedTuple):
    """One split (one old, several new) or merge (several old, one new), positions in the two lists, main one first."""

    kind: str
    old: tuple[int, ...]
    new: tuple[int, ...]
    confidence: float


class Lineage(NamedTuple):
    """Everything that links two versions."""

    links: list[Link]
    branches: list[Branch]


class _Side:
    """One direction: wholes in ``before``, parts in ``after``. For merges the versions are exchanged."""

    def __init__(
        self, before: Sequence[Item], after: Sequence[Item], heirs: dict[int, int], cut: Collection[int] | None = None
    ) -> None:
        """``cut`` is given when merging: what was split itself."""
        self.before, self.after, self.heirs, self.cut = before, after, heirs, cut or ()
        self.merging = cut is not None
        taken = set(heirs.values())
        self.wholes = [
            a
            for a, item in enumerate(before)
            if item.kind in _NUMBERED and (a not in heirs or after[heirs[a]].text != item.text)
        ]
        self.parts = [b for b, item in enumerate(after) if item.kind in _NUMBERED and b not in taken and item.text]
        self.row = {a: i for i, a in enumerate(self.wholes)}
        self.likeness = Likeness([content(before[a]) for a in self.wholes], [content(after[b]) for b in self.parts])
        self.chapters: defaultdict[str, set[str]] = defaultdict(set)
        for a, b in heirs.items():
            self.chapters[chapter_of(before[a].number)].add(chapter_of(after[b].number))

    def within(self, i: int, j: int, shared: float, least: float) -> float:
        """How much of part ``j`` stands in whole ``i``: half by words, half in the order of the letters.

        ``shared`` is the share of its words. Below ``least`` it may be said to be less than it is.
        """
        by_words = 50 * shared
        cutoff = max(0.0, 2 * (least - by_words))
        whole, part = self.likeness.old[i].text, self.likeness.new[j].text
        return by_words + 0.5 * fuzz.partial_ratio(part, whole, score_cutoff=cutoff)

    def sentences(self, i: int, j: int, least: float) -> float:
        """How much of part ``j`` is sentences that have at least this share of their words in whole ``i``; 0 to 1."""
        weight, there = self.likeness.weight, self.likeness.old[i].words
        total = found = 0.0
        for sentence in _NEXT_SENTENCE.split(self.likeness.new[j].text):
            own = frozenset(words(sentence))
            if not own or _SEE_ALSO.match(sentence):
                continue
            # A word can end where a sentence does, and is then none of the whole text's.
            here = sum(weight.get(word, 0.0) for word in own)
            total += here
            if len(own) >= FEWEST_WORDS and sum(weight.get(word, 0.0) for word in own & there) >= least * here:
                found += here
        return found / total if total else 0.0

    def gone(self, a: int, j: int, share: float) -> bool:
        """Whether the heir of a whole has clearly less of part ``j`` than the share that stands in the whole."""
        heir = self.heirs.get(a)
        if heir is None:
            return share >= _GONE
        there, part = bag_of(content(self.after[heir])), self.likeness.new[j]
        by_words = 50 * len(part.words & there.words) / (len(part.words) or 1)
        most = share - _GONE
        if by_words > most:
            return False
        cutoff = 2 * (most - by_words)
        return by_words + 0.5 * fuzz.partial_ratio(part.text, there.text, score_cutoff=cutoff) <= most

    def related(self, a: int, b: int) -> bool:
        """Whether the place makes a part likely: its parent is the heir, or its chapter took others of the whole's."""
        after = self.after[b].number
        heir = self.heirs.get(a)
        if heir is not None and parent_of(after) in (
            self.after[heir].number,
            parent_of(self.after[heir].number),
        ):
            return True
        return chapter_of(after) in self.chapters[chapter_of(self.before[a].number)]

    def found(self) -> list[tuple[int, int, float]]:
        """(whole, part, share) for every part, its best whole only."""
        best: dict[int, tuple[float, int, float]] = {}
        for i, j, shared in self.likeness.holders(_WORDS_WITHIN, FEWEST_WORDS):
            a = self.wholes[i]
            related = self.related(a, self.parts[j])
            most, most_of, _ = best.get(j, (0.0, 0, 0.0))
            share = self.within(i, j, shared, max(_WITHIN_NEAR, most - _RELATED * related))
            points = share + _RELATED * related
            if share >= _WITHIN_NEAR and (points, -a) > (most, -most_of) and self._is_part(i, j, share, related):
                best[j] = (points, a, share)
        return sorted((a, self.parts[j], share) for j, (_, a, share) in best.items())

    def _is_part(self, i: int, j: int, share: float, related: bool) -> bool:
        """Whether part ``j``, of which a share stands in whole ``i``, came out of it."""
        a = self.wholes[i]
        gone = self.gone(a, j, share)
        if share >= (_WITHIN if related else _WITHIN_STRANGER):
            if gone:
                return True
            twice = self.merging and related and a in self.heirs and share >= _WITHIN_TWICE
            if twice and self.sentences(i, j, _SENTENCE_TWICE) >= _SENTENCES_TWICE:
                return True
        if not related:
            return False
        if gone and share >= _WITHIN_BY_SENTENCES and self.sentences(i, j, _SENTENCE) >= _SENTENCES:
            return True
        return self.merging and self.near(a, self.parts[j]) and self.sentences(i, j, _SENTENCE) >= _SENTENCES_NEAR

    def near(self, a: int, b: int) -> bool:
        """Whether a part stands next to the heir of a whole, or names the place of it, and that was not cut itself."""
        heir = self.heirs.get(a)
        if heir is None or heir in self.cut:
            return False
        number = self.after[heir].number
        named = {reference.number for reference in find_references(self.after[b].text)}
        return abs(heir - b) == 1 or not named.isdisjoint((number, parent_of(number), chapter_of(number)))


def _list_items(
    old: Sequence[Item], new: Sequence[Item], heirs: dict[int, int], known: set[int]
) -> list[tuple[int, int]]:
    """(whole, part) where a paragraph became a list: its heir ends with a colon, and new letters follow it."""
    taken = set(heirs.values()) | known
    found: list[tuple[int, int]] = []
    for a, heir in heirs.items():
        if not new[heir].text.endswith(":") or old[a].text.endswith(":") or new[heir].kind is not Kind.RULE:
            continue
        b = heir + 1
        while b < len(new) and parent_of(new[b].number) == new[heir].number:
            if b not in taken:
                found.append((a, b))
            b += 1
    return found


def _main(
    old: Sequence[Item], new: Sequence[Item], heirs: Mapping[int, int], a: int, found: Sequence[tuple[float, int]]
) -> int:
    """The part that goes on as the rule that was cut.

    That is the rule over two of the parts, if it is new and says what the old one said; then what the rule is linked
    with, unless another part stands at the old number and begins as the old one did; else the longest.
    """
    heir = heirs.get(a)
    at = {new[b].number: b for _, b in found}
    if heir is None:
        over = Counter(parent_of(new[b].number) for _, b in found if new[b].kind is Kind.SUBRULE)
        taken = set(heirs.values())
        for number, count in over.most_common(1):
            base = next((b for b, item in enumerate(new) if item.number == number and item.kind is Kind.RULE), None)
            if base is not None and base not in taken and count > 1 and came_from(old[a], new[base]):
                return base
    here = at.get(old[a].number)
    if here is not None and (heir is None or not _begins_as(old[a], new[heir])) and _begins_as(old[a], new[here]):
        return here
    if heir is not None:
        return heir
    return max(found, key=lambda part: (len(new[part[1]].text) * part[0], -part[1]))[1]


def _begins_as(whole: Item, part: Item) -> bool:
    """Whether a part has nearly all words of the sentence that a whole begins with."""
    first = frozenset(words(_NEXT_SENTENCE.split(bag_of(content(whole)).text, maxsplit=1)[0]))
    return len(first) >= _FIRST_WORDS and len(first & bag_of(content(part)).words) >= 0.8 * len(first)


def branches(old: Sequence[Item], new: Sequence[Item], links: Sequence[Link]) -> tuple[list[Link], list[Branch]]:
    """(links, some of them moved to a base rule; splits and merges).

    An entry that was split stays linked with its main part; the others are its further parts.
    """
    moved = to_base(old, new, list(links))
    heirs = {pair.old: pair.new for pair in moved}
    forward = _Side(old, new, heirs).found()
    parts: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for a, b, share in forward:
        parts[a].append((share, b))
    for a, b in _list_items(old, new, heirs, {b for _, b, _ in forward}):
        parts[a].append((50.0, b))
    result: list[Branch] = []
    for a, found in sorted(parts.items()):
        heir = _main(old, new, heirs, a, found)
        if heir != heirs.get(a):
            share = next((share for share, b in found if b == heir), 50.0)
            moved = [pair for pair in moved if pair.old != a]
            moved.append(Link(a, heir, round(share / 112, 3), "part of its text"))
            if a in heirs:
                found.append((share, heirs[a]))
            heirs[a] = heir
        rest = tuple(b for _, b in sorted(found, key=lambda part: part[1]) if b != heir)
        if rest:
            result.append(Branch("split", (a,), (heir, *rest), round(min(share for share, _ in found) / 100, 3)))
    back = {b: a for a, b in heirs.items()}
    sources: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for b, a, share in _Side(new, old, back, cut={branch.old[0] for branch in result}).found():
        sources[b].append((share, a))
    for b, found in sorted(sources.items()):
        main = back.get(b)
        if main is None and (whole := [one for one in found if one[0] >= _GROWN]):
            share, main = max(whole, key=lambda part: (len(old[part[1]].text) * part[0], -part[1]))
            moved.append(Link(main, b, round(share / 112, 3), "its text is part of it"))
        if main is not None:
            rest = tuple(a for _, a in sorted(found, key=lambda part: part[1]) if a != main)
            if rest:
                result.append(Branch("merge", (main, *rest), (b,), round(min(share for share, _ in found) / 100, 3)))
    return sorted(moved), result


def _with_headings(
    old: Sequence[Item], new: Sequence[Item], links: Sequence[Link], cut: Sequence[Branch]
) -> tuple[list[Link], list[Branch]]:
    """Let the headings follow their rules; of one that ended, the text of which went under another, tell a merge."""
    parts = [(a, b) for branch in cut for a in branch.old for b in branch.new]
    followed = headings.follow(old, new, links, parts)
    main = {pair.new: pair.old for pair in followed.links}
    partners: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for a, b, share in followed.merged:
        partners[b].append((a, share))
    merges = [
        Branch("merge", (main[b], *(a for a, _ in found)), (b,), round(min(share for _, share in found), 3))
        for b, found in sorted(partners.items())
    ]
    return followed.links, [*cut, *merges]


def lineage(old: Sequence[Item], new: Sequence[Item]) -> Lineage:
    """Links, splits and merges between two versions: a function of the two texts alone.

    Rules and glossary are linked apart: a word is as rare as it is among its own kind.
    """
    found = Lineage([], [])
    for terms in (False, True):
        here = [at for at, item in enumerate(old) if (item.kind is Kind.TERM) is terms]
        there = [at for at, item in enumerate(new) if (item.kind is Kind.TERM) is terms]
        left, right = [old[at] for at in here], [new[at] for at in there]
        links, cut = branches(left, right, link(left, right))
        if not terms:
            links, cut = _with_headings(left, right, links, cut)
        found.links.extend(pair._replace(old=here[pair.old], new=there[pair.new]) for pair in links)
        found.branches.extend(
            branch._replace(old=tuple(here[at] for at in branch.old), new=tuple(there[at] for at in branch.new))
            for branch in cut
        )
    return found
