"""``/curate/questions/``: questions are written, looked at, reviewed, published; nothing that was typed is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml.html import document_fromstring

from rulesbase.core.errors import Refused
from rulesbase.models import ActionLog, Deck, Question, State, User, WrittenQuestion
from rulesbase.study.authored import actions as verbs
from rulesbase.study.authored.actions import newest_of, save, send_back
from rulesbase.study.questions.render import shown
from tests.rulesbase.study.authored.asked import CONTENT, ENGLISH, published, typed
from tests.support.make import make_user, signed_in

pytestmark = pytest.mark.postgres

HOME = "/curate/questions/"


def address(written: WrittenQuestion) -> str:
    return f"{HOME}{written.public_id}/"


def test_a_question_is_written_reviewed_published_and_asked(desk: Client) -> None:
    preview = desk.post(f"{HOME}new/", typed(verb="preview"))
    assert 'href="/rules/2010-03-01/201.2/"' in preview.content.decode()
    assert not WrittenQuestion.objects.exists()
    answer = desk.post(f"{HOME}new/", typed(verb="submit"))
    written = WrittenQuestion.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == address(written)
    assert newest_of(written).status == "review"
    assert "Ann keeps the bridge" in desk.get(HOME).content.decode()

    desk.post(address(written), typed(base=1, verb="publish"))
    question = Question.objects.get(kind="written")
    assert newest_of(written).status == "published"
    assert newest_of(written).number == 1
    assert {deck.slug for deck in Deck.objects.filter(questions=question)} == {"written-2", "written-tag-bridges"}
    result = shown([question])[0]
    assert [one.number for one in result.citations] == ["201.2"]
    assert '<a class="xref" href="/rules/2010-03-01/201.2/">201.2</a>' in result.ask
    assert result.answer_text.startswith("B. No, seven at most.")
    deck = Deck.objects.get(slug="written-2")
    for language, beginning in (("fr", "Anne garde le pont"), ("ja", "Ann keeps the bridge")):
        assert beginning in desk.get(f"/{language}/study/decks/{deck.public_id}/").content.decode()
        cards = desk.get(f"/{language}/study/cards.json?ids={question.public_id}").json()["cards"]
        assert beginning in cards[0]["ask"]
    assert desk.get(f"/study/questions/{question.public_id}/").status_code == 200


def test_the_message_is_about_what_was_stored(desk: Client) -> None:
    def message(base: int, verb: str, level: int = 2, place: str = "") -> str:
        sent = typed(CONTENT._replace(level=level), base=base, verb=verb)
        page = document_fromstring(desk.post(place or address(written), sent, follow=True).content)
        return " ".join(page.xpath("string(//main//*[@role='status'])").split())

    written = published().written
    assert message(1, "submit") == message(1, "save") == "Nothing changed."
    assert message(1, "publish") == "This question is not waiting for publication."
    assert message(1, "save", level=3) == "Saved as a draft."
    assert message(2, "save", level=3) == "Nothing changed."
    assert message(2, "submit", level=3) == "The question is now waiting for review."
    assert message(2, "submit", level=3) == message(2, "save", level=3) == "Nothing changed."
    assert message(2, "publish", level=3) == "The question is published."
    assert message(0, "save", place=f"{HOME}new/") == "Saved as a draft."
    assert message(0, "publish", place=f"{HOME}new/") == "The question is published."


def test_two_who_save_at_once_lose_nothing(desk: Client) -> None:
    written = published().written
    theirs = CONTENT._replace(texts={"en": ENGLISH._replace(answer="No, never.")})
    mine = CONTENT._replace(texts={"en": ENGLISH._replace(answer="Certainly not.")})
    assert desk.post(address(written), typed(theirs, base=1, verb="save")).status_code == 302
    answer = desk.post(address(written), typed(mine, base=1, verb="save"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Another person saved a newer text while you were writing" in page
    assert ">\nCertainly not.</textarea>" in page
    assert newest_of(written).texts["en"]["answer"] == "No, never."

    # Saving again puts it on top, and both stay.
    assert 'name="base" value="2"' in page
    desk.post(address(written), typed(mine, base=2, verb="save"))
    result = written.revisions.order_by("number").values_list("texts__en__answer", "status")
    assert list(result) == [("No.", "published"), ("No, never.", "superseded"), ("Certainly not.", "draft")]
    history = desk.get(f"{address(written)}history/?a=2&b=3").content.decode()
    assert "Certainly" in history
    assert "never" in history


def test_other_correct_choices_levels_and_tags_are_shown(desk: Client) -> None:
    written = published().written
    assert "Both revisions are the same." in desk.get(f"{address(written)}history/?a=1&b=1").content.decode()
    other = CONTENT._replace(level=4, tags=["bridges", "tolls"], right=[2])
    desk.post(address(written), typed(other, base=1, verb="save"))
    history = document_fromstring(desk.get(f"{address(written)}history/?a=1&b=2").content)
    heads = [" ".join(one.text_content().split()) for one in history.xpath("//section[@aria-labelledby='diff']/h3")]
    assert heads == ["Level", "Tags", "EN Choices"]
    # Somebody else began with the first revision too.
    conflict = document_fromstring(desk.post(address(written), typed(base=1, verb="save")).content)
    parts = [" ".join(one.text_content().split()) for one in conflict.xpath("//section[@aria-labelledby='cf']//small")]
    assert parts == ["Level", "Tags", "EN · Choices"]


def test_another_curator_publishes_with_four_eyes(desk: Client, cora: User, settings: Any) -> None:
    settings.FOUR_EYES = True
    desk.post(f"{HOME}new/", typed(verb="submit"))
    written = WrittenQuestion.objects.get()
    answer = desk.post(address(written), typed(base=1, verb="publish"), follow=True)
    assert "Another person must publish it" in answer.content.decode()
    assert newest_of(written).status == "review"
    other = signed_in(make_user("omar", "curators"))
    other.post(address(written), typed(base=1, verb="publish"))
    assert newest_of(written).status == "published"


def test_four_eyes_see_what_stands_under_the_newest(book: None, settings: Any) -> None:
    """Authors of any revision since the last publication cannot publish it, even if another saved the newest."""
    settings.FOUR_EYES = True
    one, two = make_user("one", "curators"), make_user("two", "curators")
    first = verbs.save(None, CONTENT, 0, one, submit=True)
    second = verbs.save(first.written, CONTENT._replace(level=3), first.number, two, submit=True)
    for by in (one, two):
        with pytest.raises(Refused, match="Another person"):
            verbs.publish(first.written, second.number, by)
    verbs.publish(first.written, second.number, make_user("three", "curators"))
    # What was published was seen by another: of the next only who wrote that does not publish it.
    third = verbs.save(first.written, CONTENT._replace(level=1), second.number, two, submit=True)
    verbs.publish(first.written, third.number, one)
    assert newest_of(first.written).status == "published"


def test_errors_are_shown_and_what_was_typed_stays(desk: Client) -> None:
    bad = CONTENT._replace(
        right=[], tags=["Two words!"], texts={"en": ENGLISH._replace(scenario="By [999.9]? [[No Card]]")}
    )
    answer = desk.post(f"{HOME}new/", typed(bad, verb="save"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Put a star (*) before each correct choice." in page
    assert "is not a valid tag" in page
    assert "By [999.9]? [[No Card]]</textarea>" in page
    good = CONTENT._replace(texts={"en": ENGLISH._replace(scenario="By [999.9]?")})
    assert (
        "Rule 999.9 is not in the rules of 2010-03-01."
        in desk.post(f"{HOME}new/", typed(good, verb="save")).content.decode()
    )
    assert not WrittenQuestion.objects.exists()


@pytest.mark.parametrize("bad", ["<script>alert(1)</script>", "hidden \x07 sign", "turned \u202e round"])
def test_hostile_text_is_refused_or_harmless(desk: Client, bad: str) -> None:
    answer = desk.post(f"{HOME}new/", typed(CONTENT._replace(texts={"en": ENGLISH._replace(answer=bad)}), verb="save"))
    assert answer.status_code == 422
    assert "<script>alert" not in answer.content.decode()


def test_only_curators_reach_the_desk_and_wrong_requests_are_refused(desk: Client, reader: Client) -> None:
    written = published().written
    assert Client().get(HOME).status_code == 302
    assert reader.get(HOME).status_code == 403
    assert desk.get(f"{HOME}aaaaaaaa/").status_code == 404
    assert desk.post(address(written), typed(base=1, verb="burn")).status_code == 400
    assert (
        desk.post(address(written), b"x" * 1_600_000, content_type="application/x-www-form-urlencoded").status_code
        == 413
    )


def test_a_translator_writes_their_language_only(desk: Client) -> None:
    written = published().written
    tess = signed_in(make_user("tess", "translators-fr"))
    french = CONTENT.texts["fr"]._replace(answer="Jamais.")
    sent = CONTENT._replace(level=5, texts={"en": ENGLISH._replace(answer="Changed."), "fr": french})
    assert tess.post(address(written), typed(sent, base=1, verb="submit")).status_code == 302
    row = newest_of(written)
    assert (row.level, row.texts["en"]["answer"], row.texts["fr"]["answer"]) == (2, "No.", "Jamais.")
    assert tess.post(address(written), typed(sent, base=2, verb="publish")).status_code == 403


@pytest.mark.slow
def test_searches_and_reasons_that_were_typed_stay(desk: Client) -> None:
    written = published().written
    listed = desk.get(f"{HOME}?queue=published&q=bridge&level=2&tag=bridges").content.decode()
    assert 'href="?queue=published&amp;q=bridge&amp;level=2"' in listed
    assert 'href="?queue=published&amp;q=bridge&amp;level=2&amp;tag=bridges"' in listed
    refused = desk.post(address(written), {"verb": "retire", "base": "0", "why": "Rarely asked."})
    assert refused.status_code == 409
    assert 'value="Rarely asked."' in refused.content.decode()


def test_retired_and_asked_again(desk: Client) -> None:
    written = published().written
    assert desk.post(address(written), {"verb": "retire", "base": "1", "why": ""}).status_code == 409
    desk.post(address(written), {"verb": "retire", "base": "1", "why": "Rarely asked."})
    question = Question.objects.get(kind="written")
    assert question.retired_why == "Rarely asked."
    assert not Deck.objects.filter(slug="written-2").exists()
    desk.post(address(written), {"verb": "take_up", "base": "1", "why": ""})
    question.refresh_from_db()
    assert question.retired_on is None
    assert Deck.objects.get(slug="written-2").places.count() == 1


def test_a_review_sends_back(desk: Client) -> None:
    desk.post(f"{HOME}new/", typed(verb="submit", reason="Asked at every event."))
    written = WrittenQuestion.objects.get()
    assert newest_of(written).reason == "Asked at every event."
    assert ActionLog.objects.get(verb=ActionLog.Verb.SUBMITTED).reason == "Asked at every event."
    assert desk.post(address(written), {"verb": "return", "base": "1", "why": ""}).status_code == 409
    desk.post(address(written), {"verb": "return", "base": "1", "why": "Name the rule."})
    assert newest_of(written).status == "draft"
    assert "Name the rule." in desk.get(f"{address(written)}history/").content.decode()


def test_all_who_write_questions_wait_for_each_other(desk: Client, cora: User) -> None:
    """Each action takes the lock of an import, which must not meet a revision that is being saved."""

    def is_locked(do: Callable[[], object]) -> bool:
        with CaptureQueriesContext(connection) as queries:
            do()
        return any(f'FROM "{State._meta.db_table}"' in query["sql"] for query in queries)

    assert is_locked(lambda: save(None, CONTENT, 0, cora, submit=True))
    written = WrittenQuestion.objects.get()
    assert is_locked(lambda: send_back(written, 1, cora, "Shorter."))
    assert is_locked(lambda: save(written, CONTENT._replace(level=3), 1, cora))
