"""Parsing of a source: bytes to a RulesText. Refuses only what holds no rules; other problems become issues."""

import re
from dataclasses import replace
from itertools import islice
from pathlib import PurePath

from rulesbase.engine.documents import RULEBOOK, TOURNAMENT_DOCUMENTS
from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import EDITS, TEXTS, either, text_language
from rulesbase.engine.languages.detect import language_of
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Kind, Layout, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.bilingual_markdown import (
    is_bilingual,
    is_bilingual_glossary,
    read_bilingual,
    read_bilingual_glossary,
)
from rulesbase.engine.parsing.body import BodyReader, split_inside
from rulesbase.engine.parsing.document_parts import DocumentParts, frame_of
from rulesbase.engine.parsing.docx import docx_text, is_docx
from rulesbase.engine.parsing.downloaded_markdown import is_downloaded_markdown, official_layout
from rulesbase.engine.parsing.encoding import decode
from rulesbase.engine.parsing.glossary import read_glossary
from rulesbase.engine.parsing.html import html_text, is_html
from rulesbase.engine.parsing.not_rules import IsArticle, refuse_others
from rulesbase.engine.parsing.number_repair import settle_numbers
from rulesbase.engine.parsing.page_clutter import (
    SKIP,
    hide_pages,
    join_broken,
    join_fragments,
    join_headings,
    without_readings,
)
from rulesbase.engine.parsing.paragraphs import (
    between,
    is_ruler,
    is_wrapped,
    passage,
    unify_symbols,
    wrapped_lines,
)
from rulesbase.engine.parsing.policy.pdf import is_pdf
from rulesbase.engine.parsing.policy.plain_text import is_policy_text, text_lines
from rulesbase.engine.parsing.policy.read import read_lines, read_policy
from rulesbase.engine.parsing.rulebooks import is_rulebook_text, read_rulebook
from rulesbase.engine.parsing.tables import is_table, read_table
from rulesbase.engine.parsing.two_columns import unmix
from rulesbase.engine.parsing.xliff_tmx import is_exchange, read_exchange
from rulesbase.engine.text.dates import day_in_name, stated_date
from rulesbase.engine.text.unstorable import LOST

PARSER_VERSION = 3

_PLAIN_LINE = re.compile(r"\n[1-9]\d\d\.\d{1,3}(?:\.|[a-z]) ")
_RULE_LINE = re.compile(r"(?m)^[^\w\n]*(?:CR ?)?([1-9]\d\d)\.\d{1,3}(?:\.|[a-z]\.?)?(?=\s|$|[A-Z「])")
_BULLET = re.compile(r"(?m)^[^\S\n]*[-*•◦▪・] +[1-9]\d\d\.?(?:\d|\s)")
_ALONE = re.compile(r"(?m)^[1-9]\d\d\.\d{1,3}[a-z]?\.?$")
_SECTION = re.compile(r"[1-9]\. \S")
# Mac Roman decoded as Latin-1: quotes and dashes became accented capitals.
_WRONG_LETTER = re.compile(r"[ÒÓÕÔÑÐ](?=[\s.,;A-Za-z])|(?<=[a-z])ƒ(?=[a-z])")
_TITLE = re.compile(either(*(one.rules for one in TEXTS.values())), re.I)
# In articles that quote rules: the marks of a wiki, and headings and rules with a list mark in front.
_WIKI = re.compile(rf"\s*(?:\[(?:{EDITS})(?:\]|\b)|{either(*(one.pages.quoted for one in TEXTS.values()))})", re.I)
_ARTICLE_CHAPTER = re.compile(r"[\s\-*•◦]*(?:CR\s+)?([1-9]\d\d)\.?\s+(?=\D)\S.{0,80}")
_ARTICLE_SECTION = re.compile(r"[\s\-*•◦]*([1-9])\.?\s+(?=\D)\S.{0,80}")
_ARTICLE_RULE = re.compile(r"\W*(?:CR\s+)?([1-9]\d\d)\.\d{1,3}[a-z]?\.?(?:\s|$)")
# From this many well-formed lines on a text is in the official layout.
_MANY = 300
# Layouts in which two columns may have run together.
_OF_COLUMNS = (Layout.EXTRACT, Layout.OFFICIAL, Layout.WRAPPED)

_OTHER_PAGE = _(
    "This web page contains no rules; it begins “%(words)s”. Download the rules document and import that file."
)
_OTHER_KIND = _(
    "The file name ends in %(ending)s, but the file is of another kind and contains no rules. The download may have "
    "failed. Download the file again."
)


def read_source(data: bytes, name: str = "", encoding: str | None = None, document: str = "") -> RulesText:
    """Parse a file of any layout in the archive or on the web.

    ``name`` supplies the date if the text has none; ``encoding`` overrides the detection. ``document``
    names the document of a text whose title does not. Raises NotRules if the bytes
    hold no rules.
    """
    if is_pdf(data):
        return read_policy(data, name, document)
    if is_docx(data):
        text, unread = docx_text(data)
        parsed = read_text(text, name, document)
        issues = tuple(sorted((*parsed.issues, *unread)))
        return replace(parsed, issues=issues, layout=Layout.DOCX, encoding="ooxml", line_ends="none")
    decoded = decode(data, encoding)
    parsed = _read_decoded(decoded.text, name, document)
    removed = [Issue(1, "", Problem.CONTROL_CHARACTERS % {"count": decoded.removed})] if decoded.removed else []
    issues = (*removed, *parsed.issues, *_invalid_bytes(decoded.text))
    return replace(parsed, issues=issues, encoding=decoded.encoding, line_ends=decoded.line_ends)


def _read_decoded(text: str, name: str, document: str) -> RulesText:
    """Parse an exchange file, a web page or a text. Raises NotRules, for a file of another kind with its own reason."""
    if is_exchange(text):
        return read_exchange(text, name)
    if is_downloaded_markdown(text):
        return replace(read_text(official_layout(text), name, document), layout=Layout.MARKDOWN)
    page = html_text(text) if is_html(text) else None
    try:
        return read_text(text if page is None else page, name, document)
    except IsArticle:
        raise
    except NotRules:
        if page is not None:
            raise NotRules(Message(_OTHER_PAGE, {"words": page.split("\n", 1)[0][:80]})) from None
        ending = PurePath(name).suffix.lower()
        if ending in (".pdf", ".docx") and text.strip():
            # Such as the saved error message of a download.
            raise NotRules(Message(_OTHER_KIND, {"ending": ending})) from None
        raise


def _invalid_bytes(text: str) -> list[Issue]:
    """Return the first lines in which bytes could not be decoded."""
    if LOST not in text:
        return []
    found = (Issue(at, "", Problem.INVALID_BYTES) for at, line in enumerate(text.split("\n"), 1) if LOST in line)
    return list(islice(found, 50))


def read_text(text: str, name: str = "", document: str = "") -> RulesText:
    """Parse text with universal line ends; see ``read_source``."""
    text = unify_symbols(text)
    # This many settle the layout; counting more takes time.
    rule_lines = sum(1 for _ in islice(_PLAIN_LINE.finditer(text), _MANY))
    special = _read_special(text, name, document, is_official=rule_lines == _MANY)
    if special is not None:
        return special
    if rule_lines < _MANY:
        rule_lines = len(_RULE_LINE.findall(text))
        refuse_others(text, rule_lines)
    language = language_of(text)
    text, readings = without_readings(text) if text_language(language).has_readings else (text, 0)
    lines, layout, issues = _lay_out(text, language, rule_lines)
    loose, wrapped = _is_loose(layout), layout is Layout.WRAPPED
    quotation = quotation_start(lines) if loose else None
    frame = frame_of(lines, language, dotted=not loose)
    if quotation is not None:
        frame = DocumentParts((quotation, len(lines)))
    body = _read_body(lines, frame, layout)
    article = quotation is not None or (loose and _is_article(lines[: frame.body[0]], body.entries))
    _repair_entries(body)
    glossary, glossary_issues = read_glossary(lines, *frame.glossary, wrapped)
    title, preamble = _preamble(lines, frame, wrapped, article)
    preamble += [p.text for p in body.before]
    missing = _missing_at_end(frame, body)
    whole = not missing and not loose and bool(glossary) and any(n.kind is Kind.SECTION for n in body.entries)
    date = stated_date(text, language)
    issues += [*body.issues, *glossary_issues, *(Issue(len(lines), "", problem) for problem in missing)]
    if date is None and whole and (date := day_in_name(name)):
        issues.append(Issue(1, name[-200:], Problem.DATE_OF_NAME % {"date": date}))
    if language == "en":
        issues += _wrong_characters(text, lines)
    if readings:
        issues.append(Issue(1, "", Problem.READINGS % {"count": readings}))
    return RulesText(
        language=language,
        date=date,
        title=title,
        introduction="" if article else "\n".join(preamble),
        entries=tuple(body.entries),
        glossary=tuple(glossary),
        index="\n".join(_paragraphs(lines, *frame.index, wrapped=False)),
        credits="\n".join(_paragraphs(lines, *frame.credits, wrapped=wrapped)),
        issues=tuple(sorted(issues)),
        whole=whole,
        layout=Layout.ARTICLE if article else layout,
        contents=tuple(lines[at].strip() for at in sorted(frame.contents)),
        commentary="\n".join([*(preamble if article else ()), *body.aside]),
    )


def _read_special(text: str, name: str, document: str, *, is_official: bool) -> RulesText | None:
    """Parse a text that has a reader of its own, such as a table; None if the text is ordinary rules.

    The official layout excludes bilingual texts and tables.
    """
    if document in TOURNAMENT_DOCUMENTS or (not document and is_policy_text(text)):
        return read_lines(text_lines(text), name, document, ragged=True)
    if document == RULEBOOK or (not document and is_rulebook_text(text)):
        return read_rulebook(text, name)
    if is_official:
        return None
    if is_bilingual(text):
        return read_bilingual(text)
    if is_bilingual_glossary(text):
        return read_bilingual_glossary(text)
    return read_table(text, name) if is_table(text) else None


def _lay_out(text: str, language: str, rule_lines: int) -> tuple[list[str], Layout, list[Issue]]:
    """Return the lines without the traces of pages and columns, the layout, and the issues."""
    lines = hide_pages(text)
    layout = _layout(text, lines, rule_lines)
    issues: list[Issue] = []
    if layout is Layout.NUMBER_LINES:
        lines = join_fragments(join_headings(lines))
    if layout in _OF_COLUMNS and rule_lines < _MANY:
        lines, issues = unmix(lines)
        if issues:
            # The lines of such a page are no paragraphs of one column.
            layout = Layout.EXTRACT
    if _is_loose(layout) and not text_language(language).is_spaced:
        lines = join_broken(lines)
    return lines, layout, issues


def _is_loose(layout: Layout) -> bool:
    """Return whether a layout is not the official one: a site, an extract, an article."""
    return layout not in (Layout.OFFICIAL, Layout.WRAPPED)


def _read_body(lines: list[str], frame: DocumentParts, layout: Layout) -> BodyReader:
    """Read the numbered paragraphs. Raises NotRules if none of them is a rule."""
    reader = BodyReader(loose=_is_loose(layout))
    if layout is Layout.WRAPPED:
        reader.read(wrapped_lines(lines, *frame.body))
    else:
        reader.read_lines(lines, *frame.body)
    if not any(node.kind in (Kind.RULE, Kind.SUBRULE) for node in reader.entries):
        message = _(
            "The file has no rules: none of its numbered paragraphs is a rule such as 201.3a. Choose a file with "
            "the text of the rules."
        )
        raise NotRules(message)
    return reader


def _repair_entries(reader: BodyReader) -> None:
    """Settle wrong numbers; in a loose layout also remove headings of a menu and split rules that share a line."""
    if reader.loose:
        reader.entries = _chapter_titles(_without_navigation(reader.entries))
    reader.entries, issues = settle_numbers(reader.entries, may_be_cut=reader.loose)
    reader.issues += issues
    if reader.loose:
        reader.entries, issues = split_inside(reader.entries)
        reader.issues += issues


def _wrong_characters(text: str, lines: list[str]) -> list[Issue]:
    """Return the first lines with characters of another encoding."""
    if not any(sign in text for sign in "ÒÓÕÔÑÐƒ"):
        return []
    found = (
        Issue(at, line[:200], Problem.WRONG_CHARACTERS)
        for at, line in enumerate(lines, 1)
        if not line.isascii() and _WRONG_LETTER.search(line)
    )
    return list(islice(found, 50))


def _layout(text: str, lines: list[str], rule_lines: int) -> Layout:
    """Return the layout by the look of most numbered lines."""
    if rule_lines < _MANY:
        if len(_BULLET.findall(text)) > rule_lines * 0.5:
            return Layout.BULLETS
        if len(_ALONE.findall(text)) > rule_lines * 0.5:
            return Layout.NUMBER_LINES
        if not any(_SECTION.match(line) for line in lines):
            return Layout.EXTRACT
    return Layout.WRAPPED if is_wrapped(lines) else Layout.OFFICIAL


def quotation_start(lines: list[str]) -> int | None:
    """Return the line where a wiki article begins to quote a chapter, or None: a heading, its rule right below."""
    wiki = next((at for at, line in enumerate(lines) if _WIKI.match(line)), None)
    if wiki is None:
        return None
    section: tuple[int, str] | None = None
    heading: tuple[int, str] | None = None
    for at in range(wiki + 1, len(lines)):
        line = lines[at]
        if not line.strip():
            continue
        if heading and (rule := _ARTICLE_RULE.match(line)) and rule[1] == heading[1]:
            return section[0] if section and heading[1].startswith(section[1]) else heading[0]
        number, above = _ARTICLE_CHAPTER.fullmatch(line), _ARTICLE_SECTION.fullmatch(line)
        if not number:
            section = (at, above[1]) if above else None
        heading = (at, number[1]) if number else None
    return None


def _is_article(before: list[str], entries: list[RuleNode]) -> bool:
    """Return whether prose outweighs the rules it quotes."""
    prose = sum(map(len, before))
    return prose > 3000 and prose > sum(len(node.text) for node in entries)


def _without_navigation(entries: list[RuleNode]) -> list[RuleNode]:
    """Return the entries without headings of a site's menu: those that no entry of theirs follows."""
    nodes: list[RuleNode] = []
    following = ""
    for node in reversed(entries):
        heading = node.kind in (Kind.SECTION, Kind.CHAPTER)
        if not heading or node.text or (following.startswith(node.number) and following != node.number):
            nodes.append(node)
            following = node.number
    return nodes[::-1]


def _chapter_titles(entries: list[RuleNode]) -> list[RuleNode]:
    """Return the entries with the title of the chapter where a site has "section : chapter" or "chapter : rule".

    No chapter of the rules has a colon in its title.
    """
    rules = {node.text for node in entries}
    nodes = []
    for node in entries:
        first, colon, last = map(str.strip, node.heading.rpartition(" :"))
        if node.kind is Kind.CHAPTER and colon:
            node = node._replace(heading=first if last in rules else last)
        nodes.append(node)
    return nodes


def _preamble(lines: list[str], frame: DocumentParts, wrapped: bool, wordy: bool) -> tuple[str, list[str]]:
    """Return (title, paragraphs before the body without the contents list and the title)."""
    nodes = [at for at in range(frame.body[0]) if at not in frame.contents]
    texts = [at for at in nodes if lines[at].strip() and not is_ruler(lines[at])]
    if not texts:
        return "", []
    if wordy:
        return lines[texts[0]].strip(), _paragraphs(lines, texts[0] + 1, frame.body[0], wrapped)
    titled = [at for at in texts[:40] if len(lines[at]) < 120 and _TITLE.search(lines[at])]
    title_at = titled[0] if titled else texts[0]
    # If anything is above the title line, that line stays in the text, to preserve the order.
    skip = title_at if title_at == texts[0] else -1
    rest = ["" if at in frame.contents or at == skip else lines[at] for at in range(frame.body[0])]
    return passage(lines[title_at].strip()).text, _paragraphs(rest, 0, len(rest), wrapped)


def _paragraphs(lines: list[str], start: int, end: int, wrapped: bool) -> list[str]:
    """Return the paragraphs of free text, without rulers and italics marks."""
    if not wrapped:
        return [passage(line.strip()).text for line in lines[start:end] if line.strip() and not is_ruler(line)]
    pieces: list[list[str]] = []
    apart, last = True, ""
    for at in range(start, end):
        text = lines[at].strip()
        if not text or is_ruler(text):
            apart |= lines[at] != SKIP
            continue
        # Short lines (addresses, lists of names) stay separate. Some introductions have an empty line after every line:
        # there a line without the end of a sentence continues.
        open_end = bool(last) and (last[-1].isalnum() or last[-1] in ",;-")
        runs_on = open_end and sum(map(len, pieces[-1][:9])) > 60
        if runs_on or (not apart and len(last) > 60):
            pieces[-1] += (between(last, text), text)
        else:
            pieces.append([text])
        apart, last = False, text
    return [passage("".join(parts)).text for parts in pieces]


def _missing_at_end(frame: DocumentParts, reader: BodyReader) -> list[str]:
    """Return what the contents list names and the file lacks: signs of a truncated file."""
    have = {node.number for node in reader.entries if node.kind is Kind.CHAPTER}
    lost = [number for number in frame.promised if number not in have]
    problems: list[str] = []
    if lost:
        problem = Problem.MORE_CHAPTERS_MISSING if len(lost) > 5 else Problem.CHAPTERS_MISSING
        problems.append(problem % {"numbers": ", ".join(lost[:5])})
    if frame.promises_credits and frame.credits == (0, 0):
        problems.append(Problem.CREDITS_MISSING)
    return problems
