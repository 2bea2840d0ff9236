"""The command import_names, and cards found by a reading or a nickname."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from cards.engine.types import QuestionKind
from cards.lookup.which_card import cards_meant
from cards.models import OtherName
from cards.name_checker.check import check
from tests.support.cards import make_card, make_name
from tests.support.commands import output_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def import_names(path: Path, *rows: str) -> str:
    path.write_text("\n".join(("card_name,language,name,kind", *rows)), encoding="utf-8")
    return output_of("import_names", path)


@pytest.fixture
def heron() -> None:
    make_name(make_card("Oda, Heron Queen"), "ja", "鷺の女王")
    make_card("Oda's Lantern")


@pytest.mark.usefixtures("heron")
def test_cards_are_found_by_readings_and_nicknames(tmp_path: Path) -> None:
    assert cards_meant("queenie", 5) == []
    queen = '"Oda, Heron Queen"'
    rows = (f"{queen},ja,さぎのじょおう,reading", f"{queen},en,queenie,nickname", "Gone,en,go,nickname")
    out = import_names(tmp_path / "names.csv", *rows)
    assert "3 of 3 names are new" in out
    assert "1 card is not in the card data yet: Gone" in out
    for typed in ("queenie", "Queenie", "さぎのじょおう", "サギノジョオウ"):
        assert [one.name for one in cards_meant(typed, 5)] == ["Oda, Heron Queen"], typed
    assert "0 of 3 names are new" in import_names(tmp_path / "names.csv", *rows)


@pytest.mark.usefixtures("twelve", "heron")
def test_a_shared_nickname_is_answered_for_each_card(tmp_path: Path) -> None:
    import_names(tmp_path / "names.csv", '"Oda, Heron Queen",en,bird,nickname', "Oda's Lantern,en,bird,nickname")
    checked = check(QuestionKind.SAME, ["bird", "Oda's Lantern"])
    assert str(checked.verdict) == "depends"
    assert len(checked.readings) == 2


@pytest.mark.parametrize(
    ("row", "reason"),
    [("Oda,en,bird,pet", "Line 3: the kind is one of"), ("Oda,en,,nickname", "Line 3: .* must not be empty")],
)
def test_a_bad_row_refuses_the_file(tmp_path: Path, row: str, reason: str) -> None:
    with pytest.raises(CommandError, match=rf"{reason}.*Nothing was imported"):
        import_names(tmp_path / "names.csv", "Oda,en,good,nickname", row)
    assert not OtherName.objects.exists()
