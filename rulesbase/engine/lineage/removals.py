"""Entries of an older version without a link after the first comparison: they continue elsewhere, or they are gone.

Each is absorbed by another entry, a duplicate of one that had its content before, has become a heading or a glossary
term, or is gone. An entry that continues in one of its kind without a predecessor is linked with it.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rulesbase.engine.lineage.bag_of_words import COMMON_WORDS
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link, continues
from rulesbase.engine.lineage.relations import Lineage, Nearest, Removal, RuleRelation
from rulesbase.engine.lineage.successors import BothVersions, Candidate, SuccessorSearch, is_title
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.historic_terms import modern, words
from rulesbase.engine.text.normalize import masked
from rulesbase.engine.text.numbers import chapter_of, parent_of
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.stems import stem

# From this probability an entry continues in another, and from the second one where there are few entries.
_CONTINUES, _CONTINUES_IN_FEW = 0.5, 0.9
# Less likely candidates are named from this probability, at most so many.
_WORTH_NAMING, _NAMED = 0.02, 3
_WORDS_NAMED = 4
# Of candidates whose odds differ by at most this factor, the one with most of the sentences is the successor.
_AS_LIKELY = math.e
# From this probability an entry continues beside where its neighbour went: so many entries away for each step.
_CONTINUES_BESIDE, _BESIDE = 0.4, 3
# What is left of the probability if only a glossary term that refers to the rule has the content.
_BY_REFERENCE = 0.8
# Share (0 to 1) of what a candidate's predecessor had, from which an entry is a duplicate.
_KNOWN = 0.8
# Confidence that a title continues in one with the same words, with and without its letters, and in another.
_SAME_TITLE_AND_LETTERS, _SAME_TITLE, _LETTERS, _NO_TITLE = 0.95, 0.85, 0.8, 0.8
# Least number and share of the rules under a title that went under another one about the same thing, or about any.
_RULES_WENT, _SHARE_WENT = 2, 0.5
_ALL_WENT, _SHARE_OF_ALL = 4, 0.8
# Confidence of a removal: the constant, and the factor of the model's probability. Fitted to all removals judged by
# hand, each by a model that did not see its chapter.
_GONE_AT_LEAST, _GONE_MORE = 0.15, 0.72
# An entry that was reworded at its number has this confidence. Least share (0 to 1) of its words that the new one has
# between two neighbours that stay; less is enough for the first of a section whose letters are similar.
_IN_PLACE, _BETWEEN_SHARE, _FIRST_SHARE, _FIRST_ALIKE = 0.6, 0.25, 0.1, 0.4


class _Claim(NamedTuple):
    """An entry that continues in another: confidence, positions, relation and evidence."""

    confidence: float
    old: int
    new: int
    relation: str
    evidence: str


def resolve_unlinked(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], found: Lineage) -> Lineage:
    """Return a lineage in which every entry without a link has a relation, or is a removal with its evidence."""
    links = {pair.old: pair.new for pair in found.links}
    related = {a for relation in found.relations for a in relation.old}
    ended = [a for a in range(len(old)) if a not in links and a not in related]
    if not ended:
        return found
    both = BothVersions(old, new, ended)
    search = SuccessorSearch(both, links)
    least = _CONTINUES_IN_FEW if both.few else _CONTINUES
    parts = {b for relation in found.relations for b in relation.new[1:] if relation.kind == "split"}
    titles = _Titles(both, links)
    claims: dict[int, _Claim | None] = {}
    likely = {a: [] if is_title(old[a]) else search.candidates(a) for a in ended}
    for a in ended:
        claims[a] = titles.claim(a) if is_title(old[a]) else _claim(both, a, likely[a], least)
    went = links | {claim.old: claim.new for claim in claims.values() if claim}
    for a in ended:
        if claims[a] is None and likely[a] and not both.few:
            claims[a] = _beside(both, a, likely[a], went) or _in_place(both, a, likely[a], parts)
    removals = [
        Removal(a, _sure_of_removal(likely[a]) if likely[a] else _NO_TITLE, tuple(_nearest(both, a, likely[a])))
        for a in ended
        if claims[a] is None
    ]
    return _with_claims(both, found, [claim for claim in claims.values() if claim], removals)


def _claim(both: BothVersions, a: int, likely: Sequence[Candidate], least: float) -> _Claim | None:
    """Return where an entry continues; None below the least probability."""
    if not likely or likely[0].probability < least:
        return None
    least_odds = max(1.0, _odds(likely[0]) / _AS_LIKELY)
    best = max((one for one in likely if _odds(one) >= least_odds), key=lambda one: one.features.cover)
    if best.features.term and best.features.known:
        # The glossary had it all along, so the rule that it refers to is what continues.
        named = {reference.number for reference in find_references(both.new[best.at].text)}
        sure = best.probability * _BY_REFERENCE
        referred = [one for one in likely if both.new[one.at].number in named]
        if not referred:
            return None
        best = referred[0]._replace(probability=max(referred[0].probability, sure))
    relation = _relation(both, a, best)
    evidence = (
        f"{100 * best.features.share:.0f} % of its words: {', '.join(both.shared_words(a, best.at)[:_WORDS_NAMED])}"
    )
    also_likely = (one.at for one in likely[:_NAMED] if one.at != best.at and one.probability >= _CONTINUES)
    if others := [both.new[b].number for b in also_likely if both.new[b].number]:
        evidence += f"; also {', '.join(others)}"
    return _Claim(round(best.probability, 3), a, best.at, relation, evidence)


def _odds(candidate: Candidate) -> float:
    return candidate.probability / (1.0 - candidate.probability)


def _relation(both: BothVersions, a: int, best: Candidate) -> str:
    if (both.old[a].kind is Kind.TERM) is not (both.new[best.at].kind is Kind.TERM):
        return "glossary"
    features = best.features
    return "duplicate" if features.known and features.known >= _KNOWN * features.cover else "absorbed"


def _beside(both: BothVersions, a: int, likely: Sequence[Candidate], went: Mapping[int, int]) -> _Claim | None:
    """Return an unsure candidate if it is, in the same order, beside where a neighbour of the entry went."""
    best = likely[0]
    if best.probability < _CONTINUES_BESIDE:
        return None
    for step in (-2, -1, 1, 2):
        other = went.get(a + step)
        if other is not None and 0 < (other - best.at) * step <= _BESIDE * abs(step):
            return _Claim(_IN_PLACE, a, best.at, _relation(both, a, best), "beside its neighbours")
    return None


def _in_place(both: BothVersions, a: int, likely: Sequence[Candidate], parts: set[int]) -> _Claim | None:
    """Return the new entry at the same number, if its neighbours stayed and it has enough of the words."""
    for one in likely:
        features = one.features
        if both.new[one.at].number != both.old[a].number or not features.free or one.at in parts:
            continue
        between = features.near == 2 and features.share >= _BETWEEN_SHARE
        first = both.old[a].number.endswith(".1") and features.near >= 1
        if between or (first and features.share >= _FIRST_SHARE and features.like >= _FIRST_ALIKE):
            return _Claim(_IN_PLACE, a, one.at, "absorbed", "number and neighbours")
    return None


def _sure_of_removal(likely: Sequence[Candidate]) -> float:
    """Return the confidence that an entry is gone, which is at least as likely as not."""
    gone = max(1 - _CONTINUES, 1 - likely[0].probability)
    return round(_GONE_AT_LEAST + _GONE_MORE * gone, 3)


def _nearest(both: BothVersions, a: int, likely: Sequence[Candidate]) -> Iterator[Nearest]:
    for one in likely[:_NAMED]:
        if one.probability >= _WORTH_NAMING:
            shared = tuple(both.shared_words(a, one.at)[:_WORDS_NAMED])
            yield Nearest(one.at, round(one.probability, 3), shared, bool(one.features.free))


class _Titles:
    """Titles of the newer version, and where the letters under old titles went."""

    def __init__(self, both: BothVersions, links: Mapping[int, int]) -> None:
        self.old, self.new, self.links = both.old, both.new, links
        self.linked = set(links.values())
        self.named: defaultdict[str, list[int]] = defaultdict(list)
        self.at: dict[str, int] = {}
        for b, item in enumerate(self.new):
            if is_title(item):
                self.named[_title(item)].append(b)
                self.at[item.number] = b

    @cached_property
    def went(self) -> defaultdict[str, Counter[int]]:
        """Number of an old title -> how many letters below it went under which new title."""
        went: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for a, b in self.links.items():
            if self.old[a].kind not in (Kind.RULE, Kind.SUBRULE):
                continue
            for over in (parent_of(self.new[b].number), chapter_of(self.new[b].number)):
                if over in self.at:
                    for above in (parent_of(self.old[a].number), chapter_of(self.old[a].number)):
                        went[above][self.at[over]] += 1
                    break
        return went

    def claim(self, a: int) -> _Claim | None:
        """Return the title that continues one: with the same words, or of the same subject over most of its rules."""
        item = self.old[a]
        went = self.went[item.number]
        same = self.named[_title(item)]
        if same:
            best = max(same, key=lambda b: (went[b], b not in self.linked, -b))
            if went[best] or len(same) == 1:
                sure = _SAME_TITLE_AND_LETTERS if went[best] else _SAME_TITLE
                return self._claim(sure, a, best, "title")
        for best, count in went.most_common(1):
            alike = _subjects(item) & _subjects(self.new[best])
            least, share = (_RULES_WENT, _SHARE_WENT) if alike else (_ALL_WENT, _SHARE_OF_ALL)
            if count >= max(least, share * went.total()):
                return self._claim(_LETTERS, a, best, f"{count} of {went.total()} rules under it")
        return None

    def _claim(self, sure: float, a: int, b: int, evidence: str) -> _Claim:
        relation = "absorbed" if self.old[a].kind is self.new[b].kind else "heading"
        return _Claim(sure, a, b, relation, evidence)


def _title(item: FoldedEntry) -> str:
    return modern(masked(item.full_text))


def _subjects(item: FoldedEntry) -> frozenset[str]:
    """Return the stems of a title that show what it is about."""
    return frozenset(map(stem, frozenset(words(_title(item))) - COMMON_WORDS))


def _with_claims(both: BothVersions, found: Lineage, claims: Sequence[_Claim], removals: list[Removal]) -> Lineage:
    """Return the lineage with the claims: the surest one for an entry without predecessor is a link, others merge."""
    # A part of a split has its origin in the whole.
    main = {b: relation.old[0] for relation in found.relations if relation.kind == "split" for b in relation.new}
    main |= {pair.new: pair.old for pair in found.links}
    links, merges = list(found.links), []
    for claim in sorted(claims, key=lambda one: (-one.confidence, one.old)):
        # A rule and a term never are one Rule; readers are led from one to the other.
        merged: tuple[int, ...] = (claim.old,)
        if claim.new in main:
            merged = main[claim.new], claim.old
        elif claim.relation != "glossary" and continues(both.old[claim.old], both.new[claim.new]):
            main[claim.new] = claim.old
            links.append(Link(claim.old, claim.new, claim.confidence, claim.evidence))
            continue
        merges.append(RuleRelation("merge", merged, (claim.new,), claim.confidence, claim.relation, claim.evidence))
    return Lineage(sorted(links), [*found.relations, *merges], removals)
