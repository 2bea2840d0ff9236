"""The glossary: terms with their definitions, which may have numbered senses."""

import re

from rulesbase.engine.furniture import SKIP
from rulesbase.engine.nodes import Issue, Kind, Passage, RuleNode
from rulesbase.engine.paragraphs import is_ruler, join, passage
from rulesbase.engine.vocabulary import EXAMPLE

_SENSE = re.compile(r"(?m)^(\d{1,2})\.\s+")
_CJK_TERM = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def senses(text: str) -> list[str]:
    """The numbered senses of a definition, without their numbers; one where it has none."""
    starts = [match for match in _SENSE.finditer(text)]
    if not starts or starts[0][1] != "1":
        return [text]
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return [text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True)]


def _blocks(lines: list[str], start: int, end: int) -> list[list[tuple[int, str]]]:
    blocks: list[list[tuple[int, str]]] = [[]]
    for at in range(start, end):
        line = lines[at].rstrip()
        if line and is_ruler(line):
            continue
        if line:
            blocks[-1].append((at, line))
        elif blocks[-1] and lines[at] != SKIP:
            blocks.append([])
    return [block for block in blocks if block]


def read_glossary(lines: list[str], start: int, end: int, wrapped: bool) -> tuple[list[RuleNode], list[Issue]]:
    """Terms of the lines from ``start`` to ``end``: a term on a line of its own, its definition below it.

    A block of one line is a term whose definition follows behind an empty line, or more of the term above.
    """
    terms: list[RuleNode] = []
    issues: list[Issue] = []
    blocks = _blocks(lines, start, end)
    if not wrapped and 0 < len(blocks) * 8 < sum(map(len, blocks)):
        # No empty lines part the terms: each line is taken by itself.
        blocks = [[line] for block in blocks for line in block]
    for block in blocks:
        at, first = block[0]
        if terms and (first[0].isspace() and len(first) - len(first.lstrip()) < 9):
            _extend(terms, block, wrapped)
        elif terms and (match := _SENSE.match(first)) and int(match[1]) == _last_sense(terms[-1].text) + 1:
            _extend(terms, block, wrapped)
        elif terms and len(block) == 1 and _is_prose(first):
            if terms[-1].text:
                issues.append(Issue(at + 1, first[:200], f"a paragraph apart: kept with the term {terms[-1].heading}"))
            _extend(terms, block, wrapped)
        elif terms and not terms[-1].text:
            _extend(terms, block, wrapped)
        else:
            heading = passage(first.strip()).text
            terms.append(RuleNode("", Kind.TERM, heading, "", (), at + 1))
            if len(block) > 1:
                _extend(terms, block[1:], wrapped)
    issues += [Issue(t.line, t.heading[:200], f"the term {t.heading} has no definition") for t in terms if not t.text]
    return terms, issues


def _last_sense(text: str) -> int:
    numbers = [int(match[1]) for match in _SENSE.finditer(text)]
    return numbers[-1] if numbers else 0


def _is_prose(line: str) -> bool:
    """A definition rather than a term: long, or a sentence."""
    text = line.strip()
    limit = 40 if _CJK_TERM.search(text) else 80
    return len(text) > limit or (len(text.split()) > 3 and text.endswith((".", "。", ".”", '."', ".)")))


def _extend(terms: list[RuleNode], block: list[tuple[int, str]], wrapped: bool) -> None:
    """Add the paragraphs of a block to the last term."""
    node = terms[-1]
    texts: list[str] = []
    base = len(block[0][1]) - len(block[0][1].lstrip())
    for at, line in block:
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        new = not wrapped or not texts or indent >= base + 3 or EXAMPLE.match(text) or _next_sense(texts, text)
        if new:
            texts.append(text)
        else:
            texts[-1] = join(texts[-1], text)
    for text in texts:
        words, emphasis = passage(text)
        if EXAMPLE.match(text):
            node = node._replace(examples=(*node.examples, Passage(words, emphasis)))
            continue
        shift = len(node.text) + 1 if node.text else 0
        node = node._replace(
            text=f"{node.text}\n{words}" if node.text else words,
            emphasis=(*node.emphasis, *((a + shift, b + shift) for a, b in emphasis)),
        )
    terms[-1] = node


def _next_sense(texts: list[str], text: str) -> bool:
    """Whether a line opens a numbered sense: 1, or the one behind the last."""
    match = _SENSE.match(text)
    if not match:
        return False
    earlier = [int(m[1]) for line in texts if (m := _SENSE.match(line))]
    return int(match[1]) == (earlier[-1] + 1 if earlier else 1)

