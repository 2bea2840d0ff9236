"""A question of the name checker as its address has it."""

import pytest
from django.http import QueryDict

from cards.name_checker.examples import example_questions
from cards.name_checker.query_params import QuestionParams, is_canonical, places_of, read_params, split_typed, tidy


def ask(query: str) -> QuestionParams:
    return read_params(QueryDict(query))


@pytest.mark.parametrize(
    ("typed", "name", "states"),
    [
        ("Fire // Ice", "Fire // Ice", ()),
        ("Fire // Ice@stack,left", "Fire // Ice", ("stack", "left")),
        ("Gray Ogre@facedown, battlefield", "Gray Ogre", ("facedown", "battlefield")),
        ("Forest@also=Eleven, the Mage,battlefield", "Forest", ("also=Eleven, the Mage", "battlefield")),
        ("Forest@set=Vitu-Ghazi", "Forest", ("set=Vitu-Ghazi",)),
        ("me@home.example", "me@home.example", ()),
        ("A@", "A@", ()),
        ('{"name": "X", "layout": "split"}', '{"name": "X", "layout": "split"}', ()),
    ],
)
def test_objects_are_taken_apart(typed: str, name: str, states: tuple[str, ...]) -> None:
    assert split_typed(typed) == (name, states)


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("  Fire  //\tIce\n", "Fire // Ice"),
        ("Fi\u200bre\u202e", "Fire"),
        ("a\x00b", "a b"),
        ("e\u0301lan", "\u00e9lan"),
        ("\N{FIRE}", "\N{FIRE}"),
    ],
)
def test_names_are_tidied(typed: str, seen: str) -> None:
    assert tidy(typed) == seen


def test_the_fields_of_a_form_join_their_card() -> None:
    read = ask("ask=same&card=&card=Fire+//+Ice&zone2=stack&part2=left&is2=copy&also2=Eleven,+the+Mage&zone1=hand")
    assert [str(card) for card in read.cards] == ["Fire // Ice@stack,left,copy,also=Eleven, the Mage"]
    assert places_of(QueryDict("card=&card=A&card=&card=B")) == [2, 4]


def test_only_what_the_kind_asks_is_stored() -> None:
    read = ask("ask=choose&card=Island&with=artifact&how=granted&subtypes=Elf&version=latest")
    assert read.pairs == [("ask", "choose"), ("card", "Island"), ("with", "artifact")]
    assert ask("ask=token&card=Island&subtypes=Elf").cards == ()


def test_the_parts_that_a_form_shows() -> None:
    typed = split_typed("Room@battlefield,locked-right,locked-left,also=B")
    assert (typed.zone, typed.part, typed.named) == ("battlefield", "locked-left,locked-right", {"also": "B"})


def test_an_address_may_escape_its_letters_as_it_likes() -> None:
    pairs = [("ask", "same"), ("card", "Bolas's Citadel")]
    assert is_canonical("ask=same&card=Bolas%27s+Citadel", pairs)
    assert is_canonical("ask=same&card=Bolas's%20Citadel", pairs)
    assert not is_canonical("card=Bolas%27s+Citadel&ask=same", pairs)
    assert not is_canonical("ask=same&card=Bolas%27s+Citadel&utm=1", pairs)


@pytest.mark.parametrize("example", example_questions(), ids=lambda example: example.query)
def test_every_question_survives_its_address(example: QuestionParams) -> None:
    again = ask(example.query.removeprefix("?"))
    assert again == example
    assert is_canonical(example.query.removeprefix("?"), again.pairs)
