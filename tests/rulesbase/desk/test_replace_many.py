"""/curate/fr/replace/: words replaced in many translations, with a preview, and taken back as one."""

import re

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulesbase.models import ActionLog, Translation
from tests.rulesbase.desk.library import EXAMPLE, SAME, WORD, address
from tests.rulesbase.desk.texts import newest, post, readers_see
from tests.support.pages import squeezed

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]
PAGE = "/curate/fr/replace/"
ASKED = {"find": "En français, ", "instead": "En bon français, "}


def keys() -> list[int]:
    """Return the approved texts that have the words."""
    return list(
        Translation.objects.approved_in("fr").filter(wording__text__contains="En français").values_list("pk", flat=True)
    )


def test_each_change_is_seen_first(editor: Client) -> None:
    before = ActionLog.objects.count()
    page = squeezed(editor.get(PAGE, ASKED | {"chapter": "101"}).content.decode())
    assert f'<a class="num" href="{address(SAME)}?chapter=101">{SAME}</a>' in page
    # Its English has changed since: it is no translation of the current English.
    assert address(WORD) not in page
    # Only the first of its two examples is translated.
    assert f'href="{address(EXAMPLE)}?part=1&amp;chapter=101"' in page
    assert "<ins>" in page
    assert "No text matches." in editor.get(PAGE, {"find": "en FRANÇAIS"}).content.decode()
    assert ActionLog.objects.count() == before


def test_replaced_and_taken_back(editor: Client) -> None:
    old = readers_see(SAME)
    assert editor.post(PAGE, ASKED | {"text": keys()}).status_code == 409
    done = editor.post(PAGE, ASKED | {"text": keys(), "reason": "Mieux dit."})
    assert done.status_code == 302
    assert readers_see(SAME) == str(old).replace("En français", "En bon français")
    batch = done.headers["Location"].partition("batch=")[2]
    assert "The words were replaced in " in editor.get(done.headers["Location"]).content.decode()
    editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Mal dit."})
    assert readers_see(SAME) == old
    assert newest(SAME).status == "superseded"
    # Twice is once.
    assert editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Encore."}).status_code == 409


def test_what_is_left_alone(editor: Client, translator: Client) -> None:
    """A text with an open newer one, one that would fail a check, and any with FOUR_EYES until it is reviewed."""
    post(translator, SAME, "save", text="Un autre texte.")
    page = editor.get(PAGE, ASKED).content.decode()
    assert address(SAME) not in page
    fails = {"find": "En français", "instead": "Règle 100.9"}
    page = editor.get(PAGE, fails).content.decode()
    assert "a check found a problem in this text" in page
    assert "References that the English does not have: 100.9." in page
    assert editor.post(PAGE, fails | {"text": keys(), "reason": "Non."}).status_code == 409


def test_a_skipped_term_is_named_by_its_heading(editor: Client) -> None:
    """Its new text would be the English."""
    post(editor, SAME, "approve", text="En français, Un autre texte.")
    chosen = [newest(SAME).pk, newest("lantern").pk]
    sent = {"find": "En français, ", "instead": "", "text": chosen, "reason": "Mieux dit."}
    done = editor.post(PAGE, sent, follow=True).content.decode()
    assert "The words were replaced in 1 text. Not replaced: Lantern." in done


def test_with_four_eyes_they_wait_for_review(settings: LazySettings, editor: Client, translator: Client) -> None:
    settings.FOUR_EYES = True
    done = editor.post(PAGE, ASKED | {"text": keys(), "reason": "Mieux dit."}, follow=True).content.decode()
    assert "Readers see the changes after a review." in done
    assert "approved." not in done
    assert newest(SAME).status == "review"
    assert translator.get(PAGE).status_code == 403


def test_what_was_approved_since_is_taken_back_too(settings: LazySettings, editor: Client, reviewer: Client) -> None:
    settings.FOUR_EYES = True
    old = readers_see(SAME)
    other = readers_see(EXAMPLE)
    done = editor.post(PAGE, ASKED | {"text": keys(), "reason": "Mieux dit."})
    assert post(reviewer, SAME, "approve").status_code == 302
    assert readers_see(SAME) != old
    batch = done.headers["Location"].partition("batch=")[2]
    editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Mal dit."})
    assert readers_see(SAME) == old
    assert readers_see(EXAMPLE) == other
    undone = ActionLog.objects.filter(verb="withdrawn")
    assert {row.place: row.old_status for row in undone}[f"{SAME}@2021-03-01"] == "approved"
    assert "review" in undone.values_list("old_status", flat=True)


def test_nothing_to_replace(editor: Client) -> None:
    before = ActionLog.objects.count()
    same = {"find": "En français", "instead": "En français", "text": keys(), "reason": "Rien."}
    page = editor.post(PAGE, same)
    assert page.status_code == 422
    assert "Both texts are the same." in page.content.decode()
    page = editor.post(PAGE, ASKED | {"reason": "Rien."})
    assert page.status_code == 409
    assert "Select at least one text." in page.content.decode()
    assert 'value="Rien."' in page.content.decode()
    assert ActionLog.objects.count() == before


def test_texts_that_changed_since_the_preview_are_counted(editor: Client, translator: Client) -> None:
    chosen = keys()
    for number in (SAME, "100.2", "100.3"):
        post(translator, number, "save", text="Un autre texte.")
    page = squeezed(editor.post(PAGE, ASKED | {"text": chosen, "reason": "Mieux dit."}, follow=True).content.decode())
    assert re.search(r"[3-9] texts have changed since the preview and were not replaced.", page), page


def test_few_queries_however_many_texts(editor: Client) -> None:
    counts = []
    for most in (1, 8):
        chosen = keys()[:most]
        with CaptureQueriesContext(connection) as queries:
            assert editor.post(PAGE, ASKED | {"text": chosen, "reason": "Mieux dit."}).status_code == 302
        counts.append(len(queries))
    assert len(chosen) == 8
    assert counts[1] <= counts[0]
