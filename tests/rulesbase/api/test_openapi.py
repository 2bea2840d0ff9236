"""What the API answers is described to its last field: on the sample, so that no other texts are needed.

What the desk answers is compared wherever its tests ask it, in tests/rulesbase/desk/programs.py.
"""

import json
from typing import Any

import pytest
from django.test import Client

from cards.models import Card, CardSet
from cards.rulings.actions import update_ruling_citations
from rulesbase.api.openapi import description
from rulesbase.models import Rule, Wording
from tests.rulesbase.api.filled import fill
from tests.support.cards import make_name, make_ruling, raise_generation
from tests.support.described import undescribed

API = "/api/v1/"


def addresses() -> dict[str, str]:
    """One address for each thing that can be read, by its name in the description."""
    wording = Wording.objects.filter(language="en").exclude(text="").order_by("pk")[0].digest
    return {
        "apiRoot": "",
        "versions": "versions/",
        "oneVersion": "versions/latest/",
        "documents": "documents/",
        "editions": "editions/",
        "oneEdition": "editions/latest/fr/",
        "entries": "versions/latest/entries/",
        "oneEntry": "versions/latest/entries/201.3a/?lang=en,fr,ja",
        "tree": "versions/latest/tree/?depth=3",
        "glossary": "versions/latest/glossary/",
        "glossaryTerm": "versions/latest/glossary/back-face/",
        "wholeEdition": "versions/latest/text/",
        "translations": "versions/latest/translations/fr/",
        "rules": "rules/",
        "lineage": f"rules/{Rule.objects.filter(entries__number='201.3a')[0].public_id}/",
        "changes": "changes/2019-03-01/2023-03-01/",
        "citations": "citations/?cite=201.3a@2019-03-01&cite=no",
        "oneCitation": "citations/201.3a@2019-03-01/",
        "oneWording": f"wordings/{wording}/",
        "search": "search/?q=name",
        "searchThrough": "search/through/?q=name",
        "ruleLine": "rule/201.3a",
        "cards": "cards/",
        "oneCard": "cards/lightning-bolt/",
        "cardRulings": "cards/lightning-bolt/rulings/",
        "rulings": "rulings/",
        "fuzzyCard": "card/fuzzy?name=Foudre",
        "names": "names/?question=same&card=Fire&card=Fire%20//%20Ice@left,stack",
    }


@pytest.mark.slow
@pytest.mark.usefixtures("sample")
def test_every_field_is_described(client: Client) -> None:
    fill()
    make_ruling(Card.objects.get(slug="lightning-bolt"), "2023-03-01", "See rule 201.3a.")
    update_ruling_citations()
    there = {one["get"]["operationId"] for one in description()["paths"].values() if "get" in one}
    asked = addresses()
    assert {name for name in there if not name.startswith("desk")} == set(asked)
    found: list[str] = []
    for path in asked.values():
        answer = client.get(API + path, headers={"Accept": "application/json"})
        data: Any = json.loads(answer.getvalue())
        assert answer.status_code == 200, data
        assert data.get("results", data.get("changes", True)), f"{path} lists nothing: ask for something else"
        found += undescribed("get", API + path, data)
    sent = client.post(f"{API}citations/", {"citations": ["201.3a@2019-03-01"]}, "application/json")
    assert found + undescribed("post", f"{API}citations/", sent.json()) == []


@pytest.mark.usefixtures("sample")
def test_the_answers_for_an_ambiguous_name_are_described(client: Client) -> None:
    fill()
    make_name(Card.objects.get(name="Grizzly Bears"), "fr", "Foudre", CardSet.objects.get())
    raise_generation()
    path = f"{API}names/?question=same&card=Foudre&card=Fire"
    data = client.get(path).json()
    assert len(data["readings"]) == 2
    assert undescribed("get", path, data) == []


def test_a_dry_run_of_a_correction_has_no_id() -> None:
    fields = description()["components"]["schemas"]["DeskCorrection"]["properties"]
    assert fields["id"]["type"] == ["integer", "null"]


def test_redirects_are_described() -> None:
    paths = description()["paths"]
    assert "301" in paths[f"{API}rules/{{rule}}/"]["get"]["responses"]
    assert "302" in paths[f"{API}citations/{{cited}}/"]["get"]["responses"]
