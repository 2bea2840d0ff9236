"""A card of which every printing was deleted: the order of cards, deletions, rulings and names does not matter."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from cards.imports.batch import import_paths
from cards.imports.set_aside import ASIDE
from cards.models import Card, CardFile, CardSet, Face, PrintedName, Printing, RelatedPart, Retired, Ruling, Waiting
from tests.cards.imports.made_files import card, ruling, write

pytestmark = pytest.mark.django_db
MODELS = (Waiting, Ruling, RelatedPart, PrintedName, Printing, Face, Card, CardFile, CardSet, Retired)


def part(name: str, oracle_id: str) -> dict[str, Any]:
    return {"object": "related_card", "id": oracle_id, "component": "meld_part", "name": name, "oracle_id": oracle_id}


MISTAKE = card("Mistake", "mistake", id="gone", collector_number="9", keywords=["Haste"], set="bbb")
OTHER = card(all_parts=[part("Mistake", "mistake")])
# The same name, so that either is a variant while both are there.
NAMESAKE = card("Mistake", "namesake", id="stays", collector_number="4", oracle_text="Another.")
FOREIGN = {
    "meta": {"date": "2022-04-25", "version": "5"},
    "data": {
        "Mistake": [
            {
                "name": "Mistake",
                "layout": "normal",
                "type": "Creature — Elk",
                "manaValue": 3.0,
                "colors": ["G"],
                "colorIdentity": ["G"],
                "identifiers": {"scryfallOracleId": "mistake"},
                "foreignData": [{"language": "French", "name": "Erreur"}],
            }
        ]
    },
}
FILES: dict[str, Any] = {
    "cards": [MISTAKE, OTHER, NAMESAKE],
    "moves": [{"object": "migration", "old_scryfall_id": "gone", "migration_strategy": "delete"}],
    "rulings": [ruling("A word on it.", "mistake")],
}


def rows() -> dict[str, list[Any]]:
    """All there is, without the keys of this database."""
    found: dict[str, list[Any]] = {}
    facts = ("oracle_id", "name", "slug", "layout", "kind", "colors", "keywords", "legalities", "is_variant")
    found["cards"] = list(Card.objects.values_list(*facts, "standing", "first_set__code", "released"))
    found["faces"] = list(Face.objects.values_list("card__oracle_id", "position", "name", "text", "power"))
    found["printings"] = list(Printing.objects.values_list("card__oracle_id", "card_set__code", "number"))
    found["names"] = list(PrintedName.objects.values_list("card__oracle_id", "face__position", "language", "name"))
    found["parts"] = list(RelatedPart.objects.values_list("card__oracle_id", "name", "other__oracle_id", "sure"))
    found["rulings"] = list(Ruling.objects.values_list("card__oracle_id", "date", "text"))
    found["waiting"] = list(Waiting.objects.values_list("card", "kind"))
    return {name: sorted(some, key=repr) for name, some in found.items()}


def after(folder: Path, *names: str) -> dict[str, list[Any]]:
    for model in MODELS:
        model._default_manager.all().delete()
    for name in names:
        (report,) = import_paths([folder / f"{name}.json"])
        assert not report.failed, report.sentence
    return rows()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in (FILES | {"foreign": FOREIGN}).items():
        write(tmp_path / f"{name}.json", content)
    return tmp_path


@pytest.mark.slow
def test_all_orders_give_the_same_rows(folder: Path) -> None:
    wanted = after(folder, "cards", "rulings", "moves")
    assert [card for card, *_ in wanted["cards"]].count("mistake") == 1
    assert [card for card, *_ in wanted["rulings"]] == ["mistake"]
    assert (wanted["waiting"], [card for card, *_ in wanted["printings"]].count("mistake")) == ([], 0)
    assert [(other, sure) for _card, _name, other, sure in wanted["parts"]] == [("mistake", False)]
    for order in itertools.permutations(FILES):
        assert after(folder, *order) == wanted, order


@pytest.mark.slow
def test_what_hung_on_it_comes_back_with_it(folder: Path) -> None:
    wanted = after(folder, "cards", "foreign", "rulings", "moves")
    assert ("mistake", None, "fr", "Erreur") in wanted["names"] or ("mistake", 0, "fr", "Erreur") in wanted["names"]
    for order in ("cards foreign moves rulings", "cards moves foreign rulings", "moves cards rulings foreign"):
        assert after(folder, *order.split()) == wanted, order


def test_without_a_ruling_it_is_aside(folder: Path) -> None:
    found = after(folder, "cards", "moves")
    assert "mistake" not in [card for card, *_ in found["cards"]]
    assert found["waiting"].count(("mistake", ASIDE)) == 1
    # A file of a later day that prints it brings it by itself.
    write(folder / "again.json", [MISTAKE | {"id": "new", "collector_number": "10"}])
    (report,) = import_paths([folder / "again.json"])
    assert not report.failed
    assert Card.objects.filter(oracle_id="mistake").count() == 1
    assert not Waiting.objects.exists()


@pytest.mark.slow
def test_a_file_without_printings_brings_it_back_in_no_order(folder: Path) -> None:
    """It says that there is such a card, and not where: what it says waits with the rest."""
    wanted = after(folder, "foreign", "cards", "moves")
    assert wanted["waiting"] == [("mistake", ASIDE), ("mistake", "name")]
    for order in itertools.permutations(("cards", "foreign", "moves")):
        assert after(folder, *order) == wanted, order


def test_what_another_names_by_its_id_is_named_again(folder: Path) -> None:
    after(folder, "cards")
    RelatedPart.objects.update(sure=True)
    import_paths([folder / "moves.json"])
    assert RelatedPart.objects.get().other is None
    import_paths([folder / "rulings.json"])
    found = RelatedPart.objects.get()
    assert found.other
    assert (found.other.oracle_id, found.sure) == ("mistake", True)
    assert not Waiting.objects.exists()
