"""Search for the content of entries without a link: in which entries of the other version may it be now?

Every sentence and example is searched in all entries of the other version, linked ones and glossary terms included.
Rare words count much and common ones little: the formula "multiple instances of ... are redundant" is no evidence where
the subject differs. The probability is a logistic regression on removals judged by hand (tests/score/removals.csv).
"""

import heapq
import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.lineage.bag_of_words import (
    COMMON_WORDS,
    NEXT_SENTENCE,
    Bag,
    bag_of,
    bag_with_examples,
    opening_of,
)
from rulesbase.engine.lineage.containment import SEE_ALSO
from rulesbase.engine.lineage.match_entries import FoldedEntry, chapter_flow, plain_name
from rulesbase.engine.lineage.word_index import postings, rarities, rarity, shared_weights
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.historic_terms import modern, words
from rulesbase.engine.text.numbers import chapter_of, parent_of

_FEWEST_WORDS = 3
# A word in more entries finds no candidates.
_FREQUENT = 100
# Candidates by the words of the whole text, and by those of each passage.
_BY_TEXT, _BY_PASSAGE = 12, 5
# Below the first similarity (0 to 1) a text does not have a passage, from the second it has all of it.
_MISSING, _COMPLETE = 0.5, 0.85
# Below this share (0 to 1) of words the order of letters is not compared.
_LEAST_SHARE = 0.3
# Of texts with the same words the shorter one is more about them.
_LONGER_TEXT = 0.02
_ROUNDING = 1e-6
# A smaller gain is none.
_GAIN = 0.05
# Where nothing was gained, two rules with rarer words of their own than this are twins: they are similar, or apart.
_TWIN, _TWIN_ALIKE, _OF_TWIN = 0.3, 0.7, 0.3
# Candidates with this share of the words of another one are its rivals; more than so many are too many.
_RIVAL, _RIVALS = 0.9, 8
_LONGEST_TITLE = 60
_FEW, _COMMON_RARITY = 500, 100_000

# Points of the logistic regression. A key with an asterisk is the product of two features.
_BASE = -3.2
_POINTS = {
    "cover": 5.40,
    "back": 4.43,
    "twin": -2.06,
    "flow": 1.19,
    "unchanged": -2.36,
    "term": -3.25,
    "name": 2.40,
    "rivals": -2.09,
    "lead": 0.73,
    "example": 2.67,
    "twin*cover": -7.25,
    "rivals*known": -3.53,
    "known*miss": 3.25,
    "near*share": 3.12,
    "free*like": 2.99,
    "free*share": -2.22,
    "share*back": -1.23,
    "known*near": -3.54,
    "phrases*miss": 6.31,
    "opening": 0.58,
    "share": -2.18,
}


# The stems of two successive words.
_Phrase = tuple[str, str]


class SentenceToFind(NamedTuple):
    """A sentence or example in today's vocabulary, its words, and what they weigh together."""

    text: str
    words: frozenset[str]
    weight: int


class Features(NamedTuple):
    """What speaks for and against an entry continuing in a candidate. Shares, similarities and flags are 0 to 1."""

    # The share of its sentences, of its words and of its examples that the candidate has.
    cover: float
    share: float
    example: float
    # The share of the candidate's words that it has, and the similarity of letters.
    back: float
    like: float
    # The rarity of its rarest word that the candidate lacks. Where the candidate gained nothing, the smaller of that
    # and the same for the candidate's words: two rules that differ in their subject alone.
    miss: float
    twin: float
    # The share of its phrases that the candidate has, and of the words the candidate opens with that it opens with.
    phrases: float
    opening: float
    # How many neighbours (0 to 2) went beside, and the share of its chapter that went to the candidate's.
    near: float
    flow: float
    # The candidate has no predecessor; or what that had of `cover`, and whether it had the same text.
    free: float
    known: float
    unchanged: float
    # Only the candidate is a glossary term; either is one; the similarity of the names of two terms.
    term: float
    glossary: float
    name: float
    # How many other candidates have nearly as much (1 is eight), and how much more it has than the next.
    rivals: float = 0.0
    lead: float = 0.0

    def probability(self) -> float:
        """Return the probability (0 to 1) that the entry continues in the candidate."""
        values = (*self, 1.0)
        points = _BASE + sum([points * (values[one] * values[other]) for one, other, points in _FACTORS])
        sure = 1 / (1 + math.exp(-points))
        return sure * _OF_TWIN if self._is_twin() else sure

    def _is_twin(self) -> bool:
        """Return whether both were neighbours before, with a subject of their own each."""
        return self.twin >= _TWIN and not self.glossary and (not self.near or self.like >= _TWIN_ALIKE)


def _factors() -> Iterator[tuple[int, int, float]]:
    """Yield the positions of two features and the points for their product; the last position is a constant 1."""
    fields = (*Features._fields, "")
    for key, points in _POINTS.items():
        one, _, other = key.partition("*")
        yield fields.index(one), fields.index(other), points


_FACTORS = tuple(_factors())


class Candidate(NamedTuple):
    """An entry of the other version in which one may continue."""

    probability: float
    at: int
    features: Features


class BothVersions:
    """All entries of two versions, with the rarity of their words."""

    def __init__(self, old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], ended: Iterable[int]) -> None:
        """Prepare the search for entries of the older version, given by position."""
        self.old, self.new = old, new
        self.new_texts = [bag_of(item.full_text) for item in new]
        self.old_bags, self.new_bags = [[_whole(item) for item in side] for side in (old, new)]
        often = Counter(chain.from_iterable(bag.words for bag in (*self.old_bags, *self.new_bags)))
        total = len(old) + len(new)
        self._most = rarity(total, 1)
        # Words of neither version have no weight.
        self.rarity: defaultdict[str, int] = defaultdict(int)
        self.rarity.update(rarities(often, total))
        # Few entries do not show which words are rare.
        self.few = total < _FEW
        if self.few:
            self.rarity |= dict.fromkeys(COMMON_WORDS & self.rarity.keys(), _COMMON_RARITY)
        asked = [self.old_bags[a] for a in ended]
        wanted = frozenset(chain.from_iterable(bag.words for bag in asked))
        self._places = postings([wanted & bag.words for bag in self.new_bags], _FREQUENT)
        # Of texts with the same words the shorter one is more about them.
        self._longer = [_LONGER_TEXT * math.log(1 + len(bag.text)) for bag in self.new_bags]
        phrases = frozenset(chain.from_iterable(pairwise(bag.stems) for bag in asked))
        everywhere = chain.from_iterable(pairwise(bag.stems) for bag in self.new_bags)
        often_together = Counter(filter(phrases.__contains__, everywhere))
        self._phrase_rarity = dict.fromkeys(phrases, rarity(len(new), 1)) | rarities(often_together, len(new))

    def weight(self, some: Iterable[str]) -> int:
        """Return what some words weigh together."""
        return sum(map(self.rarity.__getitem__, some))

    def phrase_weight(self, some: Iterable[_Phrase]) -> int:
        """Return what some phrases of the ended entries weigh together."""
        return sum(map(self._phrase_rarity.__getitem__, some))

    def rarest(self, some: Iterable[str]) -> float:
        """Return how rare the rarest of some words is, 0 to 1; 0 for no words."""
        return max(map(self.rarity.__getitem__, some), default=0) / self._most

    def nearest(self, some: frozenset[str], limit: int) -> list[int]:
        """Return the newer entries that share most of some words by weight, frequent words apart."""
        whole = self.weight(some) or 1
        sums = shared_weights(some, self.rarity, self._places)
        return [at for _, at in heapq.nsmallest(limit, ((self._longer[at] - sums[at] / whole, at) for at in sums))]

    def shared_words(self, a: int, b: int) -> list[str]:
        """Return the words of both an older and a newer entry, without frequent ones, rarest first."""
        shared = self.old_bags[a].words & self.new_bags[b].words & self._places.keys()
        return sorted(shared, key=lambda word: (-self.rarity[word], word))


class _Ended(NamedTuple):
    """An entry without a link: what all its candidates are compared with.

    ``weight``: of the words of its text without examples. ``beside``: where its two neighbours went.
    """

    at: int
    text: Bag
    weight: int
    sentences: Sequence[SentenceToFind]
    examples: Sequence[SentenceToFind]
    phrases: frozenset[_Phrase]
    phrase_weight: int
    beside: Sequence[int]


class SuccessorSearch:
    """Search a newer version for what became of entries of an older one."""

    def __init__(self, both: BothVersions, links: Mapping[int, int]) -> None:
        """Prepare the search; ``links`` map old positions to new ones."""
        self.both, self.links = both, links
        self.back = {b: a for a, b in links.items()}
        self.at_number = {item.number: at for at, item in enumerate(both.new) if item.kind is not Kind.TERM}
        self.flow = chapter_flow((both.old[a].number, both.new[b].number) for a, b in links.items())

    def candidates(self, a: int) -> list[Candidate]:
        """Return the entries in which an entry may continue, the likeliest first."""
        ended = self._ended(a)
        found = {b: self._features(ended, b) for b in self._positions(ended)}
        result = [Candidate(features.probability(), b, features) for b, features in _with_rivals(found).items()]
        return sorted(result, key=lambda one: (-one.probability, one.at))

    def _ended(self, a: int) -> _Ended:
        both = self.both
        item, whole = both.old[a], both.old_bags[a]
        text = bag_of(item.full_text)
        sentences = list(self._passages(_sentences(item))) or list(self._passages([modern(item.full_text)], 1))
        examples = list(self._passages(modern(text) for text in item.examples.split("\n")))
        phrases = frozenset(pairwise(whole.stems))
        weight, phrase_weight = both.weight(text.words) or 1, both.phrase_weight(phrases) or 1
        beside = [self.links[at] for at in (a - 1, a + 1) if at in self.links]
        return _Ended(a, text, weight, sentences, examples, phrases, phrase_weight, beside)

    def _passages(self, texts: Iterable[str], fewest: int = _FEWEST_WORDS) -> Iterator[SentenceToFind]:
        for text in texts:
            own = frozenset(words(text))
            if len(own) >= fewest:
                yield SentenceToFind(text, own, self.both.weight(own) or 1)

    def _positions(self, ended: _Ended) -> Collection[int]:
        """Return the positions of candidates: by words, by number, and beside where the neighbours went."""
        both, a = self.both, ended.at
        found = set(both.nearest(both.old_bags[a].words, _BY_TEXT))
        for passage in (*ended.sentences, *ended.examples):
            found.update(both.nearest(passage.words, _BY_PASSAGE))
        if both.old[a].kind is not Kind.TERM:
            number = both.old[a].number
            found.update(self.at_number[near] for near in (number, parent_of(number)) if near in self.at_number)
        for beside in ended.beside:
            found.update(at for at in (beside - 1, beside, beside + 1) if 0 <= at < len(both.new))
        return {b for b in found if not is_title(both.new[b]) and not _only_refers(both.new[b])}

    def _presence(self, passage: SentenceToFind, bag: Bag) -> float:
        """Return how much of a passage a text has, 0 to 1: half by words, half by the order of letters.

        Below ``_MISSING`` the result may be too low.
        """
        share = self.both.weight(passage.words & bag.words) / passage.weight
        if share < _LEAST_SHARE:
            return share / 2
        letters = fuzz.partial_ratio if len(passage.text) <= len(bag.text) else fuzz.ratio
        # With fewer letters in common the passage is missing, however few.
        fewest = 100 * (2 * _MISSING - share) - _ROUNDING
        return share / 2 + letters(passage.text, bag.text, score_cutoff=max(0.0, fewest)) / 200

    def _cover(self, passages: Sequence[SentenceToFind], bag: Bag) -> float:
        """Return the share (0 to 1) of the passages that a text has."""
        total = found = 0.0
        for passage in passages:
            total += passage.weight
            presence = self._presence(passage, bag)
            if presence > _MISSING:
                found += passage.weight * min(1.0, (presence - _MISSING) / (_COMPLETE - _MISSING))
        return found / (total or 1)

    def _features(self, ended: _Ended, b: int) -> Features:
        both, main, mine, weight = self.both, self.back.get(b), ended.text, ended.weight
        before, after = both.old[ended.at], both.new[b]
        theirs, everything = both.new_texts[b], both.new_bags[b]
        earlier = both.old_bags[main] if main is not None else bag_of("")
        unchanged = main is not None and earlier.text == everything.text
        opening = _opening(theirs)
        cover = self._cover(ended.sentences, everything)
        shared = both.weight(mine.words & everything.words)
        miss = both.rarest(mine.words - everything.words)
        gained = not unchanged and shared - both.weight(mine.words & earlier.words) >= _GAIN * weight
        went = self.flow[chapter_of(before.number)]
        terms = before.kind is Kind.TERM, after.kind is Kind.TERM
        return Features(
            cover=cover,
            share=shared / weight,
            back=both.weight(mine.words & theirs.words) / (both.weight(theirs.words) or 1),
            like=fuzz.ratio(mine.text, theirs.text) / 100,
            miss=miss,
            twin=0.0 if gained else min(miss, both.rarest(theirs.words - mine.words)),
            phrases=both.phrase_weight(ended.phrases.intersection(pairwise(everything.stems))) / ended.phrase_weight,
            opening=both.weight(opening & _opening(mine)) / (both.weight(opening) or 1),
            example=self._cover(ended.examples, everything),
            near=float(sum([abs(beside - b) <= 1 for beside in ended.beside])),
            flow=0.0 if any(terms) else went[chapter_of(after.number)] / (went.total() or 1),
            free=float(main is None),
            known=cover if unchanged or not cover else self._cover(ended.sentences, earlier),
            unchanged=float(unchanged),
            term=float(terms == (False, True)),
            glossary=float(any(terms)),
            name=fuzz.ratio(plain_name(before), plain_name(after)) / 100 if all(terms) else 0.0,
        )


def _with_rivals(found: Mapping[int, Features]) -> dict[int, Features]:
    """Return the features of all candidates with those that compare one with the others."""
    strength = {b: round(one.share + one.cover / 2, 6) for b, one in found.items()}
    weakest_first = sorted(strength.values())
    *_, second, first = (0.0, 0.0, *weakest_first)
    result: dict[int, Features] = {}
    for b, features in found.items():
        rivals = len(found) - bisect_left(weakest_first, _RIVAL * strength[b]) - 1
        lead = strength[b] - (second if strength[b] == first else first)
        result[b] = features._replace(rivals=min(rivals, _RIVALS) / _RIVALS, lead=lead)
    return result


def _whole(item: FoldedEntry) -> Bag:
    return bag_with_examples(item.full_text, item.examples) if item.examples else bag_of(item.full_text)


def _opening(bag: Bag) -> frozenset[str]:
    """Return the words of the first sentence behind the heading."""
    return opening_of(bag.text.partition("\n")[2] or bag.text).words


def _sentences(item: FoldedEntry) -> list[str]:
    """Return the sentences of an entry in today's vocabulary, without references to other rules."""
    return [text for text in NEXT_SENTENCE.split(modern(item.full_text)) if not SEE_ALSO.match(text)]


def _only_refers(item: FoldedEntry) -> bool:
    """Return whether an entry has no content of its own, only references to other rules."""
    text = item.text.lower()
    return bool(SEE_ALSO.match(text)) and not item.examples and all(map(SEE_ALSO.match, NEXT_SENTENCE.split(text)))


def is_title(item: FoldedEntry) -> bool:
    """Return whether an entry is a heading: of a section or chapter, or a rule that is the title of its letters."""
    if item.kind is Kind.RULE:
        return len(item.text) < _LONGEST_TITLE and item.text[-1:].isalpha()
    return item.kind in (Kind.SECTION, Kind.CHAPTER)
