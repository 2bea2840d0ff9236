"""Sections of tournament documents are translated at the desk and shown beside the English."""

import pytest
from django.test import Client

from rulesbase.core.database.write_lock import writing
from rulesbase.feeds.translations import translation_changes
from rulesbase.imports.import_file import import_source
from rulesbase.models import ActionLog, Rule, Translation, User
from tests.support.make import make_user
from tests.support.pdf import tournament_rules

pytestmark = pytest.mark.postgres
SECTION = "/documents/mtr/{}/2.1/?lang=en,fr"


@pytest.fixture
def reviewer(first_version: None, client: Client) -> User:
    """Sign in somebody who may approve French."""
    user = make_user("jeanne", "curators")
    client.force_login(user)
    return user


def approve(client: Client) -> None:
    """Write and approve the French text of section 2.1 in the version in force."""
    found = client.get("/documents/mtr/curate/fr/at/latest/2.1/")
    assert found.headers["Location"].startswith("/documents/mtr/curate/fr/")
    sent = {"heading": "Contrôle des belettes", "text": "Contrôlez-les deux fois.", "base": "0", "verb": "approve"}
    assert client.post(found.headers["Location"], sent).status_code == 302


def test_a_text_is_written_approved_and_shown_beside_the_english(client: Client, reviewer: User) -> None:
    assert "Magic Tournament Rules" in client.get("/documents/mtr/curate/").content.decode()
    assert 'href="/documents/mtr/curate/fr/"' in client.get("/curate/fr/").content.decode()
    approve(client)
    page = client.get(SECTION.format("2021-07-04")).content.decode()
    assert "Contrôlez-les deux fois." in page
    assert "Check them twice." in page
    assert "outdated by" not in page
    assert ActionLog.objects.latest("pk").place == "MTR 2.1@2021-07-04"
    assert translation_changes("fr")[0].path == SECTION.format("2021-07-04")
    assert "Contrôlez" not in client.get("/rules/latest/?lang=en,fr", follow=True).content.decode()


def test_a_bulk_action_is_logged_with_its_document(client: Client, reviewer: User) -> None:
    approve(client)
    words = {"find": "Contrôlez-les", "instead": "Vérifiez-les", "reason": "Mieux."}
    text = Translation.objects.approved_in("fr").latest("pk").pk
    done = client.post("/documents/mtr/curate/fr/replace/", words | {"text": text})
    assert done.headers["Location"].startswith("/documents/mtr/curate/fr/log/?batch=")
    assert ActionLog.objects.latest("pk").place == "MTR 2.1@2021-07-04"
    assert translation_changes("fr")[0].approved[0].path == SECTION.format("2021-07-04")


def test_a_translation_is_behind_when_the_english_changes(client: Client, reviewer: User) -> None:
    approve(client)
    import_source(tournament_rules("May 6, 2022", "Check all of them three times, and once at night."), name="mtr2.pdf")
    page = client.get(SECTION.format("2022-05-06")).content.decode()
    assert "Contrôlez-les deux fois." in page
    assert "outdated by 1 change" in page
    assert "outdated by" not in client.get(SECTION.format("2021-07-04")).content.decode()
    queue = client.get("/documents/mtr/curate/fr/?queue=behind").content.decode()
    section = Rule.every.filter(entries__number="2.1", document="mtr").distinct().get()
    assert section.public_id in queue
    for address in ("/curate/fr/", "/curate/", "/translations/", "/documents/mtr/curate/fr/list/"):
        assert client.get(address).status_code == 200
    coverage = client.get("/translations/").content.decode()
    assert '<h2 id="mtr-fr">' in coverage
    assert '<h2 id="ipg-fr">' not in coverage


def test_the_desk_calls_a_section_without_a_number_by_its_title(client: Client, reviewer: User) -> None:
    editor = client.get("/documents/mtr/curate/fr/at/latest/introduction/").headers["Location"]
    page = client.get(editor).content.decode()
    assert "<title>Introduction: French" in page
    assert '<li aria-current="page">Introduction</li>' in page
    assert "<title>History of Introduction: French" in client.get(f"{editor}history/").content.decode()
    section = client.get("/documents/mtr/curate/fr/at/latest/2.1/").headers["Location"]
    assert "<title>MTR 2.1: French" in client.get(section).content.decode()
    assert "<title>History of MTR 2.1: French" in client.get(f"{section}history/").content.decode()
    assert ">introduction<" not in client.get("/documents/mtr/curate/fr/?queue=missing").content.decode()
    assert ">Introduction</a>" in client.get("/documents/mtr/curate/fr/list/?chapter=introduction").content.decode()
    queue = client.get("/documents/mtr/curate/fr/?queue=missing&chapter=introduction").content.decode()
    assert "Only texts of chapter Introduction." in queue
    sent = {"heading": "Présentation", "text": "Pour tous les tournois.", "base": "0", "verb": "approve"}
    assert client.post(editor, sent).status_code == 302
    assert ">Introduction@2021-07-04<" in client.get("/documents/mtr/curate/fr/log/").content.decode()
    assert ">Introduction@2021-07-04<" in client.get("/curate/").content.decode()
    page = client.get("/documents/mtr/curate/fr/replace/?find=Pour&instead=Avec").content.decode()
    assert "Select the text of Introduction" in page


def test_a_queue_is_limited_to_a_chapter_of_the_document(client: Client, reviewer: User) -> None:
    introduction = client.get("/documents/mtr/curate/fr/at/latest/introduction/").headers["Location"]
    section = client.get("/documents/mtr/curate/fr/at/latest/2.1/").headers["Location"]
    for page in ("?queue=missing&", "list/?"):
        second = client.get(f"/documents/mtr/curate/fr/{page}chapter=2").content.decode()
        assert (f'"{section}' in second, f'"{introduction}' in second) == (True, False)
        first = client.get(f"/documents/mtr/curate/fr/{page}chapter=introduction").content.decode()
        assert (f'"{section}' in first, f'"{introduction}' in first) == (False, True)


def test_the_desk_links_only_documents_that_have_the_language(client: Client, reviewer: User) -> None:
    text = Translation.objects.approved_in("ja").earliest("pk")
    Translation.objects.filter(pk=text.pk).update(language="zh")
    with writing(translations_into="zh"):
        pass
    assert client.get("/documents/mtr/curate/zh/").status_code == 404
    assert 'href="/documents/mtr/curate/' not in client.get("/curate/zh/").content.decode()
    assert 'href="/documents/mtr/curate/fr/"' in client.get("/curate/fr/").content.decode()
