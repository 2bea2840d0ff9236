"""A translation after the English changed in wording alone."""

import datetime

import pytest

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk.bulk_actions import bulk_approve
from rulesbase.desk.queues import Queue, plan_of
from rulesbase.imports.import_file import import_source
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import translate_all
from tests.support.lending import lent
from tests.support.make import make_user
from tests.support.texts import Book, Place

pytestmark = pytest.mark.postgres

TERMS = [f"{name} leaves harbour at noon." for name in ("Boat", "Barge", "Ferry", "Ship", "Raft")]
OLD = Book(datetime.date(2020, 3, 1)).with_chapter(
    100,
    *(Place(f"term-{at}", tail) for at, tail in enumerate(TERMS)),
    Place("pronoun", "A rower takes his or her oar."),
    Place("title", "A rower rests (see rule 100.1, “Harbours”)."),
    Place("more", "A rower pays."),
)
NEW = Book(datetime.date(2021, 3, 1)).with_chapter(
    100,
    *(Place(f"term-{at}", tail.replace("leaves harbour", "departs")) for at, tail in enumerate(TERMS)),
    Place("pronoun", "A rower takes their oar."),
    Place("title", "A rower rests (see rule 100.2, “Departures”)."),
    Place("more", "A rower never pays."),
)


def _translate() -> None:
    for book in (OLD, NEW):
        import_source(book.bytes(), name=f"{book.date}.txt")
    translate_all("2020-03-01")


translated = lent("changed-wording", _translate, autouse=True)


def test_wording_only_is_neither_exact_nor_behind() -> None:
    versions = catalogue()
    cells = freshness(versions, versions.find("2021-03-01"), "fr").values()
    states = {cell.number: cell.state for cell in cells if "." in cell.number}
    wording = [f"100.{at}" for at in range(1, 8)]
    assert states == {**dict.fromkeys(wording, Freshness.WORDING), "100.8": Freshness.BEHIND}
    plan = plan_of(versions, "fr")
    assert plan is not None
    assert sorted(item.cell.number for item in plan.queues[Queue.WORDING]) == wording


def test_a_curator_keeps_such_texts_approved_in_one_press() -> None:
    done = bulk_approve("fr", Freshness.WORDING, make_user("edie", "editors-fr"), "Only the English term is new.")
    # The last cites another number now, so it needs a translator.
    assert (done.texts, done.left) == (6, ("100.7",))
    plan = plan_of(catalogue(), "fr")
    assert plan is not None
    assert [item.cell.number for item in plan.queues[Queue.WORDING]] == ["100.7"]
    assert len(plan.queues[Queue.BEHIND]) == 1
