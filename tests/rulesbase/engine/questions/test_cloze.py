"""Gaps in rules: what is shown of a long rule, which gaps are left out, and how hard and how good a question is."""

import pytest

from rulesbase.engine.questions.cloze import clozes, window
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.text.sentences import sentences
from tests.rulesbase.engine.questions.test_study_questions import book

SHOWN = 420
SENTENCE = "Every {0} that leaves the harbour of {0} carries two lanterns by night."
PLACES = "ash beech cedar elm fir gorse hazel ivy juniper larch maple oak pine rowan spruce willow".split()
LONG = " ".join(SENTENCE.format(place) for place in PLACES)


def of(text: str) -> VersionIndex:
    return VersionIndex(book(text))


@pytest.mark.parametrize("at", range(len(PLACES)))
def test_of_a_long_rule_the_sentence_is_shown_with_the_neighbours_that_have_room(at: int) -> None:
    every = sentences(LONG)
    spot = of(LONG).of_rule[2][at]
    start, end = window(LONG, spot)
    assert start in [one.start for one in every]
    assert end in [one.end for one in every]
    assert start <= spot.sentence.start < spot.sentence.end <= end
    assert end - start <= SHOWN
    # There is no room for one more on either side.
    before = [one for one in every if one.end <= start]
    after = [one for one in every if one.start >= end]
    assert not before or end - before[-1].start > SHOWN
    assert not after or after[0].end - start > SHOWN


def test_only_what_is_shown_hides_an_answer() -> None:
    # The first sentence alone says “seven”; far behind, out of the window, it comes again in other words.
    first = "Anyone keeping the old lighthouse counts seven boats on each day of rest."
    near = f"{first} The seven are painted."
    far = f"{first} {LONG} None ever saw the seven of them again by day or by night."
    found = {text: [draft.data["answer"] for draft in clozes(of(text), 2)] for text in (first, near, far)}
    assert "seven" in found[first]
    assert "seven" not in found[near]
    assert "seven" in found[far]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Anyone keeping the old lighthouse counts seven boats on each day of rest.", ["seven"]),
        ("Anyone keeping the old lighthouse counts 12 boats on each day of rest.", ["12"]),
        ("Anyone keeping the old lighthouse counts step 12 boats on each day of rest.", []),
        ("Anyone keeping the old lighthouse counts 12 old parts on each day of rest.", ["12"]),
        ("Anyone keeping the old lighthouse lights lantern 7 on each day of rest by hand.", ["7"]),
        ("Anyone keeping the old lighthouse counts twice 12 boats on each day of rest.", ["12"]),
        ("Anyone keeping the old lighthouse rings at 1:30 on each day of rest.", []),
        ("Anyone keeping the old lighthouse counts twenty five boats on each day.", ["twenty"]),
        ("Anyone keeping the old lighthouse counts seven or eight boats on each day.", []),
        ("Anyone keeping the old lighthouse counts seven/eight boats on each day of rest.", []),
        ("Anyone keeping the old lighthouse counts boats up to seven\nor eight rafts.", ["seven"]),
        ("Anyone keeping the lighthouse counts boats such as seven rafts on each day.", []),
        ("Such as they are. Anyone keeping the old lighthouse counts seven rafts on each day.", ["seven"]),
        ("Anyone keeping a lantern- or candle-lit lighthouse counts boats on each day.", []),
        ("Anyone keeping the lighthouse counts (by night) seven boats on each day of rest.", ["seven"]),
        ("Anyone keeping the lighthouse counts (but only seven times) boats on each day.", []),
        ("Anyone keeping the lighthouse [who has seven sons] counts boats on each day.", []),
        ("Anyone keeping the lighthouse reads “Lantern of the Sea” to boats on each day.", []),
        ("Anyone keeping the lighthouse calls it “the lantern of the sea” on each day.", ["lantern"]),
        ("Anyone counting seven boats.", []),
        ("Anyone keeping it . . . the old lighthouse counts seven boats on each day.", []),
        ("Anyone keeping the old lighthouse lights a lantern on each day of rest by hand.", ["lantern"]),
        ("Anyone keeping the old lighthouse lights a lantern by hand", []),
        ("Anyone tapping the old lighthouse lights an untapped lantern on each day of rest.", ["lantern"]),
        ("Anyone keeping the lantern of rule 100.2 has to count seven boats on each day.", ["lantern", "seven"]),
    ],
)
def test_which_gaps_are_asked(text: str, answers: list[str]) -> None:
    assert [draft.data["answer"] for draft in clozes(of(text), 2)] == answers


def test_a_word_of_the_chapter_is_not_asked() -> None:
    text = "Anyone keeping the old lighthouse lights an oil lantern on each day of rest by hand."
    terms = (("Oil Lantern", "A light."),)
    found = [
        [draft.data["answer"] for draft in clozes(VersionIndex(book(text, terms=terms, title=title)), 2)]
        for title in ("Boats", "Lanterns", "Oil Lanterns")
    ]
    assert found == [["oil lantern"], [], []]


@pytest.mark.parametrize(("others", "is_asked"), [(3, True), (20, False)])
def test_a_term_that_many_rules_use_is_not_asked(others: int, is_asked: bool) -> None:
    text = "Anyone keeping the old lighthouse lights a lantern on each day of rest by hand."
    more = [f"In house {number} there is one more lantern." for number in range(others)]
    found = [draft.data["answer"] for draft in clozes(VersionIndex(book(text, *more)), 2)]
    assert ("lantern" in found) is is_asked


@pytest.mark.parametrize("end", [".", "!", ".”", ", as ever.", "; so it is.", " — all of them.", "…"])
def test_a_number_may_stand_at_the_end_of_a_sentence(end: str) -> None:
    text = f"Anyone keeping the old lighthouse counts the boats of each day up to 30{end}"
    assert [draft.data["answer"] for draft in clozes(of(text), 2)] == ["30"]


def test_a_gap_tells_where_it_is_and_what_is_shown() -> None:
    text = "Anyone keeping the old lighthouse counts seven boats on each day of rest. It is so."
    (draft,) = [draft for draft in clozes(of(text), 2) if draft.data["answer"] == "seven"]
    gap, shown, sentence = draft.data["gap"], draft.data["shown"], draft.data["sentence"]
    assert text[slice(*gap)] == "seven"
    assert text[slice(*shown)] == text
    assert text[slice(*sentence)] == text.removesuffix(" It is so.")
    assert draft.reveals == "anyone keeping the old lighthouse counts _ boats on each day of rest"
    assert (draft.kind, draft.position, draft.asked) == ("cloze", 2, ("seven",))


def test_a_window_is_as_long_as_it_may_be() -> None:
    # Five sentences side by side have 420 characters with the spaces between them.
    text = " ".join(f"A{'x' * (81 if at % 5 else 82)}." for at in range(10))
    spans = [window(text, spot) for spot in of(text).of_rule[2]]
    assert {end - start for start, end in spans} == {SHOWN}
