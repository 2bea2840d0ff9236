"""Links, splits and merges between two versions."""

import pytest

from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry, LinkContext, Linker, link
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of
from tests.rulesbase.engine.made_up import Author


def book(*lines: str) -> list[FoldedEntry]:
    """Items of lines such as ``201.3a Some text.``; a line without a full stop in its number is a heading."""
    items: list[FoldedEntry] = []
    for line in lines:
        number, _, text = line.partition(" ")
        heading = "." not in number
        items.append(FoldedEntry.made(number, kind_of(number), text if heading else "", "" if heading else text, ()))
    return items


def term(name: str, text: str) -> FoldedEntry:
    return FoldedEntry.made("", Kind.TERM, name, text, ())


def links(old: list[FoldedEntry], new: list[FoldedEntry]) -> dict[str, str]:
    """Number -> number."""
    return {old[pair.old].number: new[pair.new].number for pair in lineage(old, new).links}


def relations(old: list[FoldedEntry], new: list[FoldedEntry]) -> list[tuple[str, list[str], list[str]]]:
    """(kind, old numbers, new numbers)."""
    return [
        (branch.kind, [old[at].number for at in branch.old], [new[at].number for at in branch.new])
        for branch in lineage(old, new).relations
    ]


LANTERN = "A lantern that leaves the harbour is put out before its keeper counts the boats."
BELL = "Whenever a bell rings twice, each watchman answers in the order of the towers they stand on."
ROPE = "A rope may carry no more than three baskets, whatever the weight of what lies in them."
TIDE = "The tide turns at the end of each round, after all the nets have been drawn in."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            ["201.1 " + LANTERN, "201.2 " + BELL],
            ["201.1 " + ROPE, "201.2 " + LANTERN, "201.3 " + BELL],
            {"201.1": "201.2", "201.2": "201.3"},
            id="a rule inserted above shifts the others",
        ),
        pytest.param(
            ["201.1 " + LANTERN, "201.2 " + BELL],
            ["201.1 " + BELL, "201.2 " + LANTERN],
            {"201.1": "201.2", "201.2": "201.1"},
            id="two rules exchange their numbers",
        ),
        pytest.param(
            ["201.1 " + LANTERN, "201.2 " + BELL],
            ["201.1 " + LANTERN, "305.4 " + BELL.replace("twice", "three times")],
            {"201.1": "201.1", "201.2": "305.4"},
            id="moved to another chapter and reworded",
        ),
        pytest.param(
            ["201.1 " + LANTERN, "201.2 " + BELL],
            ["201.1 " + LANTERN, "201.2 " + TIDE],
            {"201.1": "201.1"},
            id="a removed rule with a stranger at its number stays removed",
        ),
        pytest.param(["202.5a " + LANTERN], ["201.5 " + LANTERN], {"202.5a": "201.5"}, id="a subrule becomes a rule"),
        pytest.param(
            ["702.9 Trample", "702.9a " + ROPE],
            ["702.9 Ripple", "702.9a " + TIDE],
            {},
            id="another keyword at the same number is another rule",
        ),
    ],
)
def test_links(old: list[str], new: list[str], expected: dict[str, str]) -> None:
    """One-to-one links of small books."""
    assert links(book(*old), book(*new)) == expected


def test_links_name_their_evidence() -> None:
    """The surest evidence comes first: number and text, then text, title and name, then similar words in context."""
    boat = "A boat that is moored at the pier may not be untied by any{} its owner."
    old = [
        *book("1 The Harbour", "101 Lanterns", "101.1 " + LANTERN, f"101.2 {BELL} See rule 105.1.", "101.3 " + ROPE),
        *book(f"101.4 {TIDE} See rule 105.2.", "102 Boats", "102.1 " + boat.format("body but")),
        *book("102.2 Nets dry for two days and are folded by the youngest of the crew."),
        *(term("Lamp", LANTERN), term("Ropes", "Hemp.")),
    ]
    new = [
        *book("1 The Harbour", "101 Lanterns", "101.1 " + LANTERN, f"101.2 {BELL} See rule 107.1."),
        *book(f"101.3 {TIDE} See rule 107.2.", "101.4 Gulls eat.", "103 Boats", "103.1 " + boat.format("one except")),
        *book("105.6 " + ROPE, "103.2 Nets dry for three days and are then folded by the oldest of the crew."),
        *(term("Lamp", TIDE), term("Rope", LANTERN)),
    ]
    before, after = ([one.number or one.heading for one in side] for side in (old, new))
    found = [(before[one.old], after[one.new], one.confidence, one.evidence) for one in link(old, new)]
    assert found == [
        ("1", "1", 1.0, "number and text"),
        ("101", "101", 1.0, "number and text"),
        ("101.1", "101.1", 1.0, "number and text"),
        ("101.2", "101.2", 0.99, "number, and text but for references"),
        ("101.3", "105.6", 0.98, "text"),
        ("101.4", "101.3", 0.95, "text but for references"),
        ("102", "103", 0.98, "text"),
        ("102.1", "103.1", 0.968, "84 % alike, parent, neighbours"),
        ("102.2", "103.2", 0.931, "77 % alike, parent, neighbours"),
        ("Lamp", "Lamp", 0.97, "the same term"),
        ("Ropes", "Rope", 0.9, "the same term under another name"),
    ]


def test_references_vote_for_a_reworded_rule() -> None:
    """Unchanged texts that now name another number say where the rule went, however it was reworded."""
    old = book(
        "300.1 " + LANTERN,
        "300.2 The harbour master decides (see rule 410.3).",
        "410.3 A knot that holds a boat is tied by both hands.",
    )
    new = book(
        "300.1 " + LANTERN,
        "300.2 The harbour master decides (see rule 512.7).",
        "410.3 Some sails are red, and those are hoisted last of all on quiet evenings.",
        "512.7 Any knot that was tied by two hands holds the boat until it is cut.",
    )
    assert links(old, new)["410.3"] == "512.7"


def test_a_merge_names_all_partners() -> None:
    """A merge is a split read backwards."""
    old = book("203.2 " + LANTERN, "203.2a " + BELL, "203.2b " + ROPE)
    new = book("203.2 " + " ".join((LANTERN, BELL, ROPE)))
    assert links(old, new) == {"203.2": "203.2"}
    assert relations(old, new) == [("merge", ["203.2", "203.2a", "203.2b"], ["203.2"])]


def test_a_sentence_that_stays_is_not_split_off() -> None:
    """A new rule that repeats what another still says is new."""
    old = book("203.2 " + " ".join((LANTERN, BELL)))
    new = book("203.2 " + " ".join((LANTERN, BELL)), "203.3 " + BELL)
    assert relations(old, new) == []


def test_typography_is_no_change() -> None:
    """Quotes, dashes and spaces never matter."""
    old = book('201.1 A keeper\'s "own" lamp--and no other--burns.')
    new = book("201.4 A keeper’s “own” lamp — and no other — burns.")
    assert [pair.confidence for pair in link(old, new)] == [0.98]


def test_the_glossary_has_no_say_in_the_rules() -> None:
    """The links of the rules are the same with a glossary beside them and without."""
    author = Author(3, 200)
    old = author.items()
    author.revise(edits=0.3)
    new = author.items()
    terms = [FoldedEntry.made(f"term-{at}", Kind.TERM, f"Term {at}", item.text, ()) for at, item in enumerate(new[:80])]
    alone, beside = lineage(old, new), lineage([*old, *terms[:60]], [*new, *terms[20:]])
    assert [pair for pair in beside.links if pair.old < len(old)] == alone.links
    in_rules = [branch for branch in beside.relations if branch.relation not in ("glossary", "absorbed", "duplicate")]
    assert in_rules == alone.relations


def test_a_version_with_itself() -> None:
    """Every entry is itself, surely."""
    items = Author(1, 200).items()
    assert [(pair.old, pair.new, pair.confidence) for pair in link(items, items)] == [
        (at, at, 1.0) for at in range(len(items))
    ]


def _share_found(seed: int, **revision: float) -> tuple[int, int]:
    author = Author(seed, 300)
    old, before = author.items(), author.people()
    author.revise(**revision)
    new, after = author.items(), author.people()
    found = {(before[pair.old], after[pair.new]) for pair in lineage(old, new).links}
    truth = {(who, who) for who in set(before) & set(after) if who}
    return len(found & truth), len(truth)


@pytest.mark.parametrize("seed", range(3))
def test_made_up_histories_are_recovered(seed: int) -> None:
    """Edits, insertions, removals and moves: 98 % of the links, and hardly any that is not true."""
    right, asked = _share_found(seed, edits=0.15, inserts=0.05, removals=0.05, moves=0.04)
    assert right >= 0.98 * asked


@pytest.mark.parametrize("seed", range(2))
def test_number_and_half_of_the_words_changed(seed: int) -> None:
    """Rules that move and lose half of their words are found in nine of ten cases."""
    author = Author(seed + 50, 300)
    old, before = author.items(), author.people()
    chance = author.chance
    victims = set(chance.sample([made.who for made in author.book if len(made.words) > 14], 40))
    author.book = [author.edit(made, 0.5) if made.who in victims else made for made in author.book]
    author.book.insert(0, author._new(100, 0))
    author.revise(edits=0.0, inserts=0.06, removals=0.0, moves=0.0)
    new, after = author.items(), author.people()
    found = {before[pair.old]: after[pair.new] for pair in lineage(old, new).links}
    right = sum(found.get(who) == who for who in victims)
    assert right >= 0.9 * len(victims)


def test_a_chapter_is_not_the_term_of_its_title() -> None:
    old = [*book("201 Lanterns", "201.1 " + LANTERN), term("Bell", BELL)]
    new = [term("Bell", BELL), term("Lanterns", TIDE)]
    assert [(pair.old, pair.new) for pair in link(old, new)] == [(2, 0)]


def test_a_term_that_is_obsolete_now_is_the_one_that_was_in_use() -> None:
    old = [term("Lantern", LANTERN), term("Bell", BELL)]
    new = [term("Bell", BELL), term("Lantern (Obsolete)", TIDE)]
    assert [(pair.old, pair.new) for pair in lineage(old, new).links] == [(0, 1), (1, 0)]
    # Where its definition stands under another name, the term goes on as that.
    new.append(term("Lamp", LANTERN + " Lamps too."))
    assert [(pair.old, pair.new) for pair in lineage(old, new).links] == [(0, 2), (1, 0)]


def test_what_was_reported_twice_is_merged() -> None:
    old = book("201 Towers", "201.1 " + BELL + " " + ROPE, "201.2 " + BELL, "201.3 " + TIDE)
    new = book("201 Towers", "201.1 " + BELL + " " + ROPE + " " + LANTERN, "201.2 " + TIDE)
    assert links(old, new) == {"201": "201", "201.1": "201.1", "201.3": "201.2"}
    assert relations(old, new) == [("merge", ["201.1", "201.2"], ["201.1"])]


def test_the_part_at_the_old_number_that_begins_alike_goes_on() -> None:
    old = book("201.1 " + TIDE + " " + BELL + " " + ROPE, "201.2 " + LANTERN)
    new = book("201.1 " + TIDE, "201.2 " + BELL + " " + ROPE, "201.3 " + LANTERN)
    assert links(old, new) == {"201.1": "201.1", "201.2": "201.3"}
    assert relations(old, new) == [("split", ["201.1"], ["201.1", "201.2"])]


def test_steps_counted_anew_stay_in_their_chapters() -> None:
    priority = " the keeper of the tower looks at the harbour and may ring a bell."
    old = book(
        "301 Dawn", "301.1 " + TIDE, "301.2 " + ROPE, "301.3 Third," + priority, "302 Dusk", "302.1 Second," + priority
    )
    new = book("301 Dawn", "301.1 " + TIDE, "301.2 Second," + priority.replace(" and ", " then "), "302 Dusk")
    assert links(old, new) == {"301": "301", "301.1": "301.1", "301.3": "301.2", "302": "302"}


def test_a_way_that_nothing_else_of_a_chapter_went_speaks_against_a_pair() -> None:
    stay = [f"201.{at} {text}" for at, text in enumerate((LANTERN, BELL, ROPE, TIDE), 1)]
    linker = Linker(book(*stay, "201.9 A net."), book(*stay, "250.1 A sail.", "305.1 Another net."))
    linker.exact()
    context = LinkContext(linker)
    assert context.bonus(4, 5) < 0 < context.bonus(4, 0)
    assert context.evidence(4, 5, 50.0) == "50 % alike"
