"""Alignment of a translation with the English text: by number and structure.

Some things need no translation: referenced numbers, symbols, number of examples, approximate length. They confirm an
entry at its number and find glossary terms, which have no number.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from rulesbase.engine.issues import Problem
from rulesbase.engine.nodes import Issue, Kind
from rulesbase.engine.parsing.number_repair import is_cut
from rulesbase.engine.parsing.two_columns import foreign_number
from rulesbase.engine.text.normalize import skeleton
from rulesbase.engine.text.references import rules_and_chapters_named
from rulesbase.engine.text.symbols import symbols_in
from rulesbase.engine.translation.align_terms import align_terms

# The factor of length at which a text is doubted, and at which it is refused if its references differ.
_DOUBTED, _REFUSED = 2.2, 3.0
# For shorter texts (in English) length is not checked.
_SHORT = 60
# An equal text of this length is English, not a translation.
_NO_NAME = 25
_RULES = (Kind.RULE, Kind.SUBRULE)

# From so many rules with another one inside, and this share of all, the columns of a whole file ran together.
_MIXED, _MIXED_SHARE = 3, 0.1
# In a source with more headings in capitals, they are its style.
_FEW_CAPITALS = 2


class AlignmentEntry(NamedTuple):
    """An entry for alignment: ``number`` is empty for a term."""

    number: str
    kind: Kind
    heading: str
    text: str
    examples: tuple[str, ...] = ()
    line: int = 0
    # The English name that the source gives.
    name: str = ""


class AlignedPair(NamedTuple):
    """An entry of the translation and one of the English text, by position, with the pairs of their examples."""

    own: int
    english: int
    examples: tuple[tuple[int, int], ...] = ()


class Alignment(NamedTuple):
    """The aligned entries, problems (not aligned), and doubts (aligned in spite of them).

    ``left`` are entries in their place that are still English.
    """

    pairs: list[AlignedPair]
    problems: list[Issue]
    doubts: list[Issue]
    left: list[AlignedPair]


def align_entries(own: Sequence[AlignmentEntry], english: Sequence[AlignmentEntry]) -> Alignment:
    """Align the entries of a translation with those of the English text."""
    found = Alignment([], [], [], [])
    at_number: dict[str, int] = {}
    for at, part in enumerate(english):
        if part.kind is not Kind.TERM:
            at_number.setdefault(part.number, at)
    same_number = [(part, english[at_number[part.number]]) for part in own if part.number in at_number]
    usual = _usual_ratio(same_number)
    has_symbols = any("{" in part.text for part in own)
    has_examples = any(part.examples for part in own)
    seen: set[str] = set()
    wrong_headings = dict.fromkeys(_in_capitals(same_number), Problem.HEADING_IN_CAPITALS)
    wrong_headings |= dict.fromkeys(_page_titles(same_number), Problem.TITLE_OF_PAGE)
    mixed = _is_mixed(same_number)
    for at, part in enumerate(own):
        if part.kind is Kind.TERM:
            continue
        there = at_number.get(part.number)
        problem = _problem(part, english[there] if there is not None else None, usual, part.number in seen)
        wrong = wrong_headings.get(part.number) or (Problem.MIXED_COLUMNS if mixed else None)
        if wrong and not problem:
            problem = wrong % {"number": part.number}
        seen.add(part.number)
        if problem or there is None:
            found.problems.append(_issue(part, problem))
            if there is not None and problem == _in_english(part):
                found.left.append(AlignedPair(at, there))
            continue
        pairs = pair_examples(part.examples, english[there].examples)
        found.pairs.append(AlignedPair(at, there, pairs))
        found.doubts.extend(
            _issue(part, doubt)
            for doubt in doubts_of(part, english[there], usual, symbols=has_symbols, examples=has_examples)
        )
        found.problems.extend(
            _issue(part, Problem.EXAMPLE_NOT_IN_ENGLISH % {"position": i + 1, "number": part.number})
            for i in sorted(set(range(len(part.examples))) - {i for i, _ in pairs})
        )
    _bind_glossary(own, english, found)
    return found


def _is_mixed(same_number: Sequence[tuple[AlignmentEntry, AlignmentEntry]]) -> bool:
    """Return whether so many rules have another one inside that the lines of all may be those of two columns."""
    rules = [(part, english) for part, english in same_number if part.kind in _RULES]
    inside = sum(bool(_rule_inside(part, english)) for part, english in rules)
    return inside >= max(_MIXED, len(rules) * _MIXED_SHARE)


def _rule_inside(part: AlignmentEntry, english: AlignmentEntry) -> str:
    """Return the number of another rule that begins inside a text and that the English does not name, if any."""
    other = foreign_number(part.text)
    return other if other and other not in rules_and_chapters_named(english.text) else ""


def _page_titles(same_number: Sequence[tuple[AlignmentEntry, AlignmentEntry]]) -> frozenset[str]:
    """Return the numbers whose heading the source gives to chapters with other headings in English.

    Such a heading is the title of a web page or of the section, which keeps it.
    """
    numbers: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for part, english in same_number:
        if part.heading:
            # Vanguard and Vanguards are one word in languages without a plural.
            numbers[skeleton(part.heading)][part.number] = skeleton(english.heading).rstrip("s")
    repeated = (found for found in numbers.values() if len(set(found.values())) > 1)
    return frozenset(number for found in repeated for number in found if number != _only_section(found))


def _in_capitals(same_number: Sequence[tuple[AlignmentEntry, AlignmentEntry]]) -> frozenset[str]:
    """Return the chapters with headings in capitals, which are titles of web pages if they are few; else none."""
    numbers = [
        part.number
        for part, english in same_number
        if len(part.number) > 1 and part.heading.isupper() and not part.text and not english.heading.isupper()
    ]
    return frozenset(numbers if len(numbers) <= _FEW_CAPITALS else ())


def _only_section(numbers: Iterable[str]) -> str:
    """Return the one number of a section; empty if there are none or several."""
    sections = [number for number in numbers if len(number) == 1]
    return sections[0] if len(sections) == 1 else ""


def _issue(part: AlignmentEntry, problem: str) -> Issue:
    return Issue(part.line, (part.heading or part.text)[:200], problem)


def _usual_ratio(same_number: Sequence[tuple[AlignmentEntry, AlignmentEntry]]) -> float:
    """Return the length of this translation per letter of English."""
    ratios = [
        len(part.text) / len(english.text) for part, english in same_number if part.text and len(english.text) >= _SHORT
    ]
    return median(ratios) if ratios else 1.0


def _stretch(part: AlignmentEntry, english: AlignmentEntry, usual: float) -> float:
    """Return how many times longer or shorter than usual a text is; 1 where it is too short to judge."""
    if len(english.text) < _SHORT or not part.text:
        return 1.0
    ratio = len(part.text) / (len(english.text) * usual)
    return max(ratio, 1 / ratio)


def _problem(part: AlignmentEntry, english: AlignmentEntry | None, usual: float, again: bool) -> str:
    """Return why an entry cannot be aligned; empty where it can."""
    if again:
        return Problem.ENTRY_AGAIN % {"number": part.number}
    if english is None:
        return Problem.NOT_IN_ENGLISH % {"number": part.number}
    if part.kind in _RULES and is_cut(part.text):
        return Problem.CUT_OFF % {"number": part.number}
    words = skeleton(part.text)
    if len(words) >= _NO_NAME and words == skeleton(english.text):
        return _in_english(part)
    ours, theirs = rules_and_chapters_named(part.text), rules_and_chapters_named(english.text)
    if other := _rule_inside(part, english):
        return Problem.OTHER_RULE_INSIDE % {"other": other, "number": part.number}
    if ours and theirs and not ours & theirs and _stretch(part, english, usual) > _REFUSED:
        return Problem.OTHER_TEXT % {"number": part.number}
    return ""


def _in_english(part: AlignmentEntry) -> str:
    return Problem.STILL_ENGLISH % {"number": part.number}


def doubts_of(
    part: AlignmentEntry, english: AlignmentEntry, usual: float = 1.0, *, symbols: bool = True, examples: bool = True
) -> list[str]:
    """Return structural differences from the English, in words. Symbols are not checked if the source lost them all."""
    doubts: list[str] = []
    name = part.number or part.heading
    ours, theirs = rules_and_chapters_named(part.text), rules_and_chapters_named(english.text)
    if ours != theirs:
        lacks, adds = ", ".join(sorted(theirs - ours)), ", ".join(sorted(ours - theirs))
        one_sided = Problem.REFERENCES_ADDED if adds else Problem.REFERENCES_MISSING
        sentence = Problem.OTHER_REFERENCES if lacks and adds else one_sided
        doubts.append(sentence % {"name": name, "adds": adds, "lacks": lacks})
    if symbols and symbols_in(part.text) != symbols_in(english.text):
        doubts.append(Problem.OTHER_SYMBOLS % {"name": name})
    if examples and len(part.examples) != len(english.examples):
        counts = {"count": len(part.examples), "english_count": len(english.examples)}
        doubts.append(Problem.OTHER_EXAMPLE_COUNT % {"name": name, **counts})
    if _stretch(part, english, usual) > _DOUBTED:
        longer = len(part.text) > len(english.text) * usual
        doubts.append((Problem.MUCH_LONGER if longer else Problem.MUCH_SHORTER) % {"name": name})
    return doubts


# ---- Examples ----


def pair_examples(own: Sequence[str], english: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Pair the examples: in order where both have as many, else by order and structure."""
    if len(own) == len(english):
        return tuple((at, at) for at in range(len(own)))
    if not own or not english:
        return ()
    usual = sum(map(len, own)) / len(own) / (sum(map(len, english)) / len(english))
    best: list[list[tuple[float, tuple[tuple[int, int], ...]]]] = [[(0.0, ())] * (len(english) + 1)]
    for i, mine in enumerate(own):
        row: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
        for j, theirs in enumerate(english):
            score, pairs = best[i][j]
            together = (score + _example_score(mine, theirs, usual), (*pairs, (i, j)))
            row.append(max(together, best[i][j + 1], row[j], key=lambda one: one[0]))
        best.append(row)
    return best[-1][-1][1]


_TRACES = re.compile(r"\d+(?:/\d+)?|\{[^{}\s]{1,8}\}|[A-Z][a-z]+")


def _example_score(own: str, english: str, usual: float) -> float:
    """Return the score for two examples being one: common figures, symbols and names, and the length."""
    mine, theirs = Counter(_TRACES.findall(own)), Counter(_TRACES.findall(english))
    shared = (mine & theirs).total() / max(mine.total(), 1)
    ratio = len(own) / (len(english) * usual)
    return 0.1 + shared + 0.5 * min(ratio, 1 / ratio)


# ---- Terms ----


def _bind_glossary(own: Sequence[AlignmentEntry], english: Sequence[AlignmentEntry], found: Alignment) -> None:
    mine = [at for at, part in enumerate(own) if part.kind is Kind.TERM]
    theirs = [at for at, part in enumerate(english) if part.kind is Kind.TERM]
    if not mine:
        return
    pairs = align_terms(
        [(own[at].heading, own[at].text) for at in mine],
        [(english[at].heading, english[at].text) for at in theirs],
        [own[at].name for at in mine],
    )
    for i, at in enumerate(mine):
        part = own[at]
        if i in pairs.matches:
            there = theirs[pairs.matches[i]]
            examples = pair_examples(part.examples, english[there].examples)
            found.pairs.append(AlignedPair(at, there, examples))
            if i in pairs.crossed:
                found.doubts.append(_issue(part, Problem.TERM_OUT_OF_ORDER % {"term": part.heading}))
            elif rules_and_chapters_named(part.text) != rules_and_chapters_named(english[there].text):
                found.doubts.extend(_issue(part, doubt) for doubt in doubts_of(part, english[there], symbols=False)[:1])
        else:
            found.problems.append(_issue(part, pairs.reasons[i]))
