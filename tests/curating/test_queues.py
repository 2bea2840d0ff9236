"""/curate/ and /curate/fr/: what there is to do, in its order."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulesbase.desk_queues import Queue, plan_of
from rulesbase.models import ActionLog, Translation, User
from rulesbase.shelf import shelf
from tests.curating.library import ADDED, EXAMPLE, REFS, SAME, TYPO, WORD, address, signed_in, spot
from tests.curating.texts import post
from tests.queries import queries_of

pytestmark = pytest.mark.usefixtures("desk")


def numbers(queue: str) -> list[str]:
    plan = plan_of(shelf(), "fr")
    assert plan is not None
    return [item.cell.number for item in plan.queues[queue]]


def test_every_text_waits_in_its_queue() -> None:
    assert numbers(Queue.BEHIND) == [WORD, EXAMPLE]
    assert numbers(Queue.REFERENCES) == [REFS]
    assert numbers(Queue.TYPOGRAPHY) == [TYPO]
    assert sorted(numbers(Queue.MISSING)) == ["100.1", ADDED]
    assert numbers(Queue.REVIEW) == numbers(Queue.DRAFTS) == []


def test_the_example_that_lacks_is_what_is_opened() -> None:
    plan = plan_of(shelf(), "fr")
    assert plan is not None
    assert [item.part for item in plan.queues[Queue.BEHIND]] == [0, 2]


def test_missing_ones_come_by_how_often_they_are_cited() -> None:
    # 101.2 names 100.3, which is translated; nothing names 100.1 or 101.6.
    plan = plan_of(shelf(), "fr")
    assert plan is not None
    assert [item.cited for item in plan.queues[Queue.REFERENCES]] == [0]
    assert spot("100.3").entry.rule is not None


def test_the_page(translator: Client) -> None:
    page = translator.get("/curate/fr/")
    words = page.content.decode()
    assert page.headers["Cache-Control"] == "private, no-store"
    assert f'href="{address(WORD)}?queue=behind"' in words
    assert "behind by 1 change" in words
    assert "exact but 1 example" in words
    shown = translator.get("/curate/fr/?queue=missing&chapter=101").content.decode()
    assert f'href="{address(ADDED)}?queue=missing"' in shown
    assert f'href="{address("100.1")}?queue=missing"' not in shown
    assert SAME not in words


def test_the_overview_and_the_way_there(translator: Client) -> None:
    words = translator.get("/curate/").content.decode()
    assert "/curate/fr/?queue=behind" in words
    assert "/curate/ja/" not in words
    assert 'href="/curate/"' in translator.get("/help/marks/").content.decode()
    assert 'href="/curate/"' not in Client().get("/help/marks/").content.decode()


def test_few_queries(translator: Client) -> None:
    for queue in Queue:
        assert queries_of(translator, f"/curate/fr/?queue={queue}") <= 20
    for number, part in ((WORD, 0), (EXAMPLE, 2), (REFS, 0), (ADDED, 0)):
        assert queries_of(translator, address(number, part)) <= 20


@pytest.mark.parametrize("path", ["/curate/fr/?queue=behind", "EDITOR"])
def test_few_queries_after_an_approval(translator: Client, path: str) -> None:
    """What is kept of the English is not read anew for every text that is approved."""
    path = address(WORD) if path == "EDITOR" else path
    queries_of(translator, path)
    reviewer = signed_in(User.objects.get(username="rene"))
    assert post(reviewer, ADDED, "approve", text="Un texte.").status_code == 302
    with CaptureQueriesContext(connection) as asked:
        assert translator.get(path).status_code == 200
    assert len(asked) <= 20


def test_the_next_of_a_queue(translator: Client) -> None:
    first = translator.get("/curate/fr/next/?queue=behind")
    assert first.headers["Location"] == f"{address(WORD)}?queue=behind"
    second = translator.get(f"/curate/fr/next/?queue=behind&after={WORD}&part=0")
    assert second.headers["Location"] == f"{address(EXAMPLE, 2)}&queue=behind"
    back = translator.get(f"/curate/fr/next/?queue=behind&after={EXAMPLE}&part=2&back")
    assert back.headers["Location"] == f"{address(WORD)}?queue=behind"
    last = translator.get(f"/curate/fr/next/?queue=behind&after={EXAMPLE}&part=2")
    assert last.headers["Location"] == "/curate/fr/?queue=behind"


@pytest.mark.parametrize("path", ["/curate/xx/", "/curate/xx/log/", "/curate/fr/bbbbbbbb/", "/curate/en/"])
def test_what_is_not_there(path: str) -> None:
    assert signed_in(User.objects.get(username="cora")).get(path).status_code == 404


def test_a_text_for_older_english_is_not_forgotten(translator: Client) -> None:
    old = Translation.objects.filter(places__entry__number=WORD, places__entry__edition__version__date="2020-03-01")
    row = old.get()
    Translation.objects.filter(pk=row.pk).update(status="review")
    plan = plan_of(shelf(), "fr")
    assert plan is not None
    assert [(item.cell.number, item.older) for item in plan.queues[Queue.REVIEW]] == [(WORD, True)]
    assert "for older English" in translator.get("/curate/fr/?queue=review").content.decode()
    page = translator.get(address(WORD)).content.decode()
    assert "Waits, but was made for older English" in page
    # A text for the English of today takes its place.
    post(translator, WORD, "save", text="Pour l’anglais d’aujourd’hui.")
    row.refresh_from_db()
    assert row.status == "superseded"
    assert ActionLog.objects.get(verb="withdrawn").translation == row
