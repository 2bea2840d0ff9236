"""Facts that change with time: the same fact has the same form, whatever source has it."""

from typing import Any

import pytest

from cards.engine.records.dated import (
    DatedFactRecord,
    OldSets,
    fact_of_ruling,
    facts_of_card,
    is_old,
    old_facts,
)
from cards.engine.records.types import CardRecord, FaceFacts, RulingRecord

FERRY: dict[str, Any] = {
    "layout": "normal",
    "name": "Ferry Guide",
    "imageName": "ferry guide",
    "type": "Creature - Elk",
    "text": "‘Toll’:\n\nwait.",
    "manaCost": "{U}{W}",
    "colors": ["Blue", "White"],
    "power": "1",
    "toughness": "2",
    "legalities": [{"format": "Two Towers", "legality": "Legal"}],
    "rulings": [{"date": "2010-05-01", "text": "It waits."}],
    "originalType": "Summon Elk",
    "originalText": "Wait a turn.",
    "releaseDate": "1999",
    "multiverseid": 7,
}
SETS = {
    "ONE": ("Set One", "1999-04-23", False),
    "TWO": ("Set Two", "2003-07-28", False),
    "GIFTS": ("Gifts", "1999-01-01", True),
}


def card(*faces: FaceFacts, **more: Any) -> CardRecord:
    facts: dict[str, Any] = {
        "oracle_id": "x",
        "name": "Ferry Guide",
        "layout": "normal",
        "kind": "card",
        "mana_value": 2.0,
    }
    facts |= {"colors": "WU", "color_identity": "WU", "keywords": (), "legalities": (), "is_playtest": False}
    return CardRecord(**facts | more, faces=faces)


def old(card_set: str = "ONE", **more: Any) -> tuple[dict[str, Any], str]:
    return FERRY | more, card_set


def facts_of(*records: tuple[dict[str, Any], str]) -> list[DatedFactRecord]:
    sets = OldSets()
    for record in records:
        assert sets.add(*record)
    return list(sets.all_facts(SETS))


def test_equal_legalities_are_one_value() -> None:
    pairs = (("modern", "banned"), ("vintage", "legal"))
    one, other = (list(facts_of_card(card(legalities=tuple(pairs))))[-1] for _ in range(2))
    assert one.value == {"modern": "banned", "vintage": "legal"}
    assert one.value is other.value


def test_two_sources_give_the_same_facts() -> None:
    face = FaceFacts("Ferry Guide", "{U}{W}", 2.0, "Creature — Elk", text="'Toll':\nwait.", power="1", toughness="2")
    [new, *_] = facts_of_card(card(face))
    before, _legal, ruling = old_facts(FERRY)
    assert new == before
    assert new.digest == before.digest
    assert new.value == ["Creature — Elk", "'Toll':\nwait.", "{U}{W}", "WU", "1", "2"]
    assert fact_of_ruling(RulingRecord("x", "2010-05-01", text="It waits.", source="wotc"), "Ferry Guide") == ruling


def test_colors_are_in_the_order_of_the_letters() -> None:
    assert old_facts(FERRY | {"colors": ["Green", "Red", "Black", "Blue", "White", "Pink"]})[0].value[3] == "WUBRG"


def test_loyalty_costs_are_written_without_brackets() -> None:
    """Scryfall has `+1:` where older files have `[+1]:`."""
    abilities = "[+1]: Ferry a guest.\n[0]: Wait [a turn].\n[−X]: Sink."
    assert old_facts(FERRY | {"text": abilities})[0].value[1] == "+1: Ferry a guest.\n0: Wait [a turn].\n-X: Sink."


def test_a_format_of_an_old_file_is_one_word() -> None:
    assert old_facts(FERRY)[1] == DatedFactRecord("legal", "Ferry Guide", {"twotowers": "legal"})
    assert list(facts_of_card(card())) == []


def test_a_face_without_colors_has_those_of_a_card_with_one_face() -> None:
    faces = (FaceFacts("Ferry", colors="U"), FaceFacts("Toll"))
    assert [fact.value[3] for fact in facts_of_card(card(*faces))] == ["U", ""]
    assert [fact.value[3] for fact in facts_of_card(card(faces[1]))] == ["WU"]


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({}, "Ferry Guide"),
        ({"names": ["Ferry", "Toll"], "layout": "split", "name": "Ferry"}, "Ferry // Toll"),
        ({"names": ["Ferry", "Toll", "Pier"], "layout": "meld", "name": "Ferry"}, "Ferry"),
        ({"names": ["Ferry"], "name": "Ferry"}, "Ferry"),
    ],
)
def test_legality_and_rulings_are_those_of_the_whole_card(more: dict[str, Any], name: str) -> None:
    face, legal, ruling = old_facts(FERRY | more)
    assert (face.name, legal.name, ruling.name) == (more.get("name", name), name, name)


def test_what_is_no_card_of_version_3_is_not_read() -> None:
    assert is_old(FERRY)
    assert not is_old(FERRY | {"uuid": "1"}) | is_old(FERRY | {"object": "card"})
    assert not is_old({"name": "Ferry Guide", "type": "Creature"})
    for more in ({"layout": "token"}, {"type": "Token Creature - Elk"}, {"name": ""}):
        assert old_facts(FERRY | more) == []


def test_most_printings_decide_and_those_of_gatherer_count_more() -> None:
    outdated = {"text": "Wait."}
    found = facts_of(old("ONE"), old("TWO", **outdated), old("TWO"))
    assert [one.value[1] for one in found if one.kind == "face"] == ["'Toll':\nwait."]
    elsewhere = {key: value for key, value in FERRY.items() if key != "multiverseid"} | outdated
    found = facts_of(old("ONE"), *[(elsewhere, "TWO")] * 3)
    assert [one.value[1] for one in found if one.kind == "face"] == ["'Toll':\nwait."]


def test_the_first_printing_is_that_of_the_earliest_known_day() -> None:
    found = facts_of(old("TWO"), old("ONE"), old("NONE"))
    assert DatedFactRecord("first", "Ferry Guide", ["1999-04-23", "one", "Set One"]) in found
    assert DatedFactRecord("printed", "Ferry Guide", ["one", "1999-04-23", "Summon Elk", "Wait a turn."]) in found
    exact = facts_of(old("TWO"), old("ONE", releaseDate="2004-01-01"))
    assert DatedFactRecord("first", "Ferry Guide", ["2003-07-28", "two", "Set Two"]) in exact
    unknown = facts_of(old("NONE", releaseDate="1998-10-12"))
    assert DatedFactRecord("first", "Ferry Guide", ["1998-10-12", "none", ""]) in unknown
    unprinted = facts_of(old("ONE", originalText=None))
    assert [one.kind for one in unprinted] == ["ruling", "face", "legal", "first"]
    broken = facts_of(old("ONE", releaseDate="1999-13-40"))
    assert DatedFactRecord("first", "Ferry Guide", ["1999-04-23", "one", "Set One"]) in broken
    assert [one.kind for one in facts_of(old("NONE"))] == ["ruling", "face", "legal"]


@pytest.mark.parametrize(
    ("released", "first"),
    [
        ("", ["2003-07-28", "two", "Set Two"]),
        ("2002", ["2003-07-28", "two", "Set Two"]),
        ("2002-05-01", ["2002-05-01", "gifts", "Gifts"]),
        ("1999-02", ["1999-01-01", "gifts", "Gifts"]),
        ("1998", ["1999-01-01", "gifts", "Gifts"]),
    ],
)
def test_the_day_of_a_promotional_set_is_not_that_of_its_later_cards(released: str, first: list[str]) -> None:
    assert DatedFactRecord("first", "Ferry Guide", first) in facts_of(old("TWO"), old("GIFTS", releaseDate=released))
