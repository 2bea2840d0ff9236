"""Parsing of the body: paragraphs to sections, chapters, rules and subrules with examples."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import EXAMPLE, RULE_WORD, TEXTS, either
from rulesbase.engine.nodes import Issue, Kind, Passage, RuleNode
from rulesbase.engine.parsing.page_clutter import SKIP, is_foot
from rulesbase.engine.parsing.paragraphs import Paragraph, passage
from rulesbase.engine.text.numbers import follows, kind_of, parse_number, sort_key


class EntryBuilder:
    """Collect the paragraphs and examples of one entry."""

    def __init__(self, node: RuleNode) -> None:
        self.node = node
        self.texts = [node.text] if node.text else []
        self.length = len(node.text)
        self.emphasis = list(node.emphasis)
        self.examples = list(node.examples)

    def add(self, passage: Passage) -> None:
        """Add a paragraph to the text."""
        shift = self.length + 1 if self.texts else 0
        self.emphasis += ((start + shift, end + shift) for start, end in passage.emphasis)
        self.texts.append(passage.text)
        self.length = shift + len(passage.text)

    def done(self) -> RuleNode:
        """Return the entry."""
        text, examples, emphasis = "\n".join(self.texts), tuple(self.examples), tuple(self.emphasis)
        return self.node._replace(text=text, examples=examples, emphasis=emphasis)


# The words reach to the end of the string; (?s) avoids a test of each character.
_PLAIN = re.compile(r"(?s)([1-9]\d\d\.\d{1,3})(?:\.|([a-z]))\s+(\S.*)")
_HEADING = re.compile(r"([1-9])\.\s+(?=\S)|([1-9]\d\d)\.\s+(?=\D)")
_BARE_HEADING = re.compile(r"([1-9])\s+(?=[^\d\s/.,)])|([1-9]\d\d)\.?\s+(?=[^\d\s/.,)])")
_PREFIX = re.compile(rf"(?:[-*•◦▪·‣o–]\s+)?(?:#{{1,6}}\s+)?\**(?:(?:CR|{RULE_WORD})\s*(?=\d))?(?=\d)", re.I)
# Misprints that official files have: 606.5 text · 901.4.All · 119.1d. · 702. 37a · 702 37a · 306.b
_LOOSE = (
    (re.compile(r"([1-9]\d\d)\.(\d{1,3})([a-z]{1,2})\.\s*(?=\S)"), Problem.FULL_STOP_AFTER_LETTER),
    (re.compile(r"([1-9]\d\d)\.(\d{1,3})()\s+(?=\S)"), Problem.NO_FULL_STOP),
    (re.compile(r"([1-9]\d\d)\.(\d{1,3})([a-z])(?=[A-Z“\"])"), Problem.NO_SPACE_AFTER_NUMBER),
    (re.compile(r"([1-9]\d\d)\.(\d{1,3})\.()(?=[^\s\d])"), Problem.NO_SPACE_AFTER_NUMBER),
    (re.compile(r"([1-9]\d\d)\.?\s+(\d{1,3})\.?([a-z])\.?\s+(?=\S)"), Problem.SPACE_IN_NUMBER),
    (re.compile(r"([1-9]\d\d)\.\s+(\d{1,3})\.()\s+(?=\S)"), Problem.SPACE_IN_NUMBER),
    (re.compile(r"([1-9]\d\d)\.(\d{1,3})([a-z]{2})\s+(?=\S)"), Problem.TWO_LETTERS),
    (re.compile(r"([1-9]\d\d)\.(\d{1,3})([A-Z])\.?\s+(?=[A-Z“\"])"), Problem.CAPITAL_LETTER),
)
_LETTER_ONLY = re.compile(r"([1-9]\d\d)\.([a-z])\.?\s+(?=\S)")
_ALONE = re.compile(r"([1-9]\d\d)\.(\d{1,3})([a-z]?)\.?")
_EXAMPLES = either(*(one.example for one in TEXTS.values() if one.is_spaced))
# The end of a line whose sentence cites a rule, and "rule 706.11" at the start of the next.
_OPEN = re.compile(r"(?:\b(?:see|voir|and|et|or|ou)|[,(])$", re.I)
_CITES = re.compile(rf"(?:{RULE_WORD})\s+[1-9]\d\d\.", re.I)
_INLINE_EXAMPLE = re.compile(rf"\s(?=(?:{_EXAMPLES})\s*:\s)|(?<=[。）」])\s*(?=例[:：])")
# How many entries back to look for the rule of a letter without one.
_NEAR = 60


class BodyReader:
    """Read paragraphs in order; ``entries`` and ``issues`` grow. One reader reads one body once."""

    def __init__(self, *, loose: bool) -> None:
        """Start with no entries. ``loose`` accepts bullets, headings without a stop, and examples within a line."""
        self.loose = loose
        self.entries: list[RuleNode] = []
        self.headings: set[str] = set()
        self.issues: list[Issue] = []
        self.before: list[Paragraph] = []
        # Remarks of a site between and below the rules.
        self.aside: list[str] = []
        self._outside = False
        # The index of the entry that is open for more, and its builder.
        self._growing: tuple[int, EntryBuilder] | None = None

    def read(self, paragraphs: Iterable[Paragraph]) -> None:
        """Read all paragraphs of a body."""
        for paragraph in paragraphs:
            self._paragraph(paragraph)
        self._close()

    def read_lines(self, lines: list[str], start: int, end: int) -> None:
        """Read the lines from ``start`` to ``end``, each a paragraph.

        Most of an official file takes this path: one match separates rules from empty lines.
        """
        append, rule, subrule = self.entries.append, Kind.RULE, Kind.SUBRULE
        # The constructor of RuleNode without its Python step: a file has thousands.
        new = tuple.__new__
        apart = True
        for at, match in enumerate(map(_PLAIN.match, lines[start:end]), start):
            if match is None:
                line = lines[at]
                if not line:
                    apart = True
                elif text := line.strip():
                    self._paragraph(Paragraph(at, text, apart, line[0].isspace()))
                    apart = False
                elif line != SKIP:
                    apart = True
                continue
            apart = False
            number, letter, words = match.groups()
            if letter:
                number += letter
            if self.loose or "_" in words:
                self._add(at, number, words)
            else:
                self._outside = False
                append(new(RuleNode, (number, subrule if letter else rule, "", words.rstrip(), (), at + 1, ())))
        self._close()

    def _paragraph(self, paragraph: Paragraph) -> None:
        if not self._plain(paragraph.line, paragraph.text):
            self._other(paragraph)

    def _plain(self, line: int, text: str) -> bool:
        """Read a well-formed numbered line; return False for any other."""
        match = _PLAIN.match(text)
        if match:
            self._add(line, match[1] + (match[2] or ""), match[3])
        return match is not None

    def issue(self, line: int, text: str, problem: str) -> None:
        """Record an issue; ``line`` counts from 0."""
        self.issues.append(Issue(line + 1, text[:200], problem))

    def _add(self, line: int, number: str, words: str) -> None:
        self._outside = False
        examples: tuple[Passage, ...] = ()
        if self.loose:
            words, *parts = _INLINE_EXAMPLE.split(words)
            examples = tuple(passage(part.strip()) for part in parts)
        text, emphasis = passage(words.strip())
        self.entries.append(RuleNode(number, kind_of(number), "", text, examples, line + 1, emphasis))

    def _heading(self, line: int, number: str, title: str) -> None:
        title = passage(title.strip().rstrip("*").strip()).text
        if number in self.headings:
            self.issue(line, title, Problem.REPEATED_HEADING % {"number": number})
            return
        self.headings.add(number)
        self.entries.append(RuleNode(number, kind_of(number), title, "", (), line + 1))

    def _other(self, paragraph: Paragraph) -> None:
        """Read a paragraph that is no well-formed numbered line."""
        line, text = paragraph.line, paragraph.text
        if self._outside and not text.lstrip("-*•◦▪·‣o– CR")[:1].isdigit():
            self.aside.append(text)
            return
        if self.loose and self._continues(paragraph):
            self._running_on(paragraph)
            return
        if self.loose and (prefix := _PREFIX.match(text)) and prefix.end():
            text = text[prefix.end() :]
            if self._plain(line, text):
                return
        if text[0].isdigit() and self._numbered(line, text):
            self._outside = False
        elif not self.entries:
            self.before.append(paragraph)
        elif EXAMPLE.match(text):
            self._example(paragraph)
        elif is_foot(text):
            self._outside = True
            self.aside.append(text)
            self.issue(line, text, Problem.NOT_RULES)
        else:
            self._running_on(paragraph)

    def _numbered(self, line: int, text: str) -> bool:
        """Read headings and misprinted numbers; return False for any other line."""
        if (match := _HEADING.match(text)) or (self.loose and (match := _BARE_HEADING.match(text))):
            number = match[1] or match[2]
            if self._heading_fits(number, text):
                self._heading(line, number, text[match.end() :])
                return True
        for pattern, problem in _LOOSE:
            if match := pattern.match(text):
                number = f"{match[1]}.{match[2]}{match[3].lower()}"
                # Many sites print numbers without their full stop.
                if not self.loose or problem is not Problem.NO_FULL_STOP:
                    self.issue(line, text, problem % {"number": number})
                self._add(line, number, text[match.end() :])
                return True
        if match := _LETTER_ONLY.match(text):
            number = self._number_for_letter(match[1], match[2])
            self.issue(line, text, Problem.ONLY_A_LETTER % {"number": number})
            self._add(line, number, text[match.end() :])
            return True
        if match := _ALONE.fullmatch(text):
            self._add(line, f"{match[1]}.{match[2]}{match[3]}", "")
            return True
        return False

    def _continues(self, paragraph: Paragraph) -> bool:
        """Return whether a line with the words "rule 706.11" continues the sentence of the line above."""
        if not self.entries or paragraph.apart or not _CITES.match(paragraph.text):
            return False
        texts = self._last().texts
        return bool(texts and _OPEN.search(texts[-1]))

    def _heading_fits(self, number: str, text: str) -> bool:
        """Return whether a heading fits the order. Numbered lists look like sections: real ones only grow."""
        if not self.loose:
            return len(number) == 3 or len(text) < 120
        if len(text) > 120:
            return False
        last = self.entries[-1].number if self.entries else ""
        if len(number) == 1:
            step = int(number) - int(last[0]) if last else 1
            return step == 1 or (step > 1 and "." not in last)
        return len(last) <= 1 or sort_key(number) > sort_key(last) or number == last[:3]

    def _number_for_letter(self, chapter: str, letter: str) -> str:
        """306.b behind 306.7a is 306.7b; without such a neighbour rule 1 is assumed."""
        for node in islice(reversed(self.entries), _NEAR):
            place = parse_number(node.number)
            if place and str(place.chapter) == chapter and place.rule:
                return f"{chapter}.{place.rule}{letter}"
        return f"{chapter}.1{letter}"

    def _last(self) -> EntryBuilder:
        """Return the last entry, open for more."""
        at = len(self.entries) - 1
        if self._growing is None or self._growing[0] != at:
            self._close()
            self._growing = at, EntryBuilder(self.entries[at])
        return self._growing[1]

    def _close(self) -> None:
        if self._growing is not None:
            at, builder = self._growing
            self.entries[at] = builder.done()
            self._growing = None

    def _example(self, paragraph: Paragraph) -> None:
        last = self._last()
        if paragraph.apart and not self.loose and last.texts:
            problem = Problem.EMPTY_LINE_BEFORE_EXAMPLE % {"number": last.node.number}
            self.issue(paragraph.line, paragraph.text, problem)
        last.examples.append(passage(paragraph.text))

    def _running_on(self, paragraph: Paragraph) -> None:
        """Add a paragraph without number to the entry above."""
        last = self._last()
        number = last.node.number
        words, *parts = _INLINE_EXAMPLE.split(paragraph.text) if self.loose else [paragraph.text]
        more = passage(words.strip())
        if last.examples:
            self.issue(paragraph.line, more.text, Problem.TEXT_AFTER_EXAMPLES % {"number": number})
        elif paragraph.apart and last.texts and not paragraph.indented:
            self.issue(paragraph.line, more.text, Problem.NO_NUMBER % {"number": number})
        elif not paragraph.apart and not paragraph.indented and len(more.text) < 3:
            self.issue(paragraph.line, more.text, Problem.SHORT_LINE % {"number": number})
        last.add(more)
        last.examples += (passage(part.strip()) for part in parts)


# Between two sentences; a reference is within its sentence.
_INSIDE = re.compile(r"(?<=[.!?»”\")\]])\s+([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s+(?=[A-ZÀ-ÖØ-Þ«“\"\[])")


def split_inside(entries: Sequence[RuleNode]) -> tuple[list[RuleNode], list[Issue]]:
    """Cut out rules inside other rules: only the next number, and only if it occurs nowhere else."""
    have = {node.number for node in entries}
    result: list[RuleNode] = []
    issues: list[Issue] = []
    for node in entries:
        parts = _parts(node, have)
        result += parts
        issues += [
            Issue(node.line, part.text[:200], Problem.INSIDE_LINE % {"number": part.number, "before": before.number})
            for before, part in pairwise(parts)
        ]
    return result, issues


def _parts(node: RuleNode, have: set[str]) -> list[RuleNode]:
    """Return the entry, cut before each number inside it that can only be the next rule."""
    parts: list[RuleNode] = []
    number, start = node.number, 0
    for match in _INSIDE.finditer(node.text) if "." in node.number else ():
        if match[1] not in have and follows(number, match[1]):
            parts.append(part_of(node, start, match.start())._replace(number=number, kind=kind_of(number)))
            number, start = match[1], match.end()
    parts.append(part_of(node, start, len(node.text))._replace(number=number, kind=kind_of(number)))
    return parts


def part_of(node: RuleNode, start: int, end: int) -> RuleNode:
    """Return an entry with only a part of its text; the last part has the examples."""
    text, emphasis = Passage(node.text, node.emphasis).part(start, end)
    examples = node.examples if end == len(node.text) else ()
    return node._replace(text=text, examples=examples, emphasis=emphasis)
