"""What readers see of texts that may not be faithful: doubts, who compared them, bulk approval, texts restored."""

import re

import pytest
from django.test import Client

from rulesbase.accounts.deletion import delete_account
from rulesbase.core.database.write_lock import writing
from rulesbase.desk.new_revision import store_typed
from rulesbase.engine.checks.term_use import TermCount, TermUse
from rulesbase.engine.nodes import Passage
from rulesbase.models import ActionLog, Translation, User
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import ADDED, EXAMPLE, REFS, SAME, TYPO, WORD, address, spot
from tests.rulesbase.desk.texts import newest, post, readers_see, state_of

pytestmark = pytest.mark.usefixtures("desk")


BY_PROGRAM = "Only a program has compared the translation with the English"


BY_REVIEWER = "A reviewer has approved the translation."


def imported(number: str, text: str) -> None:
    """Make the French text that readers see of a rule an imported one, with other words."""
    with writing(translations_into="fr"):
        wording = store_typed("fr", "", Passage(text))
        shown = Translation.objects.filter(
            language="fr", places__entry__rule=spot(number).entry.rule, places__is_example=False
        )
        shown.update(origin="imported", wording=wording)


def page(client: Client, number: str) -> str:
    return client.get(f"/rules/2021-03-01/{number}/?lang=fr,en&ui=en").content.decode().partition("<footer")[0]


def test_readers_see_what_is_wrong_with_an_imported_text(client: Client) -> None:
    assert "possible error" not in page(client, TYPO)
    imported("101.3", "Voir la règle 100.9.")
    assert "possible error: the translation cites 100.9, but the English does not" in page(client, "101.3")
    assert "possible error" in client.get("/rules/2021-03-01/101/?lang=fr").content.decode()


def test_readers_see_who_has_compared_a_text(client: Client, reviewer: Client) -> None:
    assert BY_REVIEWER not in page(client, SAME)
    text = readers_see(SAME)
    post(reviewer, SAME, "approve", text=f"{text} Non.")
    assert BY_REVIEWER in page(client, SAME)
    imported(SAME, f"{text} Oui.")
    assert BY_PROGRAM in page(client, SAME)
    assert BY_REVIEWER not in page(client, SAME)
    post(reviewer, ADDED, "approve", text="Nul texte ne lui ressemblait.")
    for counted in ("/rules/2021-03-01/101/?lang=fr,en", "/translations/"):
        shown = client.get(counted).content.decode()
        found = re.search(r"A reviewer has approved (\d+) of (\d+) translations", shown)
        assert found
        assert int(found[1]) == 1
    post(reviewer, SAME, "approve", text=text)
    assert BY_REVIEWER in page(client, SAME)


def test_bulk_approval_compares_no_text(client: Client, reviewer: Client, editor: Client) -> None:
    assert editor.post("/curate/fr/bulk/", {"state": "typography", "scope": "all", "reason": "So."}).status_code == 302
    assert state_of(TYPO) is Freshness.EXACT
    assert BY_PROGRAM in page(client, TYPO)
    post(reviewer, REFS, "adopt")
    assert BY_REVIEWER in page(client, REFS)
    # One text is no bulk action; it is withdrawn in the editor.
    assert ActionLog.objects.get(verb="adopted").batch == ""
    assert post(reviewer, REFS, "withdraw", reason="Trop vite.").status_code == 302
    assert state_of(REFS) is Freshness.REFERENCES


def test_an_approval_counts_after_its_account_is_deleted(client: Client, reviewer: Client) -> None:
    post(reviewer, SAME, "approve", text="Un texte relu.")
    delete_account(User.objects.get(username="rene"))
    assert BY_REVIEWER in page(client, SAME)


def test_a_term_that_only_the_english_has_is_a_doubt(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = TermUse("fr", [TermCount("Lamp", ("lampe",), used=50, own=50)])
    monkeypatch.setattr("rulesbase.translations.failed_checks.term_use", lambda key, language: counted)
    imported(TYPO, "Dites-le deux fois.")
    assert "the translation lacks the term “Lamp”" in page(client, TYPO)


def test_a_sentence_that_only_the_translation_has_is_a_doubt(client: Client) -> None:
    faithful = (
        "Le cuivre essaie une bouilloire pendant que l’huître répare un gobelet de velours. Dites deux fois « lampe »."
    )
    imported(TYPO, f"{faithful} Les marins apportent ensuite toute l’huile du phare au port avant minuit.")
    assert "the translation has a sentence that the English does not" in page(client, TYPO)


def test_examples_without_a_translation_are_a_doubt(client: Client) -> None:
    imported(EXAMPLE, "En français : Rule.")
    Translation.objects.filter(
        language="fr", places__entry__rule=spot(EXAMPLE).entry.rule, places__is_example=True
    ).delete()
    Translation.objects.get(language="fr", places__entry__rule=spot(EXAMPLE).entry.rule).places.update(
        with_examples=False
    )
    with writing(translations_into="fr"):
        pass
    assert state_of(EXAMPLE) is Freshness.EXACT
    assert "2 examples are not translated" in page(client, EXAMPLE)


def test_bulk_approval_leaves_texts_that_fail_a_check(editor: Client) -> None:
    with writing(translations_into="fr"):
        wording = store_typed("fr", "", Passage("Dites « lampe » deux fois (règle 100.9)."))
        Translation.objects.filter(language="fr", places__entry__rule=spot(TYPO).entry.rule).update(wording=wording)
    done = editor.post("/curate/fr/bulk/", {"state": "typography", "scope": "all", "reason": "So."}, follow=True)
    assert TYPO in done.content.decode()
    assert state_of(TYPO) is Freshness.TYPOGRAPHY
    assert post(editor, TYPO, "keep", reason="So.").status_code == 409


def test_an_earlier_text_returns_to_the_english_it_was_made_for(reviewer: Client, translator: Client) -> None:
    """The text of 2020 must not become an exact translation of the English of 2021."""
    earlier = Translation.objects.get(language="fr", places__entry__rule=spot(WORD).entry.rule)
    post(reviewer, WORD, "approve", text="Traduction de la phrase neuve, entière et bien relue par tous.")
    assert state_of(WORD) is Freshness.EXACT
    post(translator, WORD, "revert", to=earlier.pk, reason="Avant.")
    assert newest(WORD).status == "draft"
    assert state_of(WORD) is Freshness.EXACT
    post(reviewer, WORD, "revert", to=earlier.pk, reason="La neuve est fausse.")
    assert state_of(WORD) is Freshness.BEHIND
    assert readers_see(WORD) == earlier.wording.text
    # It is shown already: there is nothing to take up.
    assert post(reviewer, WORD, "revert", to=earlier.pk, reason="Encore.").status_code == 409
    assert post(reviewer, ADDED, "revert", to=earlier.pk, reason="Un autre.").status_code == 409


def test_a_reviewer_confirms_a_text_that_fails_a_check(reviewer: Client, client: Client) -> None:
    text = "Personne ne l’a dit (règle 100.9)."
    post(reviewer, ADDED, "approve", text=text)
    assert "a sentence is missing from the translation; the translation cites 100.9" in page(client, ADDED)
    imported("101.3", text)
    assert "possible error: the translation cites 100.9" in page(client, "101.3")
    post(reviewer, "101.3", "approve", text=text, reason="La règle 100.9 est la bonne.")
    assert "possible error" not in page(client, "101.3")


def test_a_replacement_in_many_texts_confirms_none(editor: Client, client: Client) -> None:
    imported("101.3", "Voir la règle 100.9.")
    (shown,) = Translation.objects.approved_in("fr").filter(wording__text="Voir la règle 100.9.")
    asked = {"find": "Voir la", "instead": "Voyez la", "text": shown.pk, "reason": "Mieux dit."}
    assert editor.post("/curate/fr/replace/", asked).status_code == 302
    assert readers_see("101.3") == "Voyez la règle 100.9."
    assert "possible error: the translation cites 100.9" in page(client, "101.3")
    assert BY_REVIEWER not in page(client, "101.3")


def test_counts_call_no_text_with_doubts_exact(client: Client, editor: Client) -> None:
    address = "/api/v1/versions/2021-03-01/translations/fr/"
    imported("101.3", "Voir la règle 100.9.")
    found = client.get(address).json()
    assert found["counts"]["doubted"] == 1
    assert [row["number"] for row in client.get(f"{address}?freshness=doubted").json()["results"]] == ["101.3"]
    assert "101.3" not in [row["number"] for row in client.get(f"{address}?freshness=exact").json()["results"]]
    assert re.search(r"possible error</span> \d+\.\d", editor.get("/curate/fr/").content.decode())
    french = client.get("/api/v1/versions/2021-03-01/entries/101.3/?lang=en,fr").json()["translations"]["fr"]
    assert french["doubts"] == ["the translation cites 100.9, but the English does not"]


def test_a_comparison_shows_doubts(client: Client) -> None:
    imported(WORD, "Voir la règle 100.9.")
    page_text = client.get("/compare/2020-03-01/2021-03-01/?lang=en,fr").content.decode()
    assert page_text.count("the translation cites 100.9, but the English does not") == 2


def test_the_desk_marks_doubted_texts(translator: Client) -> None:
    imported("101.3", "Voir la règle 100.9.")
    row = translator.get("/curate/fr/list/?q=101.3").content.decode().split('class="listhead"')[1]
    assert "possible error" in row[: row.index("</p>")]
    assert "possible error: the translation cites 100.9" in translator.get(address("101.3")).content.decode()


def test_a_row_of_the_list_shows_the_doubts_about_an_example(translator: Client) -> None:
    def row_of(query: str) -> str:
        shown = translator.get(f"/curate/fr/list/?{query}").content.decode()
        return shown.partition(f">{EXAMPLE} example 1</a>")[2].partition("</p>")[0]

    with writing(translations_into="fr"):
        wording = store_typed("fr", "", Passage("Exemple : voir la règle 100.9."))
        Translation.objects.filter(language="fr", original=spot(EXAMPLE, 1).original).update(wording=wording)
    assert "possible error" in row_of("chapter=101")
    assert "possible error" in row_of(f"q={EXAMPLE}")
