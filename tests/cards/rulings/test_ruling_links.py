"""/curate/rulings/, the verbs behind it, and the admin's list: who may tie a ruling to a rule, and who may not."""

import pytest
from django.test import Client

from cards.models import Ruling, RulingRule, RulingTie
from cards.rulings.actions import add_link, decide_link, remove_link, update_ruling_citations
from rulesbase.core.errors import Refused
from rulesbase.models import Entry, State, User
from tests.rulesbase.lineage.corrected import LEFT, public_id, store
from tests.support.cards import make_card, make_ruling
from tests.support.lending import lent
from tests.support.make import make_user

PAGE = "/curate/rulings/"

archive = lent("corrected", store)


@pytest.fixture
def ruling(archive: None) -> Ruling:
    return make_ruling(make_card("Brass Lamp"), "2019-06-01", "Its light counts <twice>.")


@pytest.fixture
def curator(client: Client, ruling: Ruling) -> User:
    user = make_user("jane", "curators", is_staff=True)
    client.force_login(user)
    return user


def form(row: Ruling, **changed: str) -> dict[str, str]:
    return {"ruling": str(row.pk), "place": "101.2", "reason": "It <b>says</b> so."} | changed


@pytest.mark.slow
def test_a_link_is_previewed_then_stored(client: Client, ruling: Ruling, curator: User) -> None:
    generation = State.objects.get().generation
    shown = client.get(PAGE, {"ruling": str(ruling.pk)})
    assert shown.headers["Cache-Control"] == "private, no-store"
    assert "Its light counts &lt;twice&gt;." in shown.content.decode()
    preview = client.post(PAGE, form(ruling)).content.decode()
    assert LEFT.text in preview
    edited = client.get(PAGE, form(ruling)).content.decode()
    assert "place=101.2&amp;reason=It+%3Cb%3Esays%3C%2Fb%3E+so." in preview
    assert 'value="101.2"' in edited
    assert "It &lt;b&gt;says&lt;/b&gt; so." in edited
    assert not RulingTie.objects.exists()
    stored = client.post(PAGE, form(ruling) | {"confirm": "yes"})
    made = RulingTie.objects.get()
    assert stored.headers["Location"] == f"{PAGE}?made={made.pk}"
    assert (made.place, made.made_by, made.ruling) == ("101.2@2019-03-01", curator, ruling)
    assert State.objects.get().generation == generation + 1
    listed = client.get(stored.headers["Location"]).content.decode()
    assert "It &lt;b&gt;says&lt;/b&gt; so." in listed
    assert "toast-ok" in listed
    for address in ("/rules/2019-03-01/101.2/", f"/rule/{public_id('101.2@2019')}/", "/cards/brass-lamp/"):
        assert "based on" in client.get(address).content.decode(), address
    gone = client.post(f"{PAGE}{made.pk}/withdraw/")
    assert gone.headers["Location"] == PAGE
    made.refresh_from_db()
    assert (made.withdrawn_by, made.withdrawn_at is not None) == (curator, True)
    assert "based on" not in client.get("/cards/brass-lamp/").content.decode()
    assert "jane" in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"place": "101.9"}, "has no rule or term 101.9"),
        ({"place": "101.2@someday"}, "is not a date"),
        ({"place": "@2019-03-01"}, "is not a number with a date"),
        ({"place": ""}, "This field is required"),
        ({"reason": ""}, "This field is required"),
        ({"reason": "x" * 301}, "at most 300"),
        ({"ruling": "999999"}, "no such ruling"),
        ({"ruling": "x"}, "no such ruling"),
        ({"ruling": "9" * 30}, "no such ruling"),
    ],
)
@pytest.mark.parametrize("confirm", [{}, {"confirm": "yes"}])
@pytest.mark.usefixtures("curator")
def test_a_link_that_cannot_be_made_is_refused(
    client: Client, ruling: Ruling, changed: dict[str, str], sentence: str, confirm: dict[str, str]
) -> None:
    page = client.post(PAGE, form(ruling, **changed) | confirm)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not RulingTie.objects.exists()


@pytest.mark.usefixtures("curator")
@pytest.mark.parametrize("named", ["", "x", "²", "-1", "9" * 40])
def test_an_address_without_a_ruling(client: Client, named: str) -> None:
    assert client.get(PAGE, {"ruling": named}).status_code == 200


@pytest.mark.usefixtures("curator")
def test_the_same_tie_twice(client: Client, ruling: Ruling) -> None:
    client.post(PAGE, form(ruling) | {"confirm": "yes"})
    # Another day of the same version is the same place.
    page = client.post(PAGE, form(ruling, place="101.2@2019-08-01") | {"confirm": "yes"})
    assert "is already linked to 101.2@2019-03-01" in page.content.decode()
    assert RulingTie.objects.count() == 1


def computed_link(row: Ruling) -> RulingRule:
    entry = Entry.objects.get(edition__version__date="2019-03-01", edition__language="en", number="101.2")
    assert entry.rule_id is not None
    return RulingRule.objects.create(
        ruling=row, rule_id=entry.rule_id, number="101.2", day="2019-03-01", confidence=60, words="light"
    )


@pytest.mark.usefixtures("curator")
def test_a_link_replaces_a_rejection(client: Client, ruling: Ruling) -> None:
    rejection = decide_link(computed_link(ruling).pk, confirmed=False, by=None)
    page = client.get(PAGE).content.decode()
    assert "Current links between rulings and rules <small>0</small>" in page
    assert "Rejected computed links <small>1</small>" in page
    client.post(PAGE, form(ruling) | {"confirm": "yes"})
    assert [tie.rejected for tie in RulingTie.objects.in_force()] == [False]
    rejection.refresh_from_db()
    assert rejection.withdrawn_at is not None


@pytest.mark.usefixtures("curator")
def test_after_the_last_link_the_check_starts_again(client: Client, ruling: Ruling) -> None:
    check, waiting = f"{PAGE}check/", computed_link(ruling)
    again = client.get(check, {"after": str(waiting.pk)}).content.decode()
    assert f'name="link" value="{waiting.pk}"' in again
    gone = client.get(check, {"link": "999999"}).content.decode()
    assert f'<a class="btn" href="{check}">Check the next link</a>' in gone


def test_a_term_is_no_rule(ruling: Ruling) -> None:
    with pytest.raises(Refused, match="not to glossary terms"):
        add_link(ruling.pk, "harbour", reason="So.", by=None)


@pytest.mark.usefixtures("curator")
def test_withdrawing_twice(client: Client, ruling: Ruling) -> None:
    made = add_link(ruling.pk, "101.2", reason="So.", by=None)
    remove_link(made.pk, by=None)
    twice = client.post(f"{PAGE}{made.pk}/withdraw/")
    assert (twice.status_code, "already removed" in twice.content.decode()) == (409, True)
    assert "no such link" in client.post(f"{PAGE}999/withdraw/").content.decode()
    assert client.get(f"{PAGE}{made.pk}/withdraw/").headers["Location"] == PAGE
    # It may be made again.
    add_link(ruling.pk, "101.2", reason="So after all.", by=None)
    assert RulingTie.objects.in_force().count() == 1


def test_a_tie_outlives_its_ruling(ruling: Ruling) -> None:
    made = add_link(ruling.pk, "101.2", reason="So.", by=None)
    card, date, text = ruling.card, ruling.date.isoformat(), ruling.text
    ruling.delete()
    made.refresh_from_db()
    assert made.ruling is None
    anew = make_ruling(card, date, text)
    update_ruling_citations()
    made.refresh_from_db()
    assert made.ruling == anew


@pytest.mark.slow
def test_admin_lists_and_withdraws(client: Client, ruling: Ruling, curator: User) -> None:
    made = add_link(ruling.pk, "101.2", reason="So.", by=curator)
    url = "/admin/cards/rulingtie/"
    assert "101.2@2019-03-01" in client.get(url).content.decode()
    assert client.get(f"{url}add/").headers["Location"] == PAGE
    one = f"{url}{made.pk}/"
    assert client.get(f"{one}change/").status_code == 200
    assert client.post(f"{one}change/", {"reason": "Other."}).status_code == 403
    assert client.post(f"{one}delete/", {"post": "yes"}).status_code == 403
    for _ in range(2):
        client.post(url, {"action": "withdraw_chosen", "_selected_action": [made.pk]})
    made.refresh_from_db()
    assert (made.reason, made.withdrawn_by) == ("So.", curator)
    assert "already removed" in client.get(url).content.decode()
