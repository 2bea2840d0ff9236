"""Rules whose number stands inside the line of the rule before: what copying from a PDF makes of short rules."""

import re
from collections.abc import Sequence
from itertools import pairwise

from rulesbase.engine.nodes import Issue, RuleNode
from rulesbase.engine.text.numbers import follows, kind_of

# Behind the end of a sentence, before the beginning of one; a reference stands within its sentence.
_INSIDE = re.compile(r"(?<=[.!?»”\")\]])\s+([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s+(?=[A-ZÀ-ÖØ-Þ«“\"\[])")


def split_inside(entries: Sequence[RuleNode]) -> tuple[list[RuleNode], list[Issue]]:
    """Cut out rules that stand inside others: only the very next number, and only if it stands nowhere else."""
    have = {node.number for node in entries}
    result: list[RuleNode] = []
    issues: list[Issue] = []
    for node in entries:
        parts = _parts(node, have)
        result += parts
        issues += [
            Issue(node.line, part.text[:200], f"{part.number} stood inside the line of {before.number}")
            for before, part in pairwise(parts)
        ]
    return result, issues


def _parts(node: RuleNode, have: set[str]) -> list[RuleNode]:
    """The entry, cut before each number inside it that can only be the next rule. Examples are those of the last."""
    cuts: list[tuple[int, int, str]] = []
    number = node.number
    for match in _INSIDE.finditer(node.text) if "." in node.number else ():
        if match[1] not in have and follows(number, match[1]):
            number = match[1]
            cuts.append((match.start(), match.end(), number))
    if not cuts:
        return [node]
    numbers = [node.number, *(number for _, _, number in cuts)]
    starts = [0, *(end for _, end, _ in cuts)]
    ends = [*(start for start, _, _ in cuts), len(node.text)]
    return [
        node._replace(
            number=number,
            kind=kind_of(number),
            text=node.text[start:end],
            examples=node.examples if end == len(node.text) else (),
            emphasis=tuple((a - start, b - start) for a, b in node.emphasis if start <= a and b <= end),
        )
        for number, start, end in zip(numbers, starts, ends, strict=True)
    ]
