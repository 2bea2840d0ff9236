"""The terms of a rulebook of before 1999: what each is in the first Comprehensive Rules and today."""

from typing import NamedTuple

from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.citations.resolve import Resolution, Status, resolve_entries
from rulesbase.core.documents import in_document
from rulesbase.documents.term_corrections import with_corrections
from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.text.documents import COMPREHENSIVE_RULES
from rulesbase.engine.text.numbers import parse_number
from rulesbase.engine.text.rulebook_terms import NewTerm, TermLink, link_terms, singular, without_remark
from rulesbase.lineage.traversal import RuleEntry, english
from rulesbase.models import Entry, Example


class OldTerm(NamedTuple):
    """A term of a rulebook with its links: the first rules' term and today's; ``today`` is same, became or gone."""

    link: TermLink
    first_address: str
    today: str
    today_name: str
    today_address: str
    ended: str


class OldTerms(NamedTuple):
    """All terms of a rulebook, the terms of 1999, and the two versions of the rules that they are compared with."""

    terms: list[OldTerm]
    newer: list[NewTerm]
    first: CatalogueVersion | None
    latest: CatalogueVersion | None


def old_terms(version: CatalogueVersion) -> OldTerms:
    """Return the terms of a version of the rulebooks. Ten queries at most."""
    nodes = _nodes(version)
    with in_document(COMPREHENSIVE_RULES):
        versions = catalogue()
        texts = english(versions)
        if not texts or versions.latest is None:
            return OldTerms([], [], None, None)
        first, latest = texts[0], versions.latest
        terms = {line.number: line for line in _lines(first) if line.kind == Entry.Kind.TERM and line.rule}
        newer = [NewTerm(line.number, line.heading, line.passage.text) for line in terms.values()]
        links = with_corrections(link_terms(nodes, newer), newer, version.date, first.date)
        entries = {
            (line.number, first.date): RuleEntry(
                first.date, line.number, line.rule or 0, line.heading, line.passage.text, line.passage.fold
            )
            for line in terms.values()
        }
        resolved = {number: found for (number, _), found in resolve_entries(versions, entries, latest).items()}
        return OldTerms([_old_term(link, resolved, first, latest) for link in links], newer, first, latest)


def _lines(version: CatalogueVersion) -> tuple[EntryText, ...]:
    return lines_of(Entry.objects.filter(edition=version.main.pk), Example.objects.none())


def _nodes(version: CatalogueVersion) -> list[RuleNode]:
    """Return the entries of a rulebook as parsed ones."""
    return [
        RuleNode(line.number, Kind[Entry.Kind(line.kind).name], line.heading, line.passage.text, (), 0)
        for line in _lines(version)
    ]


def _old_term(
    link: TermLink, resolved: dict[str, Resolution], first: CatalogueVersion, latest: CatalogueVersion
) -> OldTerm:
    if link.successor is None:
        return OldTerm(link, "", "gone", "", "", "")
    address = _address(first, link.successor.number)
    now = resolved[link.successor.number]
    if not now.successors:
        return OldTerm(link, address, "gone", "", "", str(now.last[0]) if now.last else "")
    entry = now.successors[0]
    name = entry.heading or entry.number
    same = link.relation == "same" and now.status is Status.FOUND
    same = same and singular(without_remark(name)) == singular(without_remark(link.successor.name))
    return OldTerm(link, address, "same" if same else "became", name, _address(latest, entry.number), "")


def _address(version: CatalogueVersion, number: str) -> str:
    return reverse("place" if parse_number(number) else "term", args=[str(version), number])
