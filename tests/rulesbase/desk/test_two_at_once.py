"""Two people edit one text: no words are lost, and only texts that were seen can be approved."""

import pytest
from django.test import Client

from rulesbase.models import ActionLog, Draft
from tests.rulesbase.desk.library import ADDED, EXAMPLE, SAME, address
from tests.rulesbase.desk.texts import newest, post, readers_see, rows
from tests.support.pages import squeezed

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]


def test_saving_over_a_newer_text_shows_both(translator: Client, reviewer: Client) -> None:
    post(reviewer, ADDED, "save", text="Le texte de René est celui-ci.")
    late = post(translator, ADDED, "submit", base=0, text="Le texte de Tess est celui-ci.")
    page = late.content.decode()
    assert late.status_code == 409
    assert "Another person saved a newer text while you were writing" in page
    assert "Le texte de René est celui-ci." in page
    assert "Le texte de Tess est celui-ci.</textarea>" in page
    assert "<del" in page.partition("Changes from the other person’s text to yours")[2]
    assert 'name="base" value="1"' in page
    assert [row.wording.text for row in rows(ADDED)] == ["Le texte de René est celui-ci."]
    # Her text is stored, and becomes the newest one on request.
    assert Draft.objects.get(user__username="tess").text == "Le texte de Tess est celui-ci."
    assert post(translator, ADDED, "submit", base=1, text="Le texte de Tess est celui-ci.").status_code == 302
    assert [row.wording.text[:16] for row in rows(ADDED)] == ["Le texte de René", "Le texte de Tess"]
    assert ActionLog.objects.filter(author__username="tess").count() == 1


def test_a_draft_begun_before_says_so(translator: Client, reviewer: Client) -> None:
    translator.post(address(ADDED, more="draft/"), {"text": "Commencé", "base": 0, "saves": 0})
    post(reviewer, ADDED, "save", text="De René.")
    page = translator.get(address(ADDED)).content.decode()
    assert "rene saved a newer text after you began this draft" in page
    assert 'name="base" value="0"' in page
    reported = translator.post(address(ADDED, more="draft/"), {"text": "Commencé ici", "base": 0, "saves": 1})
    assert (reported.json()["newest"], reported.json()["by"]) == (1, "rene")
    assert post(translator, ADDED, "save", base=0, text="Commencé ici").status_code == 409


def test_the_other_window_may_be_ones_own(translator: Client) -> None:
    translator.post(address(ADDED, more="draft/"), {"text": "Commencé", "base": 0, "saves": 0})
    post(translator, ADDED, "save", text="De la seconde fenêtre.")
    late = post(translator, ADDED, "save", base=0, text="De la première fenêtre.").content.decode()
    assert "You have this text open in another window" in late
    assert "You saved a newer text in another browser window" in late
    assert "De la seconde fenêtre." in late
    assert "person" not in late.partition("</section>")[0].partition('class="conflict"')[2]
    page = translator.get(address(ADDED)).content.decode()
    assert "You have this text open in another window and saved a newer text there." in page
    assert "tess saved" not in page
    row = {"verb": "save", "row": "1", "text": "De la liste.", "base": 0, "seen": ""}
    refused = translator.post(address(ADDED), row, headers={"accept": "application/json"})
    assert "You have this text open in another window" in refused.json()["problem"]


def test_neighbours_show_the_waiting_text_of_another_person(translator: Client, reviewer: Client) -> None:
    def beside(client: Client) -> str:
        page = squeezed(client.get(address(EXAMPLE)).content.decode())
        return page.partition('class="beside"')[2].partition("</ol>")[0]

    assert "not translated" in beside(reviewer)
    post(translator, ADDED, "submit", text="Ce que Tess propose.")
    assert 'Ce que Tess propose.</span> <span class="badge">in review</span>' in beside(reviewer)
    post(translator, ADDED, "save", text="Ce que Tess commence.")
    assert 'Ce que Tess commence.</span> <span class="badge">draft</span>' in beside(reviewer)
    post(reviewer, ADDED, "approve")
    assert "Ce que Tess commence.</span></span>" in beside(reviewer)


def test_approving_what_changed_is_refused(translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "submit", text="Ce que René a lu.")
    post(translator, ADDED, "submit", text="Ce que Tess a écrit ensuite.")
    late = reviewer.post(address(ADDED), {"verb": "approve", "base": 1, "seen": ""})
    page = late.content.decode()
    assert late.status_code == 409
    assert "This text has changed since you opened it" in page
    assert "Ce que Tess a écrit ensuite." in page
    assert readers_see(ADDED) is None
    assert newest(ADDED).status == "review"
    # Sending back and commenting are as careful.
    for verb in ("return", "comment"):
        assert reviewer.post(address(ADDED), {"verb": verb, "base": 1, "comment": "x"}).status_code == 409
    assert ActionLog.objects.exclude(author=None).count() == 2


def test_a_reviewer_who_typed_nothing_sees_the_newer_text(translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "submit", text="Ce que René\na lu.")
    post(translator, ADDED, "submit", text="Ce que Tess a écrit ensuite.")
    late = post(reviewer, ADDED, "approve", base=1, text="Ce que René\r\na lu.")
    page = late.content.decode()
    conflict = squeezed(page).partition('class="conflict"')[2].partition("</section>")[0]
    assert late.status_code == 409
    assert "This text has changed since you opened it" in conflict
    assert "The field below now shows the newer text." in conflict
    assert "<del" in conflict.partition("Changes since you opened the text")[2]
    assert "saved as your draft" not in conflict
    assert "Ce que Tess a écrit ensuite.</textarea>" in page
    assert not Draft.objects.filter(user__username="rene", saves__gt=0).exists()
    assert post(reviewer, ADDED, "approve", text="Ce que Tess a écrit ensuite.").status_code == 302
    assert (newest(ADDED).status, newest(ADDED).author_name) == ("approved", "tess")


def test_a_row_says_why_its_text_was_not_approved(translator: Client, reviewer: Client, editor: Client) -> None:
    post(translator, ADDED, "submit", text="Ce que René a lu.")
    post(translator, ADDED, "submit", text="Ce que Tess a écrit ensuite.")
    row = {"verb": "approve", "row": "1", "seen": ""}
    json = {"accept": "application/json"}
    assert "was not approved" in reviewer.post(address(ADDED), row | {"base": 1}, headers=json).json()["problem"]
    assert editor.post(address(ADDED), row | {"base": 2}, headers=json).status_code == 200
    late = reviewer.post(address(ADDED), row | {"base": 2}, headers=json)
    assert (late.status_code, late.json()["problem"]) == (409, "This text is already approved.")


def test_what_readers_see_changed_meanwhile(reviewer: Client) -> None:
    post(reviewer, SAME, "submit", text="Une autre version.")
    refused = post(reviewer, SAME, "approve", seen="")
    assert refused.status_code == 409
    assert newest(SAME).status == "review"
    assert post(reviewer, SAME, "approve").status_code == 302
    assert readers_see(SAME) == "Une autre version."
    assert [row.status for row in rows(SAME)] == ["superseded", "approved"]


def test_two_who_approve_at_once(reviewer: Client, editor: Client, translator: Client) -> None:
    post(translator, ADDED, "submit", text="Prêt.")
    assert post(reviewer, ADDED, "approve").status_code == 302
    assert post(editor, ADDED, "approve").status_code == 409
    assert ActionLog.objects.filter(verb="approved").count() == 1
