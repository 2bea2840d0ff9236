"""Questions on tournament documents: their decks, citations, and what comes back with a new version."""

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Deck, Question, Studied
from rulesbase.study.questions.render import RenderedQuestion, shown
from rulesbase.study.update import is_up_to_date, update_study
from tests.rulesbase.study.questions.test_follow_version import learn
from tests.support.make import make_user
from tests.support.pdf import page, pdf_of

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("studied_sample")]

REMEDY = "Count the owls again."


def penalty_guide(day: str, remedy: str = REMEDY, penalty: str = "Warning") -> bytes:
    """Return a penalty guide with two infractions and a table."""
    dots = "." * 60
    contents = page(
        (54, "MAGIC: THE GATHERING\xae INFRACTION PROCEDURE GUIDE"),
        (54, f"Effective {day}"),
        (54, f"1. Owl Errors {dots}2"),
        (65, f"1.1 Owl Error \u2014 Lost Owl {dots}2"),
        (65, f"1.2 Owl Error \u2014 Loud Owl {dots}2"),
        (54, f"2. Roosts {dots}3"),
        (65, f"2.1 Sizes {dots}3"),
    )
    body = page(
        (54, "1. Owl Errors"),
        None,
        (54, "1.1 Owl Error \u2014 Lost Owl", 480, penalty),
        None,
        (54, "Definition"),
        (54, "A keeper cannot find an owl that was there in the morning."),
        (54, "Examples"),
        (54, "A. A keeper opens every window of the barn and counts nine owls of ten."),
        (54, "Additional Remedy"),
        (54, remedy),
        None,
        (54, "1.2 Owl Error \u2014 Loud Owl", 480, "Game Loss"),
        None,
        (54, "Definition"),
        (54, "An owl hoots while the village sleeps and somebody complains."),
        (54, "Examples"),
        (54, "A. An owl on the church tower hoots through the whole sermon of the priest."),
    )
    more = page(
        (54, "2. Roosts"),
        None,
        (54, "2.1 Sizes"),
        None,
        (90, "Owls", 250, "Perches"),
        (90, "1-8", 250, "two"),
        (90, "9-32", 250, "six"),
        (90, "33-64", 250, "nine"),
    )
    return pdf_of([[*each, (540, 30, str(at))] for at, each in enumerate((contents, body, more), 1)])


def bring(day: str, **changed: str) -> None:
    import_source(penalty_guide(day, **changed), name="ipg.pdf")
    update_study()


def asked(kind: str, **data: str) -> Question:
    rows = Question.objects.filter(document="ipg", kind=kind, retired_on=None, number="1.1")
    return rows.get(**{f"data__{name}": value for name, value in data.items()})


def rendered(question: Question) -> RenderedQuestion:
    (found,) = shown([question])
    return found


def test_a_document_has_its_deck_with_citations_of_section_and_version(client: Client) -> None:
    rules = set(Question.objects.filter(document="cr").values_list("pk", "retired_on", "number"))
    decks = set(Deck.objects.values_list("slug", "position"))
    bring("July 4, 2021")
    assert is_up_to_date()
    deck = Deck.objects.get(slug="ipg")
    assert set(deck.questions.values_list("kind", flat=True)) == {"penalty", "infraction", "section", "table"}
    example = rendered(asked("infraction"))
    assert example.answer_text.startswith("Owl Error — Lost Owl: Warning")
    (cited,) = example.more_citations
    assert (cited.number, cited.href) == ("IPG 1.1 (2021-07-04)", "/documents/ipg/2021-07-04/1.1/")
    rows = shown(list(Question.objects.filter(document="ipg", kind="table")))
    (row,) = (one for one in rows if "Owls: 9-32. Perches?" in one.ask_text)
    assert row.answer_text.startswith("six")
    assert "Owls: 9-32. Perches?" in client.get(f"/study/questions/{row.public_id}/").content.decode()
    assert "Infraction Procedure Guide" in client.get("/study/decks/").content.decode()
    assert set(Question.objects.filter(document="cr").values_list("pk", "retired_on", "number")) == rules
    assert set(Deck.objects.exclude(slug="ipg").values_list("slug", "position")) == decks


@pytest.mark.parametrize(
    ("changed", "back"),
    [
        ({}, set()),
        ({"remedy": "Close every window and fetch the ladder at once."}, {("section", "remedy")}),
        ({"penalty": "Match Loss"}, {("penalty", None), ("infraction", None)}),
    ],
)
def test_only_what_changed_comes_back(changed: dict[str, str], back: set[tuple[str, str | None]]) -> None:
    bring("July 4, 2021")
    learn(make_user("Owl"), list(Question.objects.filter(document="ipg")))
    bring("May 6, 2022", **changed)
    rows = Studied.objects.filter(came_back__isnull=False).select_related("question")
    assert {(row.question.kind, row.question.data.get("ask")) for row in rows} == back
    assert {row.question.number for row in rows} <= {"1.1"}
    assert rendered(asked("section", ask="remedy")).citations[0].number == "IPG 1.1 (2022-05-06)"
