"""The reviewer's page and the texts that come back: differences, authors, the two main buttons, FOUR_EYES."""

import pytest
from django.test import Client

from tests.rulesbase.desk.library import ADDED, WORD, address
from tests.rulesbase.desk.texts import post

pytestmark = pytest.mark.usefixtures("desk")


def page(client: Client, number: str) -> str:
    return client.get(address(number)).content.decode()


def test_a_reviewer_sees_what_changed_and_by_whom(translator: Client, reviewer: Client) -> None:
    post(translator, WORD, "submit", text="Qui a ouvert les deux portes compte tout une seule fois.")
    words = page(reviewer, WORD)
    assert words.index("Changes in the English text since the translation") < words.index("Changes in the translation")
    assert words.index("Changes in the translation") < words.index('id="ed"')
    assert 'class="btn-main" type="submit" name="verb" value="approve"' in words
    assert 'class="btn-main" type="submit" name="verb" value="return"' in words
    assert 'value="submit"' not in words
    queue = reviewer.get("/curate/fr/?queue=review").content.decode()
    assert '<td data-label="Author">tess</td>' in queue
    # A translator has the usual buttons.
    assert 'class="btn-main" type="submit" name="verb" value="submit"' in page(translator, WORD)


def test_a_returned_text_is_a_queue_of_its_own(translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "submit", text="Le texte envoyé.")
    translator.post(address(ADDED, more="draft/"), {"text": "Un vieux brouillon.", "base": 1})
    post(reviewer, ADDED, "return", comment="Le verbe manque.")
    words = page(translator, ADDED)
    assert "Returned by rene" in words
    assert words.index("Le verbe manque.") < words.index('id="ed"')
    # The text that was sent back comes before what its translator had typed earlier.
    assert "\nLe texte envoyé.</textarea>" in words
    mine = translator.get("/curate/fr/?queue=returned").content.decode()
    assert f'href="{address(ADDED)}?queue=returned"' in mine
    assert f'href="{address(ADDED)}?queue=returned"' not in reviewer.get("/curate/fr/?queue=returned").content.decode()
    post(translator, ADDED, "submit", text="Le texte corrigé.")
    assert "Returned by" not in page(translator, ADDED)
