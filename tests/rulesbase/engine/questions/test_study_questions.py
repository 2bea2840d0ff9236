"""Questions made from texts of our own: one answer each, nothing silly, nothing twice."""

from typing import Any

import pytest

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions import generate
from rulesbase.engine.questions.cloze import clozes
from rulesbase.engine.questions.definitions import definition, keywords, plain_name, translations
from rulesbase.engine.questions.draft_question import DraftQuestion
from rulesbase.engine.questions.generate import drafts
from rulesbase.engine.questions.headings import rests
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.questions.which_rule import quotes

HARBOUR = "Every boat that leaves the harbour must carry three lanterns while the moon is hidden."
TERMS = (
    ("Harbour", "A sheltered place where the boats of one owner wait for wind. See rule 100, “Boats.”"),
    ("Lantern", "A small light in a cage of brass which sailors hang from the mast. See rule 100.2."),
    ("Moon", "See Lantern."),
)


@pytest.fixture(autouse=True)
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all questions, also those of little worth."""
    monkeypatch.setattr(generate, "LEAST_WORTH", -9)


def book(*rules: str, terms: tuple[tuple[str, str], ...] = TERMS, title: str = "Boats") -> list[VersionEntry]:
    """Return a chapter of rules, 100.1 and so on, with a glossary."""
    places = [
        ("1", Kind.SECTION, "Water", ""),
        ("100", Kind.CHAPTER, title, ""),
        *((f"100.{at}", Kind.RULE, "", text) for at, text in enumerate(rules, 1)),
        *((name.lower(), Kind.TERM, name, text) for name, text in terms),
    ]
    return [VersionEntry(at, *place) for at, place in enumerate(places, 1)]


def asked(entries: list[VersionEntry], kind: str) -> list[DraftQuestion]:
    return [draft for draft in drafts(entries) if draft.kind == kind]


def answers(entries: list[VersionEntry]) -> list[str]:
    """Return the answers of all gaps that the first rule could have."""
    return [str(draft.data["answer"]) for draft in clozes(VersionIndex(entries), 2)]


def test_a_gap_that_another_sentence_fills_otherwise_is_not_asked() -> None:
    assert "three" in answers(book(HARBOUR))
    assert "three" not in answers(book(HARBOUR, HARBOUR.replace("three", "two")))
    # Wherever that sentence stands: in the glossary too.
    other = (*TERMS, ("Night", HARBOUR.replace("three", "nine")))
    assert "three" not in answers(book(HARBOUR, terms=other))


@pytest.mark.parametrize(
    "text", ["This rule was removed.", "Wind", "See rule 100.2.", "Boat, raft, ship, ferry, canoe."]
)
def test_trivial_rules_ask_nothing(text: str) -> None:
    entries = book(text)
    assert [draft for draft in drafts(entries) if draft.position == 2] == []


def test_a_gap_that_was_asked_before_is_asked_on() -> None:
    entries = book(HARBOUR)
    best = asked(entries, "cloze")[0]
    other = "three" if best.data["answer"] != "three" else "lanterns"
    known = {"three": ("three",), "lanterns": ("lantern",)}[other]
    again = drafts(entries, known={2: [known]})
    assert [draft.data["answer"] for draft in again if draft.kind == "cloze"] == [other]


def test_which_rule_says_what_only_one_says() -> None:
    other = "Anyone finding a raft on the beach in winter has to bring it to the nearest village at once."
    assert {draft.position for draft in asked(book(HARBOUR, other), "which")} == {2, 3}
    assert {draft.position for draft in asked(book(HARBOUR, other, f"{HARBOUR} It is so."), "which")} == {3}
    assert {draft.position for draft in asked(book(HARBOUR, other, HARBOUR.replace("moon", "sun")), "which")} == {3}


def test_what_leans_on_the_sentence_before_is_not_quoted() -> None:
    assert asked(book("It must carry a light of brass on every mast when night falls over the bay."), "which") == []
    assert asked(book("Anyone sailing under this designation has to show a red flag at the mast."), "which") == []


def test_terms_both_ways() -> None:
    gone = ("Raft", "A flat vessel of logs, ropes and old barrels that was removed from the harbour by its owner.")
    entries = book(HARBOUR, terms=(*TERMS, gone))
    assert [entries[draft.position].heading for draft in asked(entries, "term")] == ["Harbour", "Lantern"]
    assert [entries[draft.position].heading for draft in asked(entries, "definition")] == ["Harbour", "Lantern"]
    assert definition(TERMS[0][1]) == "A sheltered place where the boats of one owner wait for wind."
    assert definition("See Lantern.") == ""


def test_a_definition_does_not_name_its_term() -> None:
    text = "A harbourmaster of the harbour is anyone keeping the long list of boats that wait for wind."
    entries = book(HARBOUR, terms=(("Harbour", text),))
    (draft,) = asked(entries, "definition")
    assert draft.data["said"] == [[0, len(text)]]
    assert [text[start:end] for start, end in draft.data["gaps"]] == ["harbourmaster", "harbour"]


def test_a_definition_whose_gaps_another_term_fills_is_not_asked() -> None:
    text = "A boat {0}s when it is named as a {0}er by anyone sailing with it during the last hour of the day."
    terms = (("Land", text.format("land")), ("Anchor", text.format("anchor")))
    assert asked(book(HARBOUR, terms=terms), "definition") == []
    # Other words stand in the other one beside the gaps.
    own = "To land is to tie a landed boat where landing crews wait by lands of rope. See rule 100.1."
    other = "To anchor it is to tie a small old boat where tired crews wait by coils of rope. See rule 100.1."
    found = [asked(book(HARBOUR, terms=(("Land", own), ("Mooring", one))), "definition") for one in (other, other[3:])]
    assert [[draft.data["said"] for draft in drafts if draft.position == 3] for drafts in found] == [[], [[[0, 74]]]]


def test_chapters_both_ways_but_not_general_ones() -> None:
    entries = book(HARBOUR)
    found = [(draft.position, draft.data["ask"]) for draft in asked(entries, "heading")]
    assert found == [(0, "number"), (0, "title"), (1, "number"), (1, "title")]
    assert {draft.position for draft in asked(book(HARBOUR, title="General"), "heading")} == {0}
    assert asked(book(HARBOUR, title="Water"), "heading") == []


def test_names_in_other_languages_are_one_term_each() -> None:
    entries = book(HARBOUR, terms=(*TERMS, ("Mast", "A long pole that carries the sails of a boat.")))
    names = {3: "Port (Harbour)", 4: "Lanterne", 5: "Port", 6: "«\u202fMast\u202f»"}
    made = list(translations(VersionIndex(entries), names, "fr"))
    # Port is the name of three; Mast is the same word.
    assert [(draft.position, draft.asked, draft.data, draft.reveals) for draft in made] == [
        (4, ("fr", side), {"language": "fr", "ask": side, "name": "Lanterne"}, f"fr {side} {name}")
        for side, name in (("fr", "lanterne"), ("en", "lantern"))
    ]


@pytest.mark.parametrize(
    ("heading", "language", "name"),
    [
        ("港/Harbour", "ja", "港"),
        ("港 (Harbour)", "zh", "港"),
        ("港口 Harbour", "zh", "港口"),
        ("Port (Harbour)", "fr", "Port"),
        ("Harbour", "ja", ""),
    ],
)
def test_plain_names(heading: str, language: str, name: str) -> None:
    assert plain_name(heading, language) == name


def test_nothing_is_asked_twice() -> None:
    made = drafts(book(HARBOUR, f"{HARBOUR} So it is.", f"{HARBOUR} And so it was."))
    shown = [(draft.kind, draft.reveals, draft.asked) for draft in made]
    assert len(shown) == len(set(shown))
    assert sum(draft.kind == "cloze" and draft.data["answer"] == "three" for draft in made) <= 1


BARREL = "A heavy barrel of oak staves where cooks keep salted meat on long journeys."


def gaps_of(name: str, meaning: str) -> list[str] | None:
    """Return what is left blank where a term is asked for by its meaning; None where it is not asked for."""
    entries = book(HARBOUR, terms=((name, meaning),))
    drafts = asked(entries, "definition")
    if not drafts:
        return None
    return [meaning[start:end] for start, end in drafts[0].data["gaps"]]


def test_words_of_a_term_side_by_side_are_one_gap() -> None:
    assert (
        gaps_of("Oak Barrel", "An oak barrel with oak staves and oak lids has no nails, but oak hoops of the barrel.")
        is None
    )
    meaning = "Sailors of a night watch count every boat, of any owner, until dawn breaks over the town."
    assert gaps_of("Night Watch", meaning) == ["night watch"]
    assert gaps_of("Watch", meaning) == ["watch"]


@pytest.mark.parametrize(
    ("name", "gaps"),
    [
        ("Oaks", ["oak"]),
        ("Journey", ["journeys"]),
        ("Journeyman", ["journeys"]),
        ("Salt", ["salted"]),
        ("Barracks", []),
    ],
)
def test_what_only_begins_like_a_term_does_not_give_it_away(name: str, gaps: list[str]) -> None:
    assert gaps_of(name, BARREL) == gaps


def test_a_term_that_went_out_of_use_is_hard() -> None:
    old, new = (asked(book(HARBOUR, terms=((name, BARREL),)), "term")[0] for name in ("Cask (Obsolete)", "Cask"))
    assert new.level < 4 <= old.level


LONG = "Anyone keeping the tall lighthouse lights seven lanterns before any boat may leave"


def test_what_a_rule_rests_on() -> None:
    def numbers(text: str, *more: str) -> list[object]:
        entries = [
            *book(text, *("A boat." for _ in range(8))),
            *(VersionEntry(90 + at, number, Kind.RULE, "", "x") for at, number in enumerate(more)),
        ]
        return [draft.data["numbers"] for draft in rests(VersionIndex(entries), 2)]

    far = ("200.1", "200.2", "200.3", "200.4", "200.5", "200.6")
    assert numbers(f"{LONG} by rule 200.1.", *far) == [["200.1"]]
    assert numbers(f"{LONG} by rules 200.1, 200.2, 200.3, 200.4, and 200.5.", *far) == [sorted(far[:5])]
    assert numbers(f"{LONG} by rules 200.1, 200.2, 200.3, 200.4, 200.5, and 200.6.", *far) == []
    assert numbers(f"{LONG} by rules 200.1 and 300.1.", *far) == []
    assert numbers(f"{LONG} by rule 200.1.") == []
    assert numbers(f"{LONG} by rule 100.2.") == []
    assert numbers(f"{LONG} by rule 100.1.") == []
    assert numbers(f"{LONG} by rules 200.1 and 100.2.", *far) == [["100.2", "200.1"]]
    for dash in ("-", "–", "—", " through ", " to "):
        assert numbers(f"{LONG} by rules 200.1{dash}200.4.", *far) == []
    assert numbers(f"{LONG} by rules 200.1 and 200.2a–c.", *far, "200.2a", "200.2c") == []
    assert numbers("Boats wait by rule 200.1, and it is so by day.", *far) == []
    assert numbers("Boats wait by rule 200.1, and it is so by day and night.", *far) == [["200.1"]]


def test_the_most_telling_sentence_of_a_rule_is_quoted_first() -> None:
    text = f"A boat with a torn sail waits for rain by night. {LONG} at night or in a storm by the rocks."
    found = [text[slice(*draft.data["quote"])] for draft in quotes(VersionIndex(book(text)), 2)]
    assert found == [one + "." for one in text.rstrip(".").split(". ")][::-1]


def keyword(*parts: str, title: str = "Rowing", chapter: str = "Keyword Actions") -> list[str]:
    entries = [VersionEntry(1, "701", Kind.CHAPTER, chapter, ""), VersionEntry(2, "701.2", Kind.RULE, "", title)]
    entries += [VersionEntry(3 + at, f"701.2{'abcdefgh'[at]}", Kind.SUBRULE, "", text) for at, text in enumerate(parts)]
    made = list(keywords(VersionIndex(entries)))
    result: list[Any] = [draft.data["parts"] for draft in made]
    return [
        entries[at].number[-1] for draft, parts in zip(made, result, strict=True) for at in (draft.position, *parts)
    ]


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (["To row is to move."], "a"),
        (["Rowing is a keyword action.", "To row is to move."], "b"),
        (["Rowing is a keyword action."], "a"),
        (["Rowing is an old static ability", "To row is to move."], "b"),
        (["Rowing is a very long and very old ability that moves boats.", "To row is to move."], "ab"),
        (["x" * 68 + " is a keyword action.", "To row."], "b"),
        (["Multiple instances of rowing do nothing.", "To row."], "b"),
        (["More than one instance of rowing does nothing.", "To row."], "b"),
        (["Multiple instance of rowing does nothing."], ""),
        (["a" * 350, "b" * 350, "c"], "ab"),
        (["a" * 351, "b" * 350, "c"], "a"),
        (["a" * 1500], "a"),
    ],
)
def test_what_a_keyword_does(parts: list[str], shown: str) -> None:
    assert "".join(keyword(*parts)) == shown
    assert "".join(keyword(*parts, chapter="KEYWORD ABILITIES")) == shown
    assert keyword(*parts, chapter="Tolls") == []
    assert keyword(*parts, title="Rowing.") == []
