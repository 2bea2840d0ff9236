"""Questions that no answer can be given to say why; and answers that hang on what the asker tells."""

import datetime
from dataclasses import replace

import pytest

from cards.engine.name_rules.answer import answer
from cards.engine.types import Answer, BadQuestion, CardFacts, CardHistory, Side
from tests.cards.engine import names
from tests.cards.engine.names import ask, card

TODAY = "2026-06-19"


def reported(answer: Answer) -> list[str]:
    return [str(reason.message) for reason in answer.reasons]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("same Isamaru", "Enter at least two objects to compare."),
        ("deck", "Enter the name of a card."),
        ("play Isamaru Forest", "Enter one card, with the name printed on it."),
        ("choose", "Enter the name to choose."),
        ("choose Isamaru Unknown", "One name is chosen at a time. Ask about each name separately."),
        ("choose Isamaru Forest", "One name is chosen at a time. Ask about each name separately."),
        ("choose Bruna Garrison", "One name is chosen at a time. Ask about each name separately."),
        ("choose Garrison@melded Bruna@melded", "One name is chosen at a time. Ask about each name separately."),
        (
            "choose Isamaru@flipped",
            "The card data have only one face of Isamaru. Enter the name of the other face instead.",
        ),
        ("named Isamaru Forest", "Ask about one name at a time."),
        ("english Isamaru Forest", "Ask for the English name of one object at a time."),
        ("english Unknown", "No card named Unknown was found."),
        ("refers Isamaru Forest", "Enter the card whose text you ask about."),
        ("token", "Enter the subtypes of the token, or the name that it is given."),
        ("token Soldier --changed Soldier", "Write a text change as OLD=NEW, for example Soldier=Wizard."),
        ("choose Fire --with " + "a" * 5000, "The list of characteristics is too long: 5000 characters. Shorten it."),
    ],
)
def test_what_cannot_be_answered_says_why(line: str, why: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        ask(TODAY, line)
    assert str(refused.value).startswith(why)


def test_a_name_of_no_known_card_may_be_that_of_a_later_one() -> None:
    found = ask(TODAY, "choose Unknown")
    assert (found.verdict, [str(one.answer.verdict) for one in found.branches]) == ("depends", ["no", "yes"])
    assert ask(TODAY, "choose Unknown --no_card").verdict == "no"
    older = replace(names.read("choose Unknown"), day=datetime.date(2026, 6, 19), data_as_of=datetime.date(2026, 6, 18))
    assert answer(older).verdict == "depends"
    assert answer(older).conclusion.values["as_of"] == datetime.date(2026, 6, 18)
    assert answer(older).conclusion.message != found.conclusion.message
    newer = replace(names.read("choose Unknown"), day=datetime.date(2018, 10, 5), data_as_of=datetime.date(2022, 4, 29))
    assert (answer(newer).verdict, answer(newer).numbers) == ("no", ("201.3",))


@pytest.mark.parametrize(
    ("line", "verdict", "branches"),
    [
        ("same Foret Forest", "depends", {"is the name of another card": "no", "is another name of Forest": "yes"}),
        (
            "different Foret Forest",
            "depends",
            {"is the name of another card": "yes", "is another name of Forest": "no"},
        ),
        ("deck Foret Isamaru", "depends", {"is the name of another card": "no", "is another name of Isamaru": "yes"}),
        (
            "same Foret Goblin@token",
            "depends",
            {"is the name of another card": "no", "is another name of Goblin": "yes"},
        ),
        # Another name would change nothing, the names are equal anyway, or the data do have the name.
        ("same Foret Forest Island", "no", {}),
        ("same Foret Forest@facedown", "no", {}),
        ("same Foret Foret", "yes", {}),
        ("same Ice 'Fire // Ice@stack,left'", "no", {}),
    ],
)
def test_a_name_that_the_data_lack_may_be_another_name_of_a_card(
    line: str, verdict: str, branches: dict[str, str]
) -> None:
    question = names.read(line)
    first, *others = question.things
    unknown = replace(first, unknown=True, card=None, side=None)
    found = answer(replace(question, day=datetime.date(2026, 6, 19), things=(unknown, *others)))
    assert found.verdict == verdict
    assert {str(one.condition): str(one.answer.verdict) for one in found.branches} == {
        f"“Foret” {words}": result for words, result in branches.items()
    }
    if branches:
        assert str(found.conclusion) == (
            "No card named “Foret” is in the card data. Another card in the question may have this name in a "
            "different language or spelling."
        )


def test_a_name_that_the_data_lack_may_come_second() -> None:
    question = names.read("same Forest Foret")
    first, last = question.things
    things = (first, replace(last, unknown=True))
    assert answer(replace(question, day=datetime.date(2026, 6, 19), things=things)).verdict == "depends"


def of_days(line: str, day: datetime.date, types: dict[int, str], legal: dict[int, str]) -> Answer:
    """Answer for a card whose type line, and whose legality in Modern, the data of 1 January of some years have."""
    sides = tuple((datetime.date(year, 1, 1), (Side("Oar", type_line),)) for year, type_line in types.items())
    words = tuple((datetime.date(year, 1, 1), {"modern": word}) for year, word in legal.items())
    oar = CardFacts("Oar", sides=(Side("Oar", "Plane"),), history=CardHistory(sides, words))
    question = names.read(line)
    return answer(replace(question, day=day, things=tuple(replace(one, card=oar) for one in question.things)))


@pytest.mark.parametrize(
    ("day", "verdict", "branches"),
    [
        # Before the first data the first ones count, and behind the last ones the last ones.
        ((2020, 2, 1), "yes", {}),
        (
            (2022, 5, 1),
            "depends",
            {
                "the Oracle text of 2021-01-01 was still in effect on the date of the question": "yes",
                "the Oracle text of 2023-01-01 was already in effect on the date of the question": "no",
            },
        ),
        ((2021, 1, 1), "depends", None),
        ((2023, 1, 1), "no", {}),
        ((2023, 5, 1), "no", {}),
        ((2025, 5, 1), "no", {}),
    ],
)
def test_an_oracle_text_that_changed_between_two_data(
    day: tuple[int, int, int], verdict: str, branches: dict[str, str] | None
) -> None:
    types = {2021: "Artifact Land", 2023: "Artifact", 2024: "Artifact Creature"}
    found = of_days("choose Oar --with land", datetime.date(*day), types, {})
    assert found.verdict == verdict
    if branches is not None:
        assert {str(one.condition): str(one.answer.verdict) for one in found.branches} == branches
    if verdict == "depends":
        message = "The Oracle text changed between two dates of the card data."
        assert str(found.conclusion).startswith(message)
        # A page writes a date in its language.
        assert found.branches[0].condition.values["as_of"] == datetime.date(2021, 1, 1)
    # What both texts have does not depend.
    assert of_days("choose Oar --with artifact", datetime.date(*day), types, {}).verdict == "yes"


def test_the_card_of_an_added_name_is_that_of_the_day_too(monkeypatch: pytest.MonkeyPatch) -> None:
    types = {2019: "Creature", 2023: "Legendary Creature"}
    sides = tuple((datetime.date(year, 1, 1), (Side("Fin", line),)) for year, line in types.items())
    fin = CardFacts("Fin", sides=sides[-1][1], history=CardHistory(sides))
    monkeypatch.setitem(names._BY_NAME, "Fin", fin)
    assert [ask(f"{year}-01-02", "same Forest@also=Fin Fin").verdict for year in types] == ["yes", "no"]


@pytest.mark.parametrize(
    ("day", "verdict", "message"),
    [
        ((2012, 12, 1), "yes", "In the card data, this card is legal in modern."),
        ((2012, 11, 30), "depends", "In the card data of 2013-01-01, this card is legal in modern. Its"),
        ((2013, 2, 1), "yes", "In the card data, this card is legal in modern."),
        ((2013, 2, 2), "depends", "In the card data of 2013-01-01, this card is legal in modern. Its"),
        ((2014, 1, 1), "depends", "In the card data of 2013-01-01, this card is legal in modern. Its"),
        ((2014, 1, 2), "depends", "In the card data of 2015-01-01, this card is banned in modern. Its"),
        ((2015, 1, 1), "no", "In the card data, this card is banned in modern."),
    ],
)
def test_legality_is_that_of_the_nearest_data(day: tuple[int, int, int], verdict: str, message: str) -> None:
    found = of_days("play Oar --format modern", datetime.date(*day), {}, {2013: "legal", 2015: "banned"})
    assert found.verdict == verdict
    assert any(reason.startswith(message) for reason in reported(found))


def test_before_the_first_version_there_is_no_answer() -> None:
    with pytest.raises(BadQuestion, match="The first version of the rules is dated 1999-04-23"):
        ask("1999-04-22", "same Forest Forest")
    assert ask("1999-04-23", "same Forest Forest").verdict == "yes"


def test_playing_by_the_card_data(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = {"modern": "legal", "vintage": "restricted", "pauper": "banned", "standard": "not_legal"}
    ferry = card("Ferry Oar", "normal", ("Ferry Oar", "Artifact"), legalities=legal)
    monkeypatch.setitem(names._BY_NAME, "Ferry Oar", ferry)
    found = {name: ask(TODAY, f"play 'Ferry Oar' --format {name}") for name in [*legal, "VINTAGE", "frontier"]}
    assert [found[name].verdict for name in found] == ["yes", "yes", "no", "no", "yes", "depends"]
    assert "In the card data, this card is not legal in standard." in reported(found["standard"])
    gone = card("Ferry Oar", "normal", ("Ferry Oar", "Artifact"), legalities={"standard": "not_legal"})
    monkeypatch.setitem(names._BY_NAME, "Ferry Oar", gone)
    assert ask(TODAY, "play 'Ferry Oar'").verdict == "no"
    # A format that bans a card knows it.
    banned = card("Ferry Oar", "normal", ("Ferry Oar", "Artifact"), legalities={"pauper": "banned"})
    monkeypatch.setitem(names._BY_NAME, "Ferry Oar", banned)
    assert ask(TODAY, "play 'Ferry Oar' --format conquest").verdict == "depends"


def test_how_many_of_a_card_a_deck_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    named, this = "cards named %s", "copy of this card"
    for name, limit, which in (
        ("Rat", "any number of", named),
        ("Imp", "up to seven", named),
        ("Oaf", "only one", "card named %s"),
        ("Tsar", "only one", this),
    ):
        text = f"A deck can have {limit} {which.replace('%s', name)}."
        monkeypatch.setitem(names._BY_NAME, name, CardFacts(name, sides=(Side(name, "Creature", text=text),)))
    limits = {"Rat": "any number", "Imp": "up to 7", "Oaf": "up to 1", "Tsar": "up to 1"}
    limits |= {"Forest": "any number", "Isamaru": "up to 4", "Unknown": "up to 4"}
    assert {name: str(ask(TODAY, f"deck {name}").answer) for name in limits} == limits
    assert str(ask(TODAY, "deck Isamaru --commander").answer) == "up to 1"
    message = "The text of Rat sets its own limit for a deck: any number."
    assert message in reported(ask(TODAY, "deck Rat Rat"))


def test_the_text_of_a_card_that_the_data_lack_may_set_its_own_limit() -> None:
    question = names.read("deck Unknown")
    things = tuple(replace(one, unknown=True) for one in question.things)
    found = answer(replace(question, day=datetime.date(2026, 6, 19), things=things))
    assert (found.verdict, found.numbers, found.conclusion) == ("depends", ("100.2a",), found.reasons[0].message)
    branches = ["up to 4", "the limit in the text of the card"]
    assert [str(branch.answer.answer) for branch in found.branches] == branches


def test_a_name_had_to_be_legal_in_the_format_played(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = {"modern": "legal", "pauper": "banned"}
    monkeypatch.setitem(names._BY_NAME, "Tub", card("Tub", "normal", ("Tub", "Artifact"), legalities=legal))
    verdicts = [
        [str(ask(day, f"choose Tub --format {name}").verdict) for name in ("modern", "pauper", "conquest")]
        for day in ("2009-10-01", "2010-02-01", "2018-10-05")
    ]
    assert verdicts == [["yes"] * 3, ["yes", "no", "depends"], ["yes"] * 3]


def test_both_names_in_another_language_are_two_names() -> None:
    question = names.read("choose 'Delver // Aberration'")
    french = replace(question.things[0], typed_name="Fouilleur // Aberration insectoïde")
    assert answer(replace(question, day=datetime.date(2026, 6, 19), things=(french,))).verdict == "no"


def test_a_meld_card_and_its_result_named_together_are_one_card(monkeypatch: pytest.MonkeyPatch) -> None:
    great = Side("Great Elk", "Creature — Elk Eldrazi")
    halves = [card(name, "meld", (name, "Creature — Elk"), melds_into=great) for name in ("Left Elk", "Right Elk")]
    whole = card("Great Elk", "meld", (great.name, great.type_line), melds_into=great)
    for one in (*halves, whole):
        monkeypatch.setitem(names._BY_NAME, one.name, one)
    names.read.cache_clear()
    together = ask(TODAY, "choose 'Left Elk' 'Great Elk'")
    assert together.verdict == ask(TODAY, "choose 'Great Elk' 'Right Elk'").verdict == "no"
    assert ask(TODAY, "choose 'Left Elk'").verdict == ask(TODAY, "choose 'Great Elk'").verdict == "yes"
    for line in ("choose 'Left Elk' 'Right Elk'", "choose Bruna 'Great Elk'"):
        with pytest.raises(BadQuestion):
            ask(TODAY, line)


def test_a_meld_card_described_with_both_faces_has_the_name_of_the_face_that_is_up() -> None:
    elk = '{"name": "Left Elk // Great Elk", "layout": "meld"}'
    melded = ask(TODAY, f"same '{elk}@melded' '{elk}@back'")
    assert (melded.verdict, reported(melded)[0].rpartition(": ")[2]) == ("yes", "Great Elk.")
    apart = ask(TODAY, f"same '{elk}' '{elk}@melded'")
    assert (apart.verdict, reported(apart)[0].rpartition(": ")[2]) == ("no", "Left Elk.")
    assert ask(TODAY, f"choose '{elk}@melded'").verdict == "yes"


def test_only_halves_of_a_room_share_their_types(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = "Both halves share one type line, and each half has the types in that line."
    assert shares not in reported(ask(TODAY, "choose Fire --with instant"))
    assert shares in reported(ask(TODAY, "choose Pool --with enchantment"))
    # Data that tell the types of one half tell them of both only where the card is a Room.
    for line, verdict in (("Enchantment — Room", "yes"), ("Enchantment", "unclear")):
        monkeypatch.setitem(names._BY_NAME, "Rudder", card("Oar // Rudder", "split", ("Oar", line), ("Rudder", "")))
        names.read.cache_clear()
        assert ask(TODAY, "choose Rudder --with enchantment").verdict == verdict
