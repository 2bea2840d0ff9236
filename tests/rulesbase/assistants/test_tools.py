"""The tools answer as the API does, with dates and permanent links that lead to the quoted texts."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client

from rulesbase.assistants.local_api import ApiRefusal, LocalApi
from rulesbase.assistants.tools import TOOLS, call

pytestmark = pytest.mark.usefixtures("whole_sample")

SITE = "http://testserver"
# Tool, its arguments, the same question to the API, the version in the answer.
CALLS: list[tuple[str, dict[str, Any], str, str]] = [
    ("search", {"q": "name", "limit": 3}, "search/?q=name&limit=3", "2023-03-01"),
    (
        "search",
        {"q": "201.2", "version": "2019", "lang": "fr"},
        "search/?q=201.2&version=2019&lang=fr&limit=20",
        "2019-03-01",
    ),
    ("rule", {"number": "cr 201.2"}, "versions/latest/entries/201.2/", "2023-03-01"),
    (
        "rule",
        {"number": "201.2", "version": "2022-01-01", "lang": "en,ja"},
        "versions/2021-03-01/entries/201.2/?lang=en,ja",
        "2021-03-01",
    ),
    (
        "compare",
        {"a": "2019", "b": "2021", "section": "2", "item": ["rule", "heading"], "limit": 2},
        "changes/2019/2021/?section=2&item=rule,heading&limit=2",
        "2021-03-01",
    ),
    (
        "compare",
        {"a": "2019", "b": "2023", "item": ["glossary"]},
        "changes/2019/2023/?item=glossary&limit=20",
        "2023-03-01",
    ),
    (
        "cite",
        {"cite": ["201.2@2019-03-01", "299.9@2019-03-01", "nonsense"], "to": "2021"},
        "citations/?cite=201.2@2019-03-01&cite=299.9@2019-03-01&cite=nonsense&to=2021&texts=true",
        "2021-03-01",
    ),
    (
        "check_name",
        {"question": "same", "card": ["Ember", "Ember // Sleet@left"], "version": "2021"},
        "names/?question=same&card=Ember&card=Ember // Sleet@left&version=2021",
        "2021-03-01",
    ),
    (
        "check_name",
        {"question": "refers", "card": ["Lamp Tender"], "granted": True, "legendary": False},
        "names/?question=refers&card=Lamp Tender&granted=true&legendary=false",
        "2023-03-01",
    ),
]


@pytest.fixture
def api() -> Iterator[LocalApi]:
    """Return the API of this process; like Django's test client, it leaves the connection of the test open."""
    application = get_wsgi_application()

    def without_closing(*given: Any) -> Any:
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        return application(*given)

    yield LocalApi(without_closing, SITE)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_answers_equal_those_of_the_api(client: Client, api: LocalApi) -> None:
    for tool, arguments, address, version in CALLS:
        found = call(api, tool, arguments)
        assert found["answer"] == client.get(f"/api/v1/{address}").json()
        assert found["version"] == version
        for link in (found["link"], *(source["link"] for source in found["sources"])):
            assert link.startswith(f"{SITE}/")
            assert client.get(link.removeprefix(SITE), follow=True).status_code == 200


def test_the_history_of_an_old_number(client: Client, api: LocalApi) -> None:
    rule = client.get("/api/v1/versions/2019/entries/201.2/").json()["rule"]
    found = call(api, "history", {"number": "201.2", "version": "2019"})
    assert found["answer"] == client.get(f"/api/v1/rules/{rule}/").json()
    assert found == call(api, "history", {"rule": rule})
    assert found["link"] == f"{SITE}/rule/{rule}/"
    assert found["version"] == "2023-03-01"
    assert found["sources"][0]["link"] == f"{SITE}/rules/2019-03-01/201.2/"


def test_a_card_by_a_mistyped_name(client: Client, api: LocalApi) -> None:
    found = call(api, "card", {"name": "Lantern Wardn"})
    slug = found["answer"]["match"]["card"]
    assert found["answer"]["card"] == client.get(f"/api/v1/cards/{slug}/").json()
    assert found["answer"]["rulings"] == client.get(f"/api/v1/cards/{slug}/rulings/").json()["results"]
    assert found["link"] == f"{SITE}/cards/{slug}/"
    assert found["version"] == "2023-03-01"


def test_the_next_page_of_a_list(api: LocalApi) -> None:
    first = call(api, "compare", {"a": "2019", "b": "2021", "limit": 1})
    second = call(api, "compare", {"a": "2019", "b": "2021", "limit": 1, "cursor": first["next_cursor"]})
    assert second["answer"]["changes"] != first["answer"]["changes"]


def test_what_cannot_be_answered_says_why(api: LocalApi) -> None:
    refused: list[tuple[str, dict[str, Any], str]] = [
        ("rule", {"number": "999.9"}, "999.9"),
        ("rule", {"number": "../../desk"}, "There is nothing at this address"),
        ("rule", {"version": "2019"}, "'number' is a required property"),
        ("rule", {"number": 201}, "201 is not of type 'string'"),
        ("search", {"q": "name", "fields": ["text"]}, "'fields' was unexpected"),
        ("compare", {"a": "2019", "b": "1901"}, "1 March 2019"),
        ("history", {}, "number"),
        ("write", {}, "There is no tool"),
    ]
    for tool, arguments, message in refused:
        with pytest.raises(ApiRefusal, match=message):
            call(api, tool, arguments)


def test_every_argument_is_described() -> None:
    for tool in TOOLS.values():
        schema = tool.schema()
        assert set(schema["required"]) <= set(schema["properties"])
        assert [name for name, field in schema["properties"].items() if not field["description"]] == []


def test_addresses_of_the_tools_exist_in_the_api(client: Client) -> None:
    paths = client.get("/api/v1/schema/").json()["paths"]
    assert [tool.address for tool in TOOLS.values() if f"/api/v1/{tool.address}" not in paths] == []
