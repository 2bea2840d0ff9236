"""/curate/ and /curate/fr/: what there is to do, in its order."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.database.write_lock import writing
from rulesbase.desk.new_revision import store_typed
from rulesbase.desk.queue_params import sorted_items
from rulesbase.desk.queues import Queue, QueueItem, _urgency, plan_of
from rulesbase.engine.nodes import Passage
from rulesbase.imports.import_file import import_source
from rulesbase.models import ActionLog, Entry, TranslatedPlace, Translation, User
from rulesbase.translations.freshness_types import EntryFreshness, Freshness, TranslatedText
from tests.rulesbase.desk.library import (
    ADDED,
    EXAMPLE,
    NEW,
    NEW_BOOK,
    REFS,
    SAME,
    TYPO,
    WORD,
    address,
    spot,
)
from tests.rulesbase.desk.texts import post
from tests.support.make import make_translation, signed_in
from tests.support.pages import squeezed
from tests.support.queries import queries_of
from tests.support.texts import Place

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]


def numbers(queue: str) -> list[str]:
    plan = plan_of(catalogue(), "fr")
    assert plan is not None
    return [item.cell.number for item in plan.queues[queue]]


def test_every_text_waits_in_its_queue() -> None:
    assert numbers(Queue.BEHIND) == [WORD, EXAMPLE]
    assert numbers(Queue.REFERENCES) == [REFS]
    assert numbers(Queue.TYPOGRAPHY) == [TYPO]
    assert sorted(numbers(Queue.MISSING)) == ["100.1", ADDED]
    plan = plan_of(catalogue(), "fr")
    assert plan is not None
    # The changed example is what is opened.
    assert [item.part for item in plan.queues[Queue.BEHIND]] == [0, 2]
    assert numbers(Queue.REVIEW) == numbers(Queue.DRAFTS) == []


def test_an_example_waits_in_the_queue_of_its_own_state(translator: Client) -> None:
    """The first has other quotation marks than its translation, the translation of the second is missing."""
    first, second = spot(EXAMPLE, 1), spot(EXAMPLE, 2)
    text = first.original.text.replace(".", " .")
    original = store_typed("en", "", Passage(text))
    made = Translation.objects.approved_in("fr").filter(places__entry__number=EXAMPLE, places__is_example=True)
    Translation.objects.filter(pk__in=made.exclude(original=first.original)).delete()
    Translation.objects.filter(original=first.original).update(original=original)
    with writing(translations_into="fr"):
        pass
    assert numbers(Queue.BEHIND) == [WORD]
    assert numbers(Queue.TYPOGRAPHY) == [TYPO, EXAMPLE]
    assert EXAMPLE in numbers(Queue.MISSING)
    shown = translator.get("/curate/fr/?queue=typography").content.decode()
    assert f'href="{address(EXAMPLE, 1)}&amp;queue=typography"' in shown
    assert shown.partition("<tbody>")[2].partition("</tbody>")[0].count("up to date except for typography") == 2
    assert "translation missing" in translator.get(f"{address(second.entry.number, 2)}").content.decode()


def test_a_queue_links_its_texts_with_their_state(translator: Client) -> None:
    page = translator.get("/curate/fr/")
    words = page.content.decode()
    assert page.headers["Cache-Control"] == "private, no-store"
    assert f'href="{address(WORD)}?queue=behind"' in words
    assert "outdated by 1 change" in words
    assert words.partition("<tbody>")[2].partition("</tbody>")[0].count("outdated by 1 change") == 2
    shown = translator.get("/curate/fr/?queue=missing&chapter=101").content.decode()
    assert f'href="{address(ADDED)}?queue=missing&amp;chapter=101"' in shown
    assert f'href="{address("100.1")}?queue=missing' not in shown
    assert SAME not in words
    headings = translator.get("/curate/fr/?queue=missing&chapter=0").content.decode()
    assert ("Only section headings." in headings, "chapter 0." in headings) == (True, False)


def test_the_overview_and_the_way_there(translator: Client) -> None:
    words = translator.get("/curate/").content.decode()
    assert "/curate/fr/?queue=behind" in words
    assert "/curate/ja/" not in words
    assert 'href="/curate/"' in translator.get("/help/marks/").content.decode()
    assert 'href="/curate/"' not in Client().get("/help/marks/").content.decode()


@pytest.mark.slow
def test_queues_and_texts_take_twenty_queries_at_most(translator: Client) -> None:
    for queue in Queue:
        assert queries_of(translator, f"/curate/fr/?queue={queue}") <= 20
    for number, part in ((WORD, 0), (EXAMPLE, 2), (REFS, 0), (ADDED, 0)):
        assert queries_of(translator, address(number, part)) <= 20


def test_few_queries_after_an_approval(translator: Client) -> None:
    """Approving a text does not read the cached English again."""
    reviewer = signed_in(User.objects.get(username="rene"))
    for path in ("/curate/fr/?queue=behind", address(WORD)):
        queries_of(translator, path)
        assert post(reviewer, ADDED, "approve", text=f"Un texte de {path}.").status_code == 302
        with CaptureQueriesContext(connection) as asked:
            assert translator.get(path).status_code == 200
        assert len(asked) <= 28


def test_the_next_of_a_queue(translator: Client) -> None:
    first = translator.get("/curate/fr/next/?queue=behind")
    assert first.headers["Location"] == f"{address(WORD)}?queue=behind"
    second = translator.get(f"/curate/fr/next/?queue=behind&after={WORD}&part=0")
    assert second.headers["Location"] == f"{address(EXAMPLE, 2)}&queue=behind"
    back = translator.get(f"/curate/fr/next/?queue=behind&after={EXAMPLE}&part=2&back")
    assert back.headers["Location"] == f"{address(WORD)}?queue=behind"
    last = translator.get(f"/curate/fr/next/?queue=behind&after={EXAMPLE}&part=2")
    assert last.headers["Location"] == "/curate/fr/?queue=behind"


def test_a_chapter_is_translated_in_order(reviewer: Client) -> None:
    """Each button leads to the text after this one, with its examples, and the chapter stays chosen."""
    chosen = "queue=behind&chapter=101"
    # A chapter is in the order of the rules unless another order is chosen.
    assert 'sort=book&amp;chapter=101" aria-current="true"' in squeezed(
        reviewer.get(f"/curate/fr/?{chosen}").content.decode()
    )
    there = [f"{address(WORD)}?{chosen}", f"{address(EXAMPLE, 2)}&{chosen}", f"/curate/fr/?{chosen}"]
    for number, part, after in ((WORD, 0, there[1]), (EXAMPLE, 2, there[2])):
        path = f"{address(number, part)}{'&' if part else '?'}{chosen}"
        sent = {"verb": "approve", "base": 0, "seen": "", "text": "Un texte."}
        assert reviewer.post(path, sent).headers["Location"] == after
    # What has left the queue still has its place in the version.
    assert reviewer.get(f"/curate/fr/next/?{chosen}&after={TYPO}&part=0").headers["Location"] == there[2]
    missing = "queue=missing&chapter=101"
    after = reviewer.get(f"/curate/fr/next/?{missing}&after={WORD}&part=0").headers["Location"]
    assert after == f"{address(ADDED)}?{missing}"
    page = reviewer.get(after).content.decode()
    assert "chapter=101&amp;after=101.6" in page


def test_what_is_not_there() -> None:
    curator = signed_in(User.objects.get(username="cora"))
    for path in ("/curate/xx/", "/curate/xx/log/", "/curate/fr/bbbbbbbb/", "/curate/en/"):
        assert curator.get(path).status_code == 404


def test_missing_ones_come_as_they_are_needed() -> None:
    def item(number: str, *, cited: int, chapter: int, recent: bool, place: int) -> QueueItem:
        cell = EntryFreshness(
            0, number, Entry.Kind.RULE, 1, Freshness.MISSING, TranslatedText(Freshness.MISSING, 1), (), False
        )
        return QueueItem(cell, 0, cited, chapter=chapter, recent=recent, place=place)

    items = [
        item("100.1", cited=0, chapter=9, recent=False, place=1),
        item("100.2", cited=7, chapter=9, recent=False, place=2),
        item("200.1", cited=0, chapter=2, recent=False, place=3),
        item("300.1", cited=0, chapter=5, recent=True, place=4),
        item("300.2", cited=3, chapter=5, recent=True, place=5),
    ]

    def order(key: Callable[[QueueItem], Any] | None = None, sort: str = "") -> list[str]:
        found = sorted(items, key=key) if key else sorted_items(items, sort)
        return [one.cell.number for one in found]

    # New ones first, then those often cited, then those of chapters of which little is left.
    assert order(_urgency) == ["300.2", "300.1", "100.2", "200.1", "100.1"]
    assert order(sort="cited") == ["100.2", "300.2", "100.1", "200.1", "300.1"]
    assert order(sort="chapter") == ["200.1", "300.1", "300.2", "100.1", "100.2"]
    assert order(sort="book") == ["100.1", "100.2", "200.1", "300.1", "300.2"]


@pytest.mark.slow
def test_the_order_is_chosen_and_stored(translator: Client) -> None:
    words = squeezed(translator.get("/curate/fr/?queue=missing&sort=book").content.decode())
    assert words.index(">100.1<") < words.index(f">{ADDED}<")
    assert 'sort=book" aria-current="true"' in words
    assert "English text new or changed in this version" in words
    first = translator.get("/curate/fr/next/?queue=missing&sort=book").headers["Location"]
    assert first == f"{address('100.1')}?queue=missing&sort=book"
    page = translator.get(first).content.decode()
    assert "/curate/fr/next/?queue=missing&amp;sort=book&amp;after=100.1" in page
    after = translator.get("/curate/fr/next/?queue=missing&sort=book&after=100.1&part=0").headers["Location"]
    assert after == f"{address(ADDED)}?queue=missing&sort=book"
    # What is no order is none.
    assert "sort=" not in translator.get("/curate/fr/next/?queue=missing&sort=%3Cb%3E").headers["Location"]


@pytest.fixture
def announced(desk: None) -> str:
    """A version of next year: two rules are new, one of them between the others."""
    day = timezone.localdate().replace(month=3, day=1, year=timezone.localdate().year + 1)
    book = NEW_BOOK.with_chapter(101, Place("to-come"), *NEW).with_chapter(102, Place("far-off"))
    import_source(replace(book, date=day).bytes(), name="announced.txt")
    return day.isoformat()


@pytest.mark.slow
def test_work_for_a_version_that_is_announced(translator: Client, editor: Client, announced: str) -> None:
    assert "101.7" not in translator.get("/curate/fr/?queue=missing").content.decode()
    there = f"/curate/fr/?queue=missing&version={announced}"
    words = squeezed(translator.get(there).content.decode())
    assert ">announced version<" not in words
    assert f'version={announced}" aria-current="true"' in words
    found = re.search(rf'href="(/curate/fr/[^"]+queue=missing&amp;version={announced})">\s*102\.1', words)
    assert found is not None
    way = found[1].replace("&amp;", "&")
    page = translator.get(way).content.decode()
    assert "Upcoming English" in page
    at = f"{announced}/102.1/"
    assert f'href="/curate/fr/at/{at}"' in translator.get(f"/rules/{at}?lang=fr").content.decode()
    assert translator.get(f"/curate/fr/at/{at}").headers["Location"] == way.replace("queue=missing&", "")
    history = re.search(rf'href="(/curate/fr/[^"]+/history/\?version={announced})"', page)
    assert history is not None
    base = {"base": "0", "text": "Bien plus tard."}
    sent = translator.post(way, {"verb": "submit", **base})
    assert sent.status_code == 302
    assert f"version={announced}" in sent.headers["Location"]
    made = Translation.objects.get(wording__text="Bien plus tard.")
    assert (made.status, str(made.places.get().entry.number)) == ("review", "102.1")
    # Comparing texts in the history stays in the announced version.
    assert f'type="hidden" name="version" value="{announced}"' in translator.get(history[1]).content.decode()
    waits = translator.get(f"/curate/fr/?queue=review&version={announced}").content.decode()
    assert "102.1" in waits
    # At the version in force there is no such rule, and no such text.
    gone = way.replace(f"&version={announced}", "")
    assert translator.get(gone).status_code == 404
    assert "102.1" not in translator.get("/curate/fr/?queue=review").content.decode()
    # What is done to many at once is done for the version to come, and logged for it.
    data = {"state": "references", "scope": "all", "reason": "Early.", "chapter": ""}
    done = editor.post(f"/curate/fr/bulk/?queue=references&version={announced}", data)
    assert f"version={announced}" in done.headers["Location"]
    assert ActionLog.objects.filter(place__endswith=f"@{announced}", verb="adopted").exists()


def test_no_other_version_is_worked_for(translator: Client, announced: str) -> None:
    """A version of the past is done with: whatever is asked for, it is that in force."""
    for version in ("2020-03-01", "2999-01-01", "latest", "%00", "<b>"):
        words = translator.get("/curate/fr/", {"queue": "missing", "version": version}).content.decode()
        assert f'href="{address(ADDED)}?queue=missing"' in words
        assert "102.1" not in words


def test_a_text_for_older_english_is_not_forgotten(translator: Client) -> None:
    old = Translation.objects.filter(places__entry__number=WORD, places__entry__edition__version__date="2020-03-01")
    row = old.get()
    Translation.objects.filter(pk=row.pk).update(status="review")
    plan = plan_of(catalogue(), "fr")
    assert plan is not None
    assert [(item.cell.number, item.older) for item in plan.queues[Queue.REVIEW]] == [(WORD, True)]
    assert "translated from an older English text" in translator.get("/curate/fr/?queue=review").content.decode()
    page = translator.get(address(WORD)).content.decode()
    assert "In review, but translated from an older English text" in page
    # A text for the English of today takes its place.
    post(translator, WORD, "save", text="Pour l’anglais d’aujourd’hui.")
    row.refresh_from_db()
    assert row.status == "superseded"
    assert ActionLog.objects.get(verb="withdrawn").translation == row


def test_the_words_of_a_heading_are_counted(translator: Client) -> None:
    Translation.objects.filter(language="fr", places__entry__number="101").delete()
    with writing(translations_into="fr"):
        pass
    page = squeezed(translator.get("/curate/fr/?queue=missing&sort=book").content.decode())
    row = page.partition(">101</a>")[2].partition("</tr>")[0]
    assert re.search(r"[1-9]\d* words?<", row)


def test_no_two_figures_count_the_same_thing_differently(translator: Client) -> None:
    """The bar counts rules with their examples, a queue counts each example: so the bar has shares."""
    for page in ("/curate/", "/curate/fr/"):
        shown = translator.get(page).content.decode()
        legend = shown.partition('<ul class="legend"')[2].partition("</ul>")[0]
        shares = re.findall(r"</span> ([^<]+)</li>", legend)
        assert len(shares) > 3
        assert all(share.endswith("\u00a0%") for share in shares)
        assert sum(float(share.removesuffix("\u00a0%")) for share in shares) == pytest.approx(100, abs=0.5)
        assert "Percentages are shares of all rules and terms." in shown


def test_a_text_is_once_in_a_queue_and_next_leads_on(translator: Client) -> None:
    """An approved text and its open one both fail a check; two drafts are for older English of one rule."""
    for number in (SAME, TYPO):
        Translation.objects.approved_in("fr").filter(original=spot(number).original).delete()
    for number, statuses in ((SAME, ("approved", "draft")), (ADDED, ("draft",))):
        at = spot(number)
        for revision, status in enumerate(statuses, 5):
            words = store_typed("fr", "", Passage(f"Voir la règle 900.{revision}."))
            row = make_translation(at.original.pk, words, status=status, revision=revision)
            TranslatedPlace.objects.create(translation=row, entry=at.entry)
    old = Entry.objects.get(edition__version__date="2020-03-01", number=WORD)
    for text in ("An old text.", "An older text."):
        original = store_typed("en", "", Passage(text))
        words = store_typed("fr", "", Passage("Un ancien texte."))
        row = make_translation(original, words, status="draft")
        TranslatedPlace.objects.create(translation=row, entry=old)
    assert numbers(Queue.CHECKS) == [SAME, ADDED]
    assert sorted(numbers(Queue.DRAFTS)) == [SAME, WORD, ADDED]
    for queue in (Queue.CHECKS, Queue.DRAFTS):
        found = numbers(queue)
        for number, following in pairwise(found):
            onwards = f"/curate/fr/next/?queue={queue}&after={number}"
            assert translator.get(onwards).headers["Location"].startswith(address(following))
