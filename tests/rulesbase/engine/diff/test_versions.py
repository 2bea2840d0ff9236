"""Two versions compared: nothing dropped, nothing twice, the same both ways."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.diff.versions import Comparison, ItemChange, VersionEntry, compare
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, sort_key
from tests.support.compared import kinds_of, weights_of

MIRRORED = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}
TEXTS = (
    "",
    "The keeper lights a lamp (see rule 201.3).",
    "The keeper lights a lamp (see rule 201.4).",
    "The keeper lights a lamp (see rule 204).",
    "The keeper’s lamp burns all night.",
    "The keeper's lamp burns all night.",
    "A boat passes without a word.",
)


def rule(key: int, number: str, text: str = "A boat passes.", *examples: str) -> VersionEntry:
    return VersionEntry(key, number, kind_of(number), "", text, examples)


def term(key: int, heading: str, text: str = "A word.") -> VersionEntry:
    return VersionEntry(key, heading.lower(), Kind.TERM, heading, text)


def entry_of(key: int, number: str, text: str, examples: tuple[str, ...]) -> VersionEntry:
    kind = kind_of(number)
    return VersionEntry(key, number, kind, text if kind in (Kind.SECTION, Kind.CHAPTER) else "", text, examples)


def reported(comparison: Comparison) -> list[tuple[str, str, str, tuple[str, ...], tuple[str, ...]]]:
    return [
        (change.item, change.kind, change.weight, change.old_numbers, change.new_numbers)
        for change in comparison.changes
    ]


Made = tuple[list[VersionEntry], list[VersionEntry], dict[int, int], dict[int, int]]
NUMBERS = ("2", "201", "201.1", "201.1a", "201.2", "201.3", "202", "202.1", "202.1a", "3", "301", "301.1")


@st.composite
def versions(draw: st.DrawFn) -> Made:
    """Return two versions and what was split and merged between them; Rules may stand in either or in both."""

    def book() -> list[VersionEntry]:
        numbers = sorted(draw(st.sets(st.sampled_from(NUMBERS))), key=sort_key)
        keys = draw(st.permutations(range(1, 15)))
        texts = st.sampled_from(TEXTS)
        examples = st.lists(texts.filter(bool), max_size=2).map(tuple)
        found = [entry_of(key, number, draw(texts), draw(examples)) for key, number in zip(keys, numbers, strict=False)]
        terms = draw(st.sets(st.sampled_from(("Boat", "Lamp")), max_size=2))
        return found + [term(20 + len(heading) + ord(heading[0]), heading, draw(texts)) for heading in sorted(terms)]

    pairs = st.dictionaries(st.integers(1, 16), st.integers(1, 16), max_size=5)
    relatives = pairs.map(lambda links: {one: other for one, other in links.items() if one != other})
    return book(), book(), draw(relatives), draw(relatives)


def accounted(comparison: Comparison, side: str) -> Counter[int]:
    """Return position -> how often an item other than an example tells of it."""
    return Counter(
        at for change in comparison.changes if change.item != "example" for at in getattr(change, f"{side}_at")
    )


def examples_in(comparison: Comparison, side: str) -> int:
    reported = sum(bool(getattr(c, f"{side}_text")) for c in comparison.changes if c.item == "example")
    return reported + sum(n for (item, _), n in comparison.unchanged.items() if item == "example")


def assert_whole(old: Sequence[VersionEntry], new: Sequence[VersionEntry], comparison: Comparison) -> None:
    """Every entry and example of both is accounted for exactly once."""
    unchanged = sum(n for (item, _), n in comparison.unchanged.items() if item != "example")
    for side, entries in (("old", old), ("new", new)):
        times = accounted(comparison, side)
        assert set(times.values()) <= {1}
        assert len(times) + unchanged == len(entries)
        assert examples_in(comparison, side) == sum(len(entry.examples) for entry in entries)
    assert sum(kinds_of(comparison).values()) == sum(weights_of(comparison).values())
    assert kinds_of(comparison).total() == len(comparison.changes) + comparison.unchanged.total()


@pytest.mark.slow
@given(versions())
def test_every_entry_and_example_is_accounted_for_once(made: Made) -> None:
    old, new, came_from, went_to = made
    assert_whole(old, new, compare(old, new, came_from, went_to))


@pytest.mark.slow
@given(versions())
def test_comparing_with_itself_gives_nothing(made: Made) -> None:
    old, _, came_from, went_to = made
    found = compare(old, old, came_from, went_to)
    assert found.changes == ()
    assert found.unchanged.total() == len(old) + sum(len(entry.examples) for entry in old)


def as_seen(change: ItemChange, *, backwards: bool = False) -> tuple[object, ...]:
    sides = (change.old_numbers, change.old_text), (change.new_numbers, change.new_text)
    kind = MIRRORED.get(change.kind, change.kind) if backwards else change.kind
    return (change.item, kind, change.weight, *(sides[::-1] if backwards else sides))


def without_examples(changes: Sequence[ItemChange]) -> list[ItemChange]:
    return [change for change in changes if change.item != "example"]


@pytest.mark.slow
@given(versions())
def test_backwards_is_the_mirror(made: Made) -> None:
    old, new, came_from, went_to = made
    forwards = compare(old, new, came_from, went_to)
    backwards = compare(new, old, went_to, came_from)
    # Two examples that are as like a third may be paired either way, so of them only the number is the same.
    there = Counter(as_seen(one) for one in without_examples(forwards.changes))
    assert there == Counter(as_seen(one, backwards=True) for one in without_examples(backwards.changes))
    assert examples_in(forwards, "old") == examples_in(backwards, "new")


@pytest.mark.slow
@given(versions())
def test_changes_stand_in_the_order_of_the_newer_version(made: Made) -> None:
    old, new, came_from, went_to = made
    changes = without_examples(compare(old, new, came_from, went_to).changes)
    here = [change.new_at[0] for change in changes if change.new_at]
    assert here == sorted(here)


@pytest.mark.parametrize(
    ("old", "new", "weight"),
    [
        (TEXTS[1], TEXTS[2], "references"),
        (TEXTS[4], TEXTS[5], "typography"),
        (TEXTS[4], TEXTS[6], "substance"),
        # Figures that are no references.
        ("Pay 704 (see rule 704.5j).", "Pay 705 (see rule 704.5k).", "substance"),
        ("", "A boat.", "substance"),
        # A file that has question marks for quotes and dashes.
        ("It sinks--it can't swim.", "It sinks?it can?t swim.", "typography"),
        ('A boat reads "Oars \u2014 Row [\u22124]."', "A boat reads ?Oars ? Row [?4].?", "typography"),
        ("Row as rule 409.1f-h says, never as 409.1d.", "Row as rule 409.1f?h says, never as 409.1c.", "references"),
        ("It sinks--it can't swim.", "It sinks?it can?t float.", "substance"),
        ("Boats are at <https://boats.example>.", "Boats are at https://boats.example.", "typography"),
        # Stray signs, and files that were decoded with another system's encoding.
        ("The bell rings ; the tide turns .", "The bell rings; the tide turns.", "typography"),
        ("The bell rings ; see rule 201.3.", "The bell rings; see rule 201.4.", "references"),
        ("Bells ring (see rule 201, “Bells”).", "Bells ring (see rule 201.4).", "references"),
        ("See rule 201.3, “Bells,” and rule 9.", "See rule 305.1, “Gongs,” and rule 9.", "references"),
        ("The Lantern_(TM) list", "The Lantern(TM) list", "typography"),
        ("Two T lanterns", "Two lanterns", "substance"),
        ("LanternT and bell", "Lantern and bell", "typography"),
        ("Dandƒn, Juz\xa0m and others of the Nights™", "Dandân, Juzám and others of the Nights", "typography"),
        ("The boats of Dandƒn rest.", "The boats of Dandân rust.", "substance"),
        ("Dandân and Juzám", "Dandûn and Juzám", "substance"),
    ],
)
def test_weights(old: str, new: str, weight: str) -> None:
    assert weight_of(old, new) == weight
    assert weight_of(new, old) == weight


def test_a_split_is_one_change_with_several_numbers() -> None:
    old = [rule(1, "201.3", "One. Two.")]
    new = [rule(1, "201.3", "One."), rule(2, "201.3a", "Two.")]
    found = compare(old, new, {2: 1}, {})
    # Where it was cut the words are the same.
    assert reported(found) == [("rule", "split", "none", ("201.3",), ("201.3", "201.3a"))]
    assert found.changes[0].new_text == "One.\nTwo."
    assert reported(compare(new, old, {}, {2: 1})) == [("rule", "merged", "none", ("201.3", "201.3a"), ("201.3",))]


def test_parts_of_parts_belong_to_the_first() -> None:
    old = [rule(1, "201.3")]
    new = [rule(1, "201.3"), rule(2, "201.3a"), rule(3, "201.3b")]
    found = compare(old, new, {2: 1, 3: 2}, {})
    assert reported(found) == [("rule", "split", "substance", ("201.3",), ("201.3", "201.3a", "201.3b"))]


@pytest.mark.parametrize("relatives", [{2: 1}, {1: 2}])
def test_what_came_out_of_a_rule_that_is_gone_is_its_successor(relatives: Mapping[int, int]) -> None:
    found = compare([rule(1, "201.3")], [rule(2, "201.4")], relatives, {})
    assert reported(found) == [("rule", "renumbered", "none", ("201.3",), ("201.4",))]


def test_only_an_example_changed() -> None:
    old, new = [rule(1, "201.3", "One.", "Example: a lamp.")], [rule(1, "201.3", "One.", "Example: a boat.")]
    assert reported(compare(old, new, {}, {})) == [
        ("rule", "unchanged", "example", ("201.3",), ("201.3",)),
        ("example", "unchanged", "substance", ("201.3",), ("201.3",)),
    ]


def test_examples_are_paired_by_likeness_and_not_by_order() -> None:
    lamp, boat = "Example: A keeper lights the lamp at dusk.", "Example: Nothing here is like it, 17 boats sail."
    old = [rule(1, "201.3", "One.", lamp, boat)]
    new = [rule(1, "201.3", "One.", boat, lamp.replace("dusk", "dawn"))]
    examples = [change for change in compare(old, new, {}, {}).changes if change.item == "example"]
    assert [(change.old_text, change.new_text) for change in examples] == [(lamp, lamp.replace("dusk", "dawn"))]


def test_a_removed_rule_stands_where_it_stood_when_its_chapter_has_another_number() -> None:
    old = [rule(9, "708"), rule(1, "708.1"), rule(2, "708.2"), rule(3, "708.3")]
    new = [rule(9, "709"), rule(1, "709.1"), rule(3, "709.2")]
    found = compare(old, new, {}, {})
    removed = next(change for change in found.changes if change.kind == "removed")
    assert removed.here == ("709", 1.5)
    # The others moved with their chapter, which is no news.
    assert all(change.only_number for change in found.changes if change is not removed)


def test_a_rule_that_left_its_chapter_knows_both_places() -> None:
    old = [rule(8, "201"), rule(1, "201.1"), rule(2, "201.2"), rule(9, "700")]
    new = [rule(8, "201"), rule(1, "201.1"), rule(9, "700"), rule(2, "700.1")]
    (change,) = compare(old, new, {}, {}).changes
    assert (change.kind, change.weight, change.only_number) == ("moved", "none", False)
    assert (change.here.group, change.there) == ("700", ("201", 1.5))


def test_relatives_at_one_place_with_one_text_stand_there_unchanged() -> None:
    """A rule was split off and joined again: another Rule, but nothing a reader would see."""
    found = compare([rule(1, "201.1"), rule(2, "201.2")], [rule(1, "201.1"), rule(3, "201.2")], {3: 2}, {})
    assert (found.changes, found.unchanged.total()) == ((), 2)


def test_terms_keep_their_place_whatever_they_are_called() -> None:
    found = compare([term(1, "Lamp")], [term(1, "Signal Lamp")], {}, {})
    assert reported(found) == [("glossary", "unchanged", "substance", ("Lamp",), ("Signal Lamp",))]


def test_a_rule_that_stands_twice_is_reported_twice() -> None:
    old, new = [rule(1, "201.3")], [rule(1, "201.3"), rule(1, "201.4", "Another.")]
    found = compare(old, new, {}, {})
    assert reported(found) == [("rule", "added", "none", (), ("201.4",))]
    assert_whole(old, new, found)


def test_an_example_of_which_only_the_signs_changed_is_typography() -> None:
    old = [rule(1, "201.3", "One.", "Example: a “lamp”.")]
    assert reported(compare(old, [rule(1, "201.3", "One.", 'Example: a "lamp".')], {}, {})) == [
        ("rule", "unchanged", "typography", ("201.3",), ("201.3",)),
        ("example", "unchanged", "typography", ("201.3",), ("201.3",)),
    ]


def test_texts_are_alike_by_their_letters() -> None:
    texts = [("The boat leaves.", "The boat stays."), ("The lamp burns.", "The lamp burns."), ("", "Go.")]
    old = [entry_of(at, f"201.{at}", text, ()) for at, (text, _now) in enumerate(texts, 1)]
    new = [entry_of(at, f"202.{at}", text, ()) for at, (_was, text) in enumerate(texts, 1)]
    found = {change.new_numbers[0]: change.similarity for change in compare(old, new, {}, {}).changes}
    assert found["202.2"] == 1
    assert 0.5 < found["202.1"] < 1
    assert found["202.3"] == 0
