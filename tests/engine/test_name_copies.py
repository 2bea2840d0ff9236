"""Name questions of copies, tokens, stickers, markers and what defines itself: answered by reading the texts.

A line is day | question | answer | numbers that must be cited, as in `test_name_cases`.
"""

import pytest

from cards.engine.asking import CardFacts, Side
from tests.engine import names
from tests.engine.names import ask

COLORLESS = '{"name": "Ash", "types": "Instant", "mana_cost": "{2}{R}", "text": "%s"}'
SHIFTER = '{"name": "Ultimus", "types": "Creature — Illusion", "text": "Ultimus is every creature type."}'
TABLE = f"""
# ---- tokens that are copies ----
2026-06-19 | same Aberration@token,copy Aberration@battlefield          | yes | 201.2a 707.2 712.8e
2026-06-19 | same Delver@token,copy Aberration@token,copy               | no  | 201.2a 707.2 712.8d
2026-06-19 | same 'Pool // Locker@token,copy,locked-right' Locker@chosen | no | 707.2 709.5
2026-06-19 | same 'Pool // Locker@token,copy' Locker@chosen             | yes | 707.2 709.5
2009-10-01 | same Tok@token,copy,flipped Tok@battlefield                | unclear | 201.3 706.2
2010-02-01 | same Tok@token,copy,flipped Tok@battlefield                | yes | 201.2 706.2 709.2
2026-06-19 | same Illusion@token 'Illusion // Reality'                  | no  | 111.4
2001-07-23 | same Isamaru@copy Isamaru                                  | yes | 202.3 503.2
# ---- all names of nonlegendary creature cards ----
2026-06-19 | same 'Island@also=Spy Kit' 'Llanowar Elves@chosen'         | yes | 612.7
2018-08-10 | same 'Island@also=Spy Kit' 'Llanowar Elves@chosen'         | unclear | 612.6
2018-08-10 | same 'Island@also=Spy Kit' 'Llanowar Elves@chosen' --not-legal | no | 612.6
2026-06-19 | same 'Island@also=Spy Kit' Isamaru@chosen                  | no  | 612.7
2026-06-19 | same 'Island@also=Spy Kit' Delver@battlefield              | yes | 612.7 712.8d
2026-06-19 | same 'Island@also=Spy Kit' Aberration@battlefield          | no  | 612.7 712.8e
2026-06-19 | same 'Island@also=Spy Kit' Akki@battlefield                | yes | 612.7 710.2
2026-06-19 | same 'Island@also=Spy Kit' Akki@flipped                    | no  | 612.7 710.2
2026-06-19 | same 'Island@also=Spy Kit' Giant@graveyard                 | yes | 612.7 715.4
2026-06-19 | same 'Island@also=Spy Kit' Stomp@stack                     | no  | 612.7 715.3b
2026-06-19 | same 'Island@also=Spy Kit' Stomp@chosen                    | no  | 612.7
# ---- where a sticker stands in a name, its controller chose ----
2022-10-07 | same 'Grizzly Bears@sticker=Big' 'Grizzly Bears@sticker=Big' | unclear | 123.6b
2022-10-07 | same 'Grizzly Bears@sticker=Big' '{{"name":"Grizzly Big Bears"}}' | unclear | 123.6b
2022-10-07 | same 'Grizzly Bears@sticker=Big' '{{"name":"Bears Big Grizzly"}}' | no | 123.6b 201.2a
2022-10-07 | english 'Grizzly Bears@sticker=Big'                        | unclear | 123.6b
2022-10-07 | same Forest@facedown,sticker=Big Island@facedown,sticker=Big | yes | 123.6b 708.2a
# ---- face down: what the rule lists and nothing else ----
2009-07-11 | same Isamaru@facedown Forest                               | no  | 707.2 707.2a
2026-06-19 | same Isamaru@facedown Forest                               | no  | 708.2 708.2a
# ---- a token whose own text is changed ----
2003-07-01 | token Soldier --changed Soldier=Wizard --existing          | Soldier | 418.6a 418.6d 216.1
2009-07-11 | token Soldier --changed Soldier=Wizard --existing          | Soldier | 611.2 611.4 110.5c
2026-06-19 | token Soldier --changed Soldier=Wizard --existing          | Soldier Token | 612.2 612.4 111.4
# ---- cards that say themselves what they are ----
2026-06-19 | choose '{COLORLESS % "Devoid"}' --with colorless           | yes | 201.4a
2026-06-19 | choose '{COLORLESS % "Ash is colorless."}' --with colorless | yes | 201.4a
2026-06-19 | choose '{COLORLESS % "Ash is colorless."}' --with red      | no  | 201.4a
2026-06-19 | choose '{COLORLESS % "Target creature is colorless."}' --with red | yes | 201.4a
2026-06-19 | choose '{SHIFTER}' --with Goblin                           | yes | 201.4a
2026-06-19 | choose '{SHIFTER}' --with 'Goblin land'                    | no  | 201.4a
2026-06-19 | choose Brisela --with 'mana value 3'                       | unclear | 201.4a 201.4e
# ---- markers are no cards ----
2026-06-19 | choose Crown                                               | no  | 201.4
2005-02-01 | choose Crown                                               | unclear | 200.1
# ---- printings: before 2009 the tournaments were spoken of elsewhere ----
1999-04-23 | play Forest --legal                                        | yes | 202.3 100.5
2009-07-11 | play Forest --legal                                        | yes | 108.1 100.5
2009-09-04 | play Forest --legal                                        | yes | 108.1 100.6
2022-02-18 | play Cecily --legal                                        | yes | 201.2
2022-04-29 | play Cecily --legal                                        | yes | 201.2 201.3b
"""
ROWS = [
    tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines() if not line.startswith("#")
]


@pytest.fixture(autouse=True)
def _crown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names._BY_NAME, "Crown", CardFacts("Crown", "token", kind="nothing"))
    names.read.cache_clear()


@pytest.mark.parametrize("row", ROWS, ids=[f"{day} {line}" for day, line, *_rest in ROWS])
def test_answer_and_rules(row: tuple[str, str, str, str]) -> None:
    day, line, wanted, numbers = row
    found = ask(day, line)
    said = wanted if wanted in ("yes", "no", "unclear") else "yes"
    assert found.verdict == said, [str(reason.says) for reason in found.reasons]
    assert said == wanted or str(found.answer) == wanted
    assert set(numbers.split()) <= set(found.numbers)


def test_interchangeable_names_are_legal_together_since_then() -> None:
    assert "201.3b" not in ask("2022-02-18", "play Cecily --legal").numbers


def test_a_format_of_several_words_and_one_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    oar = CardFacts("Oar", legalities={"paupercommander": "legal"})
    monkeypatch.setitem(names._BY_NAME, "Oar", oar)
    assert ask("2026-06-19", "play Oar --format 'Pauper Commander'").verdict == "yes"
    unknown = ask("2026-06-19", "play Oar --format modrn")
    assert unknown.verdict == "unclear"
    assert "The card data know no format named modrn." in [str(reason.says) for reason in unknown.reasons]


def test_a_marker_is_called_one_and_no_token() -> None:
    for day in ("2026-06-19", "2005-02-01"):
        said = [str(reason.says) for reason in ask(day, "choose Crown").reasons]
        assert said == ["Crown is a marker or a picture; no card has this name."]


def test_of_a_card_with_one_known_name_either_name_may_be_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names._BY_NAME, "Oar", CardFacts("Oar", "adventure", (Side("Oar", "Creature"),)))
    said = [str(reason.says) for reason in ask("2026-06-19", "choose Oar").reasons]
    assert said[-1] == "Either name of such a card may be chosen: Oar."
    said = [str(reason.says) for reason in ask("2026-06-19", "choose Stomp").reasons]
    assert said[-1] == "The other name of such a card may be chosen too: Stomp."


def test_a_token_that_was_given_no_name_has_its_subtypes_as_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    gull = CardFacts("Gull", "token", (Side("Gull", "Token Creature — Gull Pirate"),), kind="token")
    monkeypatch.setitem(names._BY_NAME, "Gull", gull)
    assert ask("2026-06-19", "same Gull@token 'Gull Pirate@token'").verdict == "yes"
    assert ask("2026-06-19", "same 'Marit Lage@token,default' Avatar@token").verdict == "yes"
    assert ask("2026-06-19", "same 'Marit Lage@token' Avatar@token").verdict == "no"
