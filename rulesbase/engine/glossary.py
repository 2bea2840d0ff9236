"""The glossary: terms with their definitions, which may have numbered senses."""

import re

from rulesbase.engine.furniture import SKIP
from rulesbase.engine.growing import Growing
from rulesbase.engine.nodes import Issue, Kind, RuleNode
from rulesbase.engine.paragraphs import between, is_ruler, passage
from rulesbase.engine.vocabulary import EXAMPLE

_SENSE = re.compile(r"(?m)^(\d{1,2})\.\s+")
_CJK_TERM = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def senses(text: str) -> list[str]:
    """The numbered senses of a definition, without their numbers; one where it has none."""
    starts = list(_SENSE.finditer(text))
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
    terms: list[_Term] = []
    issues: list[Issue] = []
    blocks = _blocks(lines, start, end)
    if not wrapped and 0 < len(blocks) * 8 < sum(map(len, blocks)):
        # No empty lines part the terms: each line is taken by itself.
        blocks = [[line] for block in blocks for line in block]
    for block in blocks:
        at, first = block[0]
        indented = first[0].isspace() and len(first) - len(first.lstrip()) < 9
        sense = _SENSE.match(first)
        if terms and (indented or (sense and int(sense[1]) == terms[-1].sense + 1)):
            terms[-1].extend(block, wrapped)
        elif terms and len(block) == 1 and _is_prose(first):
            if terms[-1].texts:
                problem = f"a paragraph apart: kept with the term {terms[-1].node.heading}"
                issues.append(Issue(at + 1, first[:200], problem))
            terms[-1].extend(block, wrapped)
        elif terms and not terms[-1].texts:
            terms[-1].extend(block, wrapped)
        else:
            heading = passage(first.strip()).text
            terms.append(_Term(RuleNode("", Kind.TERM, heading, "", (), at + 1)))
            if len(block) > 1:
                terms[-1].extend(block[1:], wrapped)
    nodes = [term.done() for term in terms]
    issues += [
        Issue(node.line, node.heading[:200], f"the term {node.heading} has no definition")
        for node in nodes
        if not node.text
    ]
    return nodes, issues


def _is_prose(line: str) -> bool:
    """A definition rather than a term: long, or a sentence."""
    text = line.strip()
    limit = 40 if _CJK_TERM.search(text) else 80
    return len(text) > limit or (len(text.split()) > 3 and text.endswith((".", "。", ".”", '."', ".)")))


class _Term(Growing):
    """A term while its definition is read; ``sense`` is the number of its last numbered sense."""

    __slots__ = ("sense",)

    def __init__(self, node: RuleNode) -> None:
        super().__init__(node)
        self.sense = 0

    def extend(self, block: list[tuple[int, str]], wrapped: bool) -> None:
        """Add the paragraphs of a block."""
        base = len(block[0][1]) - len(block[0][1].lstrip())
        pieces: list[str] = []
        for _, line in block:
            text = line.strip()
            match = _SENSE.match(text)
            indent = len(line) - len(line.lstrip())
            next_sense = match and int(match[1]) == self.sense + 1
            if not wrapped or not pieces or indent >= base + 3 or next_sense or EXAMPLE.match(text):
                self._paragraph("".join(pieces))
                pieces = []
            if match and (next_sense or not pieces):
                self.sense = int(match[1])
            pieces += (between(pieces[-1], text), text) if pieces else (text,)
        self._paragraph("".join(pieces))

    def _paragraph(self, text: str) -> None:
        if EXAMPLE.match(text):
            self.examples.append(passage(text))
        elif text:
            self.add(passage(text))
