"""Cards from the database by what is typed; the index is cached, and built again when names change."""

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.engine.lookup.types import MatchReason
from cards.lookup.find_cards import RowCache, find_cards, find_each, index
from cards.models import Card, Face, NameEvent
from tests.support.cards import make_card, make_name, raise_generation

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def make_split(first: str, second: str) -> tuple[Card, Face, Face]:
    card = make_card(f"{first} // {second}", faces=[{"name": first}, {"name": second}], layout="split")
    faces = list(card.faces.order_by("position"))
    return card, faces[0], faces[1]


def test_a_card_is_found_by_a_printed_name() -> None:
    card = make_card("Keeper of the Ninth Lamp")
    make_name(card, "fr", "Gardien de la neuvième lampe")
    found = find_cards("gardien de la neuvieme lampe")
    assert [one.card for one in found] == [card]
    one = found[0]
    assert (one.name, one.card.slug) == (card.name, card.slug)
    assert (one.matched, one.language) == ("Gardien de la neuvième lampe", "fr")
    assert one.reason is MatchReason.PRINTED
    assert one.warning is None


def test_a_face_and_the_whole_printed_name_of_two_faces() -> None:
    card, first, second = make_split("Wick", "Oil")
    make_name(card, "fr", "Mèche", face=first)
    make_name(card, "fr", "Huile", face=second)
    assert [(one.card, one.reason) for one in find_cards("oil")] == [(card, MatchReason.FACE)]
    assert [(one.card, one.reason) for one in find_cards("huile")] == [(card, MatchReason.FACE)]
    assert [(one.matched, one.reason) for one in find_cards("meche/huile")] == [("Mèche // Huile", MatchReason.PRINTED)]


# ---- Cached, and built again ----


def test_a_stored_index_costs_one_query() -> None:
    make_card("Keeper of the Ninth Lamp")
    raise_generation()
    before = index()
    with CaptureQueriesContext(connection) as queries:
        assert index() is before
    # Whether anything was written.
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        assert len(find_cards("keeper")) == 1
    # Whether anything was written, the cards, their faces.
    assert len(queries) == 3
    with CaptureQueriesContext(connection) as queries:
        assert len(find_cards("the keeper")) == 1
    # Whether anything was written: the card is known.
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        assert find_cards("x" * 100_000) == []
    assert len(queries) == 1


def test_several_names_cost_as_many_queries_as_one() -> None:
    cards = [make_card(f"Keeper of {word}") for word in ("Lamps", "Owls", "Ferries")]
    make_card("Keeper of Owls and Ferries")
    raise_generation()
    index()
    with CaptureQueriesContext(connection) as queries:
        found = find_each(["keeper of owls", "nothing", "keeper of lamps", "keeper of ferrys"], limit=1)
    # Whether anything was written, the cards, their faces.
    assert len(queries) == 3
    # Names are not guessed.
    assert [[one.card for one in some] for some in found] == [[cards[1]], [], [cards[0]], []]
    assert find_each([], limit=1) == []


def test_no_more_rows_are_stored_than_are_asked_for_again() -> None:
    read: list[list[str]] = []

    def rows(keys: list[str]) -> dict[str, str]:
        read.append(keys)
        return {key: key.upper() for key in keys if key != "gone"}

    stored = RowCache(rows, 3)
    assert stored.of("1", ["x", "gone", "x"]) == {"x": "X"}
    assert stored.of("1", ["gone", "x"]) == {"x": "X"}
    assert stored.of("1", ["x", "y", "z"]) == {"x": "X", "y": "Y", "z": "Z"}
    assert stored.of("1", ["gone"]) == {}
    assert stored.of("2", ["z"]) == {"z": "Z"}
    assert read == [["x", "gone"], ["y", "z"], ["gone"], ["z"]]


def test_new_and_changed_cards_are_found() -> None:
    card = make_card("Keeper of the Ninth Lamp")
    raise_generation()
    assert find_cards("borgan") == []
    borgan = make_card("Borgan's Lantern")
    raise_generation()
    assert [one.card for one in find_cards("borgan")] == [borgan]
    assert find_cards("keeper")[0].card.slug == card.slug
    Card.objects.filter(pk=card.pk).update(slug="the-keeper")
    raise_generation()
    assert find_cards("keeper")[0].card.slug == "the-keeper"


@pytest.mark.parametrize("deed", ["add", "change", "delete"])
def test_the_history_of_names_is_part_of_the_index(deed: str) -> None:
    make_card("Blaze")
    event = NameEvent.objects.create(
        card_name="Blaze", language="fr", kind=NameEvent.Kind.RENAMING, printed="Feu follet", source="test"
    )
    raise_generation()
    before = index()
    assert find_cards("feu follet")
    if deed == "add":
        NameEvent.objects.create(card_name="Blaze", language="fr", kind="misprint", printed="Feu vif", source="test")
    elif deed == "change":
        NameEvent.objects.update(printed="Feu vif")
    else:
        event.delete()
    raise_generation()
    assert index() is not before
    assert bool(find_cards("feu vif")) == (deed != "delete")


def test_threads_share_an_index() -> None:
    make_card("Keeper of the Ninth Lamp")
    names = index()
    found: list[str] = []

    def look() -> None:
        found.extend(one.card for _ in range(50) for one in names.find("kepeer of the ninth lamp"))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200
    assert len(set(found)) == 1
