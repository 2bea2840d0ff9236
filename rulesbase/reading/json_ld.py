"""Describe a page of a version for machines: schema.org `Legislation` with properties of ELI, as JSON-LD.

A version is a consolidation: its text replaces that of the version before. Sources: https://schema.org/Legislation and
the European Legislation Identifier, http://data.europa.eu/eli/ontology
"""

import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.core.document_urls import document_name
from rulesbase.reading.page_address import CONTENTS, PLACE, TERM, PageAddress

Data = dict[str, Any]
_RULES = "Magic: The Gathering Comprehensive Rules"
_FORCE = {True: "https://schema.org/InForce", False: "https://schema.org/NotInForce"}
_ELI_FORCE = "http://data.europa.eu/eli/ontology#InForce-"


def legislation_data(
    request: HttpRequest,
    version: CatalogueVersion,
    page: PageAddress,
    *,
    language: str,
    until: datetime.date | None,
    today: datetime.date,
    earlier: tuple[CatalogueVersion, PageAddress] | None,
) -> Data | None:
    """Return the JSON-LD of the contents of a version, or of its chapter, rule or term; None for other pages and for
    terms that the main edition lacks.

    ``until`` is the last day of the version; ``earlier`` is the same page in the version before.
    """
    if page.name not in (CONTENTS, PLACE, TERM) or (page.name == TERM and not page.number):
        return None
    full = request.build_absolute_uri
    date = str(version)
    whole = page.name == CONTENTS
    here = full(page.address(version))
    in_force = version.date <= today and (until is None or today <= until)
    name = "Rulesbase sample rules" if version.is_sample else document_name() or _RULES
    data: Data = {
        "@context": ["https://schema.org", {"eli": "http://data.europa.eu/eli/ontology#"}],
        "@type": "Legislation",
        "@id": here,
        "url": here,
        "name": name if whole else f"{name}: {page.number}",
        "legislationIdentifier": date if whole else f"{page.number}@{date}",
        "legislationType": "Rules",
        "legislationDateVersion": date,
        "legislationLegalForce": _FORCE[in_force],
        "temporalCoverage": f"{date}/{until or '..'}",
        "inLanguage": language,
        "exampleOfWork": {"@type": "Legislation", "@id": full(_work(version, page))},
        "eli:version_date": date,
        "eli:first_date_entry_in_force": date,
        "eli:in_force": {"@id": f"{_ELI_FORCE}{'inForce' if in_force else 'notInForce'}"},
        "eli:id_local": date if whole else page.number,
    }
    if until:
        data["eli:date_no_longer_in_force"] = str(until)
    if not version.is_sample:
        data["legislationPassedBy"] = {"@type": "Organization", "name": "Wizards of the Coast"}
    # A new rule leads to its chapter in the version before, which is no earlier text of it.
    if earlier and (earlier[1].name, earlier[1].is_rule) == (page.name, page.is_rule):
        there = {"@id": full(earlier[1].address(earlier[0]))}
        data["legislationConsolidates"] = {"@type": "Legislation"} | there
        data["eli:consolidates"] = there
    if whole:
        data["encoding"] = {
            "@type": "LegislationObject",
            "encodingFormat": "application/akn+xml",
            "contentUrl": full(reverse("download", args=[date, language, "akn"])),
            "legislationLegalValue": "https://schema.org/UnofficialLegalValue",
        }
    else:
        data["isPartOf"] = {"@type": "Legislation", "@id": full(PageAddress(CONTENTS).address(version))}
    others = [code for code in version.languages if code != language]
    if others:
        data["workTranslation"] = [
            {"@type": "Legislation", "@id": full(page.address(version, code)), "inLanguage": code} for code in others
        ]
    return data


def _work(version: CatalogueVersion, page: PageAddress) -> str:
    """Return the address of what stays the same in all versions: the history of the entry, or the rules."""
    if page.name == TERM:
        return reverse("term_history_at", args=[str(version), page.number])
    return reverse("history_at", args=[str(version), page.number]) if page.is_rule else reverse("rules_latest")
