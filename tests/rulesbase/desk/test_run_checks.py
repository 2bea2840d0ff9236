"""Checks with what the database knows: terms, names of cards, switches, examples; and in bulk."""

import pytest
from django.test import Client

from cards.models import Card, Face, PrintedName
from rulesbase.core.content_version import content_stamp
from rulesbase.core.database.write_lock import writing
from rulesbase.desk.run_checks import examples_of, passed_checks, run_checks
from rulesbase.desk.terminology.actions import suggest
from rulesbase.engine.checks.types import Check
from rulesbase.engine.nodes import Passage
from rulesbase.models import CheckSwitch, State, User, Wording
from rulesbase.translations.check_messages import check_name
from rulesbase.translations.failed_checks import failing
from tests.rulesbase.desk.library import EXAMPLE, REFS, SAME, spot
from tests.rulesbase.desk.texts import newest, post
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")
QUOTES, WIDTH, SPACES = map(check_name, (Check.QUOTES, Check.WIDTH, Check.SPACES))


def english(text: str, heading: str = "") -> Wording:
    return Wording(language="en", heading=heading, text=text, digest="0" * 32, fold=0)


def found(text: str, own: str, language: str = "fr") -> list[tuple[str, str]]:
    return [(one.check, one.severity) for one in run_checks(language, english(text), "", Passage(own))]


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
    findings = run_checks("fr", english("See rule 100.2.", "Lamp"), "Lampe ; lampe", Passage("Voir la règle 100.2."))
    assert [(one.check, one.field) for one in findings] == [("spaces", "heading")]


def test_the_checks_that_passed_are_those_of_the_language() -> None:
    text = english("A lamp: two.", "Lamp")
    everywhere = passed_checks("ko", [], text)
    assert [name for name in passed_checks("fr", [], text) if name not in everywhere] == [QUOTES, SPACES]
    assert [name for name in passed_checks("ja", [], text) if name not in everywhere] == [QUOTES, WIDTH, SPACES]
    findings = run_checks("fr", text, "Lampe", Passage("Une lampe : deux."))
    assert [one.check for one in findings] == ["spaces"]
    assert SPACES not in passed_checks("fr", findings, text)
    without_text = {*passed_checks("fr", [], text)} - {*passed_checks("fr", [], english("", "Lamp"))}
    assert without_text == {check_name(Check.LENGTH), check_name(Check.EXAMPLES)}
    with writing():
        CheckSwitch.objects.create(language="fr", check_name="quotes", on=False)
    assert QUOTES not in passed_checks("fr", [], text)


def test_a_check_is_switched_for_all_or_for_one_language() -> None:
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
    refused = client.post("/admin/rulesbase/checkswitch/add/", {"language": "French", "check_name": "spaces"})
    assert "There are no translations into this language." in refused.content.decode()
    client.post("/admin/rulesbase/checkswitch/add/", {"language": "fr", "check_name": "spaces"})
    assert CheckSwitch.objects.get().on is False
    assert State.objects.get().generation > before
    assert found("A lamp: two.", "Une lampe : deux.") == []


def test_examples_of_an_entry() -> None:
    entry = spot(EXAMPLE).entry
    assert examples_of(spot(EXAMPLE)) == (2, 1)
    assert examples_of(spot(SAME)) == (0, 0)
    findings = run_checks("fr", entry.wording, "", Passage(entry.wording.text + " x"), examples=(2, 1))
    assert "examples" in [one.check for one in findings]


def test_failing_texts_are_known_as_they_come(translator: Client) -> None:
    assert failing(content_stamp(), "fr") == {}
    first = spot(REFS).original.text.removesuffix("See rule 100.3.")
    post(translator, REFS, "save", text=f"En français, {first} Voir la règle 100.4.")
    row = newest(REFS)
    assert failing(content_stamp(), "fr") == {row.pk: ("references",)}
    with writing():
        CheckSwitch.objects.create(language="fr", check_name="references", on=False)
    assert failing(content_stamp(), "fr") == {}
