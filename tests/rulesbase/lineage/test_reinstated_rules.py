"""Rules that are taken out and come back are one Rule, in whatever order the versions are imported."""

import dataclasses
import datetime
import json
import random

import pytest

from rulesbase.archive.catalogue import catalogue
from rulesbase.history.queries import history_of
from rulesbase.imports.import_file import import_source
from rulesbase.lineage.correction_files import export_corrections, import_corrections
from rulesbase.lineage.corrections import effects, rebuild, withdraw
from rulesbase.models import Change, Correction, Rule
from tests.rulesbase.imports.test_import_order import imported_each, shuffled
from tests.rulesbase.lineage.corrected import LEFT, PART, RIGHT, WHOLE, book, change_at, rule_at, say, store
from tests.rulesbase.lineage.test_corrections_survive import with_corrections
from tests.support.commands import output_of
from tests.support.lending import lent_books
from tests.support.snapshots import half_editions, snapshot
from tests.support.texts import Book, Place

pytestmark = pytest.mark.django_db

# 101.2 is gone for two years; what stands at its number then is a stranger.
AWAY = [
    book(2015, WHOLE, LEFT),
    book(2016, WHOLE, LEFT, RIGHT),
    book(2017, WHOLE, RIGHT),
    book(2018, WHOLE, PART, RIGHT),
    book(2019, LEFT, WHOLE, PART, RIGHT),
    book(2020, dataclasses.replace(LEFT, tail="That is all."), WHOLE, PART, RIGHT),
]
TEXTS = [one.bytes() for one in AWAY]
_away = lent_books(*AWAY)


def leaving(seed: int) -> list[bytes]:
    """Return editions of a small book out of which places are taken, some of which come back, reworded or not."""
    chance = random.Random(seed)
    chapters = {c: [Place(f"{c}-{at}", f"See rule {c}.{at + 1}.") for at in range(6)] for c in (100, 101, 102)}
    away: list[Place] = []
    versions: list[Book] = []
    for year in range(2000, 2009):
        for _ in range(3):
            places = chapters[chance.choice((100, 101, 102))]
            if away and chance.random() < 0.5:
                places.insert(chance.randrange(len(places)), away.pop(chance.randrange(len(away))))
            elif len(places) > 3:
                away.append(places.pop(chance.randrange(len(places))))
            at = chance.randrange(len(places))
            places[at] = dataclasses.replace(places[at], tail=f"See rule 10{chance.randint(0, 2)}.{year - 1999}.")
        terms = tuple(term for term in ("Harbour", "Lantern", "Velvet", "Otter") if chance.random() < 0.7)
        chapter_places = {chapter: tuple(places) for chapter, places in chapters.items()}
        versions.append(Book(datetime.date(year, 3, 1), chapter_places, ("Marble", *terms)))
    return [one.bytes() for one in versions]


@pytest.mark.usefixtures("_away")
def test_a_rule_that_returns_is_the_same_rule() -> None:
    left = {rule_at(place) for place in ("101.2@2015", "101.2@2016", "101.1@2019", "101.1@2020")}
    assert len(left) == 1
    assert left.isdisjoint({rule_at("101.2@2017"), rule_at("101.2@2018")})
    back = change_at("101.1@2019")
    assert (back.kind, back.evidence, back.confidence) == ("added", "returns after 2016-03-01, text", 0.952)
    assert Change.objects.get(version__date="2017-03-01", old_number="101.2").kind == "removed"
    history = history_of(catalogue(), Rule.objects.get(pk=left.pop() or 0))
    assert history
    spans = [(span.first.year, span.last.year, span.number) for span in history.spans]
    assert spans == [(2015, 2016, "101.2"), (2019, 2019, "101.1"), (2020, 2020, "101.1")]
    assert history.spans[0].until == datetime.date(2017, 2, 28)


@pytest.mark.usefixtures("_away")
def test_traced_and_cited() -> None:
    reported = json.loads(output_of("trace_rule", "101.1", "--json"))
    assert [change["kind"] for change in reported["changes"]] == ["removed", "added", "unchanged"]
    out = output_of("cite", "101.2@2015-03-01", "101.2@2016-03-01", "--to", "2019-03-01", "--json")
    assert [(one["numbers"], one["status"]) for one in json.loads(out)] == [(["101.1"], "found")] * 2
    assert json.loads(output_of("cite", "101.2@2016-03-01", "--to", "2018-03-01", "--json"))[0]["status"] == "removed"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_made_up_texts_in_any_order(seed: int) -> None:
    texts = leaving(seed)
    others = [shuffled(texts, seed * 10 + again) for again in range(2)]
    found = imported_each([texts[::-1], *others])
    store(texts)
    assert Change.objects.filter(evidence__startswith="returns after").count() > 3
    assert half_editions() == []
    assert found == [snapshot()] * 3


@pytest.mark.usefixtures("_away")
def test_a_corrected_text_comes_back_no_longer() -> None:
    import_source(book(2019, Place("stranger"), WHOLE, PART, RIGHT).bytes(), name="rules.txt")
    assert rule_at("101.1@2019") != rule_at("101.2@2016")
    assert change_at("101.1@2019").evidence == ""
    import_source(TEXTS[4] + b"\n", name="rules.txt")
    assert rule_at("101.1@2019") == rule_at("101.2@2016")


def test_the_gap_is_filled_later() -> None:
    store([TEXTS[0], TEXTS[2], TEXTS[4]])
    first = rule_at("101.2@2015")
    assert first == rule_at("101.1@2019")
    import_source(book(2018, WHOLE, PART, RIGHT, LEFT).bytes(), name="rules.txt")
    assert rule_at("101.2@2015") == rule_at("101.4@2018") == rule_at("101.1@2019")
    assert change_at("101.4@2018").evidence.startswith("returns after 2015-03-01")
    assert change_at("101.1@2019").kind == "renumbered"


def test_a_term_comes_back() -> None:
    one, two = book(2019, WHOLE), dataclasses.replace(book(2020, WHOLE), terms=("Lantern",))
    store([one.bytes(), two.bytes(), dataclasses.replace(one, date=datetime.date(2021, 3, 1)).bytes()])
    assert rule_at("harbour@2019") == rule_at("harbour@2021")
    assert change_at("harbour@2021").evidence == "returns after 2019-03-01, the same term"


@pytest.fixture
def bridged(_away: None) -> Correction:
    """A correction: the rule that ended in 2017 comes back in 2018, whatever the texts say."""
    return say("same", "101.2@2015", "101.2@2018")


def test_a_correction_bridges_a_gap(bridged: Correction) -> None:
    assert rule_at("101.2@2015") == rule_at("101.2@2018") == rule_at("101.3@2020")
    assert rule_at("101.1@2019") not in {rule_at("101.2@2015"), rule_at("101.2@2018")}
    back = change_at("101.2@2018")
    assert (back.kind, back.confidence) == ("added", 1.0)
    assert back.evidence == "returns after 2016-03-01, corrected: The bulletin says so."
    assert effects([bridged]) == {bridged.pk: True}


def test_a_bridge_outlives_rebuilding_and_goes_when_withdrawn(bridged: Correction) -> None:
    before = rule_at("101.2@2015")
    rebuild()
    assert rule_at("101.2@2015") == rule_at("101.2@2018") == before
    withdraw(bridged.pk, by=None)
    assert rule_at("101.2@2015") == rule_at("101.1@2019") != rule_at("101.2@2018")


@pytest.mark.usefixtures("_away")
def test_a_bridge_cuts_what_led_to_its_end() -> None:
    say("same", "101.2@2016", "101.1@2018")
    assert rule_at("101.2@2016") == rule_at("101.1@2018") == rule_at("101.2@2019")
    assert rule_at("101.1@2017") != rule_at("101.1@2018")
    assert Change.objects.get(version__date="2018-03-01", old_number="101.1").kind == "removed"


@pytest.mark.usefixtures("_away")
def test_apart_over_a_gap() -> None:
    result = say("apart", "101.2@2015", "101.1@2019")
    assert rule_at("101.2@2015") != rule_at("101.1@2019") == rule_at("101.1@2020")
    assert change_at("101.1@2019").evidence == ""
    rebuild()
    assert rule_at("101.2@2015") != rule_at("101.1@2019")
    withdraw(result.pk, by=None)
    assert rule_at("101.2@2015") == rule_at("101.1@2019")


def test_bridges_in_files(bridged: Correction) -> None:
    rows = export_corrections()
    withdraw(bridged.pk, by=None)
    assert [taken.status for taken in import_corrections(rows)] == ["made"]
    assert rule_at("101.2@2015") == rule_at("101.2@2018")
    assert [taken.status for taken in import_corrections(rows)] == ["known"]
    assert export_corrections() == rows


@pytest.mark.slow
def test_bridges_known_before_the_texts() -> None:
    # The second follows the rule over the gap that the first one bridges.
    bridges = [("same", "101.2@2015", "101.2@2018"), ("same", "101.2@2016", "100.1@2020")]
    expected, *found = with_corrections(bridges, TEXTS, *(shuffled(TEXTS, seed) for seed in range(4)))
    assert found == [expected] * 4
