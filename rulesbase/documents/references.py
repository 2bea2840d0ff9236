"""References from a version of a tournament document to other documents, and those that name nothing."""

import re
from typing import NamedTuple

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.archive.link_targets import link_targets_of
from rulesbase.core.document_urls import document_mark
from rulesbase.models import Entry, Example

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
    targets = link_targets_of(((edition, line.passage) for line in lines), version)[edition]
    before = Entry.objects.in_active_document().filter(edition__version__date__lt=version.date)
    former = frozenset(before.values_list("number", flat=True).distinct())
    elsewhere: list[ReferenceRow] = []
    broken: list[ReferenceRow] = []
    for line in lines:
        known = former if _LIST_OF_CHANGES.search(line.heading) else frozenset()
        for number in _named_numbers(line):
            other = " " in number
            address = targets.elsewhere.get(number) if other else ("" if number not in targets.at else None)
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
