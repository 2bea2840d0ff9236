"""/curate/fr/list/: a chapter, a queue or a search, each text edited in its row; links from public pages."""

import datetime
import re
from collections.abc import Mapping

import pytest
from django.conf import LazySettings
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Draft, Translation, User
from rulesbase.translations.failed_checks import checked_translations
from tests.rulesbase.desk.library import ADDED, EXAMPLE, NEW_BOOK, PLAIN, SAME, WORD, address, french, spot
from tests.rulesbase.desk.texts import newest, post
from tests.support.make import signed_in
from tests.support.pages import squeezed
from tests.support.queries import queries_of
from tests.support.texts import Book, Place, sentence

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]
PAGE = "/curate/fr/list/"
JSON = {"Accept": "application/json"}


def shown(client: Client, query: str) -> list[str]:
    """Return the number of each row."""
    page = client.get(f"{PAGE}?{query}").content.decode()
    return re.findall(r'<p class="listhead"><a class="num" href="[^"]+">([^<]+)</a>', page)


def test_a_chapter_a_queue_and_a_search(translator: Client) -> None:
    before = ["101", *(f"101.{at}" for at in range(1, 5))]
    chapter = [*before, EXAMPLE, f"{EXAMPLE} example 1", f"{EXAMPLE} example 2", ADDED]
    assert shown(translator, "chapter=101") == chapter
    assert shown(translator, "queue=behind") == [WORD, f"{EXAMPLE} example 2"]
    assert shown(translator, "q=every+coin+only") == [WORD]
    assert shown(translator, "q=FRANÇAIS,+Example:+A+sailor") == [f"{EXAMPLE} example 1"]
    assert shown(translator, f"q={SAME}") == [SAME]
    assert shown(translator, "q=no-such-word") == []


def test_an_example_of_a_term_is_named_by_the_heading(editor: Client) -> None:
    definition = sentence("Harbour")
    book = NEW_BOOK.dated(2022).write().replace(definition, f"{definition}\nExample: A ship lies in the harbour.")
    import_source(book.encode(), name="terms.txt")
    assert shown(editor, "chapter=glossary") == ["Harbour", "Harbour example 1", "Lantern"]
    row = re.search(r'href="([^"]+)">Harbour example 1<', editor.get(f"{PAGE}?chapter=glossary").content.decode())
    assert row is not None
    sent = {"verb": "approve", "base": 0, "seen": "", "text": "Exemple : Un navire est au port."}
    assert editor.post(row[1].replace("&amp;", "&"), sent).status_code == 302
    assert ">Harbour\n" in editor.get("/curate/fr/replace/?find=navire&instead=bateau").content.decode()


def test_a_search_puts_no_token_into_the_address(translator: Client) -> None:
    page = translator.get(f"{PAGE}?chapter=101").content.decode()
    search = page.partition('<form id="listform"')[2].partition("</form>")[0]
    assert 'name="q"' in search
    assert "csrfmiddlewaretoken" not in search
    assert "csrfmiddlewaretoken" in page


def test_few_queries_however_many_rows(translator: Client) -> None:
    assert queries_of(translator, f"{PAGE}?chapter=101") <= 25


def test_only_the_texts_of_the_page_are_checked(translator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[int] = []

    def counted(key: str, language: str, made: Mapping[int, datetime.datetime]) -> Mapping[int, object]:
        checked.extend(made)
        return checked_translations(key, language, made)

    monkeypatch.setattr("rulesbase.translations.doubts.checked_translations", counted)
    assert len(shown(translator, "chapter=101")) == 9
    assert 0 < len(checked) < Translation.objects.filter(language="fr").count()


def test_a_row_is_begun_with_what_there_is(translator: Client) -> None:
    page = translator.get(f"{PAGE}?queue=behind").content.decode()
    assert "counts every coin" in page
    assert "<del>" in page
    Draft.objects.create(user=User.objects.get(username="tess"), original=spot(WORD).original, language="fr",
                         text="Mon brouillon.", saves=1)  # fmt: skip
    assert "Mon brouillon." in translator.get(f"{PAGE}?queue=behind").content.decode()
    assert 'value="approve"' not in page


def test_a_row_is_saved_and_approved(reviewer: Client) -> None:
    sent = {"row": "1", "verb": "save", "base": 0, "seen": "", "text": "Un texte."}
    answer = reviewer.post(address(ADDED), sent, headers=JSON)
    assert (answer.status_code, answer.json()) == (
        200,
        {"revision": 1, "approved": None, "message": "Saved as a draft."},
    )
    answer = reviewer.post(address(ADDED), sent | {"verb": "approve", "base": 1, "text": "Un autre."}, headers=JSON)
    assert answer.json()["approved"] == newest(ADDED).pk
    # The message was in the answer, so no page shows it again.
    assert "is approved" not in reviewer.get("/curate/").content.decode()
    stale = reviewer.post(address(ADDED), sent | {"text": "Encore."}, headers=JSON)
    assert (stale.status_code, "newer text" in stale.json()["problem"]) == (409, True)
    empty = reviewer.post(address(ADDED), sent | {"text": ""}, headers=JSON)
    assert (empty.status_code, bool(empty.json()["problem"])) == (422, True)
    assert reviewer.post(address(ADDED), sent | {"verb": "discard"}, headers=JSON).status_code == 400


def test_a_row_reports_an_invalid_field_without_a_text(translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "submit", text="Un texte.")
    sent = {"row": "1", "verb": "approve", "base": 1, "seen": "", "reason": "x" * 301}
    answer = reviewer.post(address(ADDED), sent, headers=JSON)
    assert (answer.status_code, "too long" in answer.json()["problem"]) == (422, True)
    assert newest(ADDED).status == "review"


def test_an_empty_row_gets_similar_translated_texts(translator: Client) -> None:
    asked = {"row": "1", "base": 0, "text": ""}
    found = translator.post(address(WORD, more="checks/"), asked).content.decode()
    assert 'counts every coin twice before sunset." data-field="text"' in found
    assert "<del>" in found
    assert "data-fixed" not in translator.post(address(ADDED, more="checks/"), asked).content.decode()
    typed = translator.post(address(WORD, more="checks/"), asked | {"text": "Un texte."}).content.decode()
    assert 'class="memory"' not in typed


def test_roles_and_four_eyes(settings: LazySettings, translator: Client, reviewer: Client) -> None:
    sent = {"row": "1", "verb": "approve", "base": 0, "seen": "", "text": "Un texte."}
    assert translator.post(address(ADDED), sent, headers=JSON).status_code == 403
    assert 'value="approve"' in reviewer.get(f"{PAGE}?chapter=101").content.decode()
    settings.FOUR_EYES = True
    post(translator, ADDED, "submit", text="Le texte de Tess.")
    post(reviewer, WORD, "submit", text="Le texte de René.")
    page = reviewer.get(f"{PAGE}?queue=review").content.decode()
    assert "data-four-eyes" in page
    assert 'data-main="approve"' in page
    # Only the text of another person can be approved in the list.
    assert len(re.findall(r"<li class=\"listrow\"[^>]* data-waits>", page)) == 1
    as_is = {"row": "1", "verb": "approve", "base": 1, "seen": ""}
    assert "Another reviewer" in reviewer.post(address(WORD), as_is, headers=JSON).json()["problem"]
    assert reviewer.post(address(ADDED), as_is, headers=JSON).json()["approved"] == newest(ADDED).pk
    assert signed_in(User.objects.get(username="jun")).get(PAGE).status_code == 403


def test_public_pages_lead_to_the_editor(translator: Client, client: Client) -> None:
    place = f"/rules/2021-03-01/{WORD}/?lang=fr"
    at = f"/curate/fr/at/2021-03-01/{WORD}/"
    assert f'href="{at}"' in translator.get(place).content.decode()
    assert "/curate/fr/at/" not in client.get(place).content.decode()
    assert translator.get(at).headers["Location"] == address(WORD)
    for gone in ("/curate/fr/at/2021-03-01/999.9/", "/curate/fr/at/2021-99-01/101.1/", "/curate/fr/at/x/101.1/"):
        assert translator.get(gone).status_code == 404


def test_a_rule_that_is_not_translated_any_more_has_no_button(translator: Client) -> None:
    book = Book(datetime.date(2022, 3, 1)).with_chapter(100, Place("first"), *PLAIN)
    import_source(book.bytes(), name="without.txt")
    place = f"2021-03-01/{WORD}/"
    assert "/curate/fr/at/" not in translator.get(f"/rules/{place}?lang=fr").content.decode().partition("<main")[2]
    assert translator.get(f"/curate/fr/at/{place}").status_code == 404
    assert "/curate/fr/at/" in translator.get("/rules/2021-03-01/100.1/?lang=fr").content.decode().partition("<main")[2]


def test_a_sent_json_form_names_the_next_text(translator: Client) -> None:
    sent = {"verb": "submit", "base": 0, "text": "Un texte."}
    answer = translator.post(f"{address(WORD)}?queue=behind", sent, headers=JSON)
    assert answer.json() == {"next": f"{address(EXAMPLE, 2)}&queue=behind"}
    assert post(translator, ADDED, "save", text=french("x")).status_code == 302


def test_statistics_count_translated_and_reviewed_texts(translator: Client, reviewer: Client) -> None:
    for text in ("Un texte.", "Le même, corrigé."):
        post(translator, ADDED, "submit", text=text)
    post(reviewer, ADDED, "approve")
    page = squeezed(translator.get("/curate/fr/statistics/").content.decode())
    counts = re.findall(r'<td>(\w+)</td><td class="n" data-label="Texts translated">(\d+)</td><td[^>]*>(\d+)<', page)
    assert counts == [("rene", "0", "1"), ("tess", "1", "0")]
    # Sent twice; an approval changes no text.
    assert f'{ADDED}@2021-03-01</th><td class="n" data-label="Changes">2</td>' in page


def test_texts_are_found_by_status_author_date_and_check(translator: Client, reviewer: Client) -> None:
    post(translator, WORD, "submit", text="Voir la règle 100.9.")
    post(reviewer, ADDED, "save", text="Personne ne l’avait dit avant.")
    assert shown(translator, "status=review") == [WORD]
    assert shown(translator, "author=RENE") == [ADDED]
    assert shown(translator, "check=references") == [WORD]
    assert shown(translator, "since=2999-01-01") == []
    assert shown(translator, "status=draft&since=2020-01-01&q=avait+dit") == [ADDED]
    # A wrong value is named and filters nothing.
    assert "Enter a valid date" in translator.get(f"{PAGE}?since=xx&chapter=101").content.decode()
    assert len(shown(translator, "since=xx&chapter=101")) == 9
