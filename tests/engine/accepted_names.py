"""What the name rules answer, of all cards of `names` in all states: for the table of what is accepted."""

import datetime
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from cards.engine.answering import answer
from cards.engine.asking import Answer, Asked, BadQuestion, Question, Thing
from cards.engine.epochs import TABLE, law_of, turning_points
from cards.engine.governing import keyword_titles, plural, wanted
from cards.engine.states import STATES, in_words, read_written
from tests.engine.accepting import Part, Pieces
from tests.engine.names import CARDS, thing

Options = Mapping[str, str | tuple[str, ...] | bool]
# Days between which the rules on names changed most, and one before there were any.
DAYS = """1998-12-31 1999-04-23 2006-07-15 2009-09-04 2010-07-16 2013-05-01 2016-08-26 2018-10-05 2020-11-20 2021-11-19
2022-10-07 2026-06-19""".split()
_KEPT = (
    "battlefield stack hand graveyard facedown token copy chosen left right flipped back melded fused default".split()
)
GIVEN = ["also=Spy Kit", "also=Island", "set=Tree", "set=Island", "flavor=Sun", "sticker=Big", "also=Ice,facedown"]
_TWO = """battlefield,back stack,left stack,fused hand,locked-left battlefield,locked-right token,copy emblem
battlefield,locked-left,locked-right battlefield,flipped nameless,named""".split()
STATED = [*_KEPT, *GIVEN, *_TWO]
KINDS = "same different choose english refers token deck play".split()
UNKNOWN = ["Goblin Shaman", "Copper Tablet", "Food", "Cursed Role", "Young Hero Role"]
NAMES = list(dict.fromkeys([name for card in CARDS for name in (card.name, *(side.name for side in card.sides))]))
WITH = (
    "nonland; creature; artifact or land; instant; not legendary; mana value 2; mana value 3 or less; red; colorless; "
    "blue creature; nonbasic land; mana value x; noncreature, nonland; legendary; multicolored; even mana value; "
    "goblin; nonred or blue; monocolored artifact; mana value greater than 3"
).split("; ")
OPTIONS: list[Options] = [
    {}, {"granted": True}, {"copied": True}, {"granted": True, "copied": True}, {"ability": True}, {"moved": True},
    {"shortened": True}, {"shortened": True, "first": True}, {"shortened": True, "second": True},
    {"shortened": True, "second": True, "legendary": True}, {"shortened": True, "legendary": False}, {"phrase": True},
    {"gained_by": "Isamaru"}, {"gained_by": "Isamaru", "granted": True}, {"renamed": "Tree"},
    {"renamed": "Tree", "granted": True}, {"granted": True, "second": True}, {"moved": True, "gained_by": "Forest"},
]  # fmt: skip
CHANGED: list[Options] = [
    {},
    {"name": "Sun"},
    {"changed": ("Goblin=Elf", "Food=Gold", "Forest=Tree")},
    {"back": True},
    {"existing": True, "changed": ("Goblin=Elf",)},
    {"changed": ("Goblin",)},
]
TOKENS = (
    "Goblin; Goblin Shaman; Treasure; Food; Walker; Cursed Role; Young Hero Role; Incubator; Bird legendary; 1/1 "
    "white Soldier creature; Vehicle artifact; Aura enchantment; Forest land;"
).split("; ")


def told(
    kind: Asked,
    day: datetime.date,
    things: tuple[Thing, ...],
    legal: bool | None = None,
    with_: tuple[str, ...] = (),
    options: Options | None = None,
) -> object:
    """An answer with what is reckoned of it, or why there is none."""
    try:
        found: Answer = answer(Question(kind, day, things, with_, legal, options or {}))
    except BadQuestion as refusal:
        return refusal.saying
    return found, found.conclusion, found.numbers


def _things() -> list[Thing]:
    """Every card, side and unknown name as it is, and in every state."""
    found = []
    for at, name in enumerate([*NAMES, *UNKNOWN]):
        stated = STATED if at % 3 == 0 else STATED[at % 4 :: 4]
        found += [thing(name), *(thing(f"{name}@{state}") for state in stated)]
    return found


def _pairs(things: list[Thing]) -> Iterator[tuple[Thing, ...]]:
    """Objects beside others: the same, such as share a name, and strangers; three at the end."""
    for at, one in enumerate(things):
        yield one, things[(at * 7 + 3) % len(things)]
        yield one, things[(at + 1) % len(things)]
    for at in range(0, len(things), 5):
        yield things[at], things[at]
        yield things[at], things[at - 2], things[at - 1]


def _asked(folder: Path, place: str) -> Pieces:
    """Many answers to a kind of question, as of a day."""
    kind, day = place.split(" ")
    return {"answers": _answers(Asked(kind), datetime.date.fromisoformat(day), _things(), DAYS.index(day))}


def _answers(kind: Asked, day: datetime.date, things: list[Thing], nth: int) -> Iterator[object]:
    legal = (None, True, False)
    match kind:
        case Asked.SAME | Asked.DIFFERENT | Asked.DECK:
            for at, some in enumerate(islice(_pairs(things), nth % 7, None, 7)):
                given: Options = {"first": at % 5 == 0, "group": at % 7 == 0, "commander": at % 4 == 0}
                yield told(kind, day, some, legal[at % 3], options=given)
            yield told(kind, day, tuple(things[:1]))
            yield told(kind, day, ())
        case Asked.CHOOSE:
            for at, one in enumerate(things[nth % 2 :: 2]):
                yield told(kind, day, (one,), legal[at % 3], tuple(WITH[at % len(WITH) :][: at % 3]))
        case Asked.REFERS:
            for at, one in enumerate(things[nth % 2 :: 2]):
                yield told(kind, day, (one,), options=OPTIONS[at % len(OPTIONS)])
        case Asked.TOKEN:
            for at, words in enumerate(TOKENS):
                for changed in CHANGED:
                    yield told(kind, day, (), options={"subtypes": tuple(words.split()), **changed})
                token = thing(f"{words or 'Elk'}@token")
                yield told(kind, day, (token,), options={"name": "Sun" if at % 2 else ""})
        case _:
            for at, one in enumerate(things[nth % 3 :: 3]):
                options: Options = {"format": ("Modern", "", "Vintage")[at % 3]}
                yield told(kind, day, (one,), legal[at % 3], options=CHANGED[2] if at % 6 == 0 else options)


# ---- How objects are written, and which rules govern cards ----

SPELT = [
    "Oar@{}",
    "Oar@ {} ",
    "Oar@in-the-{}",
    "Oar@token,{}",
    "Oar; {}",
    "{} Oar",
    "a {} Oar",
    "Oar ({})",
    "Oar@{}+left",
    "{}",
]
SAID = (
    "a face-down creature|the other nameless 2/2 token|a Goblin creature token|Elspeth emblem|Elk (token)|"
    "two tokens|a token named Sun|Island@also=Elk,Deer,token|Oar@set=|Oar@also=A;also=B;also=A|{Elk||"
    "Oar@sticker=Big Bad|face down|unnamed|A // B|A//B@left|A / B|Oar@unlocked-left,locked"
).split("|")
FACES: list[object] = [
    "Elk",
    "Elk // Oar",
    {"name": "Oar"},
    {"name": "Oar", "type_line": "Land", "types": "Instant"},
    3,
    {},
]
LAYOUTS = """normal split flip transform modal_dfc meld adventure prepare token emblem room aftermath double_faced
leveler""".split()


def _written(folder: Path, way: str) -> Pieces:
    if way == "described":
        return {"cards": [_read(typed) for typed in _descriptions()]}
    words = [*sorted(STATES), *"morphed unlocked-left locked grave deck spell right-half face-up nowhere".split()]
    typed = SAID if way == "said" else [way.format(word) for word in words]
    return {"read": [_read(one) for one in typed]}


def _read(typed: str) -> object:
    try:
        read = read_written(typed)
    except BadQuestion as refusal:
        return typed, refusal.saying
    return typed, read, in_words(read)


def _descriptions() -> Iterator[str]:
    for at, layout in enumerate(LAYOUTS):
        for nth, face in enumerate(FACES):
            faces = [face, *FACES[: nth % 3]]
            yield json.dumps({"name": "Elk", "layout": layout, "faces": faces}) + ("@token" if at % 3 == 0 else "")
            yield json.dumps({"name": f"Elk // {layout}", "types": ["Creature", "Land // Land"][nth % 2]})
            yield json.dumps({"layout": layout, "card_faces": faces, "type_line": "Artifact — Room"})
    more: list[dict[str, object]] = [
        {"name": "Elk", "mana_cost": "{1}{G}", "colors": ["G"], "mana_value": 2, "power": "1", "text": "Devoid"},
        {"name": "Elk", "legalities": {"modern": "legal"}, "flavor_name": "Sun", "kind": "token", "cmc": "x"},
        {"name": "Elk", "melds_into": "Ox", "layout": "meld"}, {"name": "Elk", "interchangeable": ["Ox"], "types": 3},
        {"name": 3}, {"name": "Elk", "faces": []}, {"name": ""}, {"names": ["A", "B"]}, {"name": "Elk", "layout": 3},
    ]  # fmt: skip
    yield from map(json.dumps, more)


_KNOWN = ["Flying", "First Strike", "Landwalk", "Cycling", "Enchant", "Partner", "Protection"]
_KEYWORDS = ["flying", "Forestwalk", "Wizardcycling", "partner with", "Protection from red", "elk", ""]


def _governed(folder: Path, layout: str) -> Pieces:
    lines = (
        "Legendary Creature — Elk; Basic Land — Forest; Instant; Artifact — Vehicle; Enchantment — Room; ; Kindred "
        "Sorcery — Elf; Token Creature; Enchantment — Aura Curse; Battle — Siege; Planeswalker — Jace; Enchantment — "
        "Class; Enchantment — Saga; Land — Town // Instant — Adventure; Conspiracy; Dungeon"
    ).split("; ")
    return {
        "wanted": [wanted(layout, [line, *lines[at % 3 : at % 3 + at % 2]]) for at, line in enumerate(lines)],
        "words": [plural(word) for line in lines for word in line.split()],
        "titles": [keyword_titles(word, _KNOWN) for word in _KEYWORDS],
    }


def _laws(folder: Path, place: str) -> Pieces:
    """The table of epochs by topic, and what it says on some days."""
    laws = [law_of(datetime.date.fromisoformat(day)) for day in DAYS[1:]]
    held = {topic: [*steps, *(law[topic] for law in laws)] for topic, steps in TABLE.items()}
    return {**held, "turning points": turning_points()}


PARTS = {
    "answers": Part([f"{kind} {day}" for kind in KINDS for day in DAYS], _asked),
    "written": Part(["said", "described", *SPELT], _written),
    "governed": Part(LAYOUTS, _governed),
    "laws": Part(["topics"], _laws),
}
