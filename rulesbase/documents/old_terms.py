"""The terms of a rulebook of before 1999: what each is in the first Comprehensive Rules and today."""

import datetime
from typing import NamedTuple

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.citations.resolve import Resolution, Status, resolve_entries
from rulesbase.core.document_urls import entry_url, in_document
from rulesbase.engine.documents import COMPREHENSIVE_RULES
from rulesbase.engine.text.rulebook_terms import TermLink, singular, without_remark
from rulesbase.lineage.follow_rule import RuleEntry
from rulesbase.lineage.term_corrections import rulebook_terms


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
