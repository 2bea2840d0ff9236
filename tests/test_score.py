"""The scores count what is right; how high they are is for people to judge."""

from pathlib import Path

import pytest
from rapidfuzz.distance import OSA

from cards.engine.candidates import Known, Name, NameKind
from cards.engine.index import NameIndex
from tests.bench import parsing
from tests.score import lookups
from tests.score.card_rows import Printed, Rows
from tests.score.weights import agreement, read_table

WEIGHTS = ["substance", "references", "typography", "example", "none"]


def edition(*changes: tuple[str, str]) -> bytes:
    """A made-up edition with some words replaced."""
    text = parsing.made_up(3).decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text.encode()


@pytest.mark.parametrize(("weight", "right"), [("substance", 0), ("typography", 1), ("none", 0)])
def test_weights_are_compared_with_the_table(tmp_path: Path, weight: str, right: int) -> None:
    (tmp_path / "2019-03-01.txt").write_bytes(edition(("keeper who climbs lamp 7 ", "keeper’s kin on lamp 7 ")))
    (tmp_path / "2021-03-01.txt").write_bytes(edition(("keeper who climbs lamp 7 ", "keeper's kin on lamp 7 ")))
    row = {
        "old_version": "2019-03-01",
        "old_number": "101.7",
        "new_version": "2021-03-01",
        "new_number": "101.7",
        "weight": weight,
    }
    found = agreement(tmp_path, [row, row | {"new_version": "2022-03-01"}])
    assert (found.right, found.asked) == (right, 1)
    assert [one.compared for one in found.disagreements] == ["typography"] * (1 - right)
    assert [one.told for one in found.disagreements] == ["typography"] * (1 - right)


def test_table_holds_150_pairs_of_all_weights() -> None:
    rows = read_table()
    assert len({tuple(row.values()) for row in rows}) == 150
    assert {row["weight"] for row in rows} == set(WEIGHTS)
    assert all(row["old_version"] < row["new_version"] for row in rows)


def card_rows() -> Rows:
    """Three made-up cards, two of which are called the same in French; one French name is missing."""
    cards = [Known("a", "Keeper of Lamps"), Known("b", "Warden of Lamps"), Known("c", "Moth")]
    names = [Name(card.name, "en", NameKind.WHOLE, card.card) for card in cards]
    names += [Name("Gardien", "fr", NameKind.PRINTED, card) for card in "ab"]
    printed = [Printed("a", "Gardien", "fr"), Printed("b", "Gardien", "fr"), Printed("c", "Papillon", "fr")]
    return Rows(cards, names, printed)


def test_collisions_are_told_from_misses() -> None:
    rows = card_rows()
    found = lookups.look_up_printed(NameIndex(rows.cards, rows.names), rows, with_language=True)
    assert found.asked == 3
    assert [(lost.card, lost.found, lost.shared) for lost in found.lost] == [
        ("Warden of Lamps", "Keeper of Lamps", True),
        ("Moth", "nothing", False),
    ]
    assert round(found.right, 1) == 33.3


def test_typing_errors_are_single_and_always_the_same() -> None:
    rows = card_rows()
    pairs = lookups.mistyped_names(rows)
    assert pairs == lookups.mistyped_names(rows)
    # The name of four letters is too short.
    assert sorted(meant for _, meant in pairs) == ["Keeper of Lamps", "Warden of Lamps"]
    assert all(OSA.distance(typed, meant) == 1 for typed, meant in pairs)
    found = lookups.look_up_mistyped(NameIndex(rows.cards, rows.names), [*pairs, ("xyzzyxyzzy", "Moth")])
    assert (found.asked, round(found.first), round(found.five)) == (3, 67, 67)
    assert found.misses == [("xyzzyxyzzy", "Moth", "nothing")]
