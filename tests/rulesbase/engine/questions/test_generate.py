"""All questions of a version at once."""

from collections import defaultdict

import pytest

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions import generate
from rulesbase.engine.questions.cloze import clozes
from rulesbase.engine.questions.generate import drafts
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.text.numbers import kind_of
from tests.rulesbase.engine.questions.test_study_questions import HARBOUR, book

FERRIES = """1 Rivers
100 Ferries
100.1 A ferryman who untaps three lanterns during the upkeep of an opponent loses seven life for his barge.
100.2 If a barge would leave the graveyard, its owner exiles five cards from the library at random instead of rowing.
100.3 Each opponent of the harbour keeper targets a barge of a graveyard before any player has priority this step.
100.4 A barge put into a graveyard stays there until its controller pays the additional cost of ferrying (rule 801.1).
100.5 Whenever a raft is put into a graveyard from the stack, the harbour keeper may regenerate a tapped barge, by rules
 801.1 and 801.2, as the river permits.
100.6 Rafts put into a graveyard from the stack this turn can’t be ferried home unless their owner has priority.
8 Weather
801 Storms
801.1 A ferryman can’t pay an additional cost twice, and nobody else pays it for a barge in a storm at sea.
801.2 Storms sink each untapped raft whose controller didn’t light two lanterns before the beginning of the storm.
801.2a Rafts of the harbour keeper are destroyed simultaneously, and each owner puts them into the graveyard at once.
801.3 No graveyard floats in a storm, and a barge in it can’t be salvaged or regenerated while the storm lasts.
801.4 After the storm, a graveyard is searched for barges by the active player, who may salvage a number of them."""
MEANINGS = {
    "Toll": "See Additional Cost.",
    "Graveyard": "The pile of barges, beside the library. Each owner may search it. See rules 100.4 and 801.1.",
    "Barge": "1. A flat vessel that ferries guests of its owner by day. 2. Its graveyard. See rule 801.1.",
    "Priority": "The right of a player to row, to light lanterns, or to activate abilities of barges. See rule 801.1.",
    "Additional Cost": "1. What a ferryman pays besides the toll. 2. A toll that no controller of a raft pays.",
    "Upkeep": "Part of the turn.",
    "Harbour Keeper (Obsolete)": "The older name of the player who ferries barges and owns the tallest lighthouse.",
}


def ferries() -> list[VersionEntry]:
    rows = [line.split(" ", 1) for line in FERRIES.replace("\n ", " ").split("\n")]
    places = [(number, kind_of(number), *((text, "") if len(number) < 4 else ("", text))) for number, text in rows]
    places += [(name.lower(), Kind.TERM, name, text) for name, text in MEANINGS.items()]
    return [VersionEntry(at, *place) for at, place in enumerate(places, 1)]


def test_level_and_worth_of_each_question_and_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "LEAST_WORTH", -9)
    entries = ferries()
    found = defaultdict[str, str](str)
    for one in (one for one in drafts(entries) if one.kind != "heading"):
        found[entries[one.position].number] += f"{one.kind} {one.level} {one.worth:.2f}, "
    index = VersionIndex(entries)
    for one in (one for at in index.rules for one in clozes(index, at)):
        found[entries[one.position].number] += f"{one.data['answer']} {one.level} {one.worth:.2f}, "
    assert found == {
        "100.1": "cloze 3 3.58, which 4 1.93, upkeep 3 3.00, barge 2 -0.52, three 3 -1.02, seven 3 3.58, ",
        "100.2": "cloze 3 3.57, which 4 1.97, error 2 2.60, barge 2 -0.92, graveyard 2 -0.45, five 3 3.57, ",
        "100.3": "cloze 2 -0.45, barge 2 -0.52, graveyard 2 -0.45, priority 3 -0.97, ",
        "100.4": "cloze 3 3.15, rests 4 0.80, barge 2 -0.92, graveyard 2 -0.45, additional cost 3 3.15, ",
        "100.5": "cloze 2 -0.45, rests 4 0.80, graveyard 2 -0.45, barge 2 -0.52, ",
        "100.6": "cloze 2 -0.45, which 4 1.95, error 2 2.80, graveyard 2 -0.45, priority 3 -0.97, ",
        "801.1": "cloze 2 -0.52, which 4 1.98, error 2 2.60, additional cost 3 -0.85, barge 2 -0.52, ",
        "801.2": "which 5 1.92, ",
        "801.2a": "cloze 3 3.55, which 5 1.93, error 3 2.40, graveyard 3 3.55, ",
        "801.3": "cloze 3 -0.85, which 5 1.97, graveyard 3 -0.85, ",
        "801.4": "cloze 3 -0.45, which 5 1.97, graveyard 3 -0.45, barges 3 -0.50, ",
        "graveyard": "term 1 1.00, definition 2 1.00, ",
        "barge": "term 1 0.00, definition 2 0.00, ",
        "priority": "term 2 0.00, definition 3 0.00, ",
        "additional cost": "term 2 0.00, definition 3 0.00, ",
        "upkeep": "term 2 0.00, ",
        "harbour keeper (obsolete)": "term 4 0.00, ",
    }


def test_progress_is_reported_while_questions_are_made() -> None:
    reported: list[tuple[int, int]] = []
    drafts(book(HARBOUR, *(f"Word {at} of a list." for at in range(120))), progress=lambda *at: reported.append(at))
    assert reported == [(0, 121), (50, 121), (100, 121)]


def test_names_in_other_languages_are_asked_beside_the_rest() -> None:
    entries = book(HARBOUR)
    made = drafts(entries, languages={"fr": {3: "Port (Harbour)", 4: "Lanterne"}})
    assert [(one.position, one.asked) for one in made if one.kind == "translation"] == [
        (at, ("fr", way)) for at in (3, 4) for way in ("fr", "en")
    ]
