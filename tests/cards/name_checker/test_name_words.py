"""Questions about names in words."""

import pytest
from django.http import QueryDict

from cards.name_checker.query_params import read_params
from cards.name_checker.question_text import NamedObject, question_html, question_text


def words(query: str, *names: str) -> str:
    ask = read_params(QueryDict(query))
    return question_text(question_html(ask, [NamedObject(name, "", "") for name in names]))


@pytest.mark.parametrize(
    ("query", "names", "expected"),
    [
        ("ask=same&card=A&card=B", "AB", "Do A and B have the same name?"),
        ("ask=different&card=A&card=B&card=C", "ABC", "Do A, B and C have different names?"),
        ("ask=different&card=A&card=B&card=C&among=first", "ABC", "Is the name of A different from that of B and C?"),
        (
            "ask=choose&card=A&with=artifact",
            "A",
            "May A be chosen if the card must have these characteristics: artifact?",
        ),
        (
            "ask=refers&card=A&how=gained&by=B",
            "A",
            "What does the name A mean in an ability of this object after B has gained the ability?",
        ),
        ("ask=token&subtypes=Elf", "", "What is the name of a token with the subtypes Elf?"),
        (
            "ask=same&card=A@stack,left&card=B@set=C",
            "AB",
            "Do A (on the stack, left half) and B (renamed C) have the same name?",
        ),
    ],
)
def test_it_reads_as_a_question(query: str, names: str, expected: str) -> None:
    assert words(query, *names) == expected


def test_names_are_escaped_and_linked() -> None:
    ask = read_params(QueryDict("ask=english&card=x"))
    html = question_html(ask, [NamedObject("<b>%(cards)s", "/cards/b/", "en")])
    assert '<a href="/cards/b/" lang="en">&lt;b&gt;%(cards)s</a>' in html
