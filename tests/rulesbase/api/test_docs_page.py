"""The pages on the API and its description."""

import re

import pytest
from django.test import Client

from rulesbase.api.docs_page import EXAMPLES, LANGUAGES, WRITING
from rulesbase.api.openapi import description
from tests.support.pages import squeezed


@pytest.mark.django_db
def test_the_page_lists_every_address_and_example(client: Client) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    for path in description()["paths"]:
        assert path in page
    for kind in ("bad-parameter", "not-found", "no-question", "conflict", "no-token", "key-used"):
        assert f'id="problem-{kind}"' in page
    assert page.count("<pre") == (len(EXAMPLES) + len(WRITING)) * len(LANGUAGES)
    # Nothing is loaded from elsewhere.
    assert re.findall(r"(?:src|href)=\"(?:https?:)?//(?!testserver)[^\"]*", page) == []


@pytest.mark.django_db
def test_the_page_for_people_from_elsewhere_names_addresses_that_exist(client: Client) -> None:
    page = client.get("/api/v1/docs/other-apis/").content.decode()
    here = re.findall(r"<td>((?:(?!<td>).)*)</td>(?:<td>(?:(?!<td>).)*</td>)?</tr>", squeezed(page))
    assert len(here) > 20
    known = [re.sub(r"\{\w+\}", "[^/]+", path) for path in description()["paths"]]
    named = {f"/api/v1{path}" for cell in here for path in re.findall(r"<code>(/[^<?]*)", cell)}
    assert len(named) >= 10
    assert [path for path in named if not any(re.fullmatch(one, path) for one in known)] == []


def test_the_description_names_every_operation_once() -> None:
    names = [one["operationId"] for operations in description()["paths"].values() for one in operations.values()]
    assert len(names) == len(set(names)) > 20
    # Their classes have other names now.
    assert {"deskDoor", "deskTakeBack"} < set(names)
    assert description()["openapi"].startswith("3.1")
