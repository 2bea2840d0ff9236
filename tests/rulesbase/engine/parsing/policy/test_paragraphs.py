"""Paragraphs, lists and tables of tournament documents, from lines as they stand on a page."""

import pytest

from rulesbase.engine.parsing.policy.paragraphs import ParagraphReader
from rulesbase.engine.parsing.policy.pdf import pdf_lines
from rulesbase.engine.parsing.policy.plain_text import is_policy_text, text_lines
from tests.support.pdf import pdf_of

WRAPPED = """
Owls that live in barns and attics feed at night, and each of them is self-
sufficient. A self-sufficient owl needs no keeper, and an undisturbed owl sleeps all
day. Keepers may not wake an owl, and an owl may not wake its keeper, in an undis-
turbed village, unless the head keeper agrees to it before the beginning of the first
round of the day.
Weasels are no owls, and they sleep at night in burrows below the barns of the village.

They do not fly.
"""
LISTED = """
Before the first round begins, every keeper who takes part has to do the following in
order:
    1. Count all owls of the village in the list that the head keeper gives out at the
    beginning of the day.
    2. Feed them.
    a) at night, with mice that somebody has already caught and washed and then dried and
    praised
    b) by day
After that the keepers go home.
"""
TABLE = """
House          Owls      Keeper

Barn           four      Ada

Attic          two       Otto
               or three

Mill           ten       Ida


No owl lives elsewhere in the village, and no owl has ever lived anywhere else in it.
"""
COLUMNS = """
    \u2022   Barn                     \u2022   Mill
    \u2022   Attic of the town hall   \u2022   Tower of
                                     the church
    \u2022   Shed
Nothing else counts as a house of owls, and no owl has ever lived anywhere else in it.
"""


# The text above and below a table.
WORDS = "Feed all owls of the village with mice that somebody has already caught, washed and dried for"


def paragraphs(text: str) -> list[str]:
    lines = text_lines(text)
    return ParagraphReader(lines).read(lines)


def paragraphs_of_page(words: list[tuple[float, float, str]]) -> list[str]:
    """Return the paragraphs of a PDF page with words at these places."""
    lines = pdf_lines(pdf_of([words]))
    return ParagraphReader(lines).read(lines)


def test_wrapped_lines_are_joined_and_hyphens_of_line_ends_removed() -> None:
    first, *rest = paragraphs(WRAPPED)
    assert first.startswith("Owls that live")
    assert "is self-sufficient. A self-sufficient owl" in first
    assert "in an undisturbed village, unless" in first
    assert first.endswith("round of the day.")
    assert rest == [
        "Weasels are no owls, and they sleep at night in burrows below the barns of the village.",
        "They do not fly.",
    ]


def test_an_address_on_a_line_of_its_own_belongs_to_the_sentence_above() -> None:
    text = WRAPPED + "All lists of owls belong to the head keeper of the village, and anybody can read\n"
    text += "https://example.com/owls/of/the/village.\n"
    assert paragraphs(text)[-1].endswith("anybody can read https://example.com/owls/of/the/village.")


def test_each_item_of_a_list_is_a_paragraph() -> None:
    opening, *items, end = paragraphs(LISTED)
    assert opening.endswith("the following in order:")
    assert [item.split()[0] for item in items] == ["1.", "2.", "a)", "b)"]
    assert items[0].endswith("gives out at the beginning of the day.")
    assert items[2].endswith("dried and praised")
    assert end == "After that the keepers go home."


def test_rows_of_a_table_have_tabs_and_wrapped_cells_are_joined() -> None:
    # In a text of wrapped lines: where most lines have a blank one after them, each line is a paragraph.
    *_before, house, barn, attic, mill, behind = paragraphs(WRAPPED + TABLE)
    assert [house, barn, attic, mill] == [
        "House\tOwls\tKeeper",
        "Barn\tfour\tAda",
        "Attic\ttwo or three\tOtto",
        "Mill\tten\tIda",
    ]
    assert behind.startswith("No owl lives elsewhere")


def test_cells_in_the_middle_of_their_row() -> None:
    rows = [(54.0, 600.0, WORDS), (54.0, 588.0, WORDS), (54.0, 564.0, "House"), (200.0, 564.0, "Owls")]
    rows += [(54.0, 540.0, "Barn of the"), (200.0, 534.0, "four"), (54.0, 528.0, "town"), (54.0, 504.0, "Mill")]
    found = paragraphs_of_page([*rows, (200.0, 504.0, "ten"), (54.0, 480.0, WORDS)])
    assert found == [f"{WORDS} {WORDS}", "House\tOwls", "Barn of the town\tfour", "Mill\tten", WORDS]


def test_a_cell_that_spans_columns_stands_in_each_of_them() -> None:
    heads = [(150.0, 564.0, "House"), (240.0, 564.0, "Summer"), (340.0, 564.0, "Autumn"), (440.0, 564.0, "Winter")]
    rows = [(54.0, 600.0, WORDS), *heads, (54.0, 550.0, "Attic"), (343.0, 550.0, "mice")]
    rows += [(54.0, 536.0, "Barn"), (243.0, 536.0, "corn"), (393.0, 536.0, "none")]
    rows += [(54.0, 522.0, "Mill of the whole village"), (293.0, 522.0, "corn"), (443.0, 522.0, "mice")]
    assert paragraphs_of_page([*rows, (54.0, 500.0, WORDS)])[1:-1] == [
        "House\tSummer\tAutumn\tWinter",
        "Attic\tmice\tmice\tmice",
        "Barn\tcorn\tnone\tnone",
        "Mill of the whole village\tcorn\tcorn\tmice",
    ]


def test_a_narrow_heading_and_a_narrow_cell_below_it_are_one_column() -> None:
    rows = [(54.0, 600.0, WORDS), (140.0, 564.0, "House"), (300.0, 564.0, "Food"), (54.0, 550.0, "Attic")]
    rows += [(300.0, 550.0, "mice"), (54.0, 536.0, "Mill of the whole village"), (300.0, 536.0, "corn")]
    rows += [(54.0, 522.0, "Barn"), (300.0, 522.0, "none"), (54.0, 490.0, WORDS)]
    assert paragraphs_of_page(rows)[1:-1] == [
        "House\tFood",
        "Attic\tmice",
        "Mill of the whole village\tcorn",
        "Barn\tnone",
    ]


def test_a_list_in_a_cell_belongs_to_the_row_beside_it() -> None:
    rows = [(54.0, 624.0, WORDS), (54.0, 612.0, WORDS), (54.0, 590.0, "Food by night"), (300.0, 590.0, "Mice")]
    rows += [(400.0, 590.0, "Grade"), (60.0, 570.0, "\u2022 first: mice"), (60.0, 558.0, "\u2022 second: mice and")]
    rows += [(300.0, 552.0, "seven"), (400.0, 552.0, "well fed"), (72.0, 546.0, "corn")]
    rows += [(60.0, 534.0, "\u2022 third: mice"), (60.0, 522.0, "\u2022 first: none"), (400.0, 516.0, "not fed")]
    rows += [(60.0, 510.0, "\u2022 second: mice"), (300.0, 510.0, "two"), (400.0, 504.0, "well")]
    rows += [(60.0, 498.0, "\u2022 third: none"), (54.0, 470.0, WORDS)]
    assert paragraphs_of_page(rows)[1:-1] == [
        "Food by night\tMice\tGrade",
        "\u2022 first: mice \u2022 second: mice and corn \u2022 third: mice\tseven\twell fed",
        "\u2022 first: none \u2022 second: mice \u2022 third: none\ttwo\tnot fed well",
    ]


@pytest.mark.parametrize(
    ("last", "first", "joined"),
    [
        ("the owls of the", "village sleep", True),
        ("all of them sleep.", "which is good", True),
        ("the owls of the", "Village sleep", True),
        ("all of them sleep.", "Weasels do not", False),
        ("they now sleep in:", "• barns", False),
        ("all of them sleep", "• in barns", False),
        ("they now sleep in", "2. barns", True),
        ("they now sleep in:", "2. barns", False),
    ],
)
def test_a_paragraph_goes_on_over_the_page_or_ends_with_it(last: str, first: str, joined: bool) -> None:
    words = "Every keeper of the village feeds the owls and their young ones at night, and"
    above, below = text_lines(f"{words} all of them sleep\n{words} {last}"), text_lines(f"{first} {words}")
    lines = [*above, *(line._replace(page=2) for line in below)]
    before, after = f"{words} all of them sleep {words} {last}", f"{first} {words}"
    texts = ParagraphReader(lines).read(lines)
    assert texts == ([f"{before} {after}"] if joined else [before, after])


def test_a_list_in_columns_is_read_column_by_column() -> None:
    assert paragraphs(COLUMNS) == [
        "\u2022 Barn",
        "\u2022 Attic of the town hall",
        "\u2022 Shed",
        "\u2022 Mill",
        "\u2022 Tower of the church",
        "Nothing else counts as a house of owls, and no owl has ever lived anywhere else in it.",
    ]


def test_one_row_is_no_table() -> None:
    assert paragraphs("Barn    and    field\nAn owl sleeps.") == ["Barn and field An owl sleeps."]
    assert paragraphs(f"{WRAPPED}Barn    four\n\n\n\nMill    ten\n")[-2:] == ["Barn four", "Mill ten"]


@pytest.mark.parametrize(("rules", "is_policy"), [(0, True), (4, True), (5, False)])
def test_a_text_with_rules_of_games_is_no_tournament_document(rules: int, is_policy: bool) -> None:
    text = "Magic Tournament Rules\n" + "".join(f"10{at}.1. An owl sleeps.\n" for at in range(rules))
    assert is_policy_text(text) is is_policy
    assert not is_policy_text("Owls and Weasels\n")


def test_words_keep_their_places_on_the_line() -> None:
    [line] = text_lines("\n  Barn      four  owls\n\n")
    assert [(cell.left, cell.right, cell.text) for cell in line.cells] == [(12, 36, "Barn"), (72, 126, "four owls")]
    assert (line.number, line.base) == (2, -24)
