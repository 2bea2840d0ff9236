"""Repair of misprinted numbers (432.2b between 423.2a and 423.3), and other issues of a finished body."""

import re
from operator import lt

from rapidfuzz.distance import OSA

from rulesbase.engine.issues import Problem
from rulesbase.engine.nodes import Issue, Kind, RuleNode
from rulesbase.engine.text.numbers import LETTERS, follows, kind_of, parent_of, parse_number, sort_key, sort_keys

_CUT = re.compile(r"(?:An?|The|If|In|On|As|Une?|Les?|La|Si|Du|Des)", re.I)


def _possible_next(number: str) -> list[str]:
    """Return the numbers that may directly follow one: next letter, first letter, next rule."""
    place = parse_number(number)
    if place is None or place.chapter < 100:
        return []
    followers = [f"{place.chapter}.{place.rule + 1}"]
    if place.rule and not place.letter:
        followers.append(f"{number}a")
    elif place.letter and place.letter in LETTERS[:-1]:
        followers.append(f"{place.chapter}.{place.rule}{LETTERS[LETTERS.index(place.letter) + 1]}")
    return followers


def _intended(before: str, printed: str, after: str) -> str | None:
    """Return the intended number: a possible next one that fits, at most two edits from the printed one."""
    for follower in _possible_next(before):
        fits = kind_of(follower) is kind_of(printed) and (not after or sort_key(follower) < sort_key(after))
        if fits and OSA.distance(follower, printed) <= 2:
            return follower
    return None


def settle_numbers(entries: list[RuleNode], *, may_be_cut: bool) -> tuple[list[RuleNode], list[Issue]]:
    """Return the result of ``repair_numbers`` and ``check_order``; most documents need neither."""
    keys = sort_keys([node.number for node in entries])
    # Each number is greater than the one before it, so there is nothing to repair.
    if all(map(lt, keys, keys[1:])):
        return entries, _check_texts(entries, may_be_cut)
    entries, repairs = repair_numbers(entries)
    return entries, repairs + check_order(entries, may_be_cut=may_be_cut)


def repair_numbers(entries: list[RuleNode]) -> tuple[list[RuleNode], list[Issue]]:
    """Correct numbers that break the order; each repair is an issue.

    A number stays wherever it is possible: gaps and chapters in another order are no misprints.
    """
    issues: list[Issue] = []
    result = list(entries)
    seen = {node.number for node in entries}
    keys = sort_keys([node.number for node in entries])
    first_at: dict[str, int] = {}
    for at, node in enumerate(entries):
        number = node.number
        repeated = first_at.setdefault(number, at) != at
        before = result[at - 1].number if at else ""
        behind = keys[at] < sort_key(before)
        ahead = at + 1 < len(keys) and keys[at] > keys[at + 1] > sort_key(before)
        if not (repeated or behind or ahead) or follows(before, number):
            continue
        after = entries[at + 1].number if at + 1 < len(entries) else ""
        if number.endswith(".1") and follows(number, after) and parent_of(number) != parent_of(before):
            # A new chapter begins here without its heading.
            continue
        meant = _intended(before, number, after) or (_intended(before, number, "") if behind or repeated else None)
        if meant and (meant not in seen or repeated):
            result[at] = node._replace(number=meant)
            seen.add(meant)
            problem = Problem.PRINTED_AS % {"number": number, "meant": meant}
            issues.append(Issue(node.line, node.text[:200], problem))
    return result, issues


def is_cut(text: str) -> bool:
    """Return whether a text is only the first word of a sentence."""
    return bool(_CUT.fullmatch(text))


def check_order(entries: list[RuleNode], *, may_be_cut: bool = False) -> list[Issue]:
    """Return issues of a finished body: repeated numbers, wrong order, entries without text.

    With ``may_be_cut`` also entries cut off behind an article ("200.5. A"), which only extracts have.
    """
    issues = _check_texts(entries, may_be_cut)
    seen: dict[str, int] = {}
    last = -1
    for number, _, heading, text, _, line, _ in entries:
        key = sort_key(number)
        if number in seen:
            problem = Problem.REPEATED_NUMBER % {"number": number, "line": seen[number]}
            issues.append(Issue(line, (heading or text)[:200], problem))
        elif key < last:
            issues.append(Issue(line, (heading or text)[:200], Problem.OUT_OF_ORDER % {"number": number}))
        else:
            last = key
        seen.setdefault(number, line)
    return issues


def _check_texts(entries: list[RuleNode], may_be_cut: bool) -> list[Issue]:
    issues: list[Issue] = []
    for number, kind, _, text, _, line, _ in [node for node in entries if len(node.text) <= 3]:
        if kind in (Kind.RULE, Kind.SUBRULE):
            if not text:
                issues.append(Issue(line, number, Problem.NO_TEXT % {"number": number}))
            elif may_be_cut and is_cut(text):
                issues.append(Issue(line, text, Problem.CUT_OFF % {"number": number}))
    return issues
