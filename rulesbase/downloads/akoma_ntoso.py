"""Write an edition as Akoma Ntoso 3.0, the OASIS standard for legal documents in XML.

Sections, chapters, rules and subrules are the standard's elements of these names. Every entry has an `eId`, and a
number in a text is a `ref` to it. Work, expression and manifestation are those of FRBR: the rules, a version in one
language, and this file. Standard: https://docs.oasis-open.org/legaldocml/akn-core/v1.0/
"""

import re
from collections.abc import Iterable
from typing import Any

from lxml import etree

from rulesbase.core.document_urls import document_name
from rulesbase.downloads.xml_characters import FORBIDDEN
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.languages import text_language
from rulesbase.engine.nodes import Kind, Passage, RuleNode, RulesText
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.references import find_references

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
_LEVELS = (Kind.SECTION, Kind.CHAPTER, Kind.RULE, Kind.SUBRULE)
# Abbreviations of the naming convention of the standard.
_SHORT = {Kind.SECTION: "sec", Kind.CHAPTER: "chp", Kind.RULE: "rule", Kind.SUBRULE: "subrule", Kind.TERM: "term"}
# The date of the first Comprehensive Rules.
_FIRST = "1999-04-23"
Element = Any


def akoma_ntoso(text: RulesText, name: str) -> bytes:
    """Return an edition as a UTF-8 document; ``name`` is the name of the version. The text needs a date."""
    return bytes(etree.tostring(_Document(text, name).root(), xml_declaration=True, encoding="UTF-8"))


def _clean(text: str) -> str:
    return FORBIDDEN.sub("", text)


def _add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    added = etree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", {key: _clean(value) for key, value in attributes.items()})
    if text:
        added.text = _clean(text)
    return added


class _Document:
    """Writes the document of one edition; ``ids`` are all eIds so far, ``places`` the eId of each number."""

    def __init__(self, text: RulesText, name: str) -> None:
        assert text.date
        self.text, self.name, self.date = text, name, text.date.isoformat()
        self.title = text.title.strip() or document_name() or "Magic: The Gathering Comprehensive Rules"
        self.ids: set[str] = set()
        self.places: dict[str, str] = {}
        self.eids = [self._eid(f"{_SHORT[node.kind]}_{node.number}") for node in text.entries]
        for node, eid in zip(text.entries, self.eids, strict=True):
            self.places.setdefault(node.number, eid)

    def _eid(self, wanted: str) -> str:
        """Return an eId that no other element has."""
        eid, count = wanted, 1
        while eid in self.ids:
            count += 1
            eid = f"{wanted}-{count}"
        self.ids.add(eid)
        return eid

    def root(self) -> Element:
        """Return the whole document."""
        root = etree.Element(f"{{{NAMESPACE}}}akomaNtoso", nsmap={None: NAMESPACE})
        act = _add(root, "act", name="rules", contains="singleVersion")
        self._meta(_add(act, "meta"))
        preface = _add(act, "preface", eId=self._eid("preface"))
        _add(_add(preface, "p"), "docTitle", self.title)
        self._paragraphs(preface, self.text.introduction)
        body = _add(act, "body", eId=self._eid("body"))
        self._entries(body)
        self._glossary(body)
        if self.text.index.strip():
            index = _add(body, "hcontainer", name="index", eId=self._eid("index"))
            self._paragraphs(_add(index, "content"), self.text.index)
        if self.text.credits.strip():
            self._paragraphs(_add(act, "conclusions", eId=self._eid("conclusions")), self.text.credits)
        return root

    # ---- Metadata ----

    def _meta(self, meta: Element) -> None:
        # The standard asks for a code with three letters.
        language = text_language(self.text.language).alpha_3 or self.text.language
        of_rules = active_document() == COMPREHENSIVE_RULES
        work = f"/akn/us/act/magic-{'comprehensive-rules' if of_rules else active_document()}"
        expression = f"{work}/{language}@{self.date}"
        identification = _add(meta, "identification", source="#rulesbase")
        levels = (
            ("FRBRWork", work, "/!main", _FIRST if of_rules else self.date, "Generation", "#wizards"),
            ("FRBRExpression", expression, "/!main", self.date, "Generation", "#wizards"),
            ("FRBRManifestation", f"{expression}/!main", ".xml", self.date, "Publication", "#rulesbase"),
        )
        for tag, uri, end, date, event, author in levels:
            level = _add(identification, tag)
            _add(level, "FRBRthis", value=f"{uri}{end}")
            _add(level, "FRBRuri", value=f"{uri}.xml" if tag == "FRBRManifestation" else uri)
            _add(level, "FRBRdate", date=date, name=event)
            _add(level, "FRBRauthor", href=author)
            if tag == "FRBRWork":
                # The country of the publisher; the standard asks for one.
                _add(level, "FRBRcountry", value="us")
                _add(level, "FRBRname", value=self.title)
            elif tag == "FRBRExpression":
                _add(level, "FRBRlanguage", language=language)
        _add(meta, "publication", date=self.date, name="version", showAs=self.name or self.date)
        references = _add(meta, "references", source="#rulesbase")
        for eid, href, shown in (
            ("wizards", "/ontology/organization/wizards-of-the-coast", "Wizards of the Coast"),
            ("rulesbase", "/ontology/organization/rulesbase", "Rulesbase"),
        ):
            _add(references, "TLCOrganization", eId=self._eid(eid), href=href, showAs=shown)

    # ---- Entries ----

    def _entries(self, body: Element) -> None:
        """Write the numbered entries, each inside the last one of a higher level."""
        holders: dict[Kind, Element] = {}
        followers = (*self.text.entries[1:], None)
        for node, eid, after in zip(self.text.entries, self.eids, followers, strict=True):
            level = _LEVELS.index(node.kind)
            holders = {kind: holder for kind, holder in holders.items() if _LEVELS.index(kind) < level}
            holder = next((holders[kind] for kind in reversed(_LEVELS) if kind in holders), body)
            element = _add(holder, node.kind.value, eId=eid)
            holders[node.kind] = element
            if shown_number(node.number):
                _add(element, "num", node.number if node.number[-1].isalpha() else f"{node.number}.")
            if node.heading:
                _add(element, "heading", node.heading)
            has_below = after is not None and _LEVELS.index(after.kind) > level
            self._words(element, node, "intro" if has_below else "content", required=not has_below)

    def _words(self, element: Element, node: RuleNode, tag: str, *, required: bool) -> None:
        """Write text and examples of an entry."""
        if not (node.text or node.examples or required):
            return
        block = _add(element, tag)
        passages = [part for part in _lines(Passage(node.text, node.emphasis)) if part.text.strip()]
        for passage in passages:
            self._inline(_add(block, "p"), passage, node.number)
        for example in node.examples:
            for passage in _lines(example):
                self._inline(_add(block, "p", **{"class": "example"}), passage, node.number)
        if not len(block):
            _add(block, "p")

    def _inline(self, paragraph: Element, passage: Passage, own: str) -> None:
        """Write a line with its references and italics; a reference inside italics stays without a link."""
        spans = [(start, end, "i", "") for start, end in passage.emphasis if start < end]
        for ref in find_references(passage.text):
            target = self.places.get(ref.number)
            if target and ref.number != own and all(ref.end <= start or ref.start >= end for start, end, *_ in spans):
                spans.append((ref.start, ref.end, "ref", f"#{target}"))
        at, last = 0, None
        for start, end, tag, href in sorted(spans):
            if start < at:
                continue
            _append(paragraph, last, passage.text[at:start])
            last = _add(paragraph, tag, passage.text[start:end], **({"href": href} if href else {}))
            at = end
        _append(paragraph, last, passage.text[at:])

    # ---- Other parts ----

    def _glossary(self, body: Element) -> None:
        if not self.text.glossary:
            return
        glossary = _add(body, "hcontainer", name="glossary", eId=self._eid("glossary"))
        for node in self.text.glossary:
            slug = re.sub(r"[\W_]+", "-", node.heading.lower()).strip("-")
            term = _add(glossary, "hcontainer", name="term", eId=self._eid(f"term_{slug}"))
            _add(term, "heading", node.heading)
            self._words(term, node, "content", required=True)

    def _paragraphs(self, parent: Element, text: str) -> None:
        for line in text.split("\n"):
            if line.strip():
                _add(parent, "p", line)


def _append(paragraph: Element, last: Element | None, text: str) -> None:
    """Add text behind the last element of a paragraph, or at its beginning."""
    if last is None:
        paragraph.text = (paragraph.text or "") + _clean(text)
    else:
        last.tail = (last.tail or "") + _clean(text)


def _lines(passage: Passage) -> Iterable[Passage]:
    """Yield the lines of a passage with their own emphasis."""
    start = 0
    for line in passage.text.split("\n"):
        end = start + len(line)
        yield passage.part(start, end)
        start = end + 1
