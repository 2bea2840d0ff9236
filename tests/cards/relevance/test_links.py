"""Computed rules of rulings and cards: stored in batches, shown with evidence, confirmed or rejected by curators."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from cards.models import CardRule, LinkProgress, Ruling, RulingRule, RulingTie
from cards.relevance import links
from rulesbase.archive.catalogue import catalogue
from tests.support.cards import make_card, make_ruling
from tests.support.make import make_user

pytestmark = pytest.mark.django_db
CHECK = "/curate/rulings/check/"


@pytest.fixture
def ruling(twelve: None) -> Ruling:
    card = make_card("Brass Lamp", type_line="Artifact", text="If a tent would shine, it sings instead.")
    return make_ruling(card, "2011-11-01", "Without a light and with illegal targets, Brass Lamp stays dark.")


def linked() -> list[tuple[str, str, str]]:
    return [(one.number, one.day.isoformat(), one.words) for one in RulingRule.objects.all()]


def test_links_name_the_rule_of_the_day(ruling: Ruling) -> None:
    out = StringIO()
    call_command("link_rules", stdout=out, stderr=StringIO())
    assert linked() == [("608.2b", "2011-09-30", "illegal targets")]
    assert CardRule.objects.filter(rule__entries__number="614.1a", card=ruling.card).exists()
    assert "1 card has" in out.getvalue()


def test_an_interrupted_run_goes_on(ruling: Ruling, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "_BATCH", 1)
    make_ruling(ruling.card, "2011-11-02", "All of them, illegal targets.")

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        links.link_all(catalogue(), stop)
    assert len(linked()) == 1
    assert links.link_all(catalogue()).rulings == 1
    assert len(linked()) == 2
    assert links.link_all(catalogue()).rulings == 0
    LinkProgress.objects.update(basis="")
    assert links.link_all(catalogue()).rulings == 2
    assert len(linked()) == 2


def test_curators_decide_and_decisions_stay(client: Client, ruling: Ruling) -> None:
    links.link_all(catalogue())
    link = RulingRule.objects.get()
    card = client.get("/cards/brass-lamp/").content.decode()
    assert '<q class="quiet" lang="en">illegal targets</q>' in card
    assert "95" in card
    assert client.get(CHECK).status_code == 302
    client.force_login(make_user("jane", "curators"))
    page = client.get(CHECK).content.decode()
    assert 'data-key="y"' in page
    assert "Brass Lamp" in page
    assert client.post(CHECK, {"link": link.pk, "decision": "reject"}).headers["Location"] == f"{CHECK}?after={link.pk}"
    assert "illegal targets</q>" not in client.get("/cards/brass-lamp/").content.decode()
    LinkProgress.objects.update(basis="")
    links.link_all(catalogue())
    assert "illegal targets</q>" not in client.get("/cards/brass-lamp/").content.decode()
    RulingTie.objects.all().delete()
    again = RulingRule.objects.get()
    client.post(CHECK, {"link": again.pk, "decision": "confirm"})
    assert RulingTie.objects.confirmed().get().number == "608.2b"
    twice = client.post(CHECK, {"link": again.pk, "decision": "confirm"})
    assert (twice.status_code, "already confirmed or rejected" in twice.content.decode()) == (409, True)


def test_api_has_confidence_and_evidence(client: Client, ruling: Ruling) -> None:
    links.link_all(catalogue())
    row = client.get("/api/v1/cards/brass-lamp/rulings/").json()
    row = row["results"][0] if isinstance(row, dict) else row[0]
    basis = row["rests_on"][0]
    assert (basis["number"], basis["confidence"], basis["evidence"]) == ("608.2b", 95, "illegal targets")
