"""Curators' word on the lineage: what it changes, that it outlives imports and recomputation, what is refused."""

import datetime
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from itertools import permutations
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from rulesbase.correction_files import export_corrections, import_corrections
from rulesbase.corrections import Refused, correct, effects, rebuild, withdraw
from rulesbase.history import rule_named
from rulesbase.importing import import_source
from rulesbase.models import Change, Correction, Entry, Kinship, Reference, Rule, State
from rulesbase.sample_corpus import load_sample
from tests.databases import Databases, inside, rolled_back
from tests.make import make_user
from tests.snapshots import Snapshot, half_editions, snapshot
from tests.texts import Book, Place

ROOT = Path(__file__).resolve().parents[2]
KEPT = tuple(Place(f"kept-{at}") for at in range(5))
WHOLE = Place("whole", "See rule 101.1.")

LEFT = Place("l", "Whoever opened both gates counts every coin twice before sunset, and no guest may object to it.")
RIGHT = Place(
    "r", "Snow on an empty roof melts slowly; until noon nobody needs any shovel unless children ask for one."
)
PART = Place("p", "Letters sent abroad carry three stamps, of which only those printed last year remain valid.")


def book(year: int, *places: Place) -> Book:
    """Return a book whose chapter 100 is always the same: what happens in 101 is not told by the texts alone."""
    return Book(datetime.date(year, 3, 1)).with_chapter(100, *KEPT).with_chapter(101, *places)


BOOKS = [
    book(2018, WHOLE, LEFT),
    book(2019, WHOLE, LEFT),
    book(2020, WHOLE, RIGHT, PART),
    book(2021, PART, WHOLE, RIGHT),
]
TEXTS = [book.bytes() for book in BOOKS]

pytestmark = pytest.mark.django_db


def store(texts: Sequence[bytes] = TEXTS) -> None:
    for text in texts:
        import_source(text, name="rules.txt")


def say(verb: str, old: str, new: str, reason: str = "The bulletin says so.") -> Correction:
    """Make a correction; places are `number@year`."""
    return correct(**where(verb, old, new), reason=reason, by=None)  # type: ignore[arg-type]


def where(verb: str, old: str, new: str) -> dict[str, object]:
    (old_number, old_year), (new_number, new_year) = old.split("@"), new.split("@")
    return {
        "verb": verb,
        "old_date": datetime.date(int(old_year), 3, 1),
        "old_number": old_number,
        "new_date": datetime.date(int(new_year), 3, 1),
        "new_number": new_number,
    }


def rule_at(place: str) -> int | None:
    number, year = place.split("@")
    return Entry.objects.get(edition__version__date=f"{year}-03-01", number=number).rule_id


def public_id(place: str) -> str:
    return Rule.objects.get(pk=rule_at(place)).public_id


def change_at(place: str) -> Change:
    number, year = place.split("@")
    return Change.objects.get(version__date=f"{year}-03-01", new_number=number)


def test_same() -> None:
    store()
    assert rule_at("101.2@2019") != rule_at("101.2@2020")
    generation = State.objects.get().generation
    say("same", "101.2@2019", "101.2@2020")
    assert rule_at("101.2@2018") == rule_at("101.2@2019") == rule_at("101.2@2020") == rule_at("101.3@2021")
    change = change_at("101.2@2020")
    assert (change.kind, change.weight, change.confidence) == ("unchanged", "substance", 1.0)
    assert change.evidence == "corrected: The bulletin says so."
    assert not Change.objects.filter(kind="removed", old_number="101.2", version__date="2020-03-01").exists()
    assert State.objects.get().generation == generation + 1
    assert half_editions() == []


def test_same_sets_free_what_was_linked_with_either() -> None:
    store()
    say("same", "100.1@2019", "100.2@2020")
    assert rule_at("100.1@2019") == rule_at("100.2@2020") == rule_at("100.2@2021")
    assert rule_at("100.1@2020") not in {rule_at("100.1@2019"), rule_at("100.2@2019")}
    assert change_at("100.1@2020").kind == "added"
    gone = Change.objects.get(version__date="2020-03-01", kind="removed", old_number="100.2")
    assert gone.rule_id == rule_at("100.2@2019")


def test_apart() -> None:
    store()
    reference = Reference.objects.get(number="101.1")
    say("apart", "101.1@2018", "101.1@2020")
    assert rule_at("101.1@2018") == rule_at("101.1@2019") != rule_at("101.1@2020") == rule_at("101.2@2021")
    assert change_at("101.1@2020").kind == "added"
    assert change_at("101.1@2020").evidence == "corrected: The bulletin says so."
    reference.refresh_from_db()
    assert reference.meant_id == rule_at("101.1@2018")


def test_split() -> None:
    store()
    part = rule_at("101.3@2020")
    say("split", "101.1@2019", "101.3@2020")
    kin = Kinship.objects.get()
    assert (str(kin.version), kin.kind, kin.confidence) == ("2020-03-01", "split", 1.0)
    assert (kin.old_id, kin.new_id) == (rule_at("101.1@2020"), rule_at("101.3@2020"))
    assert rule_at("101.3@2020") == part
    change = change_at("101.3@2020")
    assert (change.kind, change.old_number) == ("split", "101.1")
    assert change.evidence == "corrected: The bulletin says so."
    assert change_at("101.1@2020").kind == "split"


def test_split_takes_a_rule_from_its_place() -> None:
    store()
    say("split", "101.1@2019", "100.2@2020")
    assert rule_at("100.2@2019") != rule_at("100.2@2020") == rule_at("100.2@2021")
    assert Kinship.objects.get().new_id == rule_at("100.2@2020")


def test_merge() -> None:
    store()
    say("merge", "101.2@2018", "101.1@2020")
    kin = Kinship.objects.get()
    assert (str(kin.version), kin.kind, kin.confidence) == ("2020-03-01", "merge", 1.0)
    assert (kin.old_id, kin.new_id) == (rule_at("101.2@2019"), rule_at("101.1@2020"))
    ended = Change.objects.get(version__date="2020-03-01", old_number="101.2")
    assert (ended.kind, ended.new_number, ended.evidence) == ("merged", "101.1", "corrected: The bulletin says so.")


def test_public_ids_stay_where_most_entries_stay() -> None:
    store()
    import_source(BOOKS[3].dated(2022).bytes(), name="rules.txt")
    many, few = public_id("100.1@2020"), public_id("101.2@2019")
    # Of five entries three go on alone; the two of 101.2 take the place of the others.
    say("same", "101.2@2019", "100.1@2020")
    assert public_id("101.2@2018") == public_id("100.1@2020") == public_id("100.1@2022") == many
    assert public_id("100.1@2018") == public_id("100.1@2019") not in {many, few}
    found = rule_named(few)
    assert found is not None
    assert found.public_id == many


def test_a_rule_that_ended_leads_on_and_comes_back() -> None:
    store()
    import_source(BOOKS[3].dated(2022).bytes(), name="rules.txt")
    before = snapshot()
    long, short = public_id("101.3@2022"), public_id("101.2@2019")
    made = say("same", "101.2@2019", "101.2@2020")
    assert public_id("101.2@2018") == public_id("101.3@2022") == long
    found = rule_named(short)
    assert found is not None
    assert found.public_id == long
    withdraw(made.pk, by=None)
    assert snapshot() == before
    assert (public_id("101.2@2019"), public_id("101.2@2020")) == (short, long)
    returned = rule_named(short)
    assert returned is not None
    assert returned.public_id == short


@pytest.mark.parametrize(
    "said",
    [
        ("same", "101.2@2019", "101.2@2020"),
        ("same", "100.1@2018", "100.2@2020"),
        ("apart", "101.1@2019", "101.1@2020"),
        ("apart", "harbour@2019", "harbour@2020"),
        ("split", "101.1@2018", "101.3@2020"),
        ("split", "101.1@2019", "100.2@2020"),
        ("merge", "101.2@2019", "101.1@2020"),
        ("merge", "100.5@2019", "101.1@2020"),
    ],
    ids=" ".join,
)
def test_withdrawing_restores_all(said: tuple[str, str, str]) -> None:
    store()
    before, ids = snapshot(), {place: public_id(place) for place in ("100.1@2018", "101.1@2021", "100.2@2020")}
    made = say(*said)
    assert snapshot() != before
    assert effects([made]) == {made.pk: True}
    user = make_user("jane")
    withdraw(made.pk, by=user)
    assert snapshot() == before
    assert {place: public_id(place) for place in ids} == ids
    made.refresh_from_db()
    assert (made.withdrawn_by, made.withdrawn_at is None) == (user, False)
    with pytest.raises(Refused, match="withdrawn before"):
        withdraw(made.pk, by=user)


SAID = [
    ("apart", "101.1@2018", "101.1@2019"),
    ("same", "101.2@2018", "101.2@2020"),
    ("split", "101.1@2019", "101.3@2020"),
    ("same", "100.1@2018", "100.2@2021"),
    ("merge", "100.2@2018", "100.2@2021"),
]


def with_corrections(texts: Sequence[bytes]) -> Snapshot:
    """Return what the texts leave in a database that knew the corrections before; nothing stays."""
    with rolled_back():
        Correction.objects.bulk_create(Correction(**where(*said), reason="So it is.") for said in SAID)
        store(texts)
        assert half_editions() == []
        assert all(effects(Correction.objects.all()).values())
        return snapshot()


def test_corrections_outlive_imports_in_any_order() -> None:
    with rolled_back():
        store()
        plain = snapshot()
        for said in SAID:
            say(*said, reason="So it is.")
        expected = snapshot()
        rebuild()
        assert snapshot() == expected
    assert expected != plain
    for order in permutations(TEXTS):
        assert with_corrections(order) == expected


def test_corrections_outlive_a_second_upload() -> None:
    texts = [*TEXTS, TEXTS[1] + b"\n", TEXTS[2] + b"\n", TEXTS[0] + b"\n"]
    expected = with_corrections(TEXTS)
    assert with_corrections(texts) == expected
    random.Random(5).shuffle(texts)
    assert with_corrections(texts) == expected


def test_rebuilding_restores_what_was_damaged_and_keeps_ids() -> None:
    store()
    say("same", "101.2@2019", "101.2@2020")
    expected = snapshot()
    ids = dict(Entry.objects.values_list("pk", "rule__public_id"))
    astray = Rule.objects.create()
    Entry.objects.filter(edition__version__date="2021-03-01", number="100.3").update(rule=astray)
    Change.objects.all().delete()
    seen: list[tuple[int, int]] = []
    assert rebuild(lambda done, total: seen.append((done, total))) == 3
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert snapshot() == expected
    assert dict(Entry.objects.values_list("pk", "rule__public_id")) == ids


def test_places_that_are_gone_are_left_alone() -> None:
    store()
    made = say("same", "101.2@2019", "101.2@2020")
    import_source(BOOKS[2].with_chapter(101, WHOLE).bytes(), name="mended.txt")
    assert effects([made]) == {made.pk: False}
    said = StringIO()
    call_command("rebuild_lineage", json=True, stdout=said)
    told = json.loads(said.getvalue())
    assert (told["steps"], told["corrections"]) == (3, 1)
    assert [row["new"] for row in told["without_effect"]] == ["101.2@2020-03-01"]
    store(TEXTS[2:3])
    import_source(TEXTS[2] + b"\n", name="again.txt")
    assert effects([made]) == {made.pk: True}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (("same", "101.2@2020", "101.2@2019"), "must be of an earlier version"),
        (("same", "101.2@2019", "101.2@2019"), "must be of an earlier version"),
        (("same", "101.9@2019", "101.2@2020"), "has no 101.9"),
        (("same", "101.2@2019", "101.2@2025"), "no complete English text of 2025-03-01"),
        (("same", "101.2@2018", "101.1@2021"), "ended before 2021-03-01"),
        (("same", "101@2019", "101.2@2020"), "never become one another"),
        (("split", "101.2@2019", "101.2@2020"), "needs a main part"),
        (("merge", "101.2@2019", "101.3@2020"), "needs another rule"),
        (("swap", "101.2@2019", "101.2@2020"), "no verb"),
    ],
)
def test_refused(said: tuple[str, str, str], sentence: str) -> None:
    store()
    before = snapshot()
    with pytest.raises(Refused, match=sentence):
        say(*said)
    assert not Correction.objects.exists()
    assert snapshot() == before


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 301])
def test_a_reason_is_demanded(reason: str) -> None:
    store()
    with pytest.raises(Refused, match="reason"):
        say("same", "101.2@2019", "101.2@2020", reason)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("same", "101.2@2019", "101.2@2020"), ("same", "101.2@2019", "101.2@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("same", "101.2@2018", "101.3@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("same", "100.1@2019", "101.2@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("apart", "101.2@2018", "101.2@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("merge", "101.2@2019", "101.1@2020")),
        (("split", "101.1@2019", "101.3@2020"), ("same", "101.2@2019", "101.3@2020")),
        (("split", "101.1@2019", "101.3@2020"), ("split", "100.1@2019", "101.3@2020")),
        (("merge", "101.2@2019", "101.1@2020"), ("merge", "101.2@2018", "100.1@2020")),
    ],
)
def test_contradictions_are_refused(first: tuple[str, str, str], second: tuple[str, str, str]) -> None:
    store()
    made = say(*first)
    before = snapshot()
    with pytest.raises(Refused, match="Withdraw that one first"):
        say(*second)
    assert (snapshot(), Correction.objects.count()) == (before, 1)
    withdraw(made.pk, by=None)
    say(*second)


def test_the_sample_takes_its_corrections_along() -> None:
    load_sample()
    gone, came = (Change.objects.filter(kind=kind, item="rule").first() for kind in ("removed", "added"))
    print(list(Change.objects.filter(kind__in=("removed", "added"), item="rule").values_list("version__date","kind","old_number","new_number")))
    correct(
        verb="same",
        old_date=datetime.date(2019, 3, 1),
        old_number="202.1",
        new_date=datetime.date(2021, 3, 1),
        new_number="201.2c",
        reason="Try.",
        by=None,
    )
    assert Rule.objects.exclude(merged_into=None).exists()
    store(TEXTS[:1])
    assert not Correction.objects.exists()
    assert not Rule.objects.filter(entries=None).exists()


def test_out_and_in_again(tmp_path: Path) -> None:
    file = tmp_path / "corrections.json"
    with rolled_back():
        store()
        for said in SAID:
            say(*said, reason="“Quoted”, so it is.")
        withdrawn = say("same", "100.4@2019", "100.3@2020")
        withdraw(withdrawn.pk, by=None)
        expected, rows = snapshot(), export_corrections()
        call_command("export_corrections", str(file), stdout=StringIO())
    assert len(rows) == len(SAID) == len(json.loads(file.read_text()))
    store()
    assert [one.status for one in import_corrections(rows[::-1])] == ["made"] * len(SAID)
    assert snapshot() == expected
    assert export_corrections() == rows
    said_again = StringIO()
    call_command("import_corrections", str(file), json=True, stdout=said_again)
    assert {row["status"] for row in json.loads(said_again.getvalue())} == {"known"}


def test_another_text_takes_no_correction(tmp_path: Path) -> None:
    file = tmp_path / "corrections.json"
    with rolled_back():
        store()
        say("same", "101.2@2019", "101.2@2020")
        say("split", "101.1@2019", "101.3@2020")
        call_command("export_corrections", str(file), stdout=StringIO())
    store([*TEXTS[:2], book(2020, WHOLE, Place("other"), PART).bytes()])
    with pytest.raises(CommandError, match="1 of 2 corrections were refused"):
        call_command("import_corrections", str(file), stdout=StringIO())
    assert [row.verb for row in Correction.objects.all()] == ["split"]


@pytest.mark.parametrize(
    "row",
    [7, {}, {"verb": "same"}, {**dict.fromkeys(["verb", "old_number", "new_number", "reason"], "x"), "old_date": 3}],
)
def test_rows_that_are_no_corrections(row: object) -> None:
    assert [one.status for one in import_corrections([row])] == ["refused"]


def test_two_curators_at_once(tmp_path: Path, databases: Databases, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), inside(name := databases.copy("empty")):
        store()
    rivals = []
    for at, new in enumerate(("101.2", "101.3")):
        row = {key: str(value) for key, value in where("same", "101.2@2019", f"{new}@2020").items()}
        file = tmp_path / f"{at}.json"
        file.write_text(json.dumps([{**row, "reason": "Mine."}]))
        rivals.append(
            subprocess.Popen(
                [sys.executable, "manage.py", "import_corrections", file, "--json"],
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": databases.address(name)},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
    said = [rival.communicate(timeout=60) for rival in rivals]
    assert sorted(rival.returncode for rival in rivals) == [0, 1], said
    assert any("Withdraw that one first" in out for out, _ in said)
    with django_db_blocker.unblock(), inside(name):
        made = Correction.objects.get()
        assert effects([made]) == {made.pk: True}
        assert half_editions() == []
