"""What an editor would mark, figures of it, and since when each phrase is there.

Marks are written [-old-]{+new+}, references with r, moves with > and <.
"""

import csv
from pathlib import Path

import pytest

from rulesbase.engine.diff import word_matching
from rulesbase.engine.diff.texts import Op, OpKind, Weight, diff, mirrored, phrases, summary
from tests.support.diffs import apply
from tests.support.timing import yardsticks


def marked(old: str, new: str, language: str = "en", typography: bool = False) -> str:
    """Write the difference out, without typography unless asked for it."""
    parts = []
    for op in diff(old, new, language):
        before, after = old[slice(*op.old)], new[slice(*op.new)]
        if op.weight is Weight.NONE or (op.weight is Weight.TYPOGRAPHY and not typography):
            parts.append(after)
            continue
        sign = {"references": "r", "typography": "t"}.get(op.weight, "")
        if op.kind in (OpKind.DELETE, OpKind.REPLACE):
            parts.append(f"[-{sign}{before}-]")
        if op.kind in (OpKind.INSERT, OpKind.REPLACE):
            parts.append(f"{{+{sign}{after}+}}")
        if op.kind is OpKind.MOVE_OUT:
            parts.append(f"[>{before}>]")
        if op.kind is OpKind.MOVE_IN:
            parts.append(f"{{<{after}<}}")
    return "".join(parts)


with (Path(__file__).parents[3] / "data" / "marked_differences.csv").open(encoding="utf-8", newline="") as file:
    TABLE = list(csv.DictReader(file))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['language']}-{row['name']}")
def test_marks(row: dict[str, str]) -> None:
    language, old, new = row["language"], row["old"], row["new"]
    assert marked(old, new, language) == row["expected"]
    ops = diff(old, new, language)
    assert apply(old, new, ops) == new
    assert apply(new, old, mirrored(ops)) == old


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The clerk's coin.", "The clerk’s coin.", "The [-tclerk's-]{+tclerk’s+} coin."),
        ("The clerk's", "The clerk’s", "The [-tclerk's-]{+tclerk’s+}"),
        ('A "coin" here.', "A “coin” here.", 'A [-t"-]{+t“+}coin[-t"-]{+t”+} here.'),
        ("Wait -- then go.", "Wait — then go.", "Wait [-t---]{+t—+} then go."),
        ("Wait--then go.", "Wait — then go.", "Wait[-t---]{+t — +}then go."),
        ("Go--now--or wait.", "Go—now—or wait.", "[-tGo--now--or-]{+tGo—now—or+} wait."),
        ("A  coin.", "A coin.", "A[-t  -]{+t +}coin."),
        ("Board(TM) game.", "Board game.", "Board[-t(TM) -]{+t +}game."),
        ("Pay {oT} now.", "Pay {T} now.", "Pay [-t{oT}-]{+t{T}+} now."),
        ("The clerk?s ?coin?", 'The clerk\'s "coin"', 'The [-tclerk?s-]{+tclerk\'s+} [-t?-]{+t"+}coin[-t?-]{+t"+}'),
        ("ferm\u00e9", "ferme\u0301", "[-tferm\u00e9-]{+tferme\u0301+}"),
        ("A coin. ", "A coin.", "A coin.[-t -]"),
        ("A coin.", "A coin. ", "A coin.{+t +}"),
        (" A coin.", "A coin.", "[-t -]A coin."),
        ("A coin.", " A coin.", "{+t +}A coin."),
    ],
)
def test_typography_is_reported_apart(old: str, new: str, expected: str) -> None:
    assert marked(old, new, typography=True) == expected
    assert {op.weight for op in diff(old, new)} <= {Weight.NONE, Weight.TYPOGRAPHY}


def test_typography_beside_a_rewording_stays_quiet() -> None:
    assert marked('The clerk\'s "box" is his.', "The clerk’s “bag” is his.") == "The clerk’s “[-box-]{+bag+}” is his."
    # Where it is shown, its word is marked whole, as where no word changed.
    assert marked("Le clerc l’a vu.", "Le garde l'a vu.", "fr", True) == "Le [-clerc-]{+garde+} [-tl’a-]{+tl'a+} vu."


def test_a_space_that_folding_tells_apart_shows() -> None:
    assert marked("A coin .", "A coin.") == "A coin[- -]."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("カードを引く", "ボードを引く", "[-カード-]{+ボード+}を引く"),
        ("赤いカード", "赤いカーゴ", "赤い[-カード-]{+カーゴ+}"),
        ("新しいカードを引く", "古いボードを引く", "[-新しいカード-]{+古いボード+}を引く"),
    ],
)
def test_a_word_in_katakana_is_replaced_as_a_whole(old: str, new: str, expected: str) -> None:
    assert marked(old, new, "ja") == expected


def test_a_move_names_both_places() -> None:
    old = "All clerks count the coins daily. The ferry, the barge and the raft leave at noon if it is calm."
    new = "The ferry, the barge and the raft leave at noon if it is calm. All clerks count the coins daily."
    out, into = (op for op in diff(old, new) if op.kind in (OpKind.MOVE_OUT, OpKind.MOVE_IN))
    assert old[slice(*into.old)] == new[slice(*out.new)] == "All clerks count the coins daily."
    assert old[slice(*out.old)] == "All clerks count the coins daily. "
    assert new[slice(*into.new)] == " All clerks count the coins daily."


def test_of_texts_too_long_for_words_whole_sentences_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_matching, "_CELLS", 0)
    old = "The captain sleeps here. The ferry leaves at noon. The clerk counts many coins."
    new = "Everybody pays a toll. The ferry leaves at noon. The clerk loses three boxes."
    assert marked(old, new) == (
        "[-The captain sleeps here.-]{+Everybody pays a toll.+} The ferry leaves at noon."
        " [-The clerk counts many coins.-]{+The clerk loses three boxes.+}"
    )
    assert apply(old, new, diff(old, new)) == new


@pytest.mark.slow
def test_long_texts_take_no_long_time() -> None:
    old = " ".join(f"Clerk {n} counts coin {n % 7} of box {n % 11}." for n in range(4000))
    new = " ".join(f"Clerk {n} counts coin {n % 5} of box {n % 11}." for n in range(4000))
    ops: list[Op] = []
    assert yardsticks(lambda: ops.extend(diff(old, new))) < 400
    assert apply(old, new, ops) == new


def test_summary() -> None:
    old, new = "The clerk’s box is old. See rule 704.5k.", "The clerk's bag is old now. See rule 704.5j."
    figures = summary(old, new, diff(old, new))
    assert (figures.words, figures.inserted, figures.deleted) == (9, 2, 1)
    assert (figures.references, figures.typography) == (1, 1)
    assert summary("", "", []) == (0, 0, 0, 0, 0)
    assert summary("", "A coin.", diff("", "A coin.")) == (2, 2, 0, 0, 0)


def test_moved_words_are_neither_inserted_nor_deleted() -> None:
    old = "Anyone may close the gate at night. The keeper lights the lamp first."
    new = "The keeper lights the lamp first. Anyone may close the gate at night."
    assert summary(old, new, diff(old, new)) == (13, 0, 0, 0, 0)


def blame(language: str, *texts: str) -> list[tuple[str, int]]:
    return [(texts[-1][start:end], since) for start, end, since in phrases(list(enumerate(texts)), language)]


def test_phrases_know_their_version() -> None:
    assert blame(
        "en",
        "The clerk counts coins.",
        "The clerk counts silver coins.",
        "The clerk counts silver coins. Everybody waits.",
        "The purser counts silver coins. Everybody waits.",
    ) == [("The ", 0), ("purser", 3), (" counts ", 0), ("silver ", 1), ("coins.", 0), (" Everybody waits.", 2)]


def test_phrases_carry_age_through_typography_and_moves() -> None:
    long = "The ferry, the barge and the raft leave at noon if it is calm."
    assert blame("en", f"The clerk's box is full today. {long}", f"{long} The clerk’s box is full today.") == [
        (f"{long} The clerk’s box is full today.", 0)
    ]


def test_what_came_back_is_as_old_as_its_return() -> None:
    assert blame("en", "A coin.", "", "A coin.") == [("A coin.", 2)]
    assert blame("ja", "札を渡す。", "札を渡す。", "札を2枚渡す。") == [("札を", 0), ("2枚", 2), ("渡す。", 0)]
    assert blame("en", "A coin.", "") == []
