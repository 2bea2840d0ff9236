"""What layouts of cards are called in the language of the page."""

import pytest
from django.test import Client
from django.utils.translation import override

from cards.catalogue.card_page import LAYOUT_WORDS, layout_in_words
from cards.engine.records.types import KNOWN_LAYOUTS
from tests.support.cards import make_card
from tests.support.keeping import forget


@pytest.mark.parametrize(
    ("layout", "english", "french", "japanese"),
    [
        ("modal_dfc", "modal double-faced", "recto-verso modale", "モードを持つ両面"),
        ("split", "split", "double", "分割"),
        ("adventure", "adventurer", "aventurier", "当事者"),
        # One of a later year.
        ("origami_fold", "origami_fold", "origami_fold", "origami_fold"),
    ],
)
def test_it_works(layout: str, english: str, french: str, japanese: str) -> None:
    result = []
    for language in ("en", "fr", "ja"):
        with override(language):
            result.append(layout_in_words(layout))
    assert result == [english, french, japanese]


def test_every_known_layout_has_its_word() -> None:
    assert LAYOUT_WORDS.keys() == KNOWN_LAYOUTS


@pytest.mark.django_db
def test_pages_say_it(client: Client) -> None:
    # A card made here does not count as imported: what another test read stays in the cache.
    forget()
    card = make_card("Lamp // Lamp-Post", layout="modal_dfc")
    page = client.get(f"/fr{card.get_absolute_url()}", follow=True).content.decode()
    assert "disposition\u00a0: recto-verso modale</a>" in page
    chosen = client.get("/fr/cards/?layout=modal_dfc", follow=True).content.decode()
    assert '<option value="modal_dfc" selected>recto-verso modale</option>' in chosen
