"""import_cards on made files: every format, again, in any order, beside the sample."""

import datetime
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from cards.hooks.integrity import rulings
from cards.imports import import_file as imports_import_file
from cards.imports.batch import CardsReport, import_paths
from cards.imports.import_file import load_sample_cards
from cards.models import Card, CardFile, CardSet, Face, PrintedName, Printing, RelatedPart, Retired, Ruling, Waiting
from rulesbase.models import State
from tests.cards.imports.made_files import (
    ELK,
    SPLIT,
    TOKEN,
    card,
    printed,
    ruling,
    set_file,
    side,
    split_card,
    two_sides,
    write,
)
from tests.support.commands import output_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def run(tmp_path: Path, *contents: Any, name: str = "f{}.json") -> list[CardsReport]:
    """Import each content as a file of its own."""
    files = [write(tmp_path / name.format(at), content) for at, content in enumerate(contents)]
    reports = import_paths(files)
    assert [report.sentence for report in reports if report.failed] == []
    return reports


# What is compared of each table: no ids and moments.
STORED: dict[type[Model], str] = {
    Card: "oracle_id name slug layout kind colors released first_set__code is_variant",
    Face: "card__oracle_id position name type_line text mana_value",
    PrintedName: "card__oracle_id face__name language name flavor reading text card_set__code",
    Printing: "card__oracle_id card_set__code number released scryfall_id",
    Ruling: "card__oracle_id date text",
    RelatedPart: "card__oracle_id component name other__oracle_id",
    CardSet: "code name kind released",
    Waiting: "card kind",
}


def everything() -> dict[type[Model], list[tuple[Any, ...]]]:
    """Return all that is stored."""
    return {
        table: sorted(table._default_manager.values_list(*columns.split()), key=str)
        for table, columns in STORED.items()
    }


@pytest.mark.parametrize(
    ("outer", "name"),
    [
        (lambda rows: rows, "f{}.json"),
        (lambda rows: {"cards": rows}, "f{}.json.gz"),
        (lambda rows: {"data": rows}, "f{}.dat"),
    ],
)
def test_cards_names_and_rulings_of_a_file_are_stored(tmp_path: Path, outer: Any, name: str) -> None:
    rows = [card(), split_card(), printed("fr", "Cerf à lanterne"), ruling("Yes.")]
    (report,) = run(tmp_path, outer(rows), name=name)
    assert (report.status, report.result and report.result.file.layout) == ("imported", "scryfall")
    elk = Card.objects.get(oracle_id=ELK)
    assert (elk.name, elk.slug, elk.kind, elk.colors, elk.mana_value) == ("Lantern Elk", "lantern-elk", "card", "G", 3)
    assert elk.legalities == {"vintage": "legal"}
    assert (elk.first_set and elk.first_set.code, elk.released) == ("aaa", datetime.date(2020, 5, 1))
    assert [face.name for face in elk.faces.all()] == ["Lantern Elk"]
    both = Card.objects.get(oracle_id=SPLIT)
    assert both.colors == "UR"
    assert list(both.faces.values_list("position", "name", "type_line")) == [
        (0, "Ember", "Instant"),
        (1, "Sleet", "Sorcery"),
    ]
    fr = elk.printed_names.get()
    assert (fr.language, fr.name, fr.face) == ("fr", "Cerf à lanterne", None)
    assert elk.rulings.get().text == "Yes."


@pytest.mark.parametrize("before", [b" " * 10_000, b"\xef\xbb\xbf" + b"\r\n" * 10_000], ids=["blanks", "mark"])
def test_blanks_before_the_data_do_not_matter(tmp_path: Path, before: bytes) -> None:
    (report,) = import_paths([write(tmp_path / "a.json", before + json.dumps([card()]).encode())])
    assert (report.status, report.sentence) == ("imported", "")
    assert Card.objects.get().name == "Lantern Elk"


def test_a_set_of_mtgjson(tmp_path: Path) -> None:
    foreign = [
        {"language": "Chinese Simplified", "name": "灯鹿"},
        {"language": "Portuguese (Brazil)", "name": "Alce", "text": "o{G}: brilha &amp; luz."},
    ]
    token = side(
        "Elk", TOKEN, "T1", layout="token", type="Token Creature — Elk", reverseRelated=["Lantern Elk", "Not Here"]
    )
    message = [{"date": "2020-06-01", "text": "Yes."}]
    run(
        tmp_path,
        set_file(side("Lantern Elk", ELK, foreignData=foreign, rulings=message), *two_sides(), tokens=(token,)),
    )
    elk = Card.objects.get(oracle_id=ELK)
    assert dict(elk.printed_names.values_list("language", "name")) == {"zh-hans": "灯鹿", "pt": "Alce"}
    assert elk.printed_names.get(language="pt").text == "{G}: brilha & luz."
    assert elk.rulings.get().date == datetime.date(2020, 6, 1)
    both = Card.objects.get(oracle_id=SPLIT)
    assert [face.name for face in both.faces.all()] == ["Ember", "Sleet"]
    assert sorted(both.printed_names.values_list("face__position", "name"), key=str) == [
        (0, "Braise"),
        (1, "Grésil"),
        (None, "Braise // Grésil"),
    ]
    assert Card.objects.get(oracle_id=TOKEN).kind == Card.Kind.TOKEN
    part = elk.parts.get()
    assert (part.component, part.other and part.other.oracle_id, part.sure) == ("token", TOKEN, True)
    assert list(Waiting.objects.values_list("card", "kind")) == [("=Not Here", "part")]
    assert CardSet.objects.get().name == "First Set"


def test_a_day_without_hyphens_is_the_same_day(tmp_path: Path) -> None:
    """The digest of a ruling is that of its day, however a file writes it."""
    message = [{"date": "20200601", "text": "Yes."}, {"date": "20210601", "text": "No."}]
    run(tmp_path, [card(), ruling("Yes.")], set_file(side("Lantern Elk", ELK, rulings=message)))
    assert sorted(Ruling.objects.values_list("text", flat=True)) == ["No.", "Yes."]
    assert list(rulings(connection)) == []


def test_cards_of_coming_sets_do_not_date_the_data_into_the_future(tmp_path: Path) -> None:
    run(tmp_path, [card(), card(oracle_id="next", released_at="2999-01-01", set="bbb")])
    assert CardFile.objects.get().day == timezone.localdate()


def test_atomic_cards_and_all_printings(tmp_path: Path) -> None:
    elk = side("Lantern Elk", ELK, foreignData=[{"language": "French", "name": "Cerf à lanterne"}])
    alone = set_file(elk, *two_sides())
    run(tmp_path, {"meta": alone["meta"], "data": {"AAA": alone["data"]}})
    whole = everything()
    run(tmp_path, alone)
    assert everything() == whole
    loose = [
        {key: value for key, value in row.items() if key not in ("setCode", "number", "uuid")}
        for row in [elk, *two_sides()]
    ]
    atomic = {"meta": alone["meta"], "data": {"Lantern Elk": loose[:1], "Ember // Sleet": loose[1:]}}
    run(tmp_path, atomic)
    # What the sets state already is not repeated without them.
    assert everything() == whole
    Card.objects.all().delete()
    CardFile.objects.all().delete()
    run(tmp_path, atomic)
    assert Card.objects.count() == 2
    assert PrintedName.objects.get(name="Cerf à lanterne").card_set is None
    assert [face.name for face in Face.objects.filter(card__oracle_id=SPLIT)] == ["Ember", "Sleet"]


def test_again_does_nothing(tmp_path: Path) -> None:
    run(tmp_path, [card()])
    before, generation = everything(), State.objects.get().generation
    (report,) = run(tmp_path, [card()], name="other{}.json")
    assert report.status == "known"
    assert (everything(), State.objects.get().generation) == (before, generation)


def test_a_newer_importer_reads_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, [card()])
    monkeypatch.setattr(imports_import_file, "IMPORTER_VERSION", 99)
    (report,) = run(tmp_path, [card()])
    assert report.status == "read anew"
    assert CardFile.objects.get().importer_version == 99


@pytest.mark.slow
def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    old = card(oracle_text="Glows.", released_at="2019-01-01", set="old", set_name="Old Set")
    files = [
        write(tmp_path / "oracle.json", [card(), split_card()]),
        write(tmp_path / "older.json", [old]),
        write(tmp_path / "rulings.json", [ruling("Yes."), ruling("None has it.", "missing")]),
        write(tmp_path / "printed.json", [printed("fr", "Cerf à lanterne"), printed("ja", "灯（ひ）の鹿（しか）")]),
        write(tmp_path / "set.json", set_file(side("Lantern Elk", ELK, text="Gleams."), *two_sides())),
    ]
    found = []
    for order in itertools.islice(itertools.permutations(files), 0, None, 23):
        for model in (Waiting, PrintedName, RelatedPart, Printing, Card, CardFile, CardSet):
            model._default_manager.all().delete()
        import_paths(order)
        found.append(everything())
    assert all(each == found[0] for each in found)
    assert found[0][Waiting] == [("missing", "ruling")]
    assert (ELK, None, "ja", "灯の鹿", False, "ひのしか", "", "aaa") in found[0][PrintedName]
    # The newest file is right: the set's is of 2022.
    assert (ELK, 0, "Lantern Elk", "Creature — Elk", "Gleams.", 3.0) in found[0][Face]
    assert found[0][Card][0][6:8] == (datetime.date(2019, 1, 1), "old")


def test_cards_of_one_name(tmp_path: Path) -> None:
    twins = [card(oracle_id=f"id-{letter}-0000000", oracle_text=letter) for letter in "cab"]
    playtest = card(oracle_id="0-playtest", set="cmb1")
    picture = card(oracle_id="0-picture", layout="art_series", type_line="Card // Card")
    run(tmp_path, [playtest], twins[:1], twins[1:], [picture])
    assert dict(Card.objects.values_list("oracle_id", "slug")) == {
        "id-a-0000000": "lantern-elk",
        "id-b-0000000": "lantern-elk-id-b-000",
        "id-c-0000000": "lantern-elk-id-c-000",
        "0-playtest": "lantern-elk-0-playte",
        "0-picture": "lantern-elk-0-pictur",
    }
    assert set(Card.objects.filter(is_variant=True).values_list("oracle_id", flat=True)) == {
        row["oracle_id"] for row in twins
    }
    assert Card.objects.get(oracle_id="0-playtest").is_playtest
    assert Card.objects.get(oracle_id="0-picture").kind == Card.Kind.NOTHING


def test_a_card_printed_on_both_sides(tmp_path: Path) -> None:
    face = {"name": "Lantern Elk", "type_line": "Creature — Elk", "mana_cost": "{2}{G}"}
    with_id = {**face, "oracle_id": ELK, "layout": "normal", "cmc": 3.0}
    both = {"name": "Lantern Elk // Lantern Elk", "layout": "reversible_card", "set": "rev", "collector_number": "7"}
    without = card(oracle_id="", card_faces=[face, face], **both)
    run(tmp_path, [without])
    assert (Card.objects.count(), Waiting.objects.get().card) == (0, "=Lantern Elk")
    run(tmp_path, [card()])
    assert set(Printing.objects.values_list("card__name", "card_set__code")) == {
        ("Lantern Elk", "aaa"),
        ("Lantern Elk", "rev"),
    }
    run(tmp_path, [card(oracle_id=None, card_faces=[with_id, with_id], **{**both, "collector_number": "8"})])
    assert [(row.name, row.layout) for row in Card.objects.all()] == [("Lantern Elk", "normal")]
    assert Printing.objects.count() == 3


def test_an_unknown_layout_is_stored(tmp_path: Path) -> None:
    (report,) = run(tmp_path, [card(layout="hologram")])
    assert Card.objects.get().layout == "hologram"
    assert report.result
    assert "“hologram” is unknown" in report.result.file.problems[0]


def test_merged_and_deleted_ids(tmp_path: Path) -> None:
    gone = card("Mistake", "mistake", id="gone", collector_number="9")
    merged = card(id="old-id", collector_number="3")
    moves = [
        {
            "object": "migration",
            "old_scryfall_id": "gone",
            "migration_strategy": "delete",
            "performed_at": "2021-01-01",
        },
        {"object": "migration", "old_scryfall_id": "old-id", "new_scryfall_id": "new-id", "performed_at": "2021-01-01"},
    ]
    for order in ([moves, [gone, merged]], [[gone, merged], moves]):
        run(tmp_path, *order)
        assert list(Card.objects.values_list("name", flat=True)) == ["Lantern Elk"]
        assert Printing.objects.get().scryfall_id == "new-id"
        assert Retired.objects.count() == 2
        for model in (Retired, Card, CardFile):
            model._default_manager.all().delete()


def test_the_first_real_cards_replace_the_sample(tmp_path: Path) -> None:
    assert load_sample_cards() == 17
    assert load_sample_cards() == 0
    assert Card.objects.filter(is_sample=True).count() == 17
    run(tmp_path, [card()])
    assert [(row.name, row.is_sample) for row in Card.objects.all()] == [("Lantern Elk", False)]
    assert list(CardSet.objects.values_list("code", flat=True)) == ["aaa"]
    assert load_sample_cards() == 0


def test_the_command_lists_files_and_problems(tmp_path: Path) -> None:
    write(tmp_path / "a.json", [card(), {"object": "card", "name": "No Id"}])
    (tmp_path / "notes.txt").write_text("nothing")
    message = output_of("import_cards", str(tmp_path))
    assert message.splitlines()[1].split()[:3] == ["a.json", "imported", "scryfall"]
    assert "a.json: Record 2: “oracle_id” is missing" in message
    (row,) = json.loads(output_of("import_cards", str(tmp_path), "--json"))
    assert (row["file"], row["result"]) == ("a.json", "known")
