"""The answers of the API: the same as the commands', in pages, sparse, in the languages there are."""

import json
from typing import Any

import pytest
from django.test import Client

from cards.models import Card
from tests.support.cards import make_ruling
from tests.support.commands import output_of

pytestmark = pytest.mark.usefixtures("library")


def ask(client: Client, address: str, status: int = 200, **headers: str) -> Any:
    response = client.get(f"/api/v1/{address}", headers=headers)
    assert response.status_code == status, response.getvalue()[:300]
    return json.loads(response.getvalue())


def output(*command: str) -> Any:
    return json.loads(output_of(*command, "--json"))


def every(client: Client, address: str, key: str = "results") -> list[Any]:
    """All items of a list, page by page."""
    found: list[Any] = []
    following: str | None = f"/api/v1/{address}"
    while following:
        page = client.get(following).json()
        found += page[key]
        following = page["next"]
    return found


def without(item: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in names}


def test_versions_as_the_command_lists_them(client: Client) -> None:
    listed = every(client, "versions/?limit=5")
    assert all(edition["version"] == version["version"] for version in listed for edition in version["editions"])
    assert [without(one, "languages", "previous", "next") for one in listed] == output("versions")
    assert listed[1]["previous"] == "1999-04-23"
    assert [one["version"] for one in every(client, "versions/?since=2019-01-01&until=2020-12-31")] == [
        "2019-01-25",
        "2020-04-17",
    ]
    for day, version in (("2011-12-24", "2011-09-30"), ("2009", "2009-07-11")):
        assert ask(client, f"versions/{day}/")["version"] == ask(client, f"editions/{day}/en/")["version"] == version


def test_an_entry_the_tree_and_a_term(client: Client) -> None:
    shown = ask(client, "versions/2011-09-30/entries/CR%20201.2/")
    assert without(shown, "language", "wording") == output("show_rule", "201.2", "--version", "2011-09-30")
    assert shown["language"] == "en"
    sections = ask(client, "versions/latest/tree/")["results"]
    assert [section["number"] for section in sections] == list("123456789")
    assert all(not chapter["children"] for section in sections for chapter in section["children"])
    (chapter,) = ask(client, "versions/latest/tree/?root=201&depth=3")["results"]
    assert "201.2a" in [one["number"] for one in chapter["children"][1]["children"]]
    terms = every(client, "versions/2011-09-30/glossary/?limit=200")
    assert len(terms) == len(exported("2011-09-30")["glossary"])
    assert ask(client, f"versions/2011-09-30/glossary/{terms[0]['slug']}/") == terms[0]


def test_entries_in_pages_are_the_whole_text(client: Client) -> None:
    chapter = every(client, "versions/2011-09-30/entries/?chapter=103&limit=7")
    whole = exported("2011-09-30")
    expected = [entry for entry in whole["entries"] if entry["number"].startswith("103")]
    assert [without(entry, "rule", "wording") for entry in chapter] == expected
    below = every(client, "versions/2011-09-30/entries/?below=103.7&fields=number")
    assert below == [{"number": f"103.7{letter}"} for letter in "abc"]
    kinds = {entry["kind"] for entry in every(client, "versions/latest/entries/?section=1&kind=chapter")}
    assert kinds == {"chapter"}


def exported(date: str) -> Any:
    return json.loads(output_of("export_version", date))


@pytest.mark.slow
def test_a_whole_version_as_the_command_exports_it(client: Client) -> None:
    assert ask(client, "versions/2018-10-05/text/") == exported("2018-10-05")


def test_a_rule_through_all_versions_and_in_one_line(client: Client) -> None:
    entry = ask(client, "versions/latest/entries/201.2a/")
    assert ask(client, f"rules/{entry['rule']}/") == output("trace_rule", "201.2a")
    listed = every(client, "rules/?number=201.2a")
    assert {"rule": entry["rule"], "number": "201.2a", "merged_into": None} in listed
    line = client.get("/api/v1/rule/rule%20201.2A?version=2026")
    entry = ask(client, "versions/2026/entries/201.2a/")
    assert line.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert line.content.decode() == f"201.2a (2026-06-19) {entry['text']}\n"
    data = ask(client, "rule/201.2a", Accept="application/json")
    assert data["line"] + "\n" == line.content.decode()
    assert data["url"] == "http://testserver/rules/2026-06-19/201.2a/"


def test_a_rule_that_was_joined_leads_to_the_one_that_stayed(client: Client) -> None:
    from rulesbase.models import Rule

    stays = Rule.objects.get(public_id=ask(client, "versions/latest/entries/201.2a/")["rule"])
    gone = Rule.objects.create(merged_into=stays)
    response = client.get(f"/api/v1/rules/{gone.public_id}/?fields=spans")
    assert response.status_code == 301
    assert response.headers["Location"] == f"/api/v1/rules/{stays.public_id}/?fields=spans"


@pytest.mark.slow
def test_changes_as_the_command_prints_them(client: Client) -> None:
    answer = output("diff_versions", "2009-05-01", "2009-07-11", "--section", "1")
    first = ask(client, "changes/2009-05-01/2009-07-11/?section=1&limit=3")
    assert {
        name: first[name] for name in ("from", "to", "language", "totals", "weights", "wordings", "notes")
    } == without(answer, "changes")
    assert every(client, "changes/2009-05-01/2009-07-11/?section=1&limit=100", "changes") == answer["changes"]
    moved = every(client, "changes/2009-05-01/2009-07-11/?section=1&kind=moved,added&weight=none", "changes")
    assert {(change["kind"], change["weight"]) for change in moved} <= {("moved", "none"), ("added", "none")}


def test_citations_one_some_and_many(client: Client) -> None:
    answer = output("cite", "202.3@2006-05-01")
    assert ask(client, "citations/202.3@2006-05-01/")["results"] == answer
    assert ask(client, "citations/?cite=202.3@2006-05-01&cite=no")["refused"] == ["no"]
    body = {"citations": ["202.3@2006-05-01"] * 500, "to": "2026-06-19"}
    response = client.post("/api/v1/citations/", json.dumps(body), content_type="application/json")
    assert response.json() == {"to": "2026-06-19", "refused": [], "results": answer * 500}


def test_a_text_by_its_digest_may_be_cached_for_ever(client: Client) -> None:
    entry = ask(client, "versions/latest/entries/201.2a/")
    response = client.get(f"/api/v1/wordings/{entry['wording']}/")
    assert response.json()["text"] == entry["text"]
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    lost = client.get("/api/v1/wordings/" + "0" * 32 + "/")
    assert lost.status_code == 404
    assert lost.headers["Cache-Control"] == "no-cache"


def test_cards_by_name_or_what_was_typed_and_their_rulings(client: Client) -> None:
    assert [card["name"] for card in every(client, "cards/?limit=1")] == [
        "Fire // Ice",
        "Grizzly Bears",
        "Lightning Bolt",
    ]
    assert every(client, "cards/?q=foudre&fields=card") == [{"card": "lightning-bolt"}]
    assert every(client, "cards/?color=r,g&fields=card") == []
    bolt = ask(client, "cards/lightning-bolt/")
    assert {"language": "ja", "name": "稲妻", "flavor": False, "face": None, "reading": "いなずま"} in bolt[
        "printed_names"
    ]
    assert ask(client, f"cards/{bolt['oracle_id']}/") == bolt
    newest, oldest = ask(client, "cards/lightning-bolt/rulings/")["results"]
    assert newest["date"] == "2019-01-25"
    assert oldest["rests_on"][0]["numbers"] == ["704.5k"]
    assert every(client, "rulings/?number=704.5k") == [oldest]
    line = client.get("/api/v1/card/fuzzy?name=lightening%20bolt")
    assert line.content.decode() == "Lightning Bolt {R} · Instant · Deals damage.\n"
    found = ask(client, "card/fuzzy?name=Foudre", Accept="application/json")
    assert (found["card"], found["reason"], found["language"]) == ("lightning-bolt", "printed", "fr")
    assert ask(client, "card/fuzzy?name=%E2%98%83%E2%98%83%E2%98%83", 404)["status"] == 404
    bears = Card.objects.get(slug="grizzly-bears")
    for number in range(5):
        make_ruling(bears, "2019-01-25", f"Ruling {number}.")
    for limit in (1, 2, 3, 200):
        seen = [one["text"] for one in every(client, f"rulings/?limit={limit}&since=2019-01-25")]
        assert seen == ["It can be sent at anyone.", *(f"Ruling {number}." for number in range(5))]


def test_a_question_about_names_as_the_command_answers_it(client: Client) -> None:
    answer = output("check_name", "same", "Fire", "Fire // Ice@left,stack", "--version", "2018-10-05")
    query = "question=same&card=Fire&card=Fire%20//%20Ice@left,stack&version=2018-10-05"
    assert ask(client, f"names/?{query}") == answer
    assert ask(client, f"names/?{query}&fields=verdict") == {"verdict": answer["verdict"]}
    token = ask(client, "names/?question=token&subtype=Bear&name=Bruno")
    assert token["answer"] == output("check_name", "token", "Bear", "--name", "Bruno")["answer"]


@pytest.mark.slow
def test_search_finds_words_in_any_version_best_first(client: Client) -> None:
    found = ask(client, "search/?q=trample&limit=3")
    assert found["version"] == "2026-06-19"
    assert {"702.19", "trample"} & {hit["number"] for hit in found["results"]}
    assert len(every(client, "search/?q=trample&limit=10")) > 10
    assert ask(client, "search/?q=tramlpe")["meant"] == "trample"
    assert ask(client, "search/?q=704.5k@2012")["place"] == {"version": "2011-09-30", "number": "704.5k"}
    assert ask(client, "search/?q=planeswalker&version=2006")["results"] == []


def test_an_address_without_its_end_leads_to_the_right_one(client: Client) -> None:
    for asked, leads in (
        ("versions/2011?fields=name", "versions/2011/?fields=name"),
        ("rule/201.2/", "rule/201.2"),
        ("citations/202.3@2006", "citations/202.3@2006/"),
    ):
        response = client.get(f"/api/v1/{asked}")
        assert (response.status_code, response.headers["Location"]) == (308, f"/api/v1/{leads}")
