"""With FOUR_EYES people cannot approve their own words, even after another person edited them."""

import pytest
from django.conf import LazySettings
from django.test import Client

from rulesbase.models import ActionLog
from tests.rulesbase.desk.library import ADDED, SAME, address
from tests.rulesbase.desk.texts import base_of, newest, post, readers_see

MINE = "Le moulin tourne."


@pytest.fixture(autouse=True)
def _four_eyes(settings: LazySettings) -> None:
    settings.FOUR_EYES = True


def refused(client: Client, number: str) -> bool:
    """Whether somebody may not approve the newest text; else they have."""
    answer = post(client, number, "approve")
    assert answer.status_code in (302, 409)
    assert (answer.status_code == 409) == ("Another reviewer must approve" in answer.content.decode())
    return answer.status_code == 409


@pytest.mark.parametrize(
    "touched", ["Le moulin tourne !", "le moulin  tourne.", "Le moulin\ntourne.", "[i]Le[/i] moulin tourne."]
)
def test_retouched_words_still_belong_to_their_first_author(reviewer: Client, editor: Client, touched: str) -> None:
    post(reviewer, ADDED, "submit", text=MINE)
    post(editor, ADDED, "submit", text=touched)
    assert base_of(ADDED) == 2
    assert refused(reviewer, ADDED)
    assert refused(editor, ADDED)
    assert readers_see(ADDED) is None
    # A third person may approve them, and so may the editor after their author submitted them again.
    post(reviewer, ADDED, "submit", text=MINE)
    assert refused(reviewer, ADDED)
    assert not refused(editor, ADDED)
    assert readers_see(ADDED) == MINE


def test_words_belong_to_their_author_after_another_text(reviewer: Client, editor: Client, translator: Client) -> None:
    post(reviewer, ADDED, "submit", text=MINE)
    post(editor, ADDED, "submit", text="Une roue tourne.")
    post(translator, ADDED, "submit", text=MINE + ".")
    assert refused(reviewer, ADDED)
    assert not refused(editor, ADDED)


def test_two_authors_of_different_words_need_no_third_person(reviewer: Client, editor: Client) -> None:
    """The newest text is the editor's, and its words differ from all that the reviewer wrote."""
    post(reviewer, ADDED, "submit", text=MINE)
    post(editor, ADDED, "submit", text="Le moulin tourne lentement.")
    assert refused(editor, ADDED)
    assert not refused(reviewer, ADDED)
    assert readers_see(ADDED) == "Le moulin tourne lentement."


def test_the_first_author_who_submits_retouched_words_again_owns_them(reviewer: Client, editor: Client) -> None:
    """Otherwise neither of two people could approve them."""
    post(editor, ADDED, "submit", text=MINE)
    post(reviewer, ADDED, "submit", text=MINE + ".")
    post(editor, ADDED, "submit", text=MINE)
    assert refused(editor, ADDED)
    assert not refused(reviewer, ADDED)


def test_approved_words_belong_to_no_author(reviewer: Client, editor: Client, translator: Client) -> None:
    post(reviewer, SAME, "submit", text=MINE)
    assert not refused(editor, SAME)
    post(translator, SAME, "submit", text=MINE + " !")
    # Another person saw the words; the author of the new ones cannot approve them.
    assert not refused(reviewer, SAME)
    assert newest(SAME).status == "approved"
    assert ActionLog.objects.filter(verb="approved").count() == 2


def test_own_texts_are_not_offered_for_review(reviewer: Client, editor: Client, translator: Client) -> None:
    post(reviewer, ADDED, "submit", text=MINE)
    for client, offered in ((reviewer, False), (editor, True), (translator, True)):
        assert ("No text matches." not in client.get("/curate/fr/list/?queue=review").content.decode()) is offered
        assert (f"{ADDED}</a>" in client.get("/curate/fr/?queue=review").content.decode()) is offered
    for client, offered in ((reviewer, False), (editor, True), (translator, False)):
        assert ('value="approve"' in client.get(address(ADDED)).content.decode()) is offered


def test_the_editor_says_who_must_approve_an_own_text(reviewer: Client, editor: Client) -> None:
    post(reviewer, ADDED, "submit", text=MINE)
    for client, own in ((reviewer, True), (editor, False)):
        shown = client.get(address(ADDED)).content.decode()
        assert ("Another reviewer must approve your own text." in shown) is own
        assert ('value="approve"' in shown) is not own


def test_one_pair_of_eyes_where_that_is_enough(reviewer: Client, editor: Client, settings: LazySettings) -> None:
    settings.FOUR_EYES = False
    post(reviewer, ADDED, "submit", text=MINE)
    post(editor, ADDED, "submit", text=MINE + " !")
    assert not refused(reviewer, ADDED)
