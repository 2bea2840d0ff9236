"""/curate/lineage/ and the admin's list of corrections."""

import pytest
from django.test import Client

from rulesbase.lineage.corrections import withdraw
from rulesbase.models import Correction, State, User, Version
from tests.rulesbase.lineage.corrected import LEFT, RIGHT, rule_at, say, store
from tests.support.lending import lent
from tests.support.make import make_user

pytestmark = pytest.mark.django_db
PAGE = "/curate/lineage/"
FORM = {"verb": "same", "old": "101.2@2019-03-01", "new": "101.2@2020-05-30", "reason": "The <b>bulletin</b> says so."}


_archive = lent("corrected", store)


@pytest.fixture
def curator(_archive: None, client: Client) -> User:
    user = make_user("jane", "curators", is_staff=True)
    client.force_login(user)
    return user


def test_a_correction_is_previewed_then_stored(client: Client, curator: User) -> None:
    shown = client.get(PAGE, {"old": "101.2@2019-03-01"})
    assert shown.headers["Cache-Control"] == "private, no-store"
    assert 'value="101.2@2019-03-01"' in shown.content.decode()
    preview = client.post(PAGE, FORM)
    page = preview.content.decode()
    assert preview.status_code == 200
    assert LEFT.text in page
    assert RIGHT.text in page
    assert "the two rules are treated as unrelated" in page
    assert not Correction.objects.exists()
    # What the preview sends is what was typed.
    assert f'name="new" value="{FORM["new"]}"' in page
    stored = client.post(PAGE, FORM | {"confirm": "yes"})
    made = Correction.objects.get()
    assert stored.headers["Location"] == f"{PAGE}?made={made.pk}"
    assert (made.made_by, made.new_place) == (curator, "101.2@2020-03-01")
    assert rule_at("101.2@2019") == rule_at("101.2@2020")
    listed = client.get(stored.headers["Location"]).content.decode()
    assert "The &lt;b&gt;bulletin&lt;/b&gt; says so." in listed
    assert "toast-ok" in listed
    gone = client.post(f"{PAGE}{made.pk}/withdraw/")
    assert gone.headers["Location"] == PAGE
    assert rule_at("101.2@2019") != rule_at("101.2@2020")
    assert "jane" in client.get(PAGE).content.decode()


@pytest.mark.usefixtures("curator")
def test_a_correction_that_cannot_be_made_is_refused(client: Client) -> None:
    for changed, sentence in (
        ({"old": "101.2"}, "is not a number with a date"),
        ({"old": "101.2@someday"}, "is not a date"),
        ({"old": "101.9@2019-03-01"}, "has no rule or term 101.9"),
        ({"verb": "swap"}, "Select a valid choice"),
        ({"reason": ""}, "This field is required"),
        ({"old": "101.2@2021-03-01"}, "must be earlier than the version of the new rule number"),
    ):
        for confirm in ({}, {"confirm": "yes"}):
            answer = client.post(PAGE, FORM | changed | confirm)
            assert answer.status_code == 422
            assert sentence in answer.content.decode()
            assert "Save the correction" not in answer.content.decode()
    assert not Correction.objects.exists()


@pytest.mark.usefixtures("curator")
def test_a_term_of_the_glossary(client: Client) -> None:
    page = client.post(PAGE, FORM | {"verb": "apart", "old": "harbour@2019-03-01", "new": "harbour@2020-03-01"})
    assert '<a href="/glossary/2020-03-01/harbour/">Harbour</a>' in page.content.decode()
    assert "both rules are treated as one rule" in page.content.decode()


@pytest.mark.usefixtures("curator")
def test_withdrawing_twice(client: Client) -> None:
    made = say("same", "101.2@2019", "101.2@2020")
    withdraw(made.pk, by=None)
    twice = client.post(f"{PAGE}{made.pk}/withdraw/")
    assert (twice.status_code, "already removed" in twice.content.decode()) == (409, True)
    assert "no such correction" in client.post(f"{PAGE}999/withdraw/").content.decode()
    assert client.get(f"{PAGE}{made.pk}/withdraw/").headers["Location"] == PAGE


def test_admin_lists_and_withdraws(client: Client, curator: User) -> None:
    made = say("same", "101.2@2019", "101.2@2020")
    url = "/admin/rulesbase/correction/"
    listed = client.get(url).content.decode()
    assert "101.2@2019-03-01" in listed
    assert 'alt="True"' in listed
    assert client.get(f"{url}add/").headers["Location"] == PAGE
    one = f"{url}{made.pk}/"
    assert client.get(f"{one}change/").status_code == 200
    assert client.post(f"{one}change/", {"reason": "Other."}).status_code == 403
    assert client.post(f"{one}delete/", {"post": "yes"}).status_code == 403
    for _ in range(2):
        client.post(url, {"action": "withdraw_chosen", "_selected_action": [made.pk]})
    made.refresh_from_db()
    assert (made.reason, made.withdrawn_by) == ("The bulletin says so.", curator)
    assert rule_at("101.2@2019") != rule_at("101.2@2020")
    listed = client.get(url).content.decode()
    assert "already removed" in listed
    assert 'alt="None"' in listed


def test_admin_names_versions(client: Client, curator: User) -> None:
    version, generation = Version.objects.get(date="2019-03-01"), State.objects.get().generation
    url = f"/admin/rulesbase/version/{version.pk}/"
    client.post(f"{url}change/", {"name": "Harbour Lights", "date": "1990-01-01", "is_sample": "on"})
    version.refresh_from_db()
    assert (version.name, str(version.date), version.is_sample) == ("Harbour Lights", "2019-03-01", False)
    assert State.objects.get().generation == generation + 1
    assert client.post(f"{url}delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/rulesbase/version/add/").status_code == 403


def test_admin_is_closed_to_others(client: Client) -> None:
    client.force_login(make_user("joe", "readers", is_staff=True))
    for table in ("version", "correction"):
        assert client.get(f"/admin/rulesbase/{table}/").status_code == 403
