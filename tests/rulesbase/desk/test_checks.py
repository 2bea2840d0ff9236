"""Checks with what the database knows: terms, names of cards, switches, examples; and in bulk."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from cards.models import Card, Face, PrintedName
from rulesbase.core.write_lock import writing
from rulesbase.desk.checks import examples_of, passed_checks, refuse, run_checks
from rulesbase.desk.terminology.actions import suggest
from rulesbase.engine.checks import Check
from rulesbase.models import CheckSwitch, State, User, Wording
from rulesbase.translations.check_messages import _PASSED, _SENTENCES
from rulesbase.translations.failed_checks import failing
from tests.rulesbase.desk.library import EXAMPLE, REFS, SAME, signed_in, spot
from tests.rulesbase.desk.texts import newest, post

pytestmark = pytest.mark.usefixtures("desk")


def english(text: str, heading: str = "") -> Wording:
    return Wording(language="en", heading=heading, text=text, digest="0" * 32, fold=0)


def found(text: str, own: str, language: str = "fr") -> list[tuple[str, str]]:
    return [(one.check, one.severity) for one in run_checks(language, english(text), own)]


def test_it_works() -> None:
    findings = run_checks("fr", english("See rule 100.2: yes."), "Voir la règle 100.3 : oui.")
    assert [(one.check, one.severity, one.field) for one in findings] == [
        ("references", "wrong", "text"),
        ("spaces", "look", "text"),
    ]
    assert findings[0].message == "The text cites 100.3, the English 100.2."
    assert findings[0].mended == "Voir la règle 100.2 : oui."


def test_every_finding_and_every_check_has_words() -> None:
    assert set(_PASSED) == set(Check)
    assert all(_SENTENCES.values())
    with translation.override("fr"):
        assert run_checks("fr", english("A lamp."), "")[0].message


def test_terms_and_cards_are_looked_for() -> None:
    card = Card.objects.create(oracle_id="o1", name="Lamp Keeper", slug="lamp-keeper", layout="normal")
    Face.objects.create(card=card, position=0, name="Lamp Keeper")
    PrintedName.objects.create(card=card, language="fr", name="Gardien de lampe", source="test", key="k")
    with writing():
        pass
    text = "Lamp Keeper climbs the harbour’s wall."
    assert found(text, "Lamp Keeper grimpe le mur du port.") == [("cards", "look")]
    assert found(text, "Gardien de lampe grimpe le mur du port.") == []
    suggest(language="fr", by=User.objects.get(username="edie"), agreed=True, term="wall", translation="rempart")
    assert found(text, "Gardien de lampe grimpe le mur du port.") == [("terms", "look")]
    assert found(text, "Gardien de lampe grimpe les remparts du port.") == []


def test_headings_and_texts_of_terms() -> None:
    findings = run_checks("fr", english("See rule 100.2.", "Lamp"), "Voir la règle 100.2.", heading="Lampe ; lampe")
    assert [(one.check, one.field) for one in findings] == [("spaces", "heading")]


def test_switches() -> None:
    assert found("A lamp: two.", "Une lampe : deux.") == [("spaces", "look")]
    with writing():
        CheckSwitch.objects.create(language="", check_name="spaces", on=False)
    assert found("A lamp: two.", "Une lampe : deux.") == []
    with writing():
        CheckSwitch.objects.create(language="fr", check_name="spaces", on=True)
    assert found("A lamp: two.", "Une lampe : deux.") == [("spaces", "look")]


def test_the_admin_turns_switches_at_once() -> None:
    cora = User.objects.get(username="cora")
    cora.is_staff = True
    cora.save()
    before = State.objects.get().generation
    client: Client = signed_in(cora)
    assert found("A lamp: two.", "Une lampe : deux.") == [("spaces", "look")]
    client.post("/admin/rulesbase/checkswitch/add/", {"language": "fr", "check_name": "spaces"})
    assert CheckSwitch.objects.get().on is False
    assert State.objects.get().generation > before
    assert found("A lamp: two.", "Une lampe : deux.") == []


def test_mending_one_after_another() -> None:
    """Each mend is of the field as it stands after those before it, and they come to an end."""
    fields = {"heading": "La la lampe", "text": "Voir la règle 100.3 : oui!"}
    source = english("See rule 100.2: yes!", "Lamp")
    for _turn in range(10):
        findings = run_checks("fr", source, fields["text"], heading=fields["heading"])
        mends = [(one.field, one.mended) for one in findings if one.mended not in (None, fields[one.field])]
        fields |= {field: str(mended) for field, mended in mends[:1]}
    assert mends == []
    assert fields == {"heading": "La lampe", "text": "Voir la règle 100.2\u00a0: oui\u202f!"}


def test_what_passed() -> None:
    passed = passed_checks("fr", run_checks("fr", english("A lamp."), "Une lampe!"), english("A lamp."))
    assert {"Same references", "Same symbols", "Agreed terms are used"} <= set(passed)
    assert not {"No-break spaces where French has them", "Characters have the right width"} & set(passed)


def test_examples_of_an_entry() -> None:
    entry = spot(EXAMPLE).entry
    assert examples_of(entry, "fr") == (2, 1)
    assert examples_of(spot(SAME).entry, "fr") == (0, 0)
    findings = run_checks("fr", entry.wording, entry.wording.text + " x", examples=(2, 1))
    assert "examples" in [one.check for one in findings]


def test_one_query_when_nothing_was_written() -> None:
    run_checks("fr", english("See rule 100.2."), "Voir la règle 100.2.")
    with CaptureQueriesContext(connection) as counted:
        run_checks("fr", english("See rule 100.2."), "Voir.")
    assert len(counted) == 1


def test_failing_texts_are_known_as_they_come(translator: Client) -> None:
    assert failing("fr") == {}
    first = spot(REFS).original.text.removesuffix("See rule 100.3.")
    post(translator, REFS, "save", text=f"En français, {first} Voir la règle 100.4.")
    row = newest(REFS)
    assert failing("fr") == {row.pk: ("references",)}
    assert failing("fr", ["approved"]) == {}
    with writing():
        CheckSwitch.objects.create(language="fr", check_name="references", on=False)
    assert failing("fr") == {}


@pytest.mark.parametrize(
    ("text", "stored"), [("Une lampe.", True), ("<b>x</b>", False), pytest.param("x" * 20_001, False, id="long")]
)
def test_what_cannot_be_stored(text: str, stored: bool) -> None:
    assert (refuse(text) == "") is stored
