"""The scores count what is right; how high they are is for people to judge."""

from pathlib import Path

import pytest

from tests.bench import parsing
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
