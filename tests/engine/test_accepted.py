"""What the engines make of real texts and cards is what somebody looked at and accepted; see `accepting`.

Whoever changes it on purpose looks at what is different (`python -m tests.accepted show PART PLACE` prints it, before
and after) and renews the table: `python -m tests.accepted`.
"""

from pathlib import Path

import pytest

from tests import accepted as command
from tests.engine.accepting import TABLE, Sum, accepted, differences, said, summed, sums_of
from tests.engine.every_part import PARTS

EVERY = [(part, place) for part, one in PARTS.items() for place in one.places]


@pytest.mark.parametrize(("part", "place"), EVERY)
def test_as_accepted(corpus: Path, part: str, place: str) -> None:
    made = sums_of(PARTS[part].made(corpus, place))
    found = differences(part, place, made, accepted().get((part, place), {}))
    assert not found, "\n".join(
        [*found, f"Look: python -m tests.accepted show {part!r} {place!r}. Accept: python -m tests.accepted"]
    )


def test_the_table_has_what_is_tried_and_nothing_else() -> None:
    assert sorted(accepted()) == sorted(EVERY)


def test_digests_are_of_what_is_said() -> None:
    assert said({"b": {3, 1}, "a": [1 / 3, None, True]}) == "{'a': (0.333333, None, True), 'b': {1, 3}}"
    assert summed(["a", "b"]) != summed(["b", "a"])
    assert summed([]).things == 0
    assert sums_of({"some": ["a"], "none": []}) == {"some": summed(["a"])}


def test_differences_name_the_piece() -> None:
    known = {"1": Sum(2, "aa"), "2": Sum(3, "bb"), "3": Sum(1, "cc")}
    made = {"1": Sum(2, "ab"), "2": Sum(3, "bb"), "4": Sum(1, "dd")}
    assert differences("read", "2001", made, known) == [
        "read 2001 1: 2 as before; aa is ab",
        "read 2001 3: 1 before, 0 now; cc is nothing",
        "read 2001 4: 0 before, 1 now; nothing is dd",
    ]


def test_the_command_renews_what_is_named(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RULESBASE_CORPUS", str(corpus))
    monkeypatch.setattr(command, "TABLE", tmp_path / "accepted.csv")
    (tmp_path / "accepted.csv").touch()
    assert command.main(["laws", "written"]) == 0
    assert capsys.readouterr().out == "As accepted.\n"
    assert (tmp_path / "accepted.csv").read_text() == TABLE.read_text()
    changed = dict(accepted())
    changed["laws", "topics"] = changed["laws", "topics"] | {"same": Sum(1, "aa")}
    monkeypatch.setattr(command, "accepted", lambda: changed)
    assert command.main(["laws"]) == 0
    assert "laws topics same: 1 before, " in capsys.readouterr().out


def test_the_command_shows_a_piece(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RULESBASE_CORPUS", str(corpus))
    assert command.main(["show", "laws", "topics", "same"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == accepted()["laws", "topics"]["same"].things
    assert all(line.startswith("same: (") for line in shown)
    for words in (["nothing"], ["show", "nothing", "topics"], ["show", "laws"]):
        assert command.main(words) == 2
