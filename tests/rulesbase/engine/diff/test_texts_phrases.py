"""Figures of a difference, and since when each phrase of a text stands there."""

from rulesbase.engine.diff.texts import diff, phrases, summary


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
