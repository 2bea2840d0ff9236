"""Containment: the text that a part came out of, by words and by the order of letters."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from rapidfuzz import fuzz

from rulesbase.engine.lineage.bag_of_words import NEXT_SENTENCE, bag_of
from rulesbase.engine.lineage.lettered_rules import FEWEST_WORDS
from rulesbase.engine.lineage.match_entries import FoldedEntry, chapter_flow
from rulesbase.engine.lineage.similarity import Similarity
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.historic_terms import words
from rulesbase.engine.text.numbers import chapter_of, parent_of
from rulesbase.engine.text.references import find_references

# Minimum share of a part (0 to 100) that the whole contains, and that the successor of the whole has lost.
_WITHIN = 66.0
# Below this share of its words (0 to 1) the order of letters cannot compensate.
_WORDS_WITHIN = 0.45
_WITHIN_STRANGER = 84.0
_GONE = 14.0
# Of two wholes with nearly equal shares the one at the likelier number wins.
_RELATED = 12.0
# Whole sentences also make a part: this share (0 to 1) of it, each with this share of its words.
_WITHIN_BY_SENTENCES, _SENTENCES, _SENTENCE = 55.0, 0.6, 0.6
# A rule removed because another with the same content took in its words was merged into it.
_WITHIN_TWICE, _SENTENCES_TWICE, _SENTENCE_TWICE = 70.0, 0.45, 0.8
# Two similar rules (0 to 100) under one were unified if at most this share (0 to 1) of their distinguishing words
# remains.
_TWINS, _DISTINGUISHED = 78.0, 0.35
# A smaller share is enough next to that rule or with a reference to it; still smaller for letters of one rule.
_WITHIN_NEAR, _SENTENCES_NEAR = 52.0, 0.55
_WITHIN_BESIDE, _WORDS_BESIDE = 47.0, 0.37
_WITHIN_IN_PLACE = 60.0
# A list of references does not show the subject.
SEE_ALSO = re.compile(r"\(?see (?:also )?(?:rules?|section)\b|for more information\b")
_NUMBERED = (Kind.RULE, Kind.SUBRULE)


class Side:
    """One direction: wholes in ``before``, parts in ``after``. For merges the versions are exchanged."""

    def __init__(
        self,
        before: Sequence[FoldedEntry],
        after: Sequence[FoldedEntry],
        successors: dict[int, int],
        cut: Collection[int] | None = None,
    ) -> None:
        """Prepare the search. ``cut`` (rules that were split) is given when merging."""
        self.before, self.after, self.successors, self.cut = before, after, successors, cut or ()
        self.merging = cut is not None
        taken = set(successors.values())
        self.wholes = [
            a
            for a, item in enumerate(before)
            if item.kind in _NUMBERED and (a not in successors or after[successors[a]].text != item.text)
        ]
        self.parts = [b for b, item in enumerate(after) if item.kind in _NUMBERED and b not in taken and item.text]
        self.row = {a: i for i, a in enumerate(self.wholes)}
        self.similarity = Similarity(
            [before[a].full_text for a in self.wholes], [after[b].full_text for b in self.parts]
        )
        # Chapter of a whole -> chapters where the successors of its chapter are.
        self.chapters = chapter_flow((before[a].number, after[b].number) for a, b in successors.items())

    def within(self, i: int, j: int, shared: float, least: float) -> float:
        """Return how much of part ``j`` whole ``i`` contains: half by words, half by the order of letters.

        ``shared`` is the share of its words. Below ``least`` the result may be too low.
        """
        by_words = 50 * shared
        cutoff = max(0.0, 2 * (least - by_words))
        whole, part = self.similarity.old[i].text, self.similarity.new[j].text
        return by_words + 0.5 * fuzz.partial_ratio(part, whole, score_cutoff=cutoff)

    def sentences(self, i: int, j: int, least: float) -> float:
        """Return the share (0 to 1) of part ``j`` in sentences that have this share of their words in whole ``i``."""
        weight, there = self.similarity.weight, self.similarity.old[i].words
        total = found = 0.0
        for sentence in NEXT_SENTENCE.split(self.similarity.new[j].text):
            own = frozenset(words(sentence))
            if not own or SEE_ALSO.match(sentence):
                continue
            # A word may end where a sentence does; then the whole text does not have it.
            here = sum(weight.get(word, 0.0) for word in own)
            total += here
            if len(own) >= FEWEST_WORDS and sum(weight[word] for word in own & there) >= least * here:
                found += here
        return found / total if total else 0.0

    def gone(self, a: int, j: int, share: float) -> bool:
        """Return whether the successor of a whole has clearly less of part ``j`` than the whole."""
        successor = self.successors.get(a)
        if successor is None:
            return share >= _GONE
        there, part = bag_of(self.after[successor].full_text), self.similarity.new[j]
        by_words = 50 * len(part.words & there.words) / (len(part.words) or 1)
        most = share - _GONE
        if by_words > most:
            return False
        cutoff = 2 * (most - by_words)
        return by_words + 0.5 * fuzz.partial_ratio(part.text, there.text, score_cutoff=cutoff) <= most

    def related(self, a: int, b: int) -> bool:
        """Return whether a part is in a chapter to which rules of the whole's chapter went."""
        return chapter_of(self.after[b].number) in self.chapters[chapter_of(self.before[a].number)]

    def parts_of_wholes(self) -> defaultdict[int, list[tuple[float, int]]]:
        """Return, for each whole, the (share, part) of its parts in order; every part is only in its best whole."""
        best: dict[int, tuple[float, int, float]] = {}
        for i, j, shared in self.similarity.holders(_WORDS_WITHIN, FEWEST_WORDS):
            a = self.wholes[i]
            related = self.related(a, self.parts[j])
            most, most_of, _ = best.get(j, (0.0, 0, 0.0))
            least = max(_WITHIN_NEAR, most - _RELATED) if related else max(_WITHIN_STRANGER, most)
            if 50 * shared + 50 < least:
                # The order of letters cannot compensate.
                continue
            share = self.within(i, j, shared, least)
            points = share + _RELATED * related
            if share >= _WITHIN_NEAR and (points, -a) > (most, -most_of) and self._is_part(i, j, share, related):
                best[j] = (points, a, share)
        for i, j in self._letters_beside() if self.merging else ():
            shared = self.similarity.share_within(i, j)
            if j in best or shared < _WORDS_BESIDE:
                continue
            share = self.within(i, j, shared, _WITHIN_BESIDE)
            if share >= _WITHIN_BESIDE and self._is_part(i, j, share, related=True):
                best[j] = (share, self.wholes[i], share)
        parts: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        for j, (_, a, share) in sorted(best.items()):
            parts[a].append((share, self.parts[j]))
        return parts

    def _letters_beside(self) -> Iterator[tuple[int, int]]:
        """Yield (whole, part) where the part and the successor of the whole were successive letters of one rule."""
        whole_of = {successor: self.row[a] for a, successor in self.successors.items() if a in self.row}
        for j, b in enumerate(self.parts):
            for beside in (b - 1, b + 1):
                i = whole_of.get(beside)
                if i is None or self.after[b].kind is not Kind.SUBRULE:
                    continue
                if parent_of(self.after[beside].number) == parent_of(self.after[b].number):
                    yield i, j

    def _is_part(self, i: int, j: int, share: float, related: bool) -> bool:
        """Return whether part ``j``, of which whole ``i`` contains a share, came out of it."""
        a = self.wholes[i]
        gone = self.gone(a, j, share)
        if share >= (_WITHIN if related else _WITHIN_STRANGER):
            if gone:
                return True
            twice = self.merging and related and a in self.successors and share >= _WITHIN_TWICE
            if twice and self.sentences(i, j, _SENTENCE_TWICE) >= _SENTENCES_TWICE:
                return True
            if self.merging and related and self.unified(i, j):
                return True
        if not related:
            return False
        if self.merging and share >= _WITHIN_IN_PLACE and self.took_place(a, self.parts[j], share):
            return True
        if gone and share >= _WITHIN_BY_SENTENCES and self.sentences(i, j, _SENTENCE) >= _SENTENCES:
            return True
        return self.merging and self.near(a, self.parts[j]) and self.sentences(i, j, _SENTENCE) >= _SENTENCES_NEAR

    def took_place(self, a: int, b: int, share: float) -> bool:
        """Return whether a whole has the part's number, was next to it, and grew by what it contains of the part."""
        successor = self.successors.get(a)
        if successor is None or abs(successor - b) != 1 or self.before[a].number != self.after[b].number:
            return False
        more = len(self.before[a].text) - len(self.after[successor].text)
        return more >= share / 100 * len(self.after[b].text)

    def unified(self, i: int, j: int) -> bool:
        """Return whether two rules under one were unified: similar texts, and the whole names neither subject."""
        successor = self.successors.get(self.wholes[i])
        if successor is None or parent_of(self.after[successor].number) != parent_of(self.after[self.parts[j]].number):
            return False
        mine, theirs, there = (
            bag_of(self.after[successor].full_text),
            self.similarity.new[j],
            self.similarity.old[i].words,
        )
        if fuzz.ratio(mine.text, theirs.text, score_cutoff=_TWINS) < _TWINS:
            return False
        apart = mine.words ^ theirs.words
        weight = self.similarity.weight
        distinguishing = sum(weight.get(word, 0.0) for word in apart)
        return sum(weight[word] for word in apart & there) <= _DISTINGUISHED * distinguishing

    def near(self, a: int, b: int) -> bool:
        """Return whether a part is next to the successor of a whole or refers to it, and that was not split itself."""
        successor = self.successors.get(a)
        if successor is None or successor in self.cut:
            return False
        number = self.after[successor].number
        named = {reference.number for reference in find_references(self.after[b].text)}
        return abs(successor - b) == 1 or not named.isdisjoint((number, parent_of(number), chapter_of(number)))
