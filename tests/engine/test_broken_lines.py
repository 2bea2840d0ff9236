"""Lines of pages: page numbers and what repeats beside them, feet, readings, and which lines run on."""

import pytest

from rulesbase.engine.furniture import (
    SKIP,
    hide_pages,
    is_foot,
    join_broken,
    join_fragments,
    join_headings,
    without_readings,
)

ENDS = (".", "!", "?", ")", "”", '"', "。", "」", ":", "»")


@pytest.mark.parametrize(
    "text",
    "[編集]|[edit] x|[edit]|[modifier]|ページの先頭へ|ページトップ|サイトマップ|プライバシー|© 2015|(c) "
    "2015|Copyright x|back to top|"
    "go to the top|Go to top|revenir en haut|retour en haut|haut de la page|haut de page|retrieved from x|partager : x|"
    "partager: x|share this x|share on x|articles similaires|laisser un commentaire|leave a comment|leave a reply|"
    "message sujet : x|MessageSujet: x|aller à la page 2".split("|"),
)
def test_what_a_site_says_of_itself(text: str) -> None:
    assert is_foot(text)


@pytest.mark.parametrize(
    "text", ["editor", "[editor]", "copyrights", "shares this", "A © sign", "(c)x", "leave a toll", ""]
)
def test_what_rules_say(text: str) -> None:
    assert not is_foot(text)


@pytest.mark.parametrize(
    ("text", "left", "count"),
    [
        ("船（ふね）と橋(はし)と門（もん）", "船と橋と門", 3),
        ("船（ふね）と橋(はし)", "船（ふね）と橋(はし)", 0),
        ("船（フネ）と橋(はし)と門（もん）", "船（フネ）と橋(はし)と門（もん）", 0),
        ("渡し船（わたしー）、人々（ひとびと）、門（もん）", "渡し船、人々、門", 3),
        ("no brackets", "no brackets", 0),
    ],
)
def test_readings_are_left_out(text: str, left: str, count: int) -> None:
    assert without_readings(text) == (left, count)


TOLLS = ("A toll is due", "Nobody swims", "Boats wait")


def pages(*numbers: str, header: str = "Ferry rules", feed: str = "") -> str:
    lines = zip(TOLLS, numbers, strict=True)
    return "\n".join(f"{feed}{header}\n{toll}\n\n{number}" for toll, number in lines)


@pytest.mark.parametrize(
    "numbers",
    [
        "1|2|3",
        "3|4|5",
        "- 1 -|- 2 -|- 3 -",
        "Page 1|page 2|PAGE 3",
        "p. 1|p. 2|p. 3",
        "1/9|2/9|3/9",
        "1 of 9|2 of 9|3 of 9",
        "1 sur 9|2 sur 9|3 sur 9",
        "1 de 9|2 de 9|3 de 9",
        "– 1|— 2|\\| 3",
    ],
)
def test_numbers_of_pages_and_what_repeats_beside_them(numbers: str) -> None:
    lines = hide_pages(pages(*numbers.replace("\\|", "¦").split("|")).replace("¦", "|"))
    assert [line for line in lines if line != SKIP] == list(TOLLS)


@pytest.mark.parametrize("numbers", ["4|5|6", "1|3|5", "1000|1001|1002", "x1|x2|x3", "1 to 9|2 to 9|3 to 9"])
def test_numbers_that_are_none_of_pages(numbers: str) -> None:
    text = pages(*numbers.split("|"))
    assert hide_pages(text) == text.split("\n")


def test_the_longest_run_of_numbers_counts() -> None:
    text = "a.\n1\nb.\n1\nc.\n2\nd.\n3\ne.\n2\nf.\n7"
    assert [at for at, line in enumerate(hide_pages(text)) if line == SKIP] == [3, 5, 7]


def test_pages_with_form_feeds() -> None:
    text = "Ferry\nA toll\n\fFerry\nis due.\n\n\fFerry\nMore\n\f\n\fFerry 7\nEnd"
    lines = hide_pages(text)
    assert [line for line in lines if line not in (SKIP, "")] == ["A toll", "is due.", "More", "Ferry 7", "End"]
    assert hide_pages("a\n\fb") == ["a", "b"]
    assert hide_pages("a\n\f\nb")[1] == SKIP


def test_headers_with_figures_repeat_too_and_bare_figures_do_not() -> None:
    text = "\n".join(f"The toll {'abc'[at]} is due.\nFerry 20{at}\n{at}\nRules, part {at}" for at in range(1, 3))
    text += "\nThe toll d is due.\nFerry 203\n3\nRules, part 3\nEnd"
    assert [line for line in hide_pages(text) if line != SKIP] == [
        "The toll b is due.", "The toll c is due.", "The toll d is due.", "End",
    ]  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_a_page_ends_within_a_sentence_or_behind_it(end: str) -> None:
    text = "\n\n".join(f"{toll}\n\n{at}\n\n{toll[::-1]}" for at, toll in enumerate((TOLLS[0] + end, *TOLLS[1:]), 1))
    lines = hide_pages(text)
    # Behind a sentence the empty lines stay, within one they do not part it.
    assert lines[1:4] == ["", SKIP, ""]
    assert lines[7:10] == [SKIP, SKIP, SKIP]


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["201.", "Tolls"], ["201. Tolls", SKIP]),
        ([" 201. ", " Tolls "], ["201. Tolls", SKIP]),
        (["201.", "9 Tolls"], None),
        (["201.", ""], None),
        (["201", "Tolls"], None),
        (["20.", "Tolls"], None),
        (["201.", "x" * 119], ["201. " + "x" * 119, SKIP]),
        (["201.", "x" * 120], None),
    ],
)
def test_headings_under_their_numbers(lines: list[str], joined: list[str] | None) -> None:
    assert join_headings(lines) == (joined or lines)


def test_pieces_of_sentences_are_joined() -> None:
    lines = [
        "201.1.",
        "A",
        "ferry",
        ", a",
        "boat",
        "(",
        "or raft",
        ")",
        ".",
        "",
        "201.2.",
        "A toll",
        "is due",
        "Example: x",
        "is y",
    ]
    found = [line for line in join_fragments(lines) if line != SKIP]
    assert found == ["201.1.", "A ferry, a boat (or raft).", "", "201.2.", "A toll is due", "Example: x is y"]
    # Where there are as many rules as such lines, a line is a paragraph.
    few = ["201.1.", "A", "ferry", "b", "201.2.", "c"]
    assert join_fragments(few) == few
    assert join_fragments(["a", "b", "c"]) == ["a b c", SKIP, SKIP]
    assert join_fragments(["201.", "a", "b", "c", "202."]) == ["201.", "a b c", SKIP, SKIP, "202."]
    assert join_fragments(["a", "b", "9. c", "d"])[:2] == ["a b", SKIP]
    assert join_fragments(["a", "b", "© x", "c"])[2:] == ["© x c", SKIP]


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        *(("a", sign, f"a{sign}") for sign in ",.;:!?)’'”…"),
        *((sign, "a", f"{sign}a") for sign in "(“‘"),
        ("船", "a", "船a"), ("a", "船", "a船"), ("a", "b", "a b"), ("⿿", "a", "⿿ a"), ("\u3000x", "a", "\u3000x a"),
        ("Pay X", "coins.", "Pay X coins."), ("Pay", "X coins.", "Pay X coins."),
    ],
)  # fmt: skip
def test_what_joins_two_pieces(first: str, second: str, joined: str) -> None:
    assert join_fragments([first, second])[0] == joined.strip()


FULL = "渡し船の料金は前払いとする旅人は門で待つこと旅"


def test_lines_broken_at_a_number_of_signs() -> None:
    width = len(FULL) + 1
    lines = ["1" + FULL, FULL + "を", FULL + "を", "おわり。", FULL + "を", FULL + "を", "x"]
    joined = join_broken(lines)
    assert joined[0] == "".join(lines[:4])
    assert joined[1:4] == [SKIP] * 3
    assert width == 24


@pytest.mark.parametrize(
    "mark",
    [
        "- ",
        "* ",
        "•",
        "◦",
        "▪",
        "·",
        "・",
        "■",
        "□",
        "●",
        "○",
        "#",
        "201. x",
        "201.1a. x",
        "CR 201 x",
        "9. x",
        "例：",
        " ",
        "「CR201 x",
    ],
)
def test_what_begins_a_line_of_its_own(mark: str) -> None:
    line = FULL + "を"
    assert join_broken([line, line, line, line, f"{mark}x"])[4] == f"{mark}x"
    assert join_broken([line, line, line, line, "x"])[4] == SKIP


@pytest.mark.parametrize("end", ENDS)
def test_full_lines_that_end_a_sentence(end: str) -> None:
    line = FULL + "を"
    assert join_broken([line, "x", line, "x", line, "x"])[:2] == [f"{line}x", SKIP]
    assert join_broken([FULL + end, "x"] * 3) == [FULL + end, "x"] * 3


@pytest.mark.parametrize(("size", "is_joined"), [(23, False), (24, True), (60, True), (61, False)])
def test_how_long_a_full_line_is(size: int, is_joined: bool) -> None:
    line = "渡" * size
    assert (join_broken([line, line, line, "x"])[1] == SKIP) is is_joined
    # Three of them tell, and four of five of one length.
    assert join_broken([line, line, "x"]) == [line, line, "x"]


def test_of_five_full_lines_four_are_of_one_length() -> None:
    long, less, short = "渡" * 40, "渡" * 36, "渡" * 35
    assert join_broken([long, less, less, less, short, "x"])[1] == SKIP
    assert join_broken([long, less, less, short, short, "x"])[1] == less
    assert join_broken([long, less, less, less, short, "x"])[4:] == [SKIP, "x"]


def test_what_repeats_beside_form_feeds() -> None:
    # A page's own first line counts with the feed that stands in it, the line above with the page before.
    lines = hide_pages("\fFerry rules\nA toll\nis due.\n\fFerry rules\nBoats\nwait.\n\fFerry rules\nNobody\nswims.")
    assert [line for line in lines if line != SKIP] == ["A toll", "is due.", "Boats", "wait.", "Nobody", "swims."]
    lines = hide_pages("A toll\nis due.\nFerry\n\fBoats\nwait.\nFerry\n\fNobody\nswims.\nFerry\n\fOars\nrest.")
    assert "Ferry" not in lines
    assert [line for line in lines if line != SKIP] == [
        "A toll", "is due.", "Boats", "wait.", "Nobody", "swims.", "Oars", "rest.",
    ]  # fmt: skip
    assert hide_pages("a\n\fX b\nc") == ["a", "X b", "c"]
    assert hide_pages("a\nX b") == ["a", "X b"]


@pytest.mark.parametrize(
    ("number", "is_one"),
    [
        ("page 1 of 9" + "-" * 13, True),
        ("page 1 of 9" + "-" * 14, False),
        ("1", True),
        ("\f1", True),
        ("1 sur 9", True),
    ],
)
def test_how_long_a_line_with_a_page_number_is(number: str, is_one: bool) -> None:
    lines = hide_pages(f"a.\n{number}\nb.\n2\nc.\n3\nd.\n4\ne.")
    assert (lines[1] == SKIP) is is_one


@pytest.mark.parametrize(("first", "is_hidden"), [(1, True), (2, True), (3, True), (4, False)])
def test_the_first_number_of_a_page(first: int, is_hidden: bool) -> None:
    text = "x.\n9\n" + "\n".join(f"{'abc'[at]}.\n{first + at}" for at in range(3))
    assert (hide_pages(text)[3] == SKIP) is is_hidden
    assert hide_pages(text)[1] == "9"


@pytest.mark.parametrize(
    ("text", "left"),
    [("船(ふね)橋(はし)門(もん)", "船橋門"), ("船（ふね）橋（はし）門（もん）", "船橋門"), ("船橋門", "船橋門")],
)
def test_brackets_of_either_width(text: str, left: str) -> None:
    assert without_readings(text) == (left, 3 if text != left else 0)
