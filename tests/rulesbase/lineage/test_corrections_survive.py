"""Corrections outlive imports, recomputation and the database; two curators at once."""

import json
import random
from collections.abc import Sequence
from io import StringIO
from itertools import permutations
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from rulesbase.imports.import_file import import_source
from rulesbase.lineage.correction_files import export_corrections, import_corrections
from rulesbase.lineage.corrections import effects, rebuild, withdraw
from rulesbase.models import Change, Correction, Entry, Rule
from tests.rulesbase.imports.test_import_order import imported_each, whole
from tests.rulesbase.lineage.corrected import BOOKS, PART, TEXTS, WHOLE, book, say, store, where
from tests.support.commands import output_of
from tests.support.databases import Databases, inside, rolled_back
from tests.support.killing import start
from tests.support.snapshots import Snapshot, half_editions, snapshot
from tests.support.texts import Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


CORRECTIONS = [
    ("apart", "101.1@2018", "101.1@2019"),
    ("same", "101.2@2018", "101.2@2020"),
    ("split", "101.1@2019", "101.3@2020"),
    ("same", "100.1@2018", "100.2@2021"),
    ("merge", "100.2@2018", "100.2@2021"),
]


def with_corrections(corrections: Sequence[tuple[str, str, str]], *orders: Sequence[bytes]) -> list[Snapshot]:
    """Return what each order of texts leaves in a database that knew the corrections before; nothing stays."""

    def look() -> Snapshot:
        assert all(effects(Correction.objects.all()).values())
        return whole()

    with rolled_back():
        Correction.objects.bulk_create(Correction(**where(*one), reason="So it is.") for one in corrections)
        return imported_each(orders, look)


@pytest.mark.slow
def test_corrections_outlive_imports_in_any_order() -> None:
    with rolled_back():
        store()
        plain = snapshot()
        for result in CORRECTIONS:
            say(*result, reason="So it is.")
        expected = snapshot()
        rebuild()
        assert snapshot() == expected
    assert expected != plain
    # Every third order; each text comes first and last in some of them.
    assert with_corrections(CORRECTIONS, *[*permutations(TEXTS)][::3]) == [expected] * 8


@pytest.mark.slow
def test_corrections_outlive_a_second_upload() -> None:
    texts = [*TEXTS, TEXTS[1] + b"\n", TEXTS[2] + b"\n", TEXTS[0] + b"\n"]
    [expected] = with_corrections(CORRECTIONS, TEXTS)
    mixed = random.Random(5).sample(texts, len(texts))
    assert with_corrections(CORRECTIONS, texts, mixed) == [expected] * 2


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
    reported = json.loads(output_of("rebuild_lineage", json=True))
    assert (reported["steps"], reported["corrections"]) == (3, 1)
    assert [row["new"] for row in reported["without_effect"]] == ["101.2@2020-03-01"]
    store(TEXTS[2:3])
    import_source(TEXTS[2] + b"\n", name="again.txt")
    assert effects([made]) == {made.pk: True}


@pytest.mark.usefixtures("sample")
def test_the_sample_takes_its_corrections_along() -> None:
    say("same", "200.3@2021", "201.4f@2023")
    assert Rule.objects.exclude(merged_into=None).exists()
    store(TEXTS[:1])
    assert not Correction.objects.exists()
    assert not Rule.objects.filter(entries=None).exists()


@pytest.mark.slow
def test_out_and_in_again(tmp_path: Path) -> None:
    file = tmp_path / "corrections.json"
    with rolled_back():
        store()
        for result in CORRECTIONS:
            say(*result, reason="“Quoted”, so it is.")
        withdrawn = say("same", "100.4@2019", "100.3@2020")
        withdraw(withdrawn.pk, by=None)
        expected, rows = snapshot(), export_corrections()
        call_command("export_corrections", str(file), stdout=StringIO())
    assert len(rows) == len(CORRECTIONS) == len(json.loads(file.read_text()))
    store()
    assert [one.status for one in import_corrections(rows[::-1])] == ["made"] * len(CORRECTIONS)
    assert snapshot() == expected
    assert export_corrections() == rows
    assert {row["status"] for row in json.loads(output_of("import_corrections", str(file), json=True))} == {"known"}


@pytest.mark.slow
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


def test_a_file_nested_without_end(tmp_path: Path) -> None:
    file = tmp_path / "corrections.json"
    file.write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(CommandError, match="is not JSON"):
        call_command("import_corrections", str(file), stdout=StringIO())


@pytest.mark.slow
def test_two_curators_at_once(tmp_path: Path, databases: Databases, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), inside(name := databases.copy("empty")):
        store()
    rivals = []
    for at, new in enumerate(("101.2", "101.3")):
        row = {key: str(value) for key, value in where("same", "101.2@2019", f"{new}@2020").items()}
        file = tmp_path / f"{at}.json"
        file.write_text(json.dumps([{**row, "reason": "Mine."}]))
        rivals.append(start(databases.address(name), "manage.py", "import_corrections", file, "--json"))
    result = [rival.communicate(timeout=300) for rival in rivals]
    assert sorted(rival.returncode for rival in rivals) == [0, 1], result
    assert any("Remove the other correction first" in out for out, _ in result)
    with django_db_blocker.unblock(), inside(name):
        made = Correction.objects.get()
        assert effects([made]) == {made.pk: True}
        assert half_editions() == []
