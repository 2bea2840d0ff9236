"""What became of entries from version to version: for the table of what is accepted."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.branching import Lineage, lineage
from rulesbase.engine.changes import outcomes
from rulesbase.engine.comparing import Comparison, Leaf, compare
from rulesbase.engine.diffing import apply, diff, phrases, summary
from rulesbase.engine.folding import fold_number
from rulesbase.engine.lineage import Item
from rulesbase.engine.phrases import context_of, find_phrase, merged, occurrences, within
from rulesbase.engine.phrases import sentences as parts_of
from rulesbase.engine.renumbering import paired_numbers, renumbered
from rulesbase.engine.returning import Stood, rarity_among, returns
from rulesbase.engine.shares import alike, share_within
from tests.engine.accepting import Part, Pieces, by_section, text_of

# Those of the twelve in which most was cut, joined and moved; and neighbours in the archive with other misprints.
PAIRS = """1999-04-23 2001-07-23, 2001-07-23 2003-05-26, 2003-05-26 2006-05-01, 2006-05-01 2009-05-01,
2009-05-01 2009-07-11, 2020-04-17 2022-04-29, 2003-10-01 2003-12-01, 2005-08-01 2005-10-01, 2009-09-04 2009-10-01,
2024-04-12 2025-02-07""".replace("\n", " ").split(", ")
# Three versions in a row: what is in the first and the last alone.
AWAY = ["2003-05-26 2006-05-01 2009-05-01", "1999-04-23 2001-07-23 2003-10-01"]
# How many changed texts are compared word by word.
MOST = 45


class Linked(NamedTuple):
    """Two versions: their entries and terms as linking and comparing see them, and what links them."""

    old: list[Item]
    new: list[Item]
    before: list[Leaf]
    after: list[Leaf]
    found: Lineage
    came_from: dict[int, int]
    went_to: dict[int, int]


@cache
def items_of(folder: Path, date: str) -> list[Item]:
    read = text_of(folder, date)
    return [Item.of(node) for node in (*read.entries, *read.glossary)]


def leaves_of(folder: Path, date: str, rules: Sequence[int]) -> list[Leaf]:
    """The entries with the keys of their Rules."""
    read = text_of(folder, date)
    return [
        Leaf(rule, node.number or f"t{rule}", node.kind, node.heading, node.text,
             tuple(one.text for one in node.examples), fold_number(node.heading, node.text))
        for rule, node in zip(rules, (*read.entries, *read.glossary), strict=True)
    ]  # fmt: skip


@cache
def linked(folder: Path, pair: str) -> Linked:
    """Two versions and their lineage, found once a process."""
    dates = pair.split(" ")
    old, new = (items_of(folder, date) for date in dates)
    found = lineage(old, new)
    heirs = {link.new: link.old + 1 for link in found.links}
    mine, theirs = list(range(1, len(old) + 1)), [heirs.get(at, 100_000 + at) for at in range(len(new))]
    came_from: dict[int, int] = {}
    went_to: dict[int, int] = {}
    for branch in found.branches:
        if branch.kind == "split":
            came_from |= {theirs[at]: mine[branch.old[0]] for at in branch.new if theirs[at] > len(old)}
        else:
            went_to |= {mine[at]: theirs[branch.new[0]] for at in branch.old if mine[at] != theirs[branch.new[0]]}
    before, after = leaves_of(folder, dates[0], mine), leaves_of(folder, dates[1], theirs)
    return Linked(old, new, before, after, found, came_from, went_to)


def _links(folder: Path, pair: str) -> Pieces:
    old, new, *_, found, _, _ = linked(folder, pair)
    pieces = by_section(
        (old[link.old].number, (old[link.old].number or old[link.old].heading, new[link.new].number, *link))
        for link in found.links
    )
    pieces["branches"] = list(found.branches)
    return pieces


def _outcomes(folder: Path, pair: str) -> Pieces:
    old, new, *_, found, _, _ = linked(folder, pair)
    return by_section(((new[one.new] if one.new is not None else old[one.old or 0]).number, one)
                      for one in outcomes(old, new, found.links))  # fmt: skip


@cache
def compared(folder: Path, pair: str) -> Comparison:
    both = linked(folder, pair)
    return compare(both.before, both.after, both.came_from, both.went_to)


def _compared(folder: Path, pair: str) -> Pieces:
    """The changes there, and how many of them there are on the way back."""
    found, both = compared(folder, pair), linked(folder, pair)
    back = compare(both.after, both.before, both.went_to, both.came_from)
    return {
        **by_section((one.here.group if one.here.group.isdigit() else "", one) for one in found.changes),
        "likeness": [(one.similarity, one.only_number) for one in found.changes[::5]],
        "figures": [found.unchanged, found.kinds(), found.weights(), back.kinds(), back.weights(), back.unchanged],
    }


def _changed(folder: Path, pair: str, most: int) -> list[tuple[str, str, str]]:
    """Some of the texts that changed, from all over the book."""
    found = [
        (one.new_numbers[0], one.old_text, one.new_text)
        for one in compared(folder, pair).changes
        if one.old_text and one.new_text and one.old_text != one.new_text
    ]
    return found[:: max(1, len(found) // most)]


def _marked(folder: Path, pair: str) -> Pieces:
    """The steps between texts that changed, both ways, their figures, and what follows from them."""
    steps: list[object] = []
    figures: list[object] = []
    ages: list[object] = []
    numbers: list[object] = []
    last = ""
    for number, old, new in _changed(folder, pair, MOST):
        there = diff(old, new)
        steps.append((number, there, diff(new, old)))
        figures.append((number, summary(old, new, there), share_within(old, new), alike(old, new)))
        ages.append((number, apply(old, new, there) == new, phrases([(1, old), (2, new), (3, last or old), (4, new)])))
        last = old
        paired = paired_numbers(old, new)
        numbers.append((number, paired, renumbered(old, paired, ((0, 5), (len(old) // 2, len(old))))))
    return {"steps": steps, "figures": figures, "ages": ages, "numbers": numbers}


def _held(folder: Path, pair: str) -> Pieces:
    """Words that somebody marked in the older text, found in the newer one."""
    found: list[object] = []
    for at, (_number, old, new) in enumerate(_changed(folder, pair, MOST // 2)):
        words = old.split()
        for length in (1, 3, 8):
            phrase = " ".join(words[at % 5 : at % 5 + length])
            start = old.find(phrase)
            if phrase and start >= 0:
                found += [find_phrase(new, phrase, context_of(old, start, start + len(phrase)))]
                found += [occurrences(new, phrase), within(new, phrase)]
        spans = [(start, end, str(nth % 2)) for nth, (start, end) in enumerate(parts_of(new))]
        found += [spans, merged([*spans, (0, len(new) // 2, "half"), (3, 9, "few")])]
    return {"found": found}


def _away(folder: Path, three: str) -> Pieces:
    """What two versions have and the one between them lacks: entries that ended, and what comes back of them."""
    first, middle, last = (items_of(folder, date) for date in three.split(" "))
    between = {(item.heading, item.text) for item in middle}
    gone, come = (
        [
            Stood(item, version, at, sum(other.heading == item.heading for other in items) == 1)
            for at, item in enumerate(items)
            if (item.heading, item.text) not in between
        ]
        for version, items in ((1, first), (3, last))
    )
    found = returns(gone[::2], come, lambda: rarity_among(middle))
    apart = {(one.gone, one.come) for one in found[::3]}
    return {"back": found, "back otherwise": returns(gone[::2], come, lambda: rarity_among(middle), apart)}


PARTS = {
    "links": Part(PAIRS, _links),
    "outcomes": Part(PAIRS, _outcomes),
    "compared": Part(PAIRS, _compared),
    "marked": Part(PAIRS, _marked),
    "held": Part(PAIRS, _held),
    "returns": Part(AWAY, _away),
}
