"""import_cards on real files: set files and what is put together from them, slices of the derived files."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cards.imports.batch import CardsReport, import_paths
from cards.imports.read_file import read_card_file
from cards.models import Card, Face, PrintedName, Printing, RelatedPart, Ruling, Waiting
from tests.cards.imports.made_files import write

pytestmark = pytest.mark.django_db

_ID = re.compile(r'"oracle_id":"([^"]+)"')
SETS = ("APC", "SLX", "OARC", "PVAN")


@pytest.fixture
def cards(corpus: Path) -> Path:
    """Return the folder of real card files."""
    return corpus / "cards"


def unpacked(path: Path) -> Any:
    """Return the content of a packed file."""
    with gzip.open(path) as file:
        return json.load(file)


def lines_of(path: Path) -> Iterator[str]:
    """Return the records of a derived file unread: each is a line. Reading all of them takes seconds."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (line.rstrip(",\n") for line in file if line.startswith("{"))


def named_id(line: str) -> str | None:
    """Return the oracle id in a record that is not read yet."""
    found = _ID.search(line)
    return found[1] if found else None


def imported(*paths: Path) -> list[CardsReport]:
    """Import and return the reports; all must succeed."""
    reports = import_paths(paths)
    assert [report.sentence for report in reports if report.failed] == []
    return reports


def stored() -> list[list[Any]]:
    """Return what is stored, as far as all three formats of MTGJSON have it."""
    return [
        sorted(Card.objects.values_list("oracle_id", "name", "layout", "kind", "colors", "mana_value"), key=str),
        sorted(Face.objects.values_list("card__oracle_id", "position", "name", "type_line", "text"), key=str),
        sorted(PrintedName.objects.values_list("card__oracle_id", "language", "name").distinct(), key=str),
        sorted(Ruling.objects.values_list("card__oracle_id", "date", "text"), key=str),
    ]


@pytest.mark.slow
def test_sets_alone_and_together(cards: Path, tmp_path: Path) -> None:
    paths = [cards / "mtgjson-2022-04" / f"{code}.json.gz" for code in SETS]
    imported(*paths)
    alone = stored()
    assert [len(rows) for rows in alone[:1]] == [229]
    fire = Card.objects.get(name="Fire // Ice")
    assert [face.name for face in fire.faces.all()] == ["Fire", "Ice"]
    assert set(fire.printed_names.filter(language="es").values_list("face__position", "name")) == {
        (0, "Fuego"),
        (1, "Hielo"),
        (None, "Fuego // Hielo"),
    }
    contents = [unpacked(path) for path in paths]
    meta = contents[0]["meta"]
    together = {"meta": meta, "data": {each["data"]["code"]: each["data"] for each in contents}}
    atomic: dict[str, list[Any]] = {}
    for each in contents:
        for row in each["data"]["cards"]:
            loose = {key: value for key, value in row.items() if key not in ("setCode", "number", "uuid")}
            atomic.setdefault(row["name"], []).append(loose)
    for content in (together, {"meta": meta, "data": atomic}):
        Card.objects.all().delete()
        imported(write(tmp_path / "file.json.gz", content))
        assert stored() == alone


def test_meld_cards_and_tokens(cards: Path) -> None:
    imported(cards / "mtgjson-2022-04" / "EMN.json.gz")
    bruna = Card.objects.get(name="Bruna, the Fading Light")
    assert bruna.faces.count() == 1
    assert {(part.component, part.other and part.other.name) for part in bruna.parts.all()} == {
        ("meld_part", "Gisela, the Broken Blade"),
        ("meld_result", "Brisela, Voice of Nightmares"),
    }
    assert RelatedPart.objects.filter(component="token", sure=True, other__kind=Card.Kind.TOKEN).exists()


def test_flavor_names_and_readings(cards: Path) -> None:
    (report,) = imported(cards / "mtgjson-2022-04" / "IKO.json.gz")
    row = PrintedName.objects.get(language="ja", card__name="Zilortha, Strength Incarnate", flavor=True)
    assert (row.name, row.reading) == ("怪獣王、ゴジラ", "かいじゅうおう、ゴジラ")
    egg = PrintedName.objects.filter(language="ja", card__name="Mysterious Egg", flavor=True)
    assert [row.name for row in egg] == ["モスラの巨大な繭"]
    assert not PrintedName.objects.filter(name__contains="(").exists()
    assert report.result
    assert len(report.result.file.problems) == 3


@pytest.mark.slow
def test_real_scryfall_files_of_2019(cards: Path) -> None:
    first, second = imported(*sorted((cards / "scryfall-sample-2019-09").iterdir()))
    assert first.result
    assert second.result
    assert Card.objects.count() == 1604
    # Thirteen of the 1,679 records are the same printing in another language.
    assert Printing.objects.count() == 1666
    assert dict(PrintedName.objects.filter(card__name="Strip Mine").values_list("language", "name")) == {
        "fr": "Mine des morts-terrains"
    }
    assert RelatedPart.objects.filter(component="meld_result", other__isnull=False).count() == 6
    assert [*first.result.file.problems, *second.result.file.problems] == []


@pytest.mark.slow
def test_a_slice_of_the_derived_files(cards: Path, tmp_path: Path) -> None:
    folder = cards / "derived-scryfall-shape-2022-04"
    lines = lines_of(folder / "oracle-cards.json.gz")
    maybe = [json.loads(line) for line in lines if "Fi" in line or '"oracle_id":null' in line]
    oracle = [row for row in maybe if "Fi" in row["name"] or not row["oracle_id"]]
    ids = {row["oracle_id"] for row in oracle} - {None}
    names = [json.loads(line) for line in lines_of(folder / "printed-fr-ja.json.gz") if named_id(line) in ids]
    rulings = [json.loads(line) for line in lines_of(folder / "rulings.json.gz") if named_id(line) in ids]
    assert min(len(oracle), len(names), len(rulings)) > 100
    # Names and rulings first: they wait for their cards.
    paths = [write(tmp_path / f"{at}.json.gz", rows) for at, rows in enumerate((names, rulings, oracle))]
    imported(*paths[:2])
    assert (Card.objects.count(), Ruling.objects.count()) == (0, 0)
    assert Waiting.objects.filter(kind="ruling").count() == len({json.dumps(row) for row in rulings})
    imported(*paths[2:])
    assert Card.objects.count() == len(ids)
    assert Ruling.objects.count() == len({(row["oracle_id"], row["published_at"], row["comment"]) for row in rulings})
    whole = PrintedName.objects.filter(face=None, flavor=False).values_list("card__oracle_id", "language", "name")
    assert {(row["oracle_id"], row["lang"], row["printed_name"]) for row in names} <= set(whole)
    # What is printed on both sides waits for the card of its name, which is not in the slice.
    assert set(Waiting.objects.values_list("kind", flat=True)) == {"printing"}


def test_a_file_is_read_in_little_memory(cards: Path) -> None:
    with read_card_file(cards / "derived-scryfall-shape-2022-04" / "flavor-name-printings.json") as contents:
        assert contents.counts["names"] > 64
        assert contents.counts["cards"] == 0
