"""Notes on translated texts."""

import pytest
from django.test import Client

from rulesbase.imports.sample import load_sample
from rulesbase.models import RuleNote
from tests.rulesbase.annotations.test_notes import post_note
from tests.support.lending import lent
from tests.support.make import make_user

sample = lent("sample-of-notes", load_sample)


@pytest.mark.usefixtures("sample")
def test_a_note_on_a_whole_translated_rule_is_about_the_translation(client: Client) -> None:
    client.force_login(make_user("ada"))
    post_note(client, "201.1@2023-03-01", note="to learn", lang="fr")
    note = RuleNote.objects.get()
    assert note.wording is not None
    assert note.wording.language == "fr"
    assert "The rule has changed" not in client.get("/study/notes/").content.decode()
