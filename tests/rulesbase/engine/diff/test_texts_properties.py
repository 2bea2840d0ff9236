"""What holds for the differences of any two texts."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.diff.texts import Op, OpKind, Weight, diff, mirrored, phrases
from rulesbase.engine.text.normalize import fold, masked
from rulesbase.engine.text.tokens import read_words
from tests.support.diffs import apply

WORDS = (
    "the a of and clerk ferry coin box counts leaves waits . . , ( ) \" “ ” ’s 's — -- {W} {oT} 704.5k 704.5j 509 rule"
    " +1/+1 ™ 札 を 渡す プレイヤー カード 。 l' d’ objet"
).split()
LANGUAGES = st.sampled_from(["en", "fr", "ja"])
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=25).flatmap(
    lambda words: st.sampled_from([" ", "", "  ", "\n"]).map(lambda space: space.join(words))
)
TEXTS = st.one_of(SENTENCES, st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.text(max_size=40))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Two texts, the second often an edit of the first: words struck, put in and moved about."""
    old = draw(TEXTS)
    if draw(st.booleans()):
        return old, draw(TEXTS)
    tokens = re.findall(r"\s+|\w+|\S", old)
    for _ in range(draw(st.integers(0, 3))):
        a, b = sorted(draw(st.tuples(*[st.integers(0, len(tokens))] * 2)))
        piece = tokens[a:b]
        del tokens[a:b]
        deed = draw(st.sampled_from(["strike", "move", "put"]))
        if deed != "strike":
            at = draw(st.integers(0, len(tokens)))
            tokens[at:at] = piece if deed == "move" else [f" {draw(st.sampled_from(WORDS))} "]
    return old, "".join(tokens)


def edges(text: str, language: str) -> set[int]:
    """Offsets where no word is cut."""
    words = read_words(text, language, 0, len(text))
    inside = (range(start + 1, end) for start, end in zip(words.starts, words.ends, strict=True))
    return set(range(len(text) + 1)).difference(*inside)


@pytest.mark.slow
@given(pairs(), LANGUAGES)
def test_applying_the_steps_gives_the_newer_text(pair: tuple[str, str], language: str) -> None:
    old, new = pair
    assert apply(old, new, diff(old, new, language)) == new


@given(pairs(), LANGUAGES)
def test_the_way_back_is_the_mirror_image(pair: tuple[str, str], language: str) -> None:
    old, new = pair
    assert diff(new, old, language) == mirrored(diff(old, new, language))
    assert mirrored(mirrored(diff(old, new, language))) == diff(old, new, language)


@given(TEXTS, LANGUAGES)
def test_a_text_does_not_differ_from_itself(text: str, language: str) -> None:
    assert [op.kind for op in diff(text, text, language)] == ([OpKind.EQUAL] if text else [])


def sides(op: Op) -> tuple[bool, bool]:
    """On which sides a step goes on."""
    return op.kind not in (OpKind.INSERT, OpKind.MOVE_IN), op.kind not in (OpKind.DELETE, OpKind.MOVE_OUT)


@given(pairs(), LANGUAGES)
def test_the_steps_go_through_both_texts_without_gaps(pair: tuple[str, str], language: str) -> None:
    ends = [0, 0]
    for op in diff(*pair, language):
        for side, (span, goes_on) in enumerate(zip((op.old, op.new), sides(op), strict=True)):
            if goes_on:
                assert span[0] == ends[side]
                assert span[0] < span[1]
                ends[side] = span[1]
    assert ends == [len(pair[0]), len(pair[1])]


@given(pairs(), LANGUAGES)
def test_equal_steps_are_equal_and_edits_are_not(pair: tuple[str, str], language: str) -> None:
    old, new = pair
    for op in diff(old, new, language):
        before, after = old[slice(*op.old)], new[slice(*op.new)]
        assert (op.kind is OpKind.EQUAL) == (op.weight is Weight.NONE)
        if op.kind is OpKind.REPLACE:
            assert before != after
        if op.kind is OpKind.EQUAL:
            assert before == after
        if op.kind in (OpKind.MOVE_OUT, OpKind.MOVE_IN):
            assert fold(before) == fold(after)


@given(pairs(), LANGUAGES)
def test_marks_never_cut_a_word(pair: tuple[str, str], language: str) -> None:
    old, new = pair
    places = edges(old, language), edges(new, language)
    for op in diff(old, new, language):
        if op.weight in (Weight.SUBSTANCE, Weight.REFERENCES):
            assert set(op.old) <= places[0] or op.kind is OpKind.INSERT
            assert set(op.new) <= places[1] or op.kind is OpKind.DELETE


@given(pairs())
def test_references_alone_are_reported_apart(pair: tuple[str, str]) -> None:
    old, new = pair
    for op in diff(old, new):
        if op.weight is Weight.REFERENCES:
            before, after = masked(fold(old[slice(*op.old)])), masked(fold(new[slice(*op.new)]))
            assert before == after or any(map(str.isdigit, before + after))


@given(st.lists(TEXTS, min_size=1, max_size=6), LANGUAGES)
def test_phrases_cover_the_newest_text(texts: list[str], language: str) -> None:
    found = phrases(list(enumerate(texts)), language)
    assert "".join(texts[-1][start:end] for start, end, _ in found) == texts[-1]
    assert all(a.since != b.since and a.end == b.start for a, b in itertools.pairwise(found))
    assert {phrase.since for phrase in found} <= set(range(len(texts)))
