"""Name questions in the spellings that people type, against cards of the database.

A line is day | question | answer | numbers that must be cited.
"""

import datetime
import shlex
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.engine.name_rules.answer import answer
from cards.engine.types import Answer, BadQuestion, QuestionKind, Verdict
from cards.lookup.facts import facts_of_all
from cards.lookup.resolve_objects import resolve_objects
from cards.management.commands.check_name import Command, parse_options
from cards.models import Card, DatedFact, Interchangeable, Printing
from cards.name_checker.check import check, check_through_history, parse_question
from cards.name_checker.name_warnings import remarks
from rulesbase.archive.catalogue import catalogue
from tests.support.cards import make_card, make_name, make_set

LEGEND = "Legendary Creature — Human"
LINES = (Path(__file__).parents[2] / "data" / "name_spellings.txt").read_text(encoding="utf-8").splitlines()
ROWS = [tuple(part.strip() for part in line.split("|")) for line in LINES if not line.startswith("#")]


@pytest.fixture
def cards(db: None) -> None:
    halves: dict[str, list[dict[str, Any]]] = {
        "Fire // Ice": [{"name": "Fire", "type_line": "Instant"}, {"name": "Ice", "type_line": "Instant"}],
        "Start // Fire": [{"name": "Start"}, {"name": "Fire"}],
        "Delver // Aberration": [
            {"name": "Delver", "type_line": "Creature"},
            {"name": "Aberration", "type_line": "Creature"},
        ],
    }
    for name, faces in halves.items():
        make_card(name, faces, layout="transform" if "Delver" in name else "split")
    make_card("Grizzly Bears", type_line="Creature — Bear")
    make_card("Leering Emblem", type_line="Artifact — Equipment")
    make_card("Isamaru, Hound of Konda", type_line="Legendary Creature — Dog")
    make_name(make_card("Wildfire", type_line="Sorcery"), "ja", "燎原の火")
    make_name(make_card("Burning of Xinye", type_line="Sorcery"), "ja", "燎原の火")
    make_card(
        "Bruna", type_line="Creature", layout="meld", text="With a creature named Gisela, meld them into Brisela."
    )
    make_card("Brisela", type_line="Creature — Angel", layout="meld", text="Flying")
    make_card("Eleven", type_line=LEGEND, released=datetime.date(2021, 10, 15))
    for name, other in (("Eleven", "Cecily"), ("Rick", "Greymond")):
        Interchangeable.objects.create(name=name, other=other, since=datetime.date(2022, 4, 29))


@lru_cache(maxsize=1)
def parser() -> Any:
    return Command().create_parser("manage.py", "check_name")


def answered(day: str, line: str) -> Answer:
    options = vars(parser().parse_args(shlex.split(line)))
    kind, typed, extra = parse_options(options)
    question, resolved = parse_question(kind, typed, datetime.date.fromisoformat(day), options=extra)
    assert len(resolved) == len(typed)
    return answer(question)


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("row", ROWS, ids=[f"{at:02} {row[0]}" for at, row in enumerate(ROWS)])
def test_answer_and_rules(row: tuple[str, str, str, str]) -> None:
    day, line, wanted, numbers = row
    found = answered(day, line)
    if wanted in ("yes", "no", "depends", "unclear"):
        assert found.verdict == wanted, [str(reason.message) for reason in found.reasons]
    else:
        assert (found.verdict, str(found.answer)) == (Verdict.YES, wanted)
    assert set(numbers.split()) <= set(found.numbers)


@pytest.mark.usefixtures("twelve", "cards")
@pytest.mark.parametrize(
    ("typed", "near"),
    [("Isamarus Hound", "Isamaru, Hound of Konda"), ("Qwxz // Vut", "JSON")],
)
def test_a_refusal_says_what_to_type(typed: str, near: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as error:
        call_command("check_name", "english", typed, "--json")
    assert near in str(error.value)
    assert (f'"name": "{near}"' in capsys.readouterr().out) == (near != "JSON")


@pytest.mark.django_db
def test_without_card_data_no_name_is_searched() -> None:
    notes = [str(note) for note in remarks(resolve_objects(["Island", "Forest"]), datetime.date(2026, 6, 19))]
    assert notes == ["No card data has been imported yet."]


@pytest.mark.usefixtures("cards")
def test_a_name_of_several_cards_is_noted_once() -> None:
    notes = [str(note) for note in remarks((resolve_objects(["燎原の火"])[0],), datetime.date(2026, 6, 19))]
    assert len(notes) == 1
    assert "Wildfire" in notes[0]


@pytest.mark.usefixtures("twelve", "cards")
def test_a_name_of_several_cards_is_answered_for_each() -> None:
    checked = check(QuestionKind.SAME, ["燎原の火", "Wildfire"])
    assert checked.verdict == "depends"
    # First the card that the other object names.
    found = [(reading.objects[0].thing.name, str(reading.answer.verdict)) for reading in checked.readings]
    assert found == [("Wildfire", "yes"), ("Burning of Xinye", "no")]


@pytest.mark.usefixtures("twelve", "cards")
def test_a_set_picks_the_card_that_is_meant() -> None:
    Printing.objects.create(card=Card.objects.get(name="Burning of Xinye"), card_set=make_set("ptk"))
    assert check(QuestionKind.SAME, ["燎原の火", "Wildfire"], set_code="PTK").verdict == "no"
    assert str(check(QuestionKind.ENGLISH, ["燎原の火"], set_code="ptk").answer.answer) == "Burning of Xinye"
    with pytest.raises(BadQuestion, match="xyz"):
        check(QuestionKind.ENGLISH, ["燎原の火"], set_code="xyz")


@pytest.mark.usefixtures("twelve", "cards")
def test_the_beginning_of_several_names_is_answered_for_each() -> None:
    for name in ("Isamaru of the Gate", "Isamaru's Collar"):
        make_card(name, type_line="Creature")
    checked = check(QuestionKind.SAME, ["Isamaru", "Isamaru of the Gate"])
    assert checked.verdict == "depends"
    assert {one.objects[0].thing.name for one in checked.readings} == {"Isamaru of the Gate", "Isamaru, Hound of Konda"}
    # To choose a name, it must be clear which card is meant.
    assert check(QuestionKind.CHOOSE, ["Isamaru"]).verdict == "depends"


@pytest.mark.usefixtures("twelve", "cards")
def test_the_answer_depends_on_the_card_through_history() -> None:
    checked = check(QuestionKind.ENGLISH, ["燎原の火"])
    spans = check_through_history(checked.question, catalogue(), checked.resolved)
    assert {span.verdict for span in spans} == {Verdict.DEPENDS}


@pytest.mark.django_db
def test_an_interchangeable_name_was_printed_later() -> None:
    early, late = datetime.date(2021, 10, 15), datetime.date(2022, 4, 29)
    Interchangeable.objects.create(name="Eleven", other="Cecily", since=late)
    cecily = make_card("Cecily", type_line=LEGEND, released=early)
    make_name(cecily, "en", "Eleven", flavor=True)
    assert facts_of_all([cecily.oracle_id])[cecily.oracle_id].released == late
    found = resolve_objects(["Eleven"])[0].thing.card
    assert found
    assert (found.name, found.released) == ("Eleven", early)


@pytest.mark.django_db
def test_an_interchangeable_name_stays_another_name_where_several_days_of_data_are_known() -> None:
    Interchangeable.objects.create(name="Eleven", other="Cecily", since=datetime.date(2022, 4, 29))
    make_card("Eleven", type_line=LEGEND, standing="2022-04-25 2 0")
    of_2021 = [LEGEND, "", "", "", "1", "1"]
    DatedFact.objects.create(kind="face", name="Eleven", value=of_2021, days=["2021-10-15"], digest=1)
    assert answered("2022-02-18", "same Eleven Cecily").verdict == "no"
    later = answered("2022-04-29", "same Eleven Cecily")
    assert (later.verdict, "201.3a" in later.numbers) == ("yes", True)
    assert str(answered("2026-06-19", "english Cecily").answer) == "Cecily"


@pytest.mark.usefixtures("twelve", "cards")
def test_an_unknown_name_never_decides() -> None:
    both = check(QuestionKind.CHOOSE, ["Qwxz // Vut"])
    assert both.verdict == "no", "both halves of a split card are too many, whether or not there is one"
    chosen = check(QuestionKind.CHOOSE, ["Isamarus Hound"])
    assert chosen.verdict == "depends"
    assert any("Isamaru, Hound of Konda" in str(note) for note in chosen.notes)
    assert check(QuestionKind.CHOOSE, ["Isamarus Hound"], options={"no_card": True}).verdict == "no"
    compared = check(QuestionKind.SAME, ["Qwxz", "Grizzly Bears"])
    assert [str(one.answer.verdict) for one in compared.answer.branches] == ["no", "yes"]
    assert check(QuestionKind.DIFFERENT, ["Qwxz", "Grizzly Bears"]).verdict == "depends"
    # Two known cards that differ decide, whatever the third one is.
    assert check(QuestionKind.SAME, ["Qwxz", "Grizzly Bears", "Wildfire"]).verdict == "no"


@pytest.mark.usefixtures("twelve", "cards")
def test_an_unknown_subtype_is_refused() -> None:
    assert check(QuestionKind.CHOOSE, ["Grizzly Bears"], options={"with": ("bear",)}).verdict == "yes"
    with pytest.raises(BadQuestion, match="gobllin"):
        check(QuestionKind.CHOOSE, ["Grizzly Bears"], "2013-05-01", options={"with": ("gobllin",)})
    with pytest.raises(BadQuestion, match="does not use “with”"):
        check(QuestionKind.ENGLISH, ["Grizzly Bears"], options={"with": ("bear",)})


@pytest.mark.usefixtures("twelve", "cards")
def test_a_token_made_by_the_name_of_a_card() -> None:
    def token(day: str, *words: str) -> Answer:
        return check(QuestionKind.TOKEN, day=day, options={"subtypes": words}).answer

    made = token("latest", "Grizzly", "Bears")
    assert (str(made.answer), made.numbers) == ("Grizzly Bears", ("111.11",))
    assert [str(token("latest", name).answer) for name in ("Delver", "Aberration", "Ice")] == [
        "Delver",
        "Delver",
        "Fire // Ice",
    ]
    assert token("2018-10-05", "Grizzly", "Bears").verdict == "unclear"
    assert str(token("latest", "Human", "Dog").answer) == "Human Dog Token"
    with pytest.raises(BadQuestion, match="Gobllin"):
        token("latest", "Gobllin")


@pytest.mark.usefixtures("twelve", "cards")
def test_a_phrase_with_the_name_of_a_token() -> None:
    def named(day: str) -> Answer:
        return check(QuestionKind.NAMED, ["creatures named Soldier Token"], day).answer

    assert str(named("2026-06-19").answer) == "permanents named Soldier Token on the battlefield"
    assert named("2026-06-19").numbers == ("109.2", "111.4", "201.2")
    assert str(named("2018-10-05").answer) == "permanents named Soldier on the battlefield"
