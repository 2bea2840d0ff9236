"""Questions on lists and tables of the tournament documents."""

from typing import cast

import pytest

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.documents import document_active
from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions.draft_question import DraftQuestion
from rulesbase.engine.questions.generate import drafts
from rulesbase.engine.questions.sections import infraction_of
from rulesbase.engine.questions.tables import Span

KEEPERS = "Keepers have many tasks. They answer for:\n• open gates\n• clean perches\n• a list of all owls\nDone."
LISTED = "• open gates • clean perches • a list of all owls"
STEPS = "Before the night, in this order:\n1. Close the gates.\n2. Count the owls.\n3. Light the lamp."
PERCHES = "Owls\tPerches\tLamps\n1-8\ttwo\tone\n9-32\tsix\tone\n33-64\tnine\tone"
TIMES = "The times for a walk are:\n• By day—50 minutes\n• By night - never\n• At dusk—90 minutes"


def asked(text: str, heading: str = "Owls", document: str = "mtr") -> list[DraftQuestion]:
    with document_active(document):
        return drafts(
            [VersionEntry(1, "1", Kind.CHAPTER, "Birds", ""), VersionEntry(2, "1.1", Kind.RULE, heading, text)]
        )


def answers(text: str, heading: str = "Owls") -> list[str]:
    """Return the answers of the questions of a section."""
    found = [cast(list[Span], draft.data["answer"]) for draft in asked(text, heading)]
    assert {type(span) for spans in found for span in spans} <= {list}
    return [" ".join(text[start:end] for start, end in spans) for spans in found]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (KEEPERS, [LISTED]),
        (KEEPERS.replace("Done.", "• a\n• b\n• c"), []),
        (KEEPERS.replace("Done.", "• a\n• b"), [f"{LISTED} • a • b"]),
        (f"• {KEEPERS.split(' ', 3)[3]}", []),
        (f"Owls are banned:\n• a\n• b\n• c\nOwls:\n• one\n{KEEPERS}", [LISTED]),
        (STEPS, ["1. Close the gates. 2. Count the owls. 3. Light the lamp."]),
        # All rows have the same number of lamps.
        (PERCHES, ["two", "six", "nine"]),
        (TIMES, ["50 minutes", "90 minutes"]),
        (
            "Warning\nIt is noted.\nGame Loss\nThe walk ends.\nAt once.\nLater.",
            ["It is noted.", "The walk ends. At once."],
        ),
        # A list of a season, one that is looked up, one of examples.
        (KEEPERS.replace("all owls", "owls (until May 2031)"), []),
        (KEEPERS.replace("answer for", "are banned from"), []),
        (KEEPERS.replace("answer for", "answer for, but are not limited to"), []),
        # A table that counts step by step, and one without heads.
        ("Owls\tTime\n3 owls\tten\n2 owls\tsix\n1 owl\ttwo", []),
        ("Owl 1\tOwl 2\nOwl 3\tOwl 4\nOwl 6\tOwl 9\nOwl 12\tOwl 15", []),
        # The row with a cell over two lines is left out.
        (PERCHES.replace("six", "six (in") + "\n65+\tten\tone", ["two", "nine", "ten"]),
    ],
)
def test_lists_and_tables(text: str, wanted: list[str]) -> None:
    assert answers(text) == wanted


INFRACTION = """Warning
Definition
A guest wakes an owl.
Examples
A. A guest sings at noon.
B.  A guest rings a bell.
Owls sleep.
Philosophy
Nobody likes to be woken, least of all those who work at night and who cannot sleep in the light of day.
Downgrade: If the owl was awake, no penalty.
Additional Remedy
The guest leaves.
Upgrade: If the guest did it often, Game Loss."""


def test_an_infraction_is_asked_for_its_penalty_and_its_parts() -> None:
    lines = INFRACTION.split("\n")
    penalty, definition, downgrade, upgrade = lines[0], lines[2], lines[9], lines[12]
    found = asked(INFRACTION)
    assert [(draft.kind, draft.asked, draft.level) for draft in found] == [
        ("penalty", (), 1),
        ("section", ("definition",), 2),
        ("section", ("philosophy",), 3),
        ("section", ("remedy",), 3),
        ("section", ("upgrade",), 2),
        ("section", ("downgrade",), 2),
        ("infraction", ("A guest sings at noon.",), 2),
        ("infraction", ("A guest rings a bell.",), 2),
    ]
    outcome = " ".join((penalty, definition, downgrade, upgrade))
    assert answers(INFRACTION) == [
        " ".join((penalty, downgrade, upgrade)), definition, lines[8], lines[11], upgrade, downgrade, outcome, outcome
    ]  # fmt: skip
    shown = [INFRACTION[slice(*draft.data["shown"])] for draft in found if draft.kind == "infraction"]
    assert shown == ["A guest sings at noon.", "A guest rings a bell."]
    # A short philosophy says nothing; without the title of a part it is no infraction.
    assert ("philosophy",) not in [draft.asked for draft in asked(INFRACTION.replace(" who work at night", ""))]
    assert infraction_of(INFRACTION.replace("Definition\n", "")) is None
    assert infraction_of("Warning") is None
    assert answers(INFRACTION.replace("an owl.", "an owl.\nOr a hen.", 1))[-1] == outcome


def test_the_sentence_before_a_list_introduces_it() -> None:
    (draft,) = asked(KEEPERS)
    start, end = cast(Span, draft.data["shown"])
    assert (KEEPERS[start:end], draft.data["ask"]) == ("They answer for:", "list")
    assert draft.asked == ("list", "Keepers have many tasks. They answer for:")
    assert asked(STEPS)[0].level > draft.level


CLOSED = "A guest of the old tower can’t leave the garden while an owl sleeps in it."


@pytest.mark.parametrize(
    ("document", "text", "errors"),
    [
        ("mtr", f"{CLOSED} {CLOSED.replace('garden', 'kitchen')}", 1),
        ("mtr", f"• {CLOSED}", 0),
        # Such a small word is not worth a question here.
        ("mtr", CLOSED.replace("can’t", "isn’t to"), 0),
        ("ipg", CLOSED, 0),
    ],
)
def test_statements_with_an_error(document: str, text: str, errors: int) -> None:
    assert [draft.kind for draft in asked(text, document=document)] == ["error"] * errors


def test_what_is_shown_with_a_value() -> None:
    row, pair = asked(PERCHES)[0], asked(TIMES)[0]
    assert row.asked == ("1-8", "Perches", "")
    assert {**row.data, "label": 0, "answer": 0} == {"label": 0, "column": "Perches", "row": "Owls", "answer": 0}
    assert (pair.asked, pair.data["column"]) == (("By day", "", "The times for a walk are:"), "")
    assert TIMES[slice(*cast(Span, pair.data["shown"]))] == "The times for a walk are:"
    loss = asked("Warning\nIt is noted.\nGame Loss\nThe walk ends.")[1]
    assert (loss.asked, loss.data["ask"], loss.data["name"]) == (("meaning", "Game Loss"), "meaning", "Game Loss")


def test_the_history_of_a_document_is_not_asked() -> None:
    assert asked(KEEPERS, "Changes From Previous Versions") == []
