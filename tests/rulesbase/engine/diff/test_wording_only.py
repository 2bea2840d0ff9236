"""Changes of wording alone: language, and terms that a whole version renamed."""

from collections.abc import Sequence

import pytest

from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.diff.entry_changes import entry_changes
from rulesbase.engine.diff.versions import VersionEntry, compare
from rulesbase.engine.diff.wording_only import Renaming, wording_changes
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link
from rulesbase.engine.nodes import Kind
from tests.support.compared import weights_of


@pytest.mark.parametrize(
    ("old", "new", "patterns"),
    [
        (
            "A rower takes his or her oar when he or she boards.",
            "A rower takes their oar when they board.",
            [("he or she", "they"), ("his or her", "their")],
        ),
        (
            "A ferry, which waits, can not sail.",
            "A ferry that waits can't sail.",
            [("cannot", "can't"), ("which", "that")],
        ),
        ("The toll is paid first.", "The toll is paid first. See rule 205, “Tolls.”", []),
        ("A rower pays the toll (see rule 205.1).", "A rower pays the toll.", []),
        ("The ferry-man keeps the toll.", "The ferryman keeps the toll.", []),
        (
            "A rower names a port when he or she puts a coin down, as he or she takes it and before you row.",
            "A rower names a port when putting a coin down, as taking it and before rowing.",
            [("he or she", "they")],
        ),
        ("A rower pays the toll. (This is a reversal of previous rules.)", "A rower pays the toll.", []),
        (
            "He or she is here, was there, has paid, does row, isn't late, wasn't seen, hasn't slept and doesn't sing.",
            "They are here, were there, have paid, do row, aren't late, weren't seen, haven't slept and don't sing.",
            [("he or she", "they")],
        ),
        (
            "He/she pays and carries it himself or herself.",
            "They pay and carry it themselves.",
            [("he or she", "they"), ("himself or herself", "themselves")],
        ),
        (
            "A rower moves towards the pier, or backwards, in order to pay him or her upon arrival prior to noon.",
            "A rower moves toward the pier, or backward, to pay them on arrival before noon.",
            [("him or her", "them"), ("in order to", "to"), ("prior to", "before"), ("upon", "on")],
        ),
        ("It's here and it is not there.", "It is here and it isn't there.", []),
    ],
)
def test_language_alone_is_wording_in_both_directions(old: str, new: str, patterns: list[tuple[str, str]]) -> None:
    assert weight_of(old, new) == weight_of(new, old) == "wording"
    assert wording_changes({0: (old, new)})[1] == [Renaming(*pattern, 1) for pattern in patterns]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A rower may pay the toll.", "A rower must pay the toll."),
        ("The ferry sails.", "The ferry doesn't sail."),
        ("A rower pays the toll.", "A rower or passenger pays the toll."),
        ("The ferry sails before noon.", "The ferry sails after noon."),
    ],
)
def test_words_that_decide_stay_substance(old: str, new: str) -> None:
    assert weight_of(old, new) == weight_of(new, old) == "substance"


RENAMED = [
    f"Boat {at} leaves harbour when the {name} rings." for at, name in enumerate("bell gong horn drum harp".split())
]
OLD = [*RENAMED, "A rower pays the toll.", "The quay is closed."]
NEW = [text.replace("leaves harbour", "departs") for text in OLD[:-1]] + ["The quay is open and departs."]


def rules(texts: Sequence[str]) -> list[VersionEntry]:
    return [VersionEntry(at, f"100.{at}", Kind.RULE, "", text) for at, text in enumerate(texts, 1)]


def test_a_term_renamed_throughout_is_wording_and_named_once() -> None:
    old, new = rules(OLD), rules(NEW)
    found = compare(old, new, {}, {})
    assert {change.new_numbers[0]: change.weight for change in found.changes} == {
        **{f"100.{at}": "wording" for at in range(1, 6)},
        "100.7": "substance",
    }
    assert found.wordings == (Renaming("leaves harbour", "departs", 5),)
    back = compare(new, old, {}, {})
    assert weights_of(back) == weights_of(found)
    assert back.wordings == (Renaming("departs", "leaves harbour", 5),)


@pytest.mark.parametrize(("word", "other"), [("may", "must"), ("pays another", "pays whichever"), ("first", "final")])
def test_words_that_decide_are_no_renamed_terms(word: str, other: str) -> None:
    pairs = [(f"A {name} {word} toll.", f"A {name} {other} toll.") for name in "raft boat barge canoe ship".split()]
    assert wording_changes(dict(enumerate(pairs)), *zip(*pairs, strict=True))[0] == []


def test_stored_changes_have_the_same_weights() -> None:
    old, new = (
        [FoldedEntry.made(f"100.{at}", Kind.RULE, "", text, ()) for at, text in enumerate(side)] for side in (OLD, NEW)
    )
    changes = entry_changes(old, new, [Link(at, at, 1.0, "") for at in range(len(OLD))])
    assert [one.weight for one in changes] == [*["wording"] * 5, "none", "substance"]


def test_a_new_name_of_a_term_is_substance() -> None:
    old, new = (
        [VersionEntry(at, "", Kind.TERM, name, f"{name} {at}.") for at in range(1, 7)]
        for name in ("General", "Commander")
    )
    assert weights_of(compare(old, new, {}, {})) == {"substance": 6, "none": 0}


def test_the_plural_of_a_term_is_wording() -> None:
    old, new = ([VersionEntry(1, "", Kind.TERM, name, "A fee at a quay.")] for name in ("Toll", "Tolls"))
    assert weights_of(compare(old, new, {}, {})) == {"wording": 1, "none": 0}


def test_a_term_that_stays_elsewhere_is_not_renamed() -> None:
    stays = [f"Pier {at} leaves harbour now." for at in range(9)]
    assert weights_of(compare(rules([*OLD, *stays]), rules([*NEW, *stays]), {}, {}))["wording"] == 0
