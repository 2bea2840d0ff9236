"""Paragraphs that were cut into lists and letters, and parts that grew into one."""

from rulesbase.engine.lineage.lettered_rules import came_from, to_base
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import Link
from tests.rulesbase.engine.lineage.test_lineage import BELL, LANTERN, ROPE, TIDE, book, links, relations

ALL = " ".join((LANTERN, BELL, ROPE))
OTHER = "Sailors never whistle on the deck of a raft while wind blows out of the cold north."


def test_a_paragraph_that_became_a_list_is_split_into_its_items() -> None:
    keep = "The keeper of the tower at the mouth of the river has three duties each night of the year"
    old = book("201.1 " + keep + ". They may be done in any order that pleases them.", "201.2 " + TIDE)
    new = book("201.1 " + keep + ":", "201.1a light a lamp", "201.1b ring a bell", "201.2 " + TIDE)
    assert links(old, new) == {"201.1": "201.1", "201.2": "201.2"}
    assert relations(old, new) == [("split", ["201.1"], ["201.1", "201.1a", "201.1b"])]
    # A list before and after has no new parts but what is new.
    listed = book("201.1 " + keep + ":", "201.2 " + TIDE)
    assert relations(listed, new) == []


def test_letters_of_a_new_rule_that_says_what_the_old_one_reported() -> None:
    old = book("201.1 " + TIDE, "201.2 " + ALL + " " + OTHER)
    new = book("201.1 " + TIDE, "201.2 " + LANTERN, "201.2a " + BELL, "201.2b " + ROPE, "201.2c " + OTHER)
    assert links(old, new)["201.2"] == "201.2"
    assert relations(old, new) == [("split", ["201.2"], ["201.2", "201.2a", "201.2b", "201.2c"])]


def test_a_rule_cut_into_letters_under_another_number_goes_on_as_the_rule_over_them() -> None:
    old = book("201.1 " + TIDE, "201.2 " + ALL)
    new = book("201.1 " + TIDE, "305.4 " + LANTERN, "305.4a " + BELL, "305.4b " + ROPE)
    assert links(old, new)["201.2"] == "305.4"
    ((kind, whole, parts),) = relations(old, new)
    assert (kind, whole, parts[0], set(parts)) == ("split", ["201.2"], "305.4", {"305.4", "305.4a", "305.4b"})


def test_a_rule_that_took_in_another_while_it_was_cut_into_letters_keeps_its_number() -> None:
    tide = "As the tide turns, all boats that lie until the tide turns leave the harbour."
    net = "When a tide turns, any fish left in the net of a boat go back. This costs them nothing at all."
    whole = f"When a tide turns or a wind drops, boats lying until it turns leave the harbour. {LANTERN} {OTHER}"
    old = book("500.4 " + net, "500.5 " + whole, "500.6 " + ROPE)
    grown = f"{tide} Then any fish left in the net of a boat go back. This is done at once and costs them nothing."
    new = book("500.5 " + grown, "500.5a " + LANTERN, "500.5b " + OTHER, "500.6 " + ROPE)
    assert links(old, new)["500.5"] == "500.5"
    found = relations(old, new)
    assert ("split", ["500.5"], ["500.5", "500.5a", "500.5b"]) in found
    assert ("merge", ["500.5", "500.4"], ["500.5"]) in found


def test_every_part_of_a_split_is_named_once_and_the_successor_first() -> None:
    old = book("201.1 " + ALL, "201.2 " + TIDE)
    new = book("201.1 " + BELL, "201.2 " + ROPE, "201.3 " + LANTERN, "201.4 " + TIDE)
    found = lineage(old, new)
    (branch,) = found.relations
    assert len(set(branch.new)) == len(branch.new) == 3
    assert branch.new[0] == {pair.old: pair.new for pair in found.links}[branch.old[0]]
    assert 0 < branch.confidence <= 1


def test_a_rule_that_is_gone_goes_on_in_the_one_that_holds_it() -> None:
    old = book("201.1 " + LANTERN + " " + BELL, "201.2 " + TIDE)
    new = book("201.1 " + TIDE, "305.1 " + OTHER + " " + LANTERN + " " + BELL)
    assert links(old, new) == {"201.1": "305.1", "201.2": "201.1"}


def test_a_part_came_from_where_the_larger_half_of_its_words_stand() -> None:
    (whole,) = book("201.1 " + ALL)
    (part, half, stranger, short) = book("1.1 " + BELL, "1.2 " + BELL[:45] + OTHER, "1.3 " + OTHER, "1.4 A lantern.")
    assert came_from(whole, part)
    assert not came_from(whole, stranger)
    # A few words alone do not decide it.
    assert not came_from(whole, short)
    assert came_from(half, half)


def test_a_base_rule_that_stood_already_goes_on_whatever_became_its_letter() -> None:
    old = book("201.1 " + LANTERN, f"201.2 {LANTERN} {BELL} Or not.")
    new = book("201.1 " + LANTERN, "201.1a " + BELL)
    linked = [Link(0, 0, 1.0, "text"), Link(1, 1, 0.8, "alike")]
    assert came_from(old[1], new[0])
    assert to_base(old, new, linked) == linked
    # Only where the base rule is a new one does the paragraph go on as that.
    assert [(pair.old, pair.new) for pair in to_base(old, new, linked[1:])] == [(1, 0)]


MENDED = "Sails are mended in the harbour and not at sea, and only after the price of the cloth has been agreed."
TWICE = (
    "Sails and nets are mended in the harbour and not at sea, and only after the price of the cloth has been agreed."
)


def test_what_was_written_like_a_part_elsewhere_is_no_part() -> None:
    old = book("201.1 " + TIDE, f"201.2a {LANTERN} {MENDED}", "201.3 " + ROPE)
    new = book(
        "201.1 " + TIDE, "201.2a " + LANTERN, "201.2b " + MENDED, "201.3 " + ROPE, "201.4 " + BELL, "201.4b " + TWICE
    )
    assert relations(old, new) == [("split", ["201.2a"], ["201.2a", "201.2b"])]
    # Where nothing stands beside the rule that goes on, the part is where it is.
    alone = book("201.1 " + TIDE, "201.2a " + LANTERN, "201.3 " + ROPE, "201.4 " + BELL, "201.4b " + TWICE)
    assert relations(old, alone) == [("split", ["201.2a"], ["201.2a", "201.4b"])]


def test_an_item_of_a_list_that_goes_on_from_another_rule_is_no_part() -> None:
    keep = "The keeper of the tower at the mouth of the river has three duties each night of the year"
    old = book("201.1 " + keep + ". They may be done in any order.", "201.2 " + TIDE, "405.3 " + BELL)
    more = (
        "Nor may they sit down, sing, play cards for money, or go home until gulls have settled on every mast there is."
    )
    long = f"{OTHER} {ROPE} {LANTERN} {BELL} {MENDED} {more}"
    new = book("201.1 " + keep + ":", "201.1a " + long, "201.1b wind a clock", "201.2 " + TIDE)
    assert links(old, new) == {"201.1": "201.1", "201.2": "201.2", "405.3": "201.1a"}
    assert relations(old, new) == [("split", ["201.1"], ["201.1", "201.1b"])]


def test_a_letter_that_went_into_the_one_before_it_is_merged_though_it_was_reported_in_other_words() -> None:
    head = "The flames of a row of lamps are reckoned in steps, one behind the other:"
    gusts = "Step b: {} that raise or lower a flame (but do not light a flame at a given height) are reckoned."
    moths = "Step c: Changes of a flame that moths raise or lower are reckoned. See rule 122, on what moths do."
    turn = "Step {}: Whatever turns two lamps around is reckoned. It gives each of them the oil of the other."
    old = book(
        "300.3 " + head,
        "300.3a " + TIDE,
        "300.3b " + gusts.format("Gusts"),
        "300.3c " + moths,
        "300.3d " + turn.format("d"),
    )
    new = book(
        "300.3 " + head, "300.3a " + TIDE, "300.3b " + gusts.format("Gusts and moths"), "300.3c " + turn.format("c")
    )
    assert links(old, new) == {"300.3": "300.3", "300.3a": "300.3a", "300.3b": "300.3b", "300.3d": "300.3c"}
    assert relations(old, new) == [("merge", ["300.3b", "300.3c"], ["300.3b"])]
