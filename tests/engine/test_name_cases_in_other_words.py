"""The same name questions as people word them otherwise: objects described as JSON, states in other words.

A line is day | question | answer | numbers that must be cited, as in `test_name_cases`.
"""

import pytest

from cards.engine.asking import BadQuestion, Verdict
from cards.engine.states import read_written
from tests.engine.names import ask

POOL = (
    '{"name":"Bottomless Pool","layout":"split","faces":["Bottomless Pool","Locker Room"],"types":"Enchantment — Room"}'
)
BOTH = POOL.replace('"Bottomless Pool","layout"', '"Bottomless Pool // Locker Room","layout"')
SCOUT = '{"name":"Scout // Elk","layout":"double_faced_token","types":["Creature — Scout","Creature — Elk"]}'
STOMP = '{"name":"Stomp","layout":"adventure","types":"Instant — Adventure"}'
STRIKE = '{"name":"Strike","layout":"omen","types":"Instant — Omen"}'
ROOM = '{"name":"B","layout":"room","faces":["A","B"],"types":["Enchantment","Room"]}'
TABLE = f"""
# ---- states ----
2026-06-19 | same 'Fire // Ice@Stack,Left' 'Fire // Ice@gy'          | yes | 201.2a 709.4
2026-06-19 | same 'Fire // Ice@stack left' 'Ice'                     | no  | 709.3b 709.4a
2026-06-19 | same 'Fire // Ice@stack@left' 'Fire // Ice@in hand'     | yes | 201.2a 709.4
2026-06-19 | same 'Isamaru@face-down' 'Forest@face down'             | no  | 201.2a 708.2a
2026-06-19 | same 'Delver // Aberration@transformed' Delver          | no  | 712.8e
2024-11-08 | same 'Pool // Locker@locked' 'Pool // Locker@locked'    | no  | 709.5 201.2a
2024-11-08 | same 'Pool // Locker@unlocked-left' Locker              | no  | 709.5 709.4a
2024-11-08 | same 'Pool // Locker@unlocked-left,unlocked-right' Locker | yes | 709.5 709.4a
# ---- what has no name needs none ----
2016-08-26 | same '{{"layout":"facedown"}}' '{{}}@facedown' | unclear | 201.2a 707.2a
2026-06-19 | same '{{"name":""}}@facedown' '{{"layout":"facedown"}}' | no | 201.2a 708.2a
2021-02-05 | same '{{"layout":"emblem"}}' '{{"layout":"emblem"}}' | no | 201.2a 114.3
2023-10-13 | same 'The Ring@emblem' 'the ring@emblem'                | yes | 201.2a 114.3
# ---- cards described ----
2024-11-08 | same '{BOTH}@locked-left,locked-right' '{BOTH}@locked-left,locked-right' | no | 709.5
2024-11-08 | same '{{"name":"A // B","layout":"room"}}@locked' '{{"name":"A // B","layout":"room"}}@locked' | no | 709.5
2024-11-08 | same '{{"name":"A // B"}}@battlefield,locked' '{{"name":"A // B"}}@battlefield,locked' | no | 709.5
2026-06-19 | choose '{POOL}' --with enchantment | yes | 201.4a 201.4b 709.4a 709.5a
2026-06-19 | choose '{BOTH}' | no | 201.4b 709.4a
2026-06-19 | choose '{ROOM}' --with land | no | 709.5a
2026-06-19 | choose '{STOMP}' --with instant | yes | 201.4a 201.4f
2026-06-19 | choose '{STRIKE}' --with instant | unclear | 201.4a 720.5
2026-06-19 | choose '{{"name":"Strike","layout":"omen","faces":["D","Strike"]}}' --with instant | unclear | 201.4a 720.5
2025-02-07 | choose '{{"name":"Strike","layout":"omen"}}' | unclear |
2026-06-19 | choose '{{"name":"Brisela","layout":"meld"}}' | yes | 201.4 201.4e 712.19
2011-09-30 | choose '{{"name":"Aberration","layout":"transform"}}' --legal | yes | 201.3 711.8
2011-07-15 | choose '{{"name":"Aberration","layout":"transform"}}' --legal | unclear | 201.3
2013-05-01 | choose '{{"name":"Fire","layout":"split"}}' --legal | yes | 201.3 708.7
2013-02-01 | choose '{{"name":"Fire","layout":"split"}}' --legal | no | 201.3 708.7
2026-06-19 | choose Bruna@melded                                     | yes | 201.4 201.4e 712.19
2026-06-19 | choose Garrison@melded --with land                      | no  | 201.4a 201.4e
2026-06-19 | choose Eleven Cecily                                    | yes | 201.4 201.4g
2026-06-19 | english '{{"name":"Z","flavor_name":"G"}}' | Z | 201.6
2026-06-19 | deck '{{"name":"Z","flavor_name":"G"}}' '{{"name":"Z"}}' | yes | 201.6 100.2a
# ---- names added ----
2016-08-26 | same 'Mothdust@also=Llanowar Elves' 'Llanowar Elves' --not-legal | no | 612.6 201.2b
2021-02-05 | different A B 'C@also=A'                                | no  | 612.6 201.2b
2026-06-19 | same 'A@also=Isamaru' Isamaru                           | no  | 612.7 201.2a
# ---- characteristics ----
2026-06-19 | choose 'Black Lotus' --with 'a name other than a basic land name' | yes | 201.4a
2026-06-19 | choose Island --with 'other than a basic land name'                  | no  | 201.4a
2026-06-19 | choose 'Dryad Arbor' --with 'not a basic land'                            | yes | 201.4a
2026-06-19 | choose 'Black Lotus' --with 'must be a non-creature, non land card'       | yes | 201.4a
2026-06-19 | choose 'Black Lotus' --with 'artifact card name; Standard game'           | yes | 201.4a
# ---- tokens ----
2023-10-13 | token Wicked                                            | Wicked | 111.10q
2023-10-13 | token Aura Role --name 'Young Hero'                     | Young Hero | 111.10r
2023-10-13 | token Incubator                                         | Incubator Token | 111.4 111.10i
2023-10-13 | english '{{"name":"Incubator // X","layout":"double_faced_token"}}@back' | Phyrexian Token | 111.10i
2026-06-19 | english '{SCOUT}@back' | Elk Token | 111.4
2026-06-19 | english '{{"name":"Scout","layout":"token","types":"Creature — Scout"}}' | Scout Token | 111.4
2016-01-16 | english '{{"name":"Clue","layout":"token","types":"Artifact — Clue"}}' | unclear | 110.5c
2026-06-19 | token Soldier --changed 'Soldier -> Wizard'             | Wizard Token | 612.2a 111.4
2026-06-19 | token Soldier --changed 'Soldier to Wizard'             | Wizard Token | 612.2a 111.4
# ---- who is meant ----
2026-06-19 | refers '“this creature”'                                | still that object | 700.7
2003-07-01 | refers '"that creature" / "this creature"'              | still that object | 202.2a
2001-07-23 | refers Mothdust@copy                                    | the Mothdust | 503.11
2021-07-23 | refers 'Mothdust@copy,set=Isamaru'                      | the Mothdust | 707.11
2012-02-01 | refers Isamaru@copy --granted                           | only Isamaru A | 201.4a
2026-06-19 | refers Isamaru --granted --gained-by Mothdust           | only Isamaru A | 201.5a
2026-06-19 | refers Isamaru Isamaru                                  | only Isamaru A | 201.5
2013-07-13 | refers 'a legendary card' --shortened                   | the full name, a legendary card | 201.4c
2024-02-02 | refers 'a nonlegendary card' --shortened                | unclear | 201.5c
"""
ROWS = [
    tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{at:02} {row[0]}" for at, row in enumerate(ROWS)])
def test_answer_and_rules(row: tuple[str, str, str, str]) -> None:
    day, line, wanted, numbers = row
    found = ask(day, line)
    if wanted in ("yes", "no", "unclear"):
        assert found.verdict == wanted, [str(reason.says) for reason in found.reasons]
    else:
        assert (found.verdict, str(found.answer)) == (Verdict.YES, wanted)
    assert set(numbers.split()) <= set(found.numbers)


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
    told = [reason.number for reason in found.reasons if reason.says == found.conclusion]
    assert told[-1] == number


@pytest.mark.parametrize(
    ("typed", "states"),
    [
        ("A@Face Down", {"facedown"}),
        ("A@left,right", {"fused", "stack"}),
        ("A@stack;left", {"stack", "left"}),
        ("A@on the battlefield, flipped", {"battlefield", "flipped"}),
        ("A@unlocked-right", {"battlefield", "locked-left"}),
        ("A@also=B, C,hand", {"hand"}),
    ],
)
def test_states_in_other_words(typed: str, states: set[str]) -> None:
    assert read_written(typed).states == states


def test_an_added_name_may_have_a_comma() -> None:
    assert read_written("A@also=B, C,hand").also == ("B, C",)


@pytest.mark.parametrize("typed", ["A@flying", "{}", '{"layout": "split"}', "{}@hand"])
def test_what_is_no_object(typed: str) -> None:
    with pytest.raises(BadQuestion):
        read_written(typed)
