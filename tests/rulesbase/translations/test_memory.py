"""The memory of the desk: what was translated before, also a moment ago."""

import pytest
from django.test import Client

from rulesbase.models import Translation
from rulesbase.translations.memory import matches
from tests.rulesbase.desk.library import ADDED, WORD, french, spot
from tests.rulesbase.desk.texts import post

pytestmark = pytest.mark.usefixtures("desk")


def test_a_similar_text_is_offered() -> None:
    asked = spot(WORD).original.text
    (match,) = matches("fr", asked)
    assert "before sunset" in match.english
    assert match.text == french(match.english)

    assert (60 <= match.score < 100, match.number) == (True, WORD)


def test_what_was_sent_to_review_is_found_at_once_and_the_approved_text_wins(
    translator: Client, reviewer: Client
) -> None:
    asked = spot(ADDED).original.text

    def same() -> list[str]:
        return [one.text for one in matches("fr", asked) if one.score == 100]

    assert same() == []
    post(translator, ADDED, "save", text="Un brouillon.")
    assert same() == []
    post(translator, ADDED, "submit", text="À relire.")
    assert same() == ["À relire."]
    post(reviewer, ADDED, "approve")
    post(translator, ADDED, "submit", text="Encore à relire.")
    assert same() == ["À relire."]
    assert all(one.score < 100 for one in matches("fr", asked, without=spot(ADDED).original.pk))
    assert matches("ja", asked) == []


def test_what_is_withdrawn_is_found_no_more() -> None:
    asked = spot(WORD).original.text
    (match,) = matches("fr", asked)
    Translation.objects.approved_in("fr").filter(original__text=match.english).update(status="superseded")
    assert matches("fr", asked) == []
