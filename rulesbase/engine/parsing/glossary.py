"""The glossary: terms with definitions, which may have numbered senses."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import CJK, EXAMPLE, TEXTS, either
from rulesbase.engine.nodes import Issue, Kind, RuleNode
from rulesbase.engine.parsing.body import EntryBuilder, part_of
from rulesbase.engine.parsing.page_clutter import SKIP, is_foot
from rulesbase.engine.parsing.paragraphs import between, is_ruler, passage

_SENSE = re.compile(r"(?m)^(\d{1,2})\.\s+")
# A plain term and its definition: no line is indented, in italics, a ruler or an example, or ends in a space. The
# possessive plus bounds the time. Behind a group Python before 3.11.5 handles it wrongly.
_LINE = r"[^\s_*~=-][^\n_]*+(?<!\s)"
_EXAMPLES = either(*(one.example[:2] for one in TEXTS.values() if one.is_spaced))
_BELOW = rf"(?!(?i:{_EXAMPLES})|例){_LINE}"
_PLAIN_TERM = re.compile(rf"((?!\d){_LINE})\n({_BELOW}(?:\n{_BELOW})*)")
# Consecutive lines with their line numbers.
_Lines = list[tuple[int, str]]
_MARK = re.compile(r"[^\w\s]")


def senses(text: str) -> list[str]:
    """Return the numbered senses of a definition without their numbers; one where it has none."""
    starts = list(_SENSE.finditer(text))
    if not starts or starts[0][1] != "1":
        return [text]
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return [text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True)]


def read_glossary(lines: list[str], start: int, end: int, wrapped: bool) -> tuple[list[RuleNode], list[Issue]]:
    """Return the terms in lines ``start`` to ``end``: a term on its own line, its definition below it.

    A block of one line is a term whose definition follows after an empty line, or belongs to the term above.
    """
    terms: list[RuleNode | _Term] = []
    blocks, issues = _without_feet(_blocks_of_lines(lines, start, end) if wrapped else _blocks(lines, start, end))
    for block in blocks:
        if isinstance(block, RuleNode):
            if not terms or isinstance(terms[-1], RuleNode) or terms[-1].texts:
                terms.append(block)
                continue
            block = list(enumerate([block.heading, *block.text.split("\n")], block.line - 1))
        last = terms[-1] if terms else None
        if isinstance(last, RuleNode):
            last = terms[-1] = _Term(last)
        at, first = block[0]
        indented = first[0].isspace() and len(first) - len(first.lstrip()) < 9
        sense = _SENSE.match(first)
        if last and (indented or (sense and int(sense[1]) == last.sense + 1)):
            last.extend(block, wrapped)
        elif last and len(block) == 1 and _is_prose(first):
            if last.texts:
                problem = Problem.PARAGRAPH_OF_TERM % {"term": last.node.heading}
                issues.append(Issue(at + 1, first[:200], problem))
            last.extend(block, wrapped)
        elif last and not last.texts:
            last.extend(block, wrapped)
        else:
            heading = passage(first.strip()).text
            term = _Term(RuleNode("", Kind.TERM, heading, "", (), at + 1))
            terms.append(term)
            if len(block) > 1:
                term.extend(block[1:], wrapped)
    nodes, found = _apart([term if isinstance(term, RuleNode) else term.done() for term in terms])
    issues += found
    for node in nodes:
        if not node.text:
            issues.append(Issue(node.line, node.heading[:200], Problem.NO_DEFINITION % {"term": node.heading}))
    return nodes, issues


def _blocks(lines: list[str], start: int, end: int) -> Iterable[_Lines | RuleNode]:
    """Yield blocks between empty lines; a plain term with its definition becomes an entry at once."""
    blocks: list[_Lines | RuleNode] = []
    at = start
    for piece in "\n".join(lines[start:end]).split("\n\n"):
        height = piece.count("\n") + 1
        if match := _PLAIN_TERM.fullmatch(piece):
            blocks.append(RuleNode("", Kind.TERM, match[1], match[2], (), at + 1))
        elif piece:
            blocks += _blocks_of_lines(lines, at, at + height)
        at += height + 1
    if len(blocks) * 8 < end - start:
        found = _blocks_of_lines(lines, start, end)
        if len(found) * 8 < sum(map(len, found)):
            # Without empty lines between terms each line is a block.
            return [[line] for block in found for line in block]
    return blocks


def _blocks_of_lines(lines: list[str], start: int, end: int) -> list[_Lines]:
    """Return the same blocks as lines."""
    blocks: list[_Lines] = [[]]
    for at in range(start, end):
        line = lines[at].rstrip()
        if line and is_ruler(line):
            continue
        if line:
            blocks[-1].append((at, line))
        elif blocks[-1] and lines[at] != SKIP:
            blocks.append([])
    return [block for block in blocks if block]


def _without_feet(blocks: Iterable[_Lines | RuleNode]) -> tuple[list[_Lines | RuleNode], list[Issue]]:
    """Return the blocks without the site's own, such as a form for comments, and an issue for each foot.

    Prose below a foot belongs to it.
    """
    remaining: list[_Lines | RuleNode] = []
    issues: list[Issue] = []
    outside = False
    for block in blocks:
        at, first = (block.line - 1, block.heading) if isinstance(block, RuleNode) else block[0]
        alone = not isinstance(block, RuleNode) and len(block) == 1
        if is_foot(first.strip()):
            outside = True
            issues.append(Issue(at + 1, first[:200], Problem.NOT_IN_GLOSSARY))
        elif not (outside and alone and _is_prose(first)):
            outside = False
            remaining.append(block)
    return remaining, issues


def _is_prose(line: str) -> bool:
    """Return whether a line is a definition rather than a term: long, or a sentence."""
    text = line.strip()
    limit = 40 if CJK.search(text) else 80
    return len(text) > limit or (len(text.split()) > 3 and text.endswith((".", "。", ".”", '."', ".)")))


def _apart(nodes: Sequence[RuleNode]) -> tuple[list[RuleNode], list[Issue]]:
    """Split off terms that follow another's definition without an empty line."""
    result: list[RuleNode] = []
    issues: list[Issue] = []
    for at, node in enumerate(nodes):
        if node.text.count("\n") < 2 or not (cuts := _terms_inside(node, nodes[at + 1 : at + 2])):
            result.append(node)
            continue
        heading, start, at_line = node.heading, 0, 0
        for number, line in enumerate(node.text.split("\n")):
            if number in cuts:
                result.append(part_of(node, start, at_line - 1)._replace(heading=heading))
                heading, start = line, at_line + len(line) + 1
                problem = Problem.NO_LINE_BETWEEN_TERMS % {"term": heading, "before": node.heading}
                issues.append(Issue(node.line, heading[:200], problem))
            at_line += len(line) + 1
        result.append(part_of(node, start, len(node.text))._replace(heading=heading))
    return result, issues


def _terms_inside(node: RuleNode, following: Sequence[RuleNode]) -> list[int]:
    """Return the lines of a definition that are terms: between two definitions, in alphabetical order."""
    lines = node.text.split("\n")
    last = _alphabetic(node.heading)
    end = _alphabetic(following[0].heading) if following else None
    found: list[int] = []
    for at in range(1, len(lines) - 1):
        line, key = lines[at], _alphabetic(lines[at])
        named = line[:1].isupper() and line[-1] not in '.:;,!?"”' and len(line) <= 60 and not _is_prose(line)
        in_order = last < key and (end is None or key < end)
        if named and in_order and _is_prose(lines[at - 1]) and _is_prose(lines[at + 1]):
            found.append(at)
            last = key
    return found


def _alphabetic(term: str) -> str:
    return _MARK.sub("", unicodedata.normalize("NFKD", term).casefold())


class _Term(EntryBuilder):
    """Collect the definition of a term; ``sense`` is the number of its last numbered sense."""

    def __init__(self, node: RuleNode) -> None:
        super().__init__(node)
        numbers = [match[1] for line in node.text.split("\n") if (match := _SENSE.match(line))]
        self.sense = int(numbers[-1]) if numbers else 0

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
