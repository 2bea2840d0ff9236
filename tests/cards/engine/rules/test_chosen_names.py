"""Objects that are asked whether they have a name that was chosen, as of versions with and without a word on it."""

import pytest

from tests.cards.engine.names import ask

TODAY = "2026-06-19"
BETWEEN = "2009-07-11 2012-05-01 2016-07-22 2018-08-10 2020-04-17 2021-07-23 2022-10-07".split()


@pytest.mark.parametrize("day", ["1999-04-23", "2003-10-01", *BETWEEN, TODAY])
@pytest.mark.parametrize(
    ("thing", "verdict"),
    [("Isamaru", "yes"), ("Forest", "no"), ("Isamaru@copy", "yes"), ("Isamaru@graveyard", "yes")],
)
def test_a_chosen_name_is_had_or_not(day: str, thing: str, verdict: str) -> None:
    found = ask(day, f"same {thing} Isamaru@chosen")
    assert found.verdict == verdict
    assert found.reasons
    # The order of the two says nothing.
    assert ask(day, f"same Isamaru@chosen {thing}").verdict == verdict


def test_what_has_no_name_has_no_chosen_name() -> None:
    for nameless in ("Isamaru@facedown", "A@nameless"):
        found = ask(TODAY, f"same {nameless} Isamaru@chosen")
        assert found.verdict == "no"
        assert any("without a name" in str(reason.message) for reason in found.reasons)


@pytest.mark.parametrize(
    ("thing", "chosen", "verdict"),
    [
        ("'Fire // Ice@graveyard'", "Fire@chosen", "yes"),
        ("'Fire // Ice@graveyard'", "Ice@chosen", "yes"),
        ("Fire@stack", "Fire@chosen", "yes"),
        ("Fire@stack", "Ice@chosen", "no"),
        ("Forest", "Fire@chosen", "no"),
        ("'Giant // Stomp@graveyard'", "Stomp@chosen", "no"),
        ("Stomp@stack", "Stomp@chosen", "yes"),
        ("'Giant // Stomp@chosen'", "Stomp@chosen", "no"),
        ("'Delver // Aberration@battlefield,back'", "Aberration@chosen", "yes"),
        ("'Delver // Aberration@battlefield'", "Aberration@chosen", "no"),
        ("Eleven", "Cecily@chosen", "yes"),
    ],
)
def test_chosen_names_of_cards_with_several(thing: str, chosen: str, verdict: str) -> None:
    assert ask(TODAY, f"same {thing} {chosen}").verdict == verdict


def test_of_two_names_that_were_chosen_both_are_only_names() -> None:
    assert ask(TODAY, "same Isamaru@chosen Isamaru@chosen").verdict == "yes"
    assert ask(TODAY, "same Isamaru@chosen Forest@chosen").verdict == "no"
