"""Markdown with every rule in two languages, one below the other."""

import re
from dataclasses import replace
from itertools import islice

from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import CJK, EXAMPLE
from rulesbase.engine.languages.detect import language_of
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Kind, Layout, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.body import BodyReader
from rulesbase.engine.parsing.number_repair import check_order
from rulesbase.engine.parsing.page_clutter import SKIP
from rulesbase.engine.parsing.paragraphs import passage, with_marks
from rulesbase.engine.parsing.rows import entry_of_paragraphs
from rulesbase.engine.text.dates import stated_date

_TAG = re.compile(r"</?[a-z][^<>]{0,200}>", re.I)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_MENU = re.compile(r"(?:\[[^\[\]]*\]\([^()\s]*\)[\s|]*)+")
_TWICE = re.compile(r"(?m)^<b[^<>\n]{0,80}>([1-9]\d\d\.\d{1,3}[a-z]?)\.?</b>[^\n]*\n+<b[^<>\n]{0,80}>\1\.?</b>")
_TERM = re.compile(r"(?m)^#{2,6} +(\S[^\n]{0,200}?) +[/|／] +(\S[^\n]{0,200})$")
_RULER = re.compile(r"[-*_ ]{3,}")
_SPLIT_HEADING = re.compile(r"^(#{1,6}\s+)?((?:\d{1,3}\.(?:\d{1,3}\.)?)?\s*)(.*[\u3040-\u9fff》」）！？])\s+([A-Z].*)$")


def is_bilingual(text: str) -> bool:
    """Return whether at least three rules stand twice, one below the other."""
    return len(list(islice(_TWICE.finditer(text), 3))) == 3


def is_bilingual_glossary(text: str) -> bool:
    """Return whether at least three headings give a term in two languages."""
    found = (match for match in _TERM.finditer(text) if _is_cjk(_plain(match[1])) != _is_cjk(_plain(match[2])))
    return len(list(islice(found, 3))) == 3


def _plain(line: str) -> str:
    return _LINK.sub(r"\1", _TAG.sub("", line)).replace("**", "").strip()


def _is_cjk(text: str) -> bool:
    letters = sum(c.isalpha() for c in text)
    return len(CJK.findall(text)) > 0.2 * letters


def read_bilingual(text: str) -> RulesText:
    """Return the translation, with the original as ``other``. Raises NotRules as ``read_source`` does."""
    columns: tuple[list[str], list[str]] = ([], [])
    for line in text.split("\n"):
        plain = "" if _MENU.fullmatch(line.strip()) else _plain(line)
        if not plain:
            for column in columns:
                column.append("")
        elif len(plain) < 200 and (match := _SPLIT_HEADING.match(plain)):
            columns[0].append(f"{match[2]}{match[3]}".strip("# "))
            columns[1].append(f"{match[2]}{match[4]}".strip("# "))
        else:
            which = 0 if _is_cjk(plain) else 1
            words = plain.lstrip("# ")
            columns[which].append(words)
            # An untranslated title is that of both languages.
            columns[1 - which].append(words if which and plain[0] == "#" and words[:1].isdigit() else "")
    translated, original = (_read_column(column) for column in columns)
    return replace(translated, other=original)


def _read_column(lines: list[str]) -> RulesText:
    reader = BodyReader(loose=True)
    # The empty lines of a column stand for lines of the other language.
    reader.read_lines([line or SKIP for line in lines], 0, len(lines))
    if not any(node.kind in (Kind.RULE, Kind.SUBRULE) for node in reader.entries):
        message = _(
            "The rules in this file cannot be imported: in one of its two languages, no paragraph has a number. "
            "Check the file and import it again."
        )
        raise NotRules(message)
    text = "\n".join(lines)
    language = language_of(text)
    return RulesText(
        language=language,
        date=stated_date(text, language),
        introduction="\n".join(p.text for p in reader.before),
        entries=tuple(_examples_out(node) for node in reader.entries),
        issues=tuple(sorted(reader.issues + check_order(reader.entries))),
        layout=Layout.MARKDOWN,
    )


def _examples_out(node: RuleNode) -> RuleNode:
    """Move examples out of the text, where they are further paragraphs that begin with the word in italics."""
    parts = with_marks(node.text, node.emphasis).split("\n")
    inside = [at for at, part in enumerate(parts) if at and EXAMPLE.match(passage(part).text)]
    text, emphasis = passage("\n".join(part for at, part in enumerate(parts) if at not in inside))
    examples = (passage(parts[at]) for at in inside)
    return node._replace(text=text, emphasis=emphasis, examples=(*examples, *node.examples))


def read_bilingual_glossary(text: str) -> RulesText:
    """Return terms with the original as ``other``, term for term; paragraphs are assigned by script."""
    terms: list[tuple[int, str, str]] = []
    texts: list[tuple[list[str], list[str]]] = []
    before: list[str] = []
    for at, line in enumerate(text.split("\n"), 1):
        if match := _TERM.fullmatch(line.rstrip()):
            names = _plain(match[1]), _plain(match[2])
            # A term without a translated name has the original name twice.
            own, original = (names[1], names[0]) if _is_cjk(names[1]) else names
            terms.append((at, own, original))
            texts.append(([], []))
            continue
        words = "" if _MENU.fullmatch(line.strip()) or _RULER.fullmatch(line.strip()) else _plain(line)
        if not words or words[0] == "#":
            continue
        if not terms:
            before.append(words)
        else:
            texts[-1][0 if _is_cjk(words) else 1].append(words)
    translated: list[RuleNode] = []
    originals: list[RuleNode] = []
    issues: list[Issue] = []
    for (at, own, original), (mine, theirs) in zip(terms, texts, strict=True):
        translated.append(entry_of_paragraphs(at, "", own, mine))
        originals.append(entry_of_paragraphs(at, "", original, theirs))
        if len(mine) != len(theirs):
            issues.append(Issue(at, own, Problem.OTHER_PARAGRAPH_COUNT))
    language = language_of(text)
    date = stated_date(text, language)
    return RulesText(
        language=language if language != "en" else "zh",
        date=date,
        introduction="\n".join(before),
        glossary=tuple(translated),
        issues=tuple(sorted(issues)),
        layout=Layout.MARKDOWN,
        other=RulesText("en", date, glossary=tuple(originals), layout=Layout.MARKDOWN),
    )
