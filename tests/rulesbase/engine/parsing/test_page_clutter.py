"""Lines of pages: page numbers and what repeats beside them, feet, readings, and which lines run on."""

import pytest

from rulesbase.engine.parsing.page_clutter import (
    SKIP,
    hide_pages,
    join_broken,
    join_fragments,
    join_headings,
    without_readings,
)

ENDS = (".", "!", "?", ")", "”", '"', "。", "」", ":", "»")


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


TOLLS = ("A toll is due", "None swims", "Boats wait")


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
        "Page 21|Page 22|Page 23",
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


def test_pages_with_form_feeds() -> None:
    text = "Ferry\nA toll\n\fFerry\nis due.\n\n\fFerry\nMore\n\f\n\fFerry 7\nEnd"
    lines = hide_pages(text)
    assert [line for line in lines if line not in (SKIP, "")] == ["A toll", "is due.", "More", "Ferry 7", "End"]
    assert hide_pages("a\n\fb") == ["a", "b"]
    assert hide_pages("a\n\f\nb")[1] == SKIP


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
    lines = "201.1.|A|ferry|, a|boat|(|or raft|)|.||201.2.|A toll|is due|Example: x|is y".split("|")
    found = [line for line in join_fragments(lines) if line != SKIP]
    assert found == ["201.1.", "A ferry, a boat (or raft).", "", "201.2.", "A toll is due", "Example: x is y"]
    # Where there are as many rules as such lines, a line is a paragraph.
    few = ["201.1.", "A", "ferry", "b", "201.2.", "c"]
    assert join_fragments(few) == few
    assert join_fragments(["a", "b", "c"]) == ["a b c", SKIP, SKIP]
    assert join_fragments(["201.", "a", "b", "c", "202."]) == ["201.", "a b c", SKIP, SKIP, "202."]
    assert join_fragments(["a", "b", "9. c", "d"])[:2] == ["a b", SKIP]
    assert join_fragments(["a", "b", "© x", "c"])[2:] == ["© x c", SKIP]


def test_lines_of_all_lengths_are_paragraphs() -> None:
    short, long = "渡し船の料金は前払いとする" * 2, "渡し船の料金は前払いとする旅人は門で待つ" * 2
    lines = [long, short, short, long, short + "門", short, long, short]
    assert join_broken(lines) == lines


def test_a_number_broken_at_the_width_stays_one_number() -> None:
    full = "渡し船の料金は前払いとする旅人は門で待つ" * 2
    lines = [full, full, full, full[:-4] + "ルール2", "01.3を参照。"]
    assert join_broken(lines)[0].endswith("ルール201.3を参照。")
