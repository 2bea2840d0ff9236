"""Links of chapter and section headings between versions, derived from the links of their rules.

Titles are weak evidence: "General" is the title of many chapters, and a chapter may be renamed while all its rules
remain. So the amount of text that moved from heading to heading decides together with the titles. Each heading links to
at most one other.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from rapidfuzz import fuzz

from rulesbase.engine.lineage.linear_assignment import best_pairs
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link
from rulesbase.engine.lineage.relations import RuleRelation
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.historic_terms import modern
from rulesbase.engine.text.normalize import masked
from rulesbase.engine.text.numbers import chapter_of, parent_of, section_of

# Minimum share of the old text (0 to 1) under the new heading, and of both texts (0 to 2), if each is the other's best;
# for similar titles the minimum of either text.
_STAYS, _BOTH, _HALF = 0.4, 0.9, 0.5
_ALIKE = 0.6
# Bonus of titles, position and numbers where several headings are possible.
_SAME_TITLE, _LIKE_TITLE, _SAME_SECTION, _SAME_NUMBER = 1.0, 0.6, 0.2, 0.1
_NUMBERED = (Kind.RULE, Kind.SUBRULE)
# The section or chapter of a number.
_PartOf = Callable[[str], str]


def without_chapters_of_text(
    old: Sequence[FoldedEntry], new: Sequence[FoldedEntry]
) -> tuple[list[FoldedEntry], list[FoldedEntry]]:
    """Return two versions of a tournament document whose main sections with text are linked as the other sections.

    Those are main sections and appendices that have sections below them in neither version: ``20`` of 2008 is ``1.2``
    of 2009.
    """
    parents = {parent_of(item.number) for item in (*old, *new)}

    def linked_as(item: FoldedEntry) -> FoldedEntry:
        alone = item.kind is Kind.CHAPTER and item.text and item.number not in parents
        return item._replace(kind=Kind.RULE) if alone else item

    return list(map(linked_as, old)), list(map(linked_as, new))


class _Flow:
    """The amount of text that moved from heading to heading, identified by number."""

    def __init__(
        self, old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], pairs: Iterable[tuple[int, int]], part_of: _PartOf
    ) -> None:
        self.old, self.new = old, new
        here, there = _headings(old, part_of), _headings(new, part_of)
        self.had, self.has = _sizes(old, here), _sizes(new, there)
        flow: defaultdict[tuple[str, str], int] = defaultdict(int)
        self.out: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self.into: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for a, b in pairs:
            before, after = here[a], there[b]
            if before is not None and after is not None:
                flow[before, after] += min(len(old[a].text), len(new[b].text))
        for (before, after), size in flow.items():
            if size:
                # A rule with several parts can have more text there than before.
                self.out[before][after] = min(1.0, size / self.had[before])
                self.into[after][before] = min(1.0, size / self.has[after])

    def shares(self, before: str, after: str) -> tuple[float, float]:
        """Return the share of the old text and of the new text, 0 to 1."""
        return self.out.get(before, {}).get(after, 0.0), self.into.get(after, {}).get(before, 0.0)

    def each_others_best(self, before: str, after: str) -> bool:
        """Return whether no other heading took more of the old text or gave more of the new one."""
        stays, came = self.shares(before, after)
        return stays == max(self.out[before].values()) and came == max(self.into[after].values())

    def elsewhere(self, before: str, after: str) -> bool:
        """Return whether nothing moved between the two and half of either text is known to be elsewhere."""
        if any(self.shares(before, after)):
            return False
        most = (max(found.get(at, {}).values(), default=0.0) for found, at in ((self.out, before), (self.into, after)))
        return max(most) >= _HALF


def _headings(items: Sequence[FoldedEntry], part_of: _PartOf) -> list[str | None]:
    """Return the number of the heading above each rule; None for entries that are no rule below a heading.

    Main sections of a tournament document with text alone have none above them.
    """
    above = (part_of(item.number) if item.kind in _NUMBERED else None for item in items)
    return [None if heading == item.number else heading for heading, item in zip(above, items, strict=True)]


def _sizes(items: Sequence[FoldedEntry], above: Sequence[str | None]) -> Mapping[str | None, int]:
    """Return heading -> letters below it."""
    sizes: defaultdict[str | None, int] = defaultdict(int)
    for item, heading in zip(items, above, strict=True):
        sizes[heading] += len(item.text)
    return sizes


def follow(
    old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], links: Sequence[Link], parts: Iterable[tuple[int, int]]
) -> tuple[list[Link], list[RuleRelation]]:
    """Link the headings of two versions whose rules are linked; return all links, and splits and merges of headings.

    ``parts`` are pairs that splits and merges of rules add.
    """
    pairs = {(pair.old, pair.new) for pair in links} | set(parts)
    known = {(pair.old, pair.new): pair for pair in links if old[pair.old].kind not in _NUMBERED}
    result = [pair for pair in links if old[pair.old].kind in _NUMBERED]
    relations: list[RuleRelation] = []
    sections: dict[str, str] = {}
    for kind, part_of in ((Kind.SECTION, section_of), (Kind.CHAPTER, chapter_of)):
        level = _Level(kind, _Flow(old, new, pairs, part_of), sections)
        found = level.best(known)
        sections |= {old[pair.old].number: new[pair.new].number for pair in found}
        result += found
        relations += level.relations(found)
    relations.sort(key=lambda one: (one.kind, one.old if one.kind == "split" else one.new))
    return sorted(result), relations


class _Level:
    """All sections, or all chapters."""

    def __init__(self, kind: Kind, flow: _Flow, sections: Mapping[str, str]) -> None:
        self.old, self.new, self.flow, self.sections = flow.old, flow.new, flow, sections
        self.before = [at for at, item in enumerate(flow.old) if item.kind is kind]
        self.after = [at for at, item in enumerate(flow.new) if item.kind is kind]
        self.old_titles = {at: _title(self.old[at]) for at in self.before}
        self.new_titles = {at: _title(self.new[at]) for at in self.after}
        self.often = [Counter(titles.values()) for titles in (self.old_titles, self.new_titles)]

    def best(self, known: Mapping[tuple[int, int], Link]) -> list[Link]:
        """Return the best set of links; a link found by title keeps its evidence."""
        claims = {pair: claim for pair in self._candidates() if (claim := self._claim(*pair))}
        return [known.get((a, b)) or self._link(a, b) for a, b in best_pairs(claims)]

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Yield headings with the same title, and those between which a rule moved."""
        titled: defaultdict[str, list[int]] = defaultdict(list)
        for b in self.after:
            titled[self.new_titles[b]].append(b)
        at = {self.new[b].number: b for b in self.after}
        for a in self.before:
            went = {at[number] for number in self.flow.out.get(self.old[a].number, ()) if number in at}
            yield from ((a, b) for b in sorted(went.union(titled[self.old_titles[a]])))

    def _same_section(self, a: int, b: int) -> bool:
        before, after = section_of(self.old[a].number), section_of(self.new[b].number)
        return self.sections.get(before) == after

    def _claim(self, a: int, b: int) -> float:
        """Return the score for two headings being one, 0 where it is too low."""
        before, after = self.old[a].number, self.new[b].number
        mine, theirs = self.old_titles[a], self.new_titles[b]
        stays, came = self.flow.shares(before, after)
        if mine == theirs:
            alone = all(often[mine] == 1 for often in self.often)
            if self.flow.elsewhere(before, after) or not (alone or stays or came or self._same_section(a, b)):
                return 0.0
            title = _SAME_TITLE
        else:
            like = fuzz.ratio(modern(mine), modern(theirs)) / 100
            alike = like >= _ALIKE and max(stays, came) >= _HALF
            if not alike and not (
                stays >= _STAYS and stays + came >= _BOTH and self.flow.each_others_best(before, after)
            ):
                return 0.0
            title = _LIKE_TITLE * like if like >= _ALIKE else 0.0
        return stays + came + title + _SAME_SECTION * self._same_section(a, b) + _SAME_NUMBER * (before == after)

    def _link(self, a: int, b: int) -> Link:
        stays, came = self.flow.shares(self.old[a].number, self.new[b].number)
        evidence = (
            [f"its rules: {100 * stays:.0f} % of the older text, {100 * came:.0f} % of the newer"] if stays else []
        )
        evidence += ["title"] if self.old_titles[a] == self.new_titles[b] else []
        return Link(a, b, round(min(0.94, 0.5 + (stays + came) / 4), 3), ", ".join(evidence))

    def relations(self, found: Sequence[Link]) -> Iterator[RuleRelation]:
        """Yield the splits and merges of headings without a link."""
        went, came = {pair.old: pair.new for pair in found}, {pair.new: pair.old for pair in found}
        for a, some in self._split(came).items():
            # A heading that ended and became only one new heading is left out.
            if a in went or len(some) > 1:
                new = [went[a], *some] if a in went else some
                yield RuleRelation("split", (a,), tuple(new), round(min(some.values()), 3))
        for b, some in self._merged(went).items():
            yield RuleRelation("merge", (came[b], *some), (b,), round(min(some.values()), 3))

    def _split(self, came: Collection[int]) -> defaultdict[int, dict[int, float]]:
        """Return, for each old heading, the new ones without a link that have most of their text from it: shares."""
        at = {self.old[a].number: a for a in self.before}
        parts: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for b in self.after:
            before, share = _most(self.flow.into.get(self.new[b].number, {}))
            # The older text may lack the line of a heading.
            if b not in came and share >= _HALF and before in at:
                parts[at[before]][b] = share
        return parts

    def _merged(self, went: Mapping[int, int]) -> defaultdict[int, dict[int, float]]:
        """Return, for each linked new heading, the ended ones that have most of their text under it: their shares."""
        at = {self.new[b].number: b for b in went.values()}
        ended: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for a in self.before:
            after, share = _most(self.flow.out.get(self.old[a].number, {}))
            if a not in went and share >= _HALF and after in at:
                ended[at[after]][a] = share
        return ended


def _title(item: FoldedEntry) -> str:
    return masked(item.heading or item.text).casefold()


def _most(shares: Mapping[str, float]) -> tuple[str, float]:
    """Return the heading with the largest share, at a tie the smaller number; empty where there is none."""
    return min(shares.items(), key=lambda one: (-one[1], one[0]), default=("", 0.0))
