"""The documents that have versions: their references, the terms of the first rulebooks, and a search in all."""

import datetime
import re
from itertools import pairwise
from typing import Any, NamedTuple

from django.urls import reverse

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.archive.entries import EntryText, leads_of, lines_of
from rulesbase.citations.resolve import Resolution, Status, resolve_entries
from rulesbase.core.documents import document_mark, entry_url, in_document
from rulesbase.engine.text.active_document import COMPREHENSIVE_RULES, OTHER_DOCUMENTS
from rulesbase.engine.text.rulebook_terms import TermLink, singular, without_remark
from rulesbase.lineage.follow_rule import RuleEntry
from rulesbase.lineage.term_corrections import rulebook_terms
from rulesbase.models import Document, Entry, Example
from rulesbase.search.other_documents import DocumentHits
from rulesbase.search.page import shown_hits
from rulesbase.search.queries import search

_BEST = 6
_LIST_OF_CHANGES = re.compile(r"changes?\s+(?:from|since|to)\b", re.I)
_RANGE = re.compile(r"\d\s*[-–—]\s*$")


class ReferenceRow(NamedTuple):
    """A reference: the section that has it, what it names, and the address of that; empty if it did not exist.

    ``named`` is a number with the abbreviation of its document: ``CR 103.4c``, ``MTR 3.9``.
    """

    section: str
    heading: str
    named: str
    address: str


def references_of(version: CatalogueVersion) -> tuple[list[ReferenceRow], list[ReferenceRow]]:
    """Return the references of a version to other documents, and the broken ones of any kind. Four queries or more.

    References to documents without a version of that day are left out. A list of changes also names sections of older
    versions, and the end of a range (sections 100-199) need not exist.
    """
    edition = version.main.pk
    lines = lines_of(Entry.objects.filter(edition=edition), Example.objects.none())
    lead = leads_of(((edition, line.passage) for line in lines), version)[edition]
    before = Entry.objects.in_active_document().filter(edition__version__date__lt=version.date)
    former = frozenset(before.values_list("number", flat=True).distinct())
    elsewhere: list[ReferenceRow] = []
    broken: list[ReferenceRow] = []
    for line in lines:
        known = former if _LIST_OF_CHANGES.search(line.heading) else frozenset()
        for number in _named_numbers(line):
            other = " " in number
            address = lead.elsewhere.get(number) if other else ("" if number not in lead.at else None)
            if address is None or (not address and number in known):
                continue
            document, _space, rest = number.partition(" ") if other else (document_mark(), "", number)
            row = ReferenceRow(line.number, line.heading, f"{document.upper()} {rest}", address)
            (elsewhere if address else broken).append(row)
    return elsewhere, broken


def _named_numbers(line: EntryText) -> dict[str, None]:
    """Return the numbers that a text names, each once, without the ends of ranges."""
    refs = line.passage.refs
    return dict.fromkeys(ref.number for ref in refs if not _RANGE.search(line.passage.text[: ref.start]))


class OldTerm(NamedTuple):
    """A term of a rulebook with its links: the first rules' term and today's; ``today`` is same, became or gone.

    ``ended`` is the last version of the rules that had the term.
    """

    link: TermLink
    first_address: str
    today: str
    today_name: str
    today_address: str
    ended: datetime.date | None = None


def old_terms(version: CatalogueVersion) -> dict[str, object]:
    """Return the terms of a version of the rulebooks with the two versions compared. Ten queries at most."""
    found = rulebook_terms(version.date)
    with in_document(COMPREHENSIVE_RULES):
        versions = catalogue()
        if found is None or versions.latest is None:
            return {}
        first, latest = found.first, versions.latest
        entries = {}
        for line in found.entries:
            words = line.heading, line.passage.text, line.passage.fold
            entries[line.number, first.date] = RuleEntry(first.date, line.number, line.rule or 0, *words)
        resolved = {number: result for (number, _), result in resolve_entries(versions, entries, latest).items()}
        terms = [_old_term(link, resolved, first, latest) for link in found.links]
        return {"terms": terms, "first": first, "latest": latest}


def _old_term(
    link: TermLink, resolved: dict[str, Resolution], first: CatalogueVersion, latest: CatalogueVersion
) -> OldTerm:
    if link.successor is None:
        return OldTerm(link, "", "gone", "", "")
    address = entry_url(first, link.successor.number)
    now = resolved[link.successor.number]
    if not now.successors:
        return OldTerm(link, address, "gone", "", "", now.last[0] if now.last else None)
    entry = now.successors[0]
    name = entry.heading or entry.number
    same = link.relation == "same" and now.status is Status.FOUND
    same = same and singular(without_remark(name)) == singular(without_remark(link.successor.name))
    return OldTerm(link, address, "same" if same else "became", name, entry_url(latest, entry.number))


def documents() -> list[dict[str, Any]]:
    """Return the documents beside the Comprehensive Rules that have versions. Three queries a document at most."""
    found = []
    for document in map(Document, OTHER_DOCUMENTS):
        with in_document(document):
            versions = catalogue()
            if versions.all:
                found.append({"code": document.value, "name": document.label, **_addresses(versions)})
    return found


def _addresses(versions: Catalogue) -> dict[str, Any]:
    """Return the addresses of the search, of the latest version, and of each version, newest first.

    A version has the addresses of its contents and of the comparison with the one before.
    """
    rows = [
        {
            "version": version,
            "address": reverse("contents", args=[str(version)]),
            "comparison": reverse("compare", args=[str(before), str(version)]) if before else "",
        }
        for before, version in pairwise((None, *versions.all))
        if version
    ]
    latest = reverse("contents", args=[str(versions.latest)])
    return {"versions": rows[::-1], "latest": latest, "search": reverse("search")}


def search_documents(question: str) -> list[DocumentHits]:
    """Search the Comprehensive Rules and each tournament document in English, in the versions in force."""
    found = []
    for document in Document:
        with in_document(document):
            versions = catalogue()
            if versions.latest is None:
                continue
            answer = search(versions, versions.latest, ("en",), question)
            hits = shown_hits(versions, versions.latest, answer.ready, answer.hits[:_BEST])
            address = reverse("search", query={"q": question})
            found.append(DocumentHits(str(document.label), answer.total, hits, address))
    return found
