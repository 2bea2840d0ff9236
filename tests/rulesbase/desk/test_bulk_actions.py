"""/curate/fr/bulk/: a whole queue at once, and back."""

import pytest
from django.test import Client

from rulesbase.desk.new_revision import store_typed
from rulesbase.engine.nodes import Passage
from rulesbase.models import ActionLog, Translation
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import EXAMPLE, REFS, TYPO, WORD, spot
from tests.rulesbase.desk.texts import newest, post, readers_see, state_of

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]
REASON = "Seuls les numéros ont changé."


def send(client: Client, state: str, **more: object) -> int:
    answer = client.post("/curate/fr/bulk/", {"state": state, "scope": "all", "reason": REASON} | more)
    return int(answer.status_code)


def test_numbers_are_adopted(editor: Client) -> None:
    assert send(editor, "references") == 302
    assert state_of(REFS) is Freshness.EXACT
    assert (readers_see(REFS) or "").endswith("See rule 100.3.")
    row = ActionLog.objects.get(verb="adopted")
    assert (row.place, row.reason, row.author_name) == (f"{REFS}@2021-03-01", REASON, "edie")
    assert row.before is not None
    assert row.before.text.endswith("See rule 100.2.")
    assert "bulk action" in editor.get("/curate/fr/log/").content.decode()


def test_the_log_numbers_examples(editor: Client) -> None:
    """Its English has other quotation marks than the translated example."""
    at = spot(EXAMPLE, 1)
    row = Translation.objects.approved_in("fr").get(original=at.original)
    text = at.original.text.replace(".", " .")
    row.original_id = store_typed("en", "", Passage(text))
    row.save()
    post(editor, EXAMPLE, "approve", part=2, text="Un boulanger n’a que de la farine.")
    assert send(editor, "typography", scope="chosen", number=f"{EXAMPLE}/0") == 302
    assert not ActionLog.objects.filter(verb="kept").exists()
    queue = editor.get("/curate/fr/?queue=typography").content.decode()
    assert f'value="{EXAMPLE}/1"' in queue
    assert f"Select the text of {EXAMPLE}, example 1" in queue
    assert send(editor, "typography", scope="chosen", number=f"{EXAMPLE}/1") == 302
    assert ActionLog.objects.get(verb="kept").place == f"{EXAMPLE}@2021-03-01 example 1"
    page = editor.get("/fr/curate/fr/log/").content.decode()
    assert f"{EXAMPLE}@2021-03-01 exemple 1" in page


@pytest.mark.slow
def test_it_is_taken_back_as_one(editor: Client) -> None:
    send(editor, "typography")
    batch = ActionLog.objects.get(verb="kept").batch
    assert state_of(TYPO) is Freshness.EXACT
    assert "Undo all these changes" in editor.get(f"/curate/fr/log/?batch={batch}").content.decode()
    assert editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": ""}).status_code == 409
    assert editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Trop vite."}).status_code == 302
    assert state_of(TYPO) is Freshness.TYPOGRAPHY
    assert editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Encore."}).status_code == 409
    for row in ActionLog.objects.exclude(author=None):
        assert "Undo all these changes" not in editor.get(f"/curate/fr/log/?batch={row.batch}").content.decode()
    unknown = editor.post(f"/curate/fr/bulk/{'0' * 16}/take-back/", {"reason": "Encore."}).content.decode()
    assert "already undone" not in unknown
    assert list(ActionLog.objects.exclude(author=None).order_by("pk").values_list("verb", flat=True)) == [
        "kept",
        "withdrawn",
    ]
    # And it can be done again.
    assert send(editor, "typography") == 302
    assert state_of(TYPO) is Freshness.EXACT


def test_a_refused_bulk_action_keeps_its_reason(editor: Client) -> None:
    sent = {"state": "typography", "scope": "chosen", "chapter": "", "reason": "Guillemets."}
    page = editor.post("/curate/fr/bulk/?queue=typography", sent)
    assert page.status_code == 422
    assert 'value="Guillemets."' in page.content.decode()


def test_what_somebody_works_on_is_left_alone(editor: Client, translator: Client) -> None:
    post(translator, TYPO, "save", text="Un brouillon.")
    assert send(editor, "typography") == 302
    assert newest(TYPO).status == "draft"
    page = editor.get("/curate/fr/").content.decode()
    assert f"Not approved: {TYPO}." in page
    assert ("0 texts approved" in page, "toast-ok" in page) == (False, False)


def test_skipped_texts_are_named_in_order_and_terms_by_their_heading(editor: Client, translator: Client) -> None:
    original = spot("lantern").original
    row = Translation.objects.approved_in("fr").get(original=original)
    row.original_id = store_typed("en", original.heading, Passage(original.text.replace(".", " .")))
    row.save()
    for number in (TYPO, "lantern"):
        post(translator, number, "save", heading="Lanterne" if number == "lantern" else "", text="Un brouillon.")
    assert send(editor, "typography") == 302
    assert f"Not approved: {TYPO}, Lantern." in editor.get("/curate/fr/").content.decode()


def test_only_what_was_chosen(editor: Client) -> None:
    assert send(editor, "typography", scope="chosen") == 422
    assert send(editor, "typography", scope="chosen", number="999.9/0") == 302
    assert send(editor, "typography", chapter="100") == 302
    assert state_of(TYPO) is Freshness.TYPOGRAPHY
    assert send(editor, "typography", scope="chosen", number=f"{TYPO}/0") == 302
    assert state_of(TYPO) is Freshness.EXACT


@pytest.mark.parametrize("more", [{"reason": " "}, {"state": "behind"}, {"scope": "some"}, {"reason": "<b>x</b>"}])
def test_a_bulk_action_without_reason_or_with_wrong_choices_is_refused(editor: Client, more: dict[str, str]) -> None:
    sent = {"state": "typography"} | more
    assert send(editor, **sent) == 422
    assert not Translation.objects.filter(original=spot(WORD).original).exists()
    assert not ActionLog.objects.exclude(author=None).exists()
