"""Splits and merges: entries whose text came out of another one, or went into another one.

A new entry without a predecessor is a part of an old one if its words stood there in order and do not stand in
that one's heir any more. Merges are splits read backwards. Of a paragraph that was cut into a rule with letters
the rule itself is the heir.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.lineage import headings
from rulesbase.engine.lineage.containment import NEXT_SENTENCE, Side
from rulesbase.engine.lineage.lettered_rules import came_from, to_base
from rulesbase.engine.lineage.link import Item, Link, content, link
from rulesbase.engine.lineage.similarity import bag_of
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.historic_terms import words
from rulesbase.engine.text.numbers import parent_of

# A first sentence of fewer words only says what kind of thing it is.
_FIRST_WORDS = 8
# What is a part of a new rule without a predecessor goes on in it if so much of it stands there.
_GROWN = 80.0
# Two parts so much alike (0 to 100) say the same.
_COPY = 85.0


class Branch(NamedTuple):
    """One split (one old, several new) or merge (several old, one new), positions in the two lists.

    First stands the one that is linked with the one on the other side; a chapter that was cut up may have none.
    """

    kind: str
    old: tuple[int, ...]
    new: tuple[int, ...]
    confidence: float


class Lineage(NamedTuple):
    """Everything that links two versions."""

    links: list[Link]
    branches: list[Branch]


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
    first = frozenset(words(NEXT_SENTENCE.split(bag_of(content(whole)).text, maxsplit=1)[0]))
    return len(first) >= _FIRST_WORDS and len(first & bag_of(content(part)).words) >= 0.8 * len(first)


def branches(old: Sequence[Item], new: Sequence[Item], links: Sequence[Link]) -> tuple[list[Link], list[Branch]]:
    """(links, some of them moved to a base rule; splits and merges).

    An entry that was split stays linked with its main part; the others are its further parts.
    """
    moved = to_base(old, new, list(links))
    heirs = {pair.old: pair.new for pair in moved}
    forward = Side(old, new, heirs).found()
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
        found = _without_copies(new, heir, found)
        rest = tuple(b for _, b in sorted(found, key=lambda part: part[1]) if b != heir)
        if rest:
            result.append(Branch("split", (a,), (heir, *rest), round(min(share for share, _ in found) / 100, 3)))
    back = {b: a for a, b in heirs.items()}
    sources: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for b, a, share in Side(new, old, back, cut={branch.old[0] for branch in result}).found():
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
    return sorted(moved), list(_without_linked(result, moved))


def _without_copies(new: Sequence[Item], heir: int, found: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """The parts of a rule but for those that say elsewhere what a part beside the heir says: they were written anew."""
    family = {new[heir].number, parent_of(new[heir].number)}
    beside = [b for _, b in found if family & {new[b].number, parent_of(new[b].number)}]
    if len(beside) in (0, len(found)):
        return found
    said = [bag_of(content(new[b])).text for b in beside]
    return [
        (share, b)
        for share, b in found
        if b in beside
        or not any(fuzz.ratio(text, bag_of(content(new[b])).text, score_cutoff=_COPY) >= _COPY for text in said)
    ]


def _without_linked(found: Sequence[Branch], links: Sequence[Link]) -> Iterator[Branch]:
    """The splits without parts that go on from another rule as a whole; merges as they are."""
    origin = {pair.new: pair.old for pair in links}
    for branch in found:
        if branch.kind == "split":
            first, *rest = branch.new
            parts = tuple(b for b in rest if b not in origin)
            branch = branch._replace(new=(first, *parts))
        if len(branch.old) + len(branch.new) > 2:
            yield branch


def _with_headings(
    old: Sequence[Item], new: Sequence[Item], links: Sequence[Link], cut: Sequence[Branch]
) -> tuple[list[Link], list[Branch]]:
    """Let the headings follow their rules; tell of those without a link where their text came from or went."""
    parts = [(a, b) for branch in cut for a in branch.old for b in branch.new]
    followed = headings.follow(old, new, links, parts)
    heir = {pair.old: pair.new for pair in followed.links}
    main = {pair.new: pair.old for pair in followed.links}
    kin: defaultdict[tuple[str, int], list[tuple[int, float]]] = defaultdict(list)
    for a, b, share in followed.split:
        kin["split", a].append((b, share))
    for a, b, share in followed.merged:
        kin["merge", b].append((a, share))
    told: list[Branch] = []
    for (kind, goes_on), found in sorted(kin.items()):
        rest, sure = tuple(at for at, _ in found), round(min(share for _, share in found), 3)
        if kind == "split":
            first = (heir[goes_on],) if goes_on in heir else ()
            told.append(Branch(kind, (goes_on,), (*first, *rest), sure))
        else:
            told.append(Branch(kind, (main[goes_on], *rest), (goes_on,), sure))
    return followed.links, [*cut, *told]


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
