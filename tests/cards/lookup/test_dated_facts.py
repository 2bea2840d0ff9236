"""States of the card data of several days, imported in any order, and what the name checker reads from them."""

import datetime
import json
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cards.engine.types import QuestionKind
from cards.imports.import_file import import_cards
from cards.models import Card, CardFile, CardSet, DatedFact
from cards.name_checker.check import check, check_question, check_through_history, parse_question
from rulesbase.archive.catalogue import catalogue
from tests.cards.imports.made_files import ELK, set_file, side, write
from tests.support.cards import make_card

pytestmark = pytest.mark.django_db
DAYS = ("2013-06-28", "2017-01-28", "2018-10-20")


def old_card(name: str, type_line: str, text: str, **more: Any) -> dict[str, Any]:
    """Return a record of MTGJSON version 3."""
    return {"name": name, "layout": "normal", "type": type_line, "text": text, "imageName": name.lower(), **more}


def state(folder: Path, day: str, cards: list[dict[str, Any]]) -> Path:
    """Write an AllSets file of a day with one set."""
    path = folder / f"AllSets-{day}.json"
    sets = {
        "HRN": {"name": "Herons", "code": "HRN", "releaseDate": "2010-05-07", "cards": cards},
        # A later file has this set with a kind.
        "AAA": {"name": "First Set of All", "code": "AAA", "releaseDate": "2020-04-30", "cards": []},
    }
    path.write_text(json.dumps(sets), encoding="utf-8")
    return path


@pytest.fixture
def states(tmp_path: Path) -> list[Path]:
    legal = [{"format": "Modern", "legality": "Legal"}]
    banned = [{"format": "Modern", "legality": "Banned"}]
    first = old_card("Oda Heron", "Planeswalker - Oda", "+1: Draw a card.", legalities=legal)
    second = old_card("Oda Heron", "Planeswalker \u2014 Oda", "+1: Draw a card.\n\n-1: Fly.", legalities=legal)
    third = old_card("Oda Heron", "Legendary Planeswalker \u2014 Oda", "+1: Draw a card.\n-1: Fly.", legalities=banned)
    third["originalText"] = "+1: Draw."
    return [state(tmp_path, day, [card]) for day, card in zip(DAYS, (first, second, third), strict=True)]


def rows() -> list[tuple[Any, ...]]:
    found = DatedFact.objects.values_list("name", "kind", "digest", "value", "days")
    return sorted(found, key=lambda row: row[:3])


def test_the_order_of_imports_does_not_matter(states: list[Path], tmp_path: Path) -> None:
    results, sets = [], []
    later = write(tmp_path / "set.json", set_file(side("Lantern Elk", ELK), day="2022-04-25"))
    for order in islice(permutations([*states, later]), 0, None, 5):
        for model in (DatedFact, CardFile, CardSet, Card):
            model.objects.all().delete()
        for path in order:
            assert import_cards(path).status == "imported"
        results.append(rows())
        sets.append(list(CardSet.objects.order_by("code").values_list("code", "name", "kind", "released")))
    assert all(result == results[0] for result in results)
    assert all(one == sets[0] for one in sets)
    assert sets[0] == [
        ("aaa", "First Set", "expansion", datetime.date(2020, 5, 1)),
        ("hrn", "Herons", "", datetime.date(2010, 5, 7)),
    ]
    kinds = [(kind, days) for name, kind, _digest, _value, days in results[0] if name != "Lantern Elk"]
    assert sorted(kinds) == [
        ("face", ["2013-06-28"]),
        ("face", ["2017-01-28"]),
        ("face", ["2018-10-20"]),
        ("first", list(DAYS)),
        ("legal", ["2013-06-28", "2017-01-28"]),
        ("legal", ["2018-10-20"]),
        ("printed", ["2018-10-20"]),
    ]


@pytest.fixture
def heron(states: list[Path], twelve: None) -> None:
    make_card(
        "Oda Heron",
        type_line="Legendary Planeswalker \u2014 Oda",
        text="+1: Draw a card.\n-1: Fly.",
        legalities={"modern": "banned"},
        standing="2022-04-29 2 abc",
    )
    for path in states:
        import_cards(path)


def verdict(day: str, *, format_: str = "") -> str:
    if format_:
        return str(check(QuestionKind.PLAY, ["Oda Heron"], day, options={"format": format_}).verdict)
    return str(check(QuestionKind.CHOOSE, ["Oda Heron"], day, options={"with": ("legendary",), "legal": True}).verdict)


@pytest.mark.usefixtures("heron")
def test_types_and_legality_are_those_of_the_day() -> None:
    # Between the states of 2017 and 2018 the type changed on a day that no data show.
    assert [verdict(day) for day in ("2018-10-05", "2019-01-25", "2026-06-19")] == ["depends", "yes", "yes"]
    checked = check(QuestionKind.CHOOSE, ["Oda Heron"], "2018-10-05", options={"with": ("legendary",)})
    assert [(one.condition.values["as_of"], str(one.answer.verdict)) for one in checked.answer.branches] == [
        (datetime.date(2017, 1, 28), "no"),
        (datetime.date(2018, 10, 20), "yes"),
    ]
    assert any("as of 2017-01-28" in str(note) for note in checked.notes)
    # A legality counts for some weeks around the day of the data.
    modern = {str(day): verdict(str(day), format_="modern") for day in catalogue().dates}
    settled = {day: word for day, word in modern.items() if word != "depends"}
    assert settled == {"2018-10-05": "no", "2022-04-29": "no"}


@pytest.mark.usefixtures("heron")
def test_history_turns_where_the_data_do() -> None:
    versions = catalogue()
    question, resolved = parse_question(
        QuestionKind.CHOOSE,
        ["Oda Heron"],
        versions.find("latest").date,
        options={"with": ("legendary",), "legal": True},
    )
    spans = check_through_history(question, versions, resolved)
    assert ("2019-01-25", "yes") in [(str(span.first), str(span.verdict)) for span in spans]
    checked = check_question(question, versions.find("2018-10-05"), versions, resolved)
    assert (str(checked.verdict), str(checked.since)) == ("depends", "2019-01-25")


@pytest.mark.usefixtures("heron")
def test_the_first_printing_is_that_of_the_sets() -> None:
    card = check(QuestionKind.ENGLISH, ["Oda Heron"]).question.things[0].card
    assert card
    assert str(card.released) == "2010-05-07"


@pytest.mark.usefixtures("heron")
def test_the_history_says_from_when_facts_are_known(client: Client) -> None:
    known = 'Card data available since <time datetime="2013-06-28">'
    assert known in client.get("/names/?ask=choose&card=Oda+Heron&with=legendary").content.decode()
    assert known not in client.get("/names/?ask=choose&card=Oda+Heron").content.decode()
