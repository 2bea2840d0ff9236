"""Alignment of translated glossary terms with English ones: terms have no numbers.

By the English name where the translation prints it. Else by position, if it has the English order, as far as references
in the texts agree. Else by references that only one term has.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from rulesbase.engine.issues import Problem
from rulesbase.engine.parsing.glossary import senses
from rulesbase.engine.text.normalize import skeleton
from rulesbase.engine.text.references import rules_and_chapters_named

# Maximum distance from its position in order.
_REACH = 14
_AGREE, _PLAIN, _PARTLY, _AGAINST = 3.0, 1.0, 1.5, -3.0
# The share of terms with references that must agree before the order counts for the others.
_IN_ORDER = 0.6
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9'’“”\"\-–—+/,.()\s]*[A-Za-z0-9)”\"]")


class TermAlignment(NamedTuple):
    """Position of a term -> position of the English one; why the others are not aligned.

    ``crossed``: in a list in English order, terms whose text belongs elsewhere.
    """

    matches: dict[int, int]
    reasons: dict[int, str]
    crossed: frozenset[int]


class _Trait(NamedTuple):
    """What is the same in the translation of a term's text."""

    refs: frozenset[str]
    senses: int
    length: int


def _trait(text: str) -> _Trait:
    return _Trait(rules_and_chapters_named(text), len(senses(text)), len(text))


def align_terms(
    own: Sequence[tuple[str, str]], english: Sequence[tuple[str, str]], names: Sequence[str] = ()
) -> TermAlignment:
    """Align terms, each given as (heading, text); ``names`` are the English names that the source gives."""
    headings = [heading for heading, _ in english]
    matches = _by_name([heading for heading, _ in own], headings, _by_name(names, headings, {}))
    mine, theirs = [_trait(text) for _, text in own], [_trait(text) for _, text in english]
    free_own = [i for i in range(len(own)) if i not in matches]
    taken = set(matches.values())
    free_english = [j for j in range(len(english)) if j not in taken]
    ordered = _in_order([mine[i] for i in free_own], [theirs[j] for j in free_english])
    matches.update((free_own[i], free_english[j]) for i, j in ordered.items())
    crossed = _by_references(mine, theirs, matches)
    matches.update(crossed)
    reasons: dict[int, str] = {
        i: Problem.TERM_WITH_UNCLEAR_REFERENCES if mine[i].refs else Problem.TERM_WITHOUT_REFERENCES
        for i in range(len(own))
        if i not in matches
    }
    return TermAlignment(matches, reasons, frozenset(crossed) if ordered else frozenset())


def _by_name(own: Sequence[str], english: Sequence[str], known: dict[int, int]) -> dict[int, int]:
    """Return terms that print the English name, alone, in brackets, or behind their own, with those known before."""
    at: dict[str, int] = {}
    for j, heading in enumerate(english):
        at.setdefault(skeleton(heading), j)
    found = dict(known)
    taken = set(found.values())
    for i, heading in enumerate(own):
        if i in found:
            continue
        names = [heading, *(part for part in re.split(r"[/／|｜（(）)]", heading)), *_LATIN.findall(heading)]
        named = next((at[key] for name in names if (key := skeleton(name)) in at), None)
        if named is not None and named not in taken:
            found[i] = named
            taken.add(named)
    return found


def _score(a: _Trait, b: _Trait, usual: float) -> float:
    if a.refs == b.refs:
        score = _AGREE if a.refs else _PLAIN
    elif a.refs & b.refs:
        score = _PARTLY
    else:
        # The translator may have left a reference out.
        score = _AGAINST if a.refs and b.refs else -0.5
    if a.senses != b.senses:
        score -= 0.5
    ratio = a.length / (b.length * usual) if a.length and b.length else 1.0
    return score - (0.8 if max(ratio, 1 / ratio) > 2.5 else 0.0)


def _in_order(own: Sequence[_Trait], english: Sequence[_Trait]) -> dict[int, int]:
    """Return the best pairs in the order of both; empty if the translation has another order."""
    if not own or not english:
        return {}
    lengths = sum(trait.length for trait in own) / len(own), sum(trait.length for trait in english) / len(english)
    usual = lengths[0] / (lengths[1] or 1)
    reach = _REACH + abs(len(own) - len(english))
    best: list[dict[int, float]] = [dict.fromkeys(range(-1, len(english)), 0.0)]
    for i, trait in enumerate(own):
        middle = i * len(english) // len(own)
        row: dict[int, float] = {}
        left = 0.0
        for j in range(max(0, middle - reach), min(len(english), middle + reach + 1)):
            above = best[-1].get(j, 0.0)
            together = best[-1].get(j - 1, 0.0) + _score(trait, english[j], usual)
            row[j] = left = max(above, left, together)
        best.append(row)
    pairs = _walked(best, own, english, usual)
    telling = [(i, j) for i, j in pairs.items() if own[i].refs and english[j].refs]
    with_refs = sum(bool(trait.refs) for trait in own)
    agree = sum(own[i].refs == english[j].refs for i, j in telling)
    if with_refs and agree < _IN_ORDER * with_refs:
        return {}
    # A short list without references proves nothing by its order, unless it is the whole glossary.
    return pairs if with_refs or len(own) == len(english) else {}


def _walked(
    best: Sequence[dict[int, float]], own: Sequence[_Trait], english: Sequence[_Trait], usual: float
) -> dict[int, int]:
    """Trace back from the best end."""
    pairs: dict[int, int] = {}
    i = len(own)
    j = max(best[i], key=lambda at: (best[i][at], at)) if best[i] else -1
    while i > 0 and j >= 0:
        here = best[i].get(j)
        score = _score(own[i - 1], english[j], usual)
        if here is not None and abs(here - (best[i - 1].get(j - 1, 0.0) + score)) < 1e-9 and score > 0:
            pairs[i - 1] = j
            i, j = i - 1, j - 1
        elif here is not None and abs(here - best[i - 1].get(j, 0.0)) < 1e-9:
            i -= 1
        else:
            j -= 1
    return pairs


def _by_references(own: Sequence[_Trait], english: Sequence[_Trait], matches: dict[int, int]) -> dict[int, int]:
    """Match the rest, where one term of each side has the same references and number of senses."""
    sides: defaultdict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    taken = set(matches.values())
    for i, trait in enumerate(own):
        if i not in matches and trait.refs:
            sides[trait.refs][0].append(i)
    for j, trait in enumerate(english):
        if j not in taken and trait.refs:
            sides[trait.refs][1].append(j)
    return {mine[0]: theirs[0] for mine, theirs in sides.values() if len(mine) == len(theirs) == 1}
