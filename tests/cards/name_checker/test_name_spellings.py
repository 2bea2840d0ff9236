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

from cards.engine.rules.answer import answer
from cards.engine.types import Answer, QuestionKind, Verdict
from cards.lookup.facts import facts_of_all
from cards.lookup.objects import parse_thing
from cards.management.commands.check_name import Command, parse_options
from cards.models import Interchangeable
from cards.name_checker.check import UnknownCard, check, check_question, check_through_history, parse_question
from cards.name_checker.remarks import remarks
from rulesbase.archive.catalogue import catalogue
from tests.support.cards import make_card, make_name

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
    question, parsed = parse_question(
        kind, typed, datetime.date.fromisoformat(day), with_=options["with_"], legal=options["legal"], options=extra
    )
    assert len(parsed) == len(typed)
    return answer(question)


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("row", ROWS, ids=[f"{at:02} {row[0]}" for at, row in enumerate(ROWS)])
def test_answer_and_rules(row: tuple[str, str, str, str]) -> None:
    day, line, wanted, numbers = row
    found = answered(day, line)
    if wanted in ("yes", "no", "unclear"):
        assert found.verdict == wanted, [str(reason.says) for reason in found.reasons]
    else:
        assert (found.verdict, str(found.answer)) == (Verdict.YES, wanted)
    assert set(numbers.split()) <= set(found.numbers)


@pytest.mark.usefixtures("twelve", "cards")
@pytest.mark.parametrize(
    ("words", "near"), [(["choose", "Isamarus Hound"], "Isamaru, Hound of Konda"), (["english", "Qwxz // Vut"], "JSON")]
)
def test_a_refusal_says_what_to_type(words: list[str], near: str) -> None:
    with pytest.raises(CommandError) as error:
        call_command("check_name", *words)
    assert near in str(error.value)


@pytest.mark.usefixtures("twelve", "cards")
def test_candidates_of_a_refusal_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError):
        call_command("check_name", "choose", "Isamarus Hound", "--json")
    assert '"name": "Isamaru, Hound of Konda"' in capsys.readouterr().out


@pytest.mark.usefixtures("cards")
def test_a_name_of_several_cards_is_said_once() -> None:
    day = datetime.date(2026, 6, 19)
    parsed = (parse_thing("燎原の火"),)
    notes = [str(note) for note in remarks(parsed, day, one_taken=False)]
    assert len(notes) == 1
    assert "Wildfire" in notes[0]
    taken = "This answer takes “燎原の火” for Burning of Xinye."
    assert [str(note) for note in remarks(parsed, day)] == [*notes, taken]


@pytest.mark.usefixtures("twelve", "cards")
def test_which_card_of_several_was_taken_is_said_unless_the_answer_names_them_all() -> None:
    taken = "This answer takes “燎原の火” for Burning of Xinye."
    assert taken in [str(note) for note in check(QuestionKind.SAME, ["燎原の火", "Wildfire"]).notes]
    assert taken not in [str(note) for note in check(QuestionKind.ENGLISH, ["燎原の火"]).notes]


@pytest.mark.usefixtures("twelve", "cards")
def test_a_name_of_several_cards_stays_unclear_through_history() -> None:
    checked = check(QuestionKind.ENGLISH, ["燎原の火"])
    spans = check_through_history(checked.question, parsed=checked.parsed)
    assert {span.verdict for span in spans} == {Verdict.UNCLEAR}


@pytest.mark.django_db
def test_an_interchangeable_name_was_printed_later() -> None:
    early, late = datetime.date(2021, 10, 15), datetime.date(2022, 4, 29)
    Interchangeable.objects.create(name="Eleven", other="Cecily", since=late)
    cecily = make_card("Cecily", type_line=LEGEND, released=early)
    make_name(cecily, "en", "Eleven", flavor=True)
    assert facts_of_all([cecily.oracle_id])[cecily.oracle_id].released == late
    found = parse_thing("Eleven").thing.card
    assert found
    assert (found.name, found.released) == ("Eleven", early)


@pytest.mark.usefixtures("twelve", "cards")
def test_an_unknown_name_of_two_halves_is_not_chosen() -> None:
    versions = catalogue()
    question, parsed = parse_question(QuestionKind.CHOOSE, ["Qwxz // Vut"], datetime.date(2026, 6, 19))
    with pytest.raises(UnknownCard):
        check_question(question, versions.find("latest"), versions, parsed)
