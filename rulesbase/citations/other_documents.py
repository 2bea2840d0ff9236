"""Citations of tournament documents, typed anywhere: ``MTR 3.9``, ``4.8 MTR``, ``IPG 2.5 of 2014``, ``GRV``."""

import re
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.core.document_urls import document_url
from rulesbase.engine.documents import (
    COMPREHENSIVE_RULES,
    PENALTY_GUIDE,
    TOURNAMENT_RULES,
    active_document,
    document_active,
)
from rulesbase.engine.text.citations import read_citation
from rulesbase.models import Entry

_NAMES = {
    TOURNAMENT_RULES: r"(?:mtr|magic tournament rules|(?:magic )?floor rules)",
    PENALTY_GUIDE: r"(?:m?ipg|infraction procedure guide|penalty guide(?:lines)?)",
}
# ``MTR 4.8``, or ``section 4.8 of the MTR``: in front of the name there is only a number.
_NAMED = {
    document: (
        re.compile(rf"{names}\b[\s,:]*(?P<rest>.*)", re.I),
        re.compile(rf"(?P<rest>(?:(?:section|§) ?)?[\d.]+|appendix [a-z])[\s,]+(?:(?:of|in) (?:the )?)?{names}", re.I),
    )
    for document, names in _NAMES.items()
}
_ABBREVIATION = re.compile(r"(?P<letters>[A-Z](?:[A-Za-z]{0,4}[A-Z]))(?P<rest>.*)", re.S)
_SMALL = {"a", "and", "at", "for", "in", "of", "the", "to"}
_WORD = re.compile(r"[A-Za-z]+")


class CitedSection(NamedTuple):
    """A section of a tournament document, and the date of the version that a citation means."""

    document: str
    number: str
    date: str


def address_elsewhere(text: str) -> str:
    """Return the address of what a text names in a tournament document: a section, or a search there. Empty for others.

    A date behind it chooses the version; without one it is the newest that has the section.
    """
    if active_document() != COMPREHENSIVE_RULES:
        return ""
    if address := section_address(text):
        return address
    document, rest = _named(text)
    if not document:
        return ""
    with document_active(document):
        latest = catalogue().latest
    if latest is None:
        return ""
    if not rest:
        return document_url(document, "contents", latest)
    return document_url(document, "search", query={"q": rest})


def section_address(text: str) -> str:
    """Return the address of the section of a tournament document that is all of a text; empty for others."""
    section = cited_section(text) if active_document() == COMPREHENSIVE_RULES else None
    return document_url(section.document, "place", section.date, section.number) if section else ""


def cited_section(text: str) -> CitedSection | None:
    """Return the section that a text names with its document, or by the initials of an infraction. Two queries."""
    document, rest = _named(text)
    if document:
        with document_active(document):
            versions = catalogue()
            read = read_citation(rest)
        if len(read) != 1 or versions.latest is None:
            return None
        [cited] = read
        dated = versions.on(cited.period.last) if cited.period else None
        version = dated or _last_with(versions, cited.number) or versions.latest
        return CitedSection(document, cited.number, str(version))
    match = _ABBREVIATION.fullmatch(text.strip())
    return _infraction(match["letters"], match["rest"]) if match else None


def _named(text: str) -> tuple[str, str]:
    """Return the document that a text names, and the words behind its name; empty if it names none."""
    for document, forms in _NAMED.items():
        for form in forms:
            if match := form.fullmatch(text.strip()):
                return document, match["rest"].strip()
    return "", ""


def _last_with(versions: Catalogue, number: str) -> CatalogueVersion | None:
    """Return the newest version in force that has a number. One query."""
    rows = Entry.objects.filter(edition__in=versions.of_text, number=number, kind__lt=Entry.Kind.TERM)
    having = {versions.of_text[edition or 0] for edition in rows.values_list("edition", flat=True)}
    return max((one for one in having if one.date <= versions.today), key=lambda one: one.date, default=None)


def _infraction(letters: str, rest: str) -> CitedSection | None:
    """Return the infraction with these initials, in the newest version up to the date behind it."""
    with document_active(PENALTY_GUIDE):
        versions = catalogue()
        dated = read_citation(f"1 {rest}") if rest.strip() else ()
    if not versions.all or (rest.strip() and not (dated and dated[0].period)):
        return None
    period = dated[0].period if dated else None
    until = period.last if period else versions.today
    rows = Entry.objects.filter(edition__in=versions.of_text, kind=Entry.Kind.RULE)
    named = [
        (versions.of_text[edition or 0].date, number)
        for edition, number, heading in rows.values_list("edition", "number", "wording__heading")
        if letters.lower() in initials(heading)
    ]
    found = max((one for one in named if one[0] <= until), default=None)
    return CitedSection(PENALTY_GUIDE, found[1], str(found[0])) if found else None


def initials(heading: str) -> set[str]:
    """Return the initials of an infraction, such as ``Game Play Error — Slow Play``, with and without small words."""
    words = _WORD.findall(re.split(r"[—–-]\s*", heading, maxsplit=1)[-1].lower())
    long = [word for word in words if word not in _SMALL]
    return {"".join(word[0] for word in some) for some in (words, long) if len(some) > 1}
