"""import_cards on real files: set files and what is put together from them, slices of the derived files."""

from pathlib import Path

import pytest

from cards.imports.batch import CardsReport, import_paths
from cards.imports.read_file import read_card_file
from cards.models import Card, PrintedName, Printing, RelatedPart

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(corpus: Path) -> Path:
    """Return the folder of real card files."""
    return corpus / "cards"


def imported(*paths: Path) -> list[CardsReport]:
    """Import and return the reports; all must succeed."""
    reports = import_paths(paths)
    assert [report.sentence for report in reports if report.failed] == []
    return reports


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
    assert len(report.result.problems) == 3


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
    assert [*first.result.problems, *second.result.problems] == []


def test_a_file_is_read_in_little_memory(cards: Path) -> None:
    with read_card_file(cards / "derived-scryfall-shape-2022-04" / "flavor-name-printings.json") as contents:
        assert contents.counts["names"] > 64
        assert contents.counts["cards"] == 0
