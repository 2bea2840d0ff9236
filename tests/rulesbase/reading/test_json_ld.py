"""The JSON-LD of pages: schema.org `Legislation` with ELI, true and within the vocabulary."""

import json
import re
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.usefixtures("sample")
# Properties of schema.org that Legislation, LegislationObject and Organization have, inherited ones included.
SCHEMA_ORG = set(
    """name url inLanguage isPartOf exampleOfWork encoding encodingFormat contentUrl workTranslation temporalCoverage
    legislationIdentifier legislationType legislationDateVersion legislationLegalForce legislationConsolidates
    legislationPassedBy legislationLegalValue""".split()
)
ELI = set("""version_date first_date_entry_in_force date_no_longer_in_force in_force id_local consolidates""".split())
ADDRESSES = """/rules/2023-03-01/ /rules/2023-03-01/201/ /rules/2021-03-01/201.2/ /rules/2019-03-01/201.2/
/fr/rules/2021-03-01/201.2/?lang=fr /ja/rules/2021-03-01/201.2/?lang=ja /rules/2021-03-01/201.2/?lang=en,fr""".split()


def found(client: Client, address: str) -> Any:
    """Return the JSON-LD of a page."""
    html = client.get(address).content.decode()
    (script,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    return json.loads(script)


def properties(data: Any) -> set[str]:
    """Return all properties of nested data."""
    if isinstance(data, list):
        return set().union(*map(properties, data))
    return set(data).union(*(properties(value) for value in data.values())) if isinstance(data, dict) else set()


@pytest.mark.parametrize("address", ADDRESSES)
def test_properties_belong_to_the_vocabularies(client: Client, address: str) -> None:
    data = found(client, address)
    assert data.pop("@context") == ["https://schema.org", {"eli": "http://data.europa.eu/eli/ontology#"}]
    known = SCHEMA_ORG | {f"eli:{name}" for name in ELI} | {"@id", "@type"}
    assert properties(data) - known == set()
    assert data["@type"] == "Legislation"
    for link in re.findall(r'"http://testserver(/[^"]*)"', json.dumps(data)):
        # A download leads to its file, which is not fetched here.
        assert client.get(link, follow="/downloads/" not in link).status_code in (200, 302)


def test_a_rule_of_an_old_version(client: Client) -> None:
    data = found(client, "/rules/2021-03-01/201.2/?lang=fr")
    assert data["@id"] == "http://testserver/rules/2021-03-01/201.2/"
    assert data["legislationIdentifier"] == "201.2@2021-03-01"
    assert data["legislationDateVersion"] == "2021-03-01"
    assert data["legislationLegalForce"] == "https://schema.org/NotInForce"
    assert data["temporalCoverage"] == "2021-03-01/2023-02-28"
    assert data["inLanguage"] == "fr"
    assert {one["inLanguage"] for one in data["workTranslation"]} == {"en", "ja"}
    assert data["legislationConsolidates"]["@id"] == "http://testserver/rules/2019-03-01/201.2/"


def test_the_version_in_force_and_the_first_one(client: Client) -> None:
    data = found(client, "/rules/2023-03-01/")
    assert data["legislationLegalForce"] == "https://schema.org/InForce"
    assert data["temporalCoverage"] == "2023-03-01/.."
    assert data["encoding"]["contentUrl"] == "http://testserver/downloads/2023-03-01/en/akn"
    assert "legislationConsolidates" not in found(client, "/rules/2019-03-01/")
    assert b"ld+json" not in client.get("/rules/2019-03-01/799.9/").content
