"""`check_name`: questions as typed, answered with the rules of a version."""

import datetime
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from cards.engine.types import QuestionKind, Verdict
from cards.lookup import find_cards
from cards.lookup.facts import cached_facts, facts_of_all
from cards.lookup.resolve_objects import resolve_objects
from cards.name_checker.check import check, check_through_history
from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Entry
from tests.score.names import cards_of, misses, read_cases
from tests.support.cards import make_card, make_name, make_ruling, raise_generation
from tests.support.commands import output_of

FIRE = [
    {"name": "Fire", "type_line": "Instant", "mana_cost": "{1}{R}"},
    {"name": "Ice", "type_line": "Instant", "mana_cost": "{1}{U}"},
]
ROOM = '{"name": "Pool // Locker", "layout": "split", "types": "Enchantment — Room"}'


def run(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output_of("check_name", *words, "--json"))
    return found


def refusal(*words: str) -> str:
    with pytest.raises(CommandError) as error:
        run(*words)
    return str(error.value)


@pytest.fixture
def cards(twelve: None) -> None:
    make_card("Fire // Ice", FIRE, layout="split", released=datetime.date(2001, 6, 4))
    make_card("Start // Fire", [{"name": "Start"}, {"name": "Fire"}], layout="split")
    make_card("Grizzly Bears", type_line="Creature — Bear")
    lotus = make_card("Wildfire", type_line="Sorcery")
    make_name(lotus, "ja", "燎原の火")
    make_name(make_card("Burning of Xinye", type_line="Sorcery"), "ja", "燎原の火")


@pytest.mark.usefixtures("cards")
def test_an_answer_quotes_the_rules_of_the_version_asked_for() -> None:
    found = run("same", "Fire // Ice@graveyard", "Fire@stack", "--version", "2009-05-01")
    assert (found["verdict"], found["version"]) == ("yes", "2009-05-01")
    numbers = [reason["number"] for reason in found["reasons"]]
    assert numbers == ["505.2", "505.2", "505.6", "202.3"]
    entry = Entry.objects.get(edition__version__date="2009-05-01", number="202.3", edition__language="en")
    assert found["reasons"][-1]["text"] == entry.wording.text
    assert entry.rule
    assert found["reasons"][-1]["rule"] == entry.rule.public_id


@pytest.mark.usefixtures("cards")
def test_what_today_says_instead_and_since_when() -> None:
    found = run("choose", "Fire // Ice", "--legal", "--version", "2011-09-30")
    assert found["verdict"] == "yes"
    # Of the twelve versions that of 2018 is the first that wants one half.
    assert found["today"]["verdict"] == "no"
    assert found["today"]["since"] == "2018-10-05"
    assert run("choose", "Ice", "--version", "2020-04-17")["today"] is None


@pytest.mark.usefixtures("cards")
def test_a_half_in_any_spelling_is_that_half() -> None:
    assert resolve_objects(["ICE"])[0].thing.side == 1
    assert resolve_objects(["fire//ice"])[0].thing.side is None
    assert resolve_objects(["Fire // Ice@right"])[0].thing.side == 1
    assert resolve_objects(["Ice@hand,also=Grizzly Bears"])[0].thing.also_cards.keys() == {"Grizzly Bears"}


@pytest.mark.django_db
def test_many_objects_are_looked_up_at_once(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    words = ("Amber", "Brass", "Copper", "Dusk", "Ember", "Flint")
    typed = [f"{word} Lantern" for word in words]
    for name, word in zip(typed, words, strict=True):
        make_name(make_card(name), "fr", f"{word} fanal")
        # Of names typed together, only the name alone finds this card too.
        make_card(f"{name} Keeper")
    mistyped = [name.replace("Lantern", "Lantren") for name in typed]
    raise_generation()
    resolve_objects(["Amber Lantern"])
    find_cards._cards.cache_clear()
    cached_facts.cache_clear()
    # Whether anything was written, cards and faces of what was found, and the facts of what was meant in four.
    with django_assert_max_num_queries(7):
        understood = resolve_objects([*typed, *mistyped])
    assert [one.thing.name for one in understood] == typed * 2
    assert [bool(one.guessed) for one in understood] == [False] * 6 + [True] * 6
    with django_assert_max_num_queries(1):
        assert [one.thing for one in resolve_objects(typed)] == [one.thing for one in understood[:6]]
    find_cards._cards.cache_clear()
    cached_facts.cache_clear()
    with django_assert_max_num_queries(9):
        understood = resolve_objects([f"{word} fanal/{word} Lantern" for word in words])
    assert [one.thing.name for one in understood] == typed


@pytest.mark.usefixtures("cards")
def test_a_mistyped_name_is_taken_and_reported() -> None:
    found = run("choose", "Grizly Bears")
    assert found["verdict"] == "yes"
    assert any("Grizly Bears" in note for note in found["notes"])


@pytest.mark.usefixtures("cards")
def test_flags_stand_anywhere() -> None:
    first = run("different", "--first", "Grizzly Bears", "Wildfire@facedown")
    assert first["verdict"] == "yes"
    assert run("different", "Grizzly Bears", "--group", "Wildfire@facedown")["verdict"] == "no"


@pytest.mark.usefixtures("twelve")
def test_cards_that_the_data_lack_are_described() -> None:
    found = run("same", f"{ROOM}@battlefield,locked-right", '{"name": "Locker", "faces": ["Pool", "Locker"]}@chosen')
    assert found["verdict"] == "no"
    assert {"709.5", "709.4a"} <= {reason["number"] for reason in found["reasons"]}


@pytest.mark.usefixtures("twelve")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["same", "A", "B", "--version", "1998-05-01"], "23 April 1999"),
        (["same", "A@flying", "B"], "not a state"),
        (["token", "Goblin@flying"], "not a state"),
        (["english", "[1, 2, 3]"], "No card named"),
        (["choose", '{"name": "A", "faces": [{"name": "B", "cmc": NaN}]}'], "too high or too low"),
        (["choose", r'{"name": "A", "faces": ["A", {"name": "B", "types": ["\ud800"]}]}'], "incomplete character"),
        (["choose", '{"name": "A", "colors": ' + "[" * 950 + "]" * 950 + "}"], "not a JSON object"),
    ],
)
def test_what_makes_no_question_is_reported(words: list[str], says: str) -> None:
    assert says in refusal(*words)


@pytest.mark.usefixtures("cards")
def test_an_answer_is_followed_through_all_versions() -> None:
    question = check(QuestionKind.CHOOSE, ["Fire // Ice"], options={"legal": True}).question
    spans = check_through_history(question, catalogue())
    assert [(str(span.first), span.verdict) for span in spans] == [
        ("1999-04-23", Verdict.UNCLEAR),
        ("2001-07-23", Verdict.YES),
        ("2009-07-11", Verdict.YES),
        ("2011-09-30", Verdict.YES),
        ("2018-10-05", Verdict.NO),
        ("2022-04-29", Verdict.NO),
    ]
    assert [span.printed for span in spans][:2] == [False, True]
    assert spans[0].last == spans[0].first
    assert str(spans[-1].last) == "2026-06-19"
    assert spans[-1].numbers == ("201.4", "201.4b", "709.4a")


@pytest.mark.django_db
def test_facts_of_a_meld_pair_come_from_its_texts() -> None:
    front: dict[str, Any] = {"layout": "meld", "type_line": "Creature"}
    one = make_card("Bruna", text="With a creature named Gisela, meld them into Brisela, the Voice.", **front)
    other = make_card("Gisela", text="(Melds with Bruna.)", **front)
    result = make_card("Brisela, the Voice", text="Flying", **front)
    found = facts_of_all(card.oracle_id for card in (one, other, result)).values()
    assert [card.melds_into.name for card in found if card.melds_into] == ["Brisela, the Voice"] * 3


@pytest.mark.django_db
def test_a_reprint_is_no_first_printing() -> None:
    day = datetime.date(2018, 7, 13)
    fresh = make_card("Fresh", released=day)
    elves = make_card("Elves", released=day, legalities={"premodern": "legal"})
    ruled = make_card("Ruled", released=day)
    make_ruling(ruled, "2009-10-01", "A ruling.")
    found = facts_of_all(card.oracle_id for card in (fresh, elves, ruled))
    assert [found[card.oracle_id].released for card in (fresh, elves, ruled)] == [day, None, None]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_questions_answered_by_hand(corpus: Path, tmp_path: Path) -> None:
    """All of them, with the rules that they cite."""
    cases = read_cases(corpus.parent / "domain")
    call_command("import_cards", *map(str, cards_of(cases, corpus, tmp_path)), stdout=io.StringIO())
    assert len(cases) > 100
    assert list(misses(cases)) == []
