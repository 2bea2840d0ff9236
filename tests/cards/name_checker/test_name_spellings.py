"""Name questions in the spellings that people type, against cards of the database.

A line is day | question | answer | numbers that must be cited.
"""

import datetime
import shlex
from functools import lru_cache
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
SCOUT = '{"name":"Forest Scout","layout":"token","types":"Creature — Scout"}'
TABLE = f"""
# ---- objects told in words ----
2026-06-19 | same 'face-down 2/2 creature' 'another face-down creature'   | no  | 201.2a 708.2a
2016-08-26 | different 'face-down creature' 'face-down creature'          | yes | 201.2c 707.2a
2021-02-05 | different 'Grizzly Bears' 'nameless creature'                | yes | 201.2c
2026-06-19 | same 'Grizzly Bears (face down)' 'Wildfire (facedown)'       | no  | 708.2a
2021-02-05 | same 'planeswalker emblem' 'planeswalker emblem'             | no  | 114.3
2026-06-19 | same 'Leering Emblem' 'leering emblem'                       | yes | 201.2a
2026-06-19 | english 'Goblin Scout creature token'                        | Goblin Scout Token | 111.4
2016-01-16 | english 'Clue artifact token'                                | unclear | 110.5c
2010-02-01 | same 'token named Grizzly Bears' 'Grizzly Bears'             | yes | 201.2 110.5c
2026-06-19 | same 'Ice token' 'Fire // Ice'                               | no  | 111.4 709.4
2023-10-13 | english Incubator@back                                       | Phyrexian Token | 111.10i
# ---- two names at once ----
2026-06-19 | choose 'Fire and Ice together'                               | no  | 201.4b 709.4a
2007-10-01 | choose 'fire + ice'                                          | yes | 505.7
2026-06-19 | choose 'Delver and Aberration'                               | no  | 201.4d 712.19
2026-06-19 | choose Delver Aberration                                     | no  | 201.4d 712.19
2026-06-19 | choose Bruna Brisela                                         | no  | 201.4 712.19
2026-06-19 | choose Eleven Cecily                                         | yes | 201.4g
2026-06-19 | different 'X // Y' 'X // Z'                                  | no  | 201.2b 709.4
# ---- descriptions that tell no more than the data ----
2026-06-19 | choose '{{"name":"Aberration"}}' --with creature             | yes | 201.4a 201.4d
2026-06-19 | choose '{{"name":"Brisela","layout":"meld","types":"Creature"}}' --with land | no | 201.4e
2026-06-19 | same '{{"name":"Eleven"}}' '{{"name":"Cecily"}}'             | yes | 201.3 201.3a
2022-04-29 | deck '{{"name":"Rick","types":"Creature"}}' '{{"name":"Greymond"}}' | yes | 201.3b 100.2a
2026-06-19 | same '{{"name":"Ice","layout":"token"}}' 'Fire // Ice'       | no  | 111.4
2026-06-19 | same '{{"name":"Grizzly Bears","layout":"token"}}' 'Grizzly Bears' | yes | 111.4 201.2a
2026-06-19 | english '{SCOUT}'                                            | Forest Scout | 111.4
2026-06-19 | english '{{"name":"Scout","types":"Creature — Scout"}}@token' | Scout Token | 111.4
# ---- names ----
2026-06-19 | choose isamaru                                               | yes | 201.4
2026-06-19 | refers Isamaru --shortened | the full name, Isamaru, Hound of Konda | 201.5c
2026-06-19 | english fire                                                 | Fire | 201.2 108.1
2026-06-19 | english 'Wildfire@flavor=燎原の火'                           | Wildfire | 201.2
"""
ROWS = [
    tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines() if not line.startswith("#")
]


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
