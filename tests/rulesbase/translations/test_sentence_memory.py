"""Suggestions by sentence: the current translation first, then the memory."""

import pytest
from django.test import Client

from rulesbase.desk.targets import newest_of
from rulesbase.translations.memory import sentence_matches
from tests.rulesbase.desk.library import ADDED, SAME, french, spot
from tests.rulesbase.desk.texts import post

pytestmark = pytest.mark.usefixtures("desk")


def test_a_sentence_of_another_text_is_found_while_it_is_not_a_draft(translator: Client) -> None:
    sentence = spot(SAME).original.text
    (match,) = sentence_matches("fr", sentence)
    assert (match.score, match.text, match.number) == (100, french(sentence), SAME)
    assert sentence_matches("fr", sentence, without=spot(SAME).original.pk) == []
    post(translator, ADDED, "save", text="Un brouillon.")
    assert newest_of(spot(ADDED)) is not None
    assert sentence_matches("fr", spot(ADDED).original.text) == []
    text = "Le violon répare un miroir du verger pendant que le port pèse un âne. Personne ne l’avait dit avant."
    post(translator, ADDED, "submit", text=text)
    found = sentence_matches("fr", "No text was like this before. A new sentence.")
    assert [(one.score, one.text) for one in found] == [(100, "Personne ne l’avait dit avant.")]
