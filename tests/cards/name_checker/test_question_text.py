"""Questions about names in words."""

import datetime

import pytest
from django.http import QueryDict
from django.utils.translation import override

from cards.engine.name_rules.legality import legal_by_data
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import CardFacts, Question, QuestionKind, Reason
from cards.name_checker.query_params import read_params
from cards.name_checker.question_text import NamedObject, question_html, question_text
from rulesbase.core.errors import message_text


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
            "What does the name A mean in an ability that B has gained from this object?",
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


def test_days_and_legality_of_a_reason_are_written_in_the_language() -> None:
    reasons: list[Reason] = []
    day = datetime.date(2013, 1, 1)
    card = CardFacts("A", legalities={"modern": "banned"}, as_of=day)
    question = Question(QuestionKind.PLAY, datetime.date(2016, 1, 16), options={"format": "modern"})
    legal_by_data(card, question, NameRules(question.day), reasons)
    assert "In the card data of 2013-01-01, this card is banned in modern." in str(reasons[0].message)
    assert "In the card data of 1 January 2013, this card is banned in modern." in message_text(reasons[0].message)
    with override("fr"):
        assert "1er janvier 2013, cette carte est bannie en modern" in message_text(reasons[0].message)
    with override("ja"):
        assert "2013年1月1日" in message_text(reasons[0].message)


def test_another_card_is_put_into_the_words_around_its_name() -> None:
    ask = read_params(QueryDict("ask=named&card=creatures named Elk in your library"))
    assert ask.with_card(0, "Lantern Elk").cards[0].name == "creatures named Lantern Elk in your library"
    assert read_params(QueryDict("ask=english&card=Elk")).with_card(0, "Lantern Elk").cards[0].name == "Lantern Elk"


def test_names_are_escaped_and_linked() -> None:
    ask = read_params(QueryDict("ask=english&card=x"))
    html = question_html(ask, [NamedObject("<b>%(cards)s", "/cards/b/", "en")])
    assert '<a href="/cards/b/" lang="en">&lt;b&gt;%(cards)s</a>' in html
