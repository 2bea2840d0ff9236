"""/curate/terms/fr/: terms grow, are suggested, agreed on and declined, and every text of them stays."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from cards.models import Card, Face, PrintedName
from rulesbase.core.content_version import english_key
from rulesbase.core.errors import Refused
from rulesbase.desk.terminology.actions import agree, decline, newest_revision, suggest
from rulesbase.desk.terminology.extract import extract_terms
from rulesbase.desk.terminology.queries import terms_with
from rulesbase.models import ActionLog, TermEntry, User
from tests.support.commands import output_of
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")
PAGE = "/curate/terms/fr/"
LAMP = {"term": "lamp", "translation": "lampe", "variants": "fanal\r\n", "note": ""}


def edie() -> User:
    return User.objects.get(username="edie")


def suggest_lamp(*, agreed: bool = False) -> TermEntry:
    return suggest(language="fr", term="lamp", translation="lampe", variants="fanal", by=edie(), agreed=agreed)


def output(term: str = "lamp") -> list[tuple[str, str, int]]:
    rows = TermEntry.objects.filter(language="fr", term=term).order_by("revision")
    return [(row.translation, row.status, row.revision) for row in rows]


def print_cards() -> None:
    """Four printings of one card with its types in French."""
    card = Card.objects.create(oracle_id="o1", name="Lamp Keeper", slug="lamp-keeper", layout="normal")
    Face.objects.create(card=card, position=0, name="Lamp Keeper", type_line="Creature — Guard")
    for at in range(4):
        PrintedName.objects.create(
            card=card, language="fr", name="Gardien", type_line="Créature : garde", source="test", key=f"k{at}"
        )


def test_a_translator_suggests_and_an_editor_agrees(translator: Client, editor: Client) -> None:
    assert translator.post(PAGE, LAMP | {"agree": "1"}).status_code == 302
    # A translator suggests, whatever the button.
    assert output() == [("lampe", "suggested", 1)]
    row = TermEntry.objects.get(term="lamp")
    one = reverse("desk_term", args=["fr", row.pk])
    assert translator.post(one, {"agree": "1", "newest": 1}).status_code == 403
    assert translator.get("/curate/terms/fr/999999/").status_code == 404
    assert editor.post(one, {"agree": "1", "newest": 1}).status_code == 302
    assert output() == [("lampe", "superseded", 1), ("lampe", "agreed", 2)]
    assert TermEntry.objects.get(status="agreed").names == ("lampe", "fanal")
    page = translator.get(PAGE, {"q": "fanal"}).content.decode()
    assert ("lampe" in page, 'class="badge badge-now"' in page) == (True, True)
    logged = ActionLog.objects.exclude(author=None).order_by("pk")
    assert [(one.verb, one.author_name, one.place) for one in logged] == [
        ("saved", "tess", "term lamp"),
        ("approved", "edie", "term lamp"),
    ]


def test_the_log_has_terms_in_the_language_of_the_page(editor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesbase.templatetags.desk.gettext", lambda message: message.replace("term ", "terme "))
    suggest_lamp()
    assert "terme lamp" in editor.get("/curate/fr/log/").content.decode()


def test_another_word_takes_its_place_and_the_old_one_can_come_back() -> None:
    first = suggest_lamp(agreed=True)
    suggest(language="fr", by=edie(), agreed=True, term="LAMP", translation="lanterne")
    assert output() == [("lampe", "superseded", 1), ("lanterne", "agreed", 2)]
    first.refresh_from_db()
    agree(first, newest=2, by=edie())
    assert output() == [("lampe", "superseded", 1), ("lanterne", "superseded", 2), ("lampe", "agreed", 3)]
    decline(TermEntry.objects.get(status="agreed"), newest=3, by=edie())
    assert terms_with(english_key(), "A lamp.", "fr") == []


@pytest.mark.parametrize("agreed", [False, True])
def test_who_was_slower_is_reported_so(editor: Client, agreed: bool) -> None:
    row = suggest_lamp(agreed=agreed)
    suggest(language="fr", by=edie(), agreed=True, term="lamp", translation="lanterne")
    row.refresh_from_db()
    answer = editor.post(reverse("desk_term", args=["fr", row.pk]), {"agree": "1", "newest": 1})
    assert answer.status_code == 409
    assert "in the meantime" in answer.content.decode()
    assert output()[-1] == ("lanterne", "agreed", 2)
    # A translation that was replaced is not called rejected.
    with pytest.raises(Refused, match="in the meantime"):
        decline(row, newest=1, by=edie())


@pytest.mark.parametrize(
    "sent",
    [
        {"term": "", "translation": "lampe"},
        {"term": "lamp", "translation": "<script>x</script>"},
        {"term": "lamp", "translation": "la\u202empe"},
        {"term": "lamp", "translation": "x" * 201},
        {"term": "lamp", "translation": "x", "note": "y" * 301},
    ],
    ids=["empty", "markup", "bidi", "long", "note"],
)
def test_what_is_no_term_is_refused_at_the_field(editor: Client, sent: dict[str, str]) -> None:
    answer = editor.post(PAGE, sent)
    assert (answer.status_code, 'class="error"' in answer.content.decode()) == (422, True)
    assert not TermEntry.objects.exists()


def test_five_megabytes_and_the_same_again_are_refused(editor: Client) -> None:
    assert editor.post(PAGE, LAMP | {"note": "x" * 5_000_000}).status_code == 413
    editor.post(PAGE, LAMP)
    assert editor.post(PAGE, LAMP).status_code == 422
    assert len(output()) == 1


def test_terms_grow_from_the_glossary_and_from_cards(editor: Client) -> None:
    print_cards()
    assert editor.post(f"{PAGE}grow/").status_code == 302
    grown = {row.term: (row.translation, row.origin, row.status) for row in TermEntry.objects.all()}
    assert grown == {
        "Harbour": ("en français, harbour", "glossary", "agreed"),
        "Lantern": ("en français, lantern", "glossary", "agreed"),
        "Guard": ("garde", "types", "agreed"),
        "creature": ("créature", "types", "agreed"),
    }
    assert extract_terms("fr") == {"agreed": 0, "suggested": 0, "known": 4}


def test_growing_changes_nothing_that_stands() -> None:
    print_cards()
    suggest(language="fr", by=edie(), agreed=True, term="Creature", translation="bête")
    guard = suggest(language="fr", by=edie(), term="Guard", translation="garde")
    decline(guard, newest=1, by=edie())
    extract_terms("fr")
    assert output("Creature") == [("bête", "agreed", 1), ("créature", "suggested", 2)]
    assert output("Guard") == [("garde", "declined", 1)]


def test_terms_of_a_text() -> None:
    suggest_lamp(agreed=True)
    suggest(language="fr", by=edie(), term="harbour", translation="port")
    hits = terms_with(english_key(), "Lamps of the harbour, and a lamp.", "fr")
    assert [(hit.english, hit.names, hit.agreed) for hit in hits] == [
        ("Lamps", ("lampe", "fanal"), True),
        ("harbour", ("port",), False),
    ]
    assert terms_with(english_key(), "Lamps.", "ja") == []


def test_terms_are_grown_by_the_command() -> None:
    assert output_of("grow_terms", "fr").strip() == "agreed 2, suggested 0, known before 0"
    with pytest.raises(CommandError):
        call_command("grow_terms", "en")
    assert newest_revision("fr", "Harbour") == 1


def test_the_admin_decides_and_never_rewrites() -> None:
    row = suggest_lamp()
    cora = User.objects.get(username="cora")
    cora.is_staff = True
    cora.save()
    client = signed_in(cora)
    listed = "/admin/rulesbase/termentry/"
    assert client.get(listed).status_code == 200
    assert client.post(f"{listed}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(listed, {"action": "agree_chosen", "_selected_action": [row.pk]})
    assert output()[-1] == ("lampe", "agreed", 2)
