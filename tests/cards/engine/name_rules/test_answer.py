"""Name questions around the versions at which the rules changed: answered by reading the texts, not by the engine.

A line is day | question | answer | the rule of each reason, - if it cites none. An answer is yes, no, unclear,
or a name.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from cards.engine.types import Answer, BadQuestion, CardFacts, Meaning, Side, Verdict
from tests.cards.engine import names
from tests.cards.engine.names import ask

# A reason begins and ends like a sentence.
SENTENCE = re.compile(r"(?:[“(…]|[A-Z](?![A-Z]{2})|\d).*[.)”]", re.S)
LINES = (Path(__file__).parents[3] / "data" / "name_questions.txt").read_text(encoding="utf-8").splitlines()
ROWS = [tuple(part.strip() for part in line.split("|")) for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize("row", ROWS, ids=[f"{day} {line}" for day, line, *_rest in ROWS])
def test_answer_and_rules(row: tuple[str, str, str, str]) -> None:
    day, line, wanted, numbers = row
    found = ask(day, line)
    if wanted in ("yes", "no", "depends", "unclear"):
        assert found.verdict == wanted, [str(reason.message) for reason in found.reasons]
    else:
        assert (found.verdict, str(found.answer)) == (Verdict.YES, wanted)
    assert numbers.split() == [reason.number or "-" for reason in found.reasons]
    result = [str(reason.message) for reason in found.reasons]
    assert [one for one in result if not SENTENCE.fullmatch(one)] == []
    assert str(found.conclusion) in result


@pytest.fixture(scope="module")
def answers() -> list[tuple[str, Answer]]:
    return [(line.split()[0], ask(day, line)) for day, line, *_rest in ROWS]


def test_a_reason_always_cites_a_rule_or_never(answers: list[tuple[str, Answer]]) -> None:
    cites: defaultdict[str, set[bool]] = defaultdict(set)
    for _kind, found in answers:
        for reason in found.reasons:
            cites[reason.message.message].add(bool(reason.number))
    # A chosen name cites the rule on names if nothing else is cited; a second name, the rule on its kind of card.
    assert sum(len(some) > 1 for some in cites.values()) == 3


def test_a_conclusion_stands_for_one_verdict(answers: list[tuple[str, Answer]]) -> None:
    verdicts: defaultdict[tuple[str, str], set[Verdict]] = defaultdict(set)
    for kind, found in answers:
        # A verdict that depends on a fact was unclear without it.
        verdict = Verdict.UNCLEAR if found.verdict is Verdict.DEPENDS else found.verdict
        verdicts[kind, found.conclusion.message].add(verdict)
    several = {question: len(some) for (question, _message), some in verdicts.items() if len(some) > 1}
    # Where no rule covers a question, one answer may be clear and another one not.
    assert several == {"choose": 2, "different": 3, "english": 2, "same": 2}


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("refers Isamaru", Meaning.SOURCE),
        ("refers Isamaru --granted", Meaning.SOURCE),
        ("refers Isamaru --ability", Meaning.SOURCE),
        ("refers Isamaru --gained-by Mothdust", Meaning.HOLDER),
        ("refers Isamaru --renamed Forest", Meaning.NOW),
        ("refers Isamaru --shortened", Meaning.FULL),
        ("refers Isamaru --granted --moved", None),
        ("refers Godzilla", None),
        ("english Forest@facedown", Meaning.NO_NAME),
        ("english Forest", None),
    ],
)
def test_the_meaning_of_an_answer_in_words(line: str, meaning: Meaning | None) -> None:
    assert ask("2026-06-19", line).meaning is meaning


def test_by_analogy_and_tournament_rules_are_reported() -> None:
    assert ask("2026-06-19", "choose Strike --with instant").by_analogy
    assert not ask("2026-06-19", "choose Stomp --with instant").by_analogy
    assert ask("2026-06-19", "play Forest --legal").rests_on_tournament_rules


def test_the_conclusion_has_the_name_that_was_chosen() -> None:
    lines = {"choose Tok": "Tok", "choose Fire": "Fire", "choose Fire@token": "Fire Token", "choose Isamaru": "Isamaru"}
    for line, name in lines.items():
        values = [reason.message.values for reason in ask("2026-06-19", line).reasons]
        assert {str(one["name"]) for one in values if "name" in one} == {name}


@pytest.mark.parametrize(
    ("day", "line", "number"),
    [
        ("2013-05-01", "choose Fire", "201.3"),
        ("2013-02-01", "choose Fire", "708.7"),
        ("2013-05-01", "choose Fire --legal", "708.7"),
        ("2026-06-19", "choose Eleven", "201.4"),
        ("2026-06-19", "choose Stomp --with creature", "201.4a"),
        ("2026-06-19", "choose Godzilla", "201.6"),
        ("2026-06-19", "same Eleven Cecily", "201.3"),
        ("2026-06-19", "different Forest Island", "201.2c"),
        ("2026-06-19", "different --group Forest Island", "201.2b"),
        ("2026-06-19", "english Forest", "201.2"),
        ("2026-06-19", "english Fire@stack", "709.3b"),
        ("2026-06-19", "token Soldier --changed Soldier=Wizard", "612.2a"),
    ],
)
def test_the_conclusion_is_what_settles_it(day: str, line: str, number: str) -> None:
    found = ask(day, line)
    reported = [reason.number for reason in found.reasons if reason.message == found.conclusion]
    assert reported[-1] == number


def test_the_name_of_a_token_that_was_chosen_has_an_english_name(monkeypatch: pytest.MonkeyPatch) -> None:
    gull = CardFacts("Gull", "token", (Side("Gull", "Token Creature — Gull"),), kind="token")
    monkeypatch.setitem(names._BY_NAME, "Gull", gull)
    found = ask("2026-06-19", "english Gull@chosen")
    assert (found.verdict, str(found.answer), found.numbers) == (Verdict.YES, "Gull", ("201.2", "108.1"))


def test_a_text_change_gives_no_name_to_an_object_without_one() -> None:
    facedown = ask("2026-06-19", "english 'Grizzly Bears@battlefield,facedown' --changed Bear=Elf")
    assert (facedown.meaning, str(facedown.answer)) == (Meaning.NO_NAME, "The object has no name")
    spell = ask("2026-06-19", "english 'Fire // Ice@stack' --changed Fire=Ice")
    assert (spell.verdict, [str(one.answer.answer) for one in spell.branches]) == (Verdict.DEPENDS, ["Fire", "Ice"])
    assert str(ask("2026-06-19", "english Fire@stack --changed Fire=Ice").answer) == "Fire"


@pytest.mark.parametrize("state", ["battlefield,facedown", "nameless"])
def test_a_card_with_a_flavor_name_has_no_name_where_its_state_takes_it_away(state: str) -> None:
    found = ask("2026-06-19", f"english Godzilla@{state}")
    assert (found.meaning, str(found.answer)) == (Meaning.NO_NAME, "The object has no name")


def test_interchangeable_names_are_legal_together_since_then() -> None:
    assert "201.3b" not in ask("2022-02-18", "play Cecily --legal").numbers


@pytest.mark.parametrize(
    "line",
    [
        "deck 'Marit Lage'",
        "deck 'Grizzly Bears@emblem'",
        "play 'Marit Lage' --legal",
        "play 'Grizzly Bears@token' --legal",
    ],
)
def test_a_token_or_emblem_is_no_card_for_a_deck(line: str) -> None:
    found = ask("2026-06-19", line)
    assert (found.verdict, found.numbers) == (Verdict.NO, ("108.2b",))
    assert str(found.conclusion) == "Tokens and emblems are not cards, so they cannot be in a deck."


def test_a_format_of_several_words_and_one_that_no_one_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    oar = CardFacts("Oar", legalities={"paupercommander": "legal"})
    monkeypatch.setitem(names._BY_NAME, "Oar", oar)
    assert ask("2026-06-19", "play Oar --format 'Pauper Commander'").verdict == "yes"
    unknown = ask("2026-06-19", "play Oar --format modrn")
    assert unknown.verdict == "depends"
    assert "The card data have no format named modrn." in [str(reason.message) for reason in unknown.reasons]


def test_a_text_change_of_other_words_leaves_the_name_of_a_token() -> None:
    found = ask("2026-06-19", "token Goblin --changed Elf=Goblin")
    assert (str(found.answer), found.numbers) == ("Goblin Token", ("111.4", "612.2a"))
    assert str(found.reasons[-1].message) == "The text change replaces no word of the name of this token."
    # No rule of that version says what a text change does to the words that name a token.
    assert str(ask("1999-04-23", "token Goblin --changed Elf=Goblin").answer) == "Goblin"


def test_a_text_change_leaves_the_name_that_an_effect_gives_a_token() -> None:
    found = ask("2026-06-19", "token Goblin --name Bob --changed Goblin=Elf")
    assert (str(found.answer), found.numbers) == ("Bob", ("111.4", "612.2"))
    assert ask("1999-04-23", "token --name Bob --changed Goblin=Elf").verdict == "unclear"
    with pytest.raises(BadQuestion):
        ask("2026-06-19", "token --name Bob --changed Goblin")


def test_a_token_that_was_given_no_name_has_its_subtypes_as_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    gull = CardFacts("Gull", "token", (Side("Gull", "Token Creature — Gull Pirate"),), kind="token")
    monkeypatch.setitem(names._BY_NAME, "Gull", gull)
    assert ask("2026-06-19", "same Gull@token 'Gull Pirate@token'").verdict == "yes"
    assert ask("2026-06-19", "same 'Marit Lage@token,default' Avatar@token").verdict == "yes"
    assert ask("2026-06-19", "same 'Marit Lage@token' Avatar@token").verdict == "no"
