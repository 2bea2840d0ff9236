"""References from a version of a tournament document to other documents, and those that name nothing."""

from typing import NamedTuple

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.archive.entries import leads_of, lines_of
from rulesbase.core.documents import document_mark
from rulesbase.models import Entry, Example


class ReferenceRow(NamedTuple):
    """A reference: the section that has it, what it names, and the address of that; empty if it did not exist."""

    section: str
    heading: str
    named: str
    address: str


def references_of(version: CatalogueVersion) -> tuple[list[ReferenceRow], list[ReferenceRow]]:
    """Return the references of a version to other documents, and the broken ones of any kind. Three queries or more.

    References to documents without a version of that day are left out.
    """
    edition = version.main.pk
    lines = lines_of(Entry.objects.filter(edition=edition), Example.objects.none())
    lead = leads_of(((edition, line.passage) for line in lines), version)[edition]
    elsewhere: list[ReferenceRow] = []
    broken: list[ReferenceRow] = []
    for line in lines:
        for number in dict.fromkeys(ref.number for ref in line.passage.refs):
            other = " " in number
            address = lead.elsewhere.get(number) if other else ("" if number not in lead.at else None)
            if address is None:
                continue
            row = ReferenceRow(line.number, line.heading, _named(number, other=other), address)
            (elsewhere if address else broken).append(row)
    return elsewhere, broken


def _named(number: str, *, other: bool) -> str:
    """Return a number with the abbreviation of its document: ``CR 103.4c``, ``MTR 3.9``."""
    document, _space, rest = number.partition(" ") if other else (document_mark(), "", number)
    return f"{document.upper()} {rest}"
