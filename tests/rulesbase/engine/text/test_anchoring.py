"""Marked words found again."""

import pytest

from rulesbase.engine.text.anchoring import context_of, find_phrase, merged, occurrences, within
from rulesbase.engine.text.sentences import sentences

OLD = "Each keeper may lift a lantern at the start of the watch, then rests. See rule 201.3. A keeper rests once."


def again(phrase: str, new: str, at: int = 0, old: str = OLD, language: str = "en") -> tuple[str, bool] | None:
    start = old.index(phrase, at)
    found = find_phrase(new, phrase, context_of(old, start, start + len(phrase)), language)
    return (new[found.start : found.end], found.same) if found else None


def test_words_in_the_same_text_are_found() -> None:
    assert again("lift a lantern", OLD) == ("lift a lantern", True)


@pytest.mark.parametrize(
    ("phrase", "new", "words", "same"),
    [
        ("then rests. See rule 201.3", OLD.replace("201.3", "204.7b"), "then rests. See rule 204.7b", True),
        ("lift a lantern", "Now " + OLD.upper(), "LIFT A LANTERN", True),
        ("of the watch", OLD.replace("of the", "of\u00a0 the"), "of\u00a0 the watch", True),
        (
            "Each keeper may lift a lantern at the start of the watch",
            OLD.replace("a lantern", "two lanterns"),
            "Each keeper may lift two lanterns at the start of the watch",
            False,
        ),
        (
            "keeper may lift a lantern at the start of the watch",
            OLD.replace("the watch", "the night watch"),
            "keeper may lift a lantern at the start of the night watch",
            False,
        ),
    ],
)  # fmt: skip
def test_it_survives_what_the_phrase_survives(phrase: str, new: str, words: str, same: bool) -> None:
    assert again(phrase, new) == (words, same)


def test_of_two_it_is_the_one_with_its_neighbours() -> None:
    second = OLD.rindex("keeper")
    # The other one is nearer to its place.
    new = "See rule 201.3. A keeper rests once. Each keeper may lift a lantern."
    assert find_phrase(new, "keeper", context_of(OLD, second, second + 6)) == (18, 24, True)


@pytest.mark.parametrize("new", ["", "rests", "Something else entirely stands here now, of oxen and of ploughs."])
def test_what_is_gone_is_not_found(new: str) -> None:
    assert again("lift a lantern at the start of the watch", new) is None


def test_short_phrases_are_never_guessed() -> None:
    assert again("lift a lantern", OLD.replace("lift a lantern", "lift the lanterns")) is None


def test_languages_without_spaces() -> None:
    old = "プレイヤーは灯火を一つ掲げる。その後で休む。"
    assert again("灯火を一つ", "各" + old, old=old, language="ja") == ("灯火を一つ", True)


def test_all_places_of_a_phrase() -> None:
    assert [OLD[a:b] for a, b in occurrences(OLD, "KEEPER")] == ["keeper", "keeper"]
    assert occurrences(OLD, "  ") == []


def test_sentences_end_where_a_person_would_end_them() -> None:
    assert [OLD[a:b] for a, b in sentences(OLD)] == [
        "Each keeper may lift a lantern at the start of the watch, then rests.",
        "See rule 201.3.",
        "A keeper rests once.",
    ]
    mixed = "  One. Two！「三。」四。"
    assert [mixed[a:b] for a, b in sentences(mixed)] == ["One.", "Two！", "「三。」", "四。"]
    assert sentences("") == sentences("... !") == []
    short = ["Mr. Keeper waits, e.g. At noon, in no. 5 of St. Mary (i.e. Here), etc. It ends! or not.", "Why?", "Who."]
    assert [" ".join(short)[a:b] for a, b in sentences(" ".join(short))] == short


def test_sentences_begin_with_accents_quotation_marks_and_other_letters() -> None:
    text = "Le gardien dit «\u202fOui.\u202f» Ensuite il part. À la fin, il dort. «\u202fNon\u202f», dit-il."
    assert [text[a:b] for a, b in sentences(text)] == [
        "Le gardien dit «\u202fOui.\u202f»",
        "Ensuite il part.",
        "À la fin, il dort.",
        "«\u202fNon\u202f», dit-il.",
    ]
    for text in ("Er sagt „Ja.“|„Nein“, sagt sie.", "Страж ждёт.|Потом идёт.", "기다린다.|간다."):
        assert [text.replace("|", " ")[a:b] for a, b in sentences(text.replace("|", " "))] == text.split("|")


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("lift a lantern", ["lift a lantern"]),
        ("ift a lan", ["lift a lantern"]),
        ("a  lantern\n at", ["a lantern at"]),
        ("KEEPER RES", ["keeper rests"]),
        ("ule 201.3. A kee", ["rule 201.3. A keeper"]),
        ("eeper", ["keeper", "keeper"]),
        ("oxen", []),
        ("  ", []),
    ],
)
def test_a_phrase_that_was_cut_within_words_has_the_whole_words(phrase: str, found: list[str]) -> None:
    assert [OLD[start:end] for start, end in within(OLD, phrase)] == found


@pytest.mark.parametrize(
    ("text", "phrase", "language", "found"),
    [
        ("Its keeper’s lantern shines.", "eeper’s lant", "en", "keeper’s lantern"),
        ("Les gardiens à égalité partagent.", "galit", "fr", "égalité"),
        ("灯火Xを掲げる。", "X", "ja", "X"),
    ],
)
def test_words_with_accents_and_apostrophes_are_whole_too(text: str, phrase: str, language: str, found: str) -> None:
    assert [text[start:end] for start, end in within(text, phrase, language)] == [found]


@pytest.mark.parametrize(
    ("text", "phrase", "found"),
    [
        ("Both:\n• Wait.\n• Go on.", "Both: Wait. Go", "Both:\n• Wait.\n• Go"),
        ("1. A lamp.\n2. Light.", "lamp. Light.", "lamp.\n2. Light."),
    ],
)
def test_a_phrase_of_several_items_of_a_list(text: str, phrase: str, found: str) -> None:
    assert [text[start:end] for start, end in within(text, phrase)] == [found]


@pytest.mark.parametrize("phrase", ["T}: Ad", "Then {2", "/U} an"])
def test_a_phrase_that_was_cut_within_a_symbol_has_all_of_it(phrase: str) -> None:
    text = "{T}: Add one mana. Then {2/U} and more."
    [(start, end)] = within(text, phrase)
    assert text[start:end] in ("{T}: Add", "Then {2/U}", "{2/U} and")
    assert find_phrase(text, text[start:end], context_of(text, start, end)) == (start, end, True)


def test_context_reaches_as_far_as_the_text() -> None:
    context = context_of("abc", 1, 2)
    assert context == ("a", "c", 1)
    before, after, at = context_of("x" * 500 + "word" + "y" * 500, 500, 504)
    assert (set(before), set(after), at) == ({"x"}, {"y"}, 500)
    assert len(before) == len(after) < 500


def test_spans_of_one_place_are_named_together() -> None:
    assert merged([(0, 5, "a"), (0, 5, "b"), (7, 9, "c")]) == [(0, 5, ("a", "b")), (7, 9, ("c",))]
    assert merged([(0, 9, "a"), (3, 5, "b")]) == [(0, 3, ("a",)), (3, 5, ("a", "b")), (5, 9, ("a",))]
    assert merged([(0, 5, "a"), (3, 8, "b")]) == [(0, 3, ("a",)), (3, 5, ("a", "b")), (5, 8, ("b",))]
