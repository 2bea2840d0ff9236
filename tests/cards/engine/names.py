"""Questions to the name engine as a line of text, with cards of our own description: no database."""

import datetime
import shlex
from dataclasses import replace
from functools import lru_cache

from cards.engine.input.object import parse_object
from cards.engine.name_rules.answer import answer
from cards.engine.name_rules.named_phrase import read_named
from cards.engine.types import Answer, CardFacts, GameObject, Question, QuestionKind, Side


def card(name: str, layout: str, *sides: tuple[str, str] | tuple[str, str, str], **more: object) -> CardFacts:
    """A card of sides, each a name, a type line and perhaps a mana cost."""
    made = tuple(Side(one[0], one[1], one[2] if len(one) > 2 else "") for one in sides)
    return CardFacts(name, layout, made, **more)  # type: ignore[arg-type]


BRISELA = Side("Brisela, Voice of Nightmares", "Legendary Creature — Eldrazi Angel")
TOWNSHIP = Side("Hanweir, the Writhing Township", "Legendary Creature — Eldrazi Ooze")
CARDS = [
    card("Grizzly Bears", "normal", ("Grizzly Bears", "Creature — Bear", "{1}{G}")),
    card("Llanowar Elves", "normal", ("Llanowar Elves", "Creature — Elf Druid", "{G}")),
    card("Isamaru", "normal", ("Isamaru", "Legendary Creature — Dog", "{W}")),
    card("Island", "normal", ("Island", "Basic Land — Island")),
    card("Forest", "normal", ("Forest", "Basic Land — Forest")),
    card("Dryad Arbor", "normal", ("Dryad Arbor", "Land Creature — Forest Dryad")),
    card("Black Lotus", "normal", ("Black Lotus", "Artifact", "{0}")),
    card("Mothdust", "normal", ("Mothdust", "Creature — Shapeshifter", "{2}{U}{R}")),
    card("Fire // Ice", "split", ("Fire", "Instant", "{1}{R}"), ("Ice", "Instant", "{1}{U}")),
    card("X // Y", "split", ("X", "Instant", "{1}{R}"), ("Y", "Instant", "{1}{U}")),
    card("X // Z", "split", ("X", "Instant", "{1}{R}"), ("Z", "Instant", "{1}{U}")),
    card("Illusion // Reality", "split", ("Illusion", "Instant"), ("Reality", "Instant")),
    card(
        "Pool // Locker", "split", ("Pool", "Enchantment — Room", "{1}{U}"), ("Locker", "Enchantment — Room", "{4}{U}")
    ),
    card("Akki // Tok", "flip", ("Akki", "Creature — Goblin", "{3}{R}"), ("Tok", "Legendary Creature — Goblin")),
    card(
        "Delver // Aberration", "transform", ("Delver", "Creature — Human", "{U}"), ("Aberration", "Creature — Insect")
    ),
    card("Call // Emeria", "modal_dfc", ("Call", "Sorcery", "{4}{W}"), ("Emeria", "Land")),
    card("Bruna", "meld", ("Bruna", "Legendary Creature — Angel", "{5}{W}"), melds_into=BRISELA),
    card("Brisela", "meld", ("Brisela", BRISELA.type_line), melds_into=Side("Brisela", BRISELA.type_line)),
    card("Garrison", "meld", ("Garrison", "Creature — Human", "{2}{R}"), melds_into=TOWNSHIP),
    card(
        "Giant // Stomp",
        "adventure",
        ("Giant", "Creature — Giant", "{2}{R}"),
        ("Stomp", "Instant — Adventure", "{1}{R}"),
    ),
    card(
        "Dragon // Strike",
        "adventure",
        ("Dragon", "Creature — Dragon", "{4}{U}"),
        ("Strike", "Instant — Omen", "{1}{U}"),
    ),
    card("Aviator // Jump", "prepare", ("Aviator", "Creature — Bird", "{2}{U}"), ("Jump", "Instant", "{U}")),
    card("Odd // Stranger", "no such layout", ("Odd", "Creature"), ("Stranger", "Land")),
    card("Eleven", "normal", ("Eleven", "Legendary Creature"), pairs=(("Eleven", "Cecily"),)),
    card("Cecily", "normal", ("Cecily", "Legendary Creature"), pairs=(("Eleven", "Cecily"),)),
    card("Zilortha", "normal", ("Zilortha", "Legendary Creature — Dinosaur")),
    card("Marit Lage", "token", ("Marit Lage", "Legendary Token Creature — Avatar"), kind="token"),
    card("Unglued Thing", "normal", ("Unglued Thing", "Artifact"), casual=True),
]
_BY_NAME = {name: one for one in CARDS for name in (one.name, *(side.name for side in reversed(one.sides)))}
_BY_NAME |= {one.name: one for one in CARDS}
_BY_NAME["Godzilla"] = _BY_NAME["Zilortha"]
_BY_NAME["Crown"] = CardFacts("Crown", "token", kind="nothing")
_VALUES = {"--name": "name", "--gained-by": "gained_by", "--renamed": "renamed", "--format": "format", "--card": "card"}


def thing(typed: str) -> GameObject:
    """An object of the cards above; as cards.lookup.resolve_objects, without the ways to find a card."""
    written = parse_object(typed)
    found = written.card or _BY_NAME.get(written.name)
    if found and {"token", "emblem"} & written.states and "copy" not in written.states and written.name != found.name:
        found = None
    names = [side.name for side in found.sides] if found and len(found.sides) > 1 else []
    side = names.index(written.name) if written.name in names else None
    if names and {"left", "right"} & written.states:
        side = int("right" in written.states)
    states, also = written.states - {"left", "right", "front"}, written.also
    flavor = written.flavor or ("Godzilla" if written.name == "Godzilla" else "")
    also_cards = {name: _BY_NAME[name] for name in also if name in _BY_NAME}
    more = written.set_name, flavor, side, also_cards, written.sticker
    return GameObject(typed, found, states, also, *more, typed_name=written.name)


def ask(day: str, line: str) -> Answer:
    """Answer a line such as `choose Fire --with instant --legal`, as of a day."""
    return answer(replace(read(line), day=datetime.date.fromisoformat(day)))


@lru_cache(maxsize=512)
def read(line: str) -> Question:
    """The question of a line, as of no day yet."""
    kind, *words = shlex.split(line)
    options: dict[str, str | tuple[str, ...] | bool] = {}
    objects: list[str] = []
    required: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in ("--legal", "--not-legal"):
            options["legal"] = word == "--legal"
        elif word == "--with":
            required.append(next(rest))
        elif word == "--changed":
            options["changed"] = (next(rest),)
        elif word in _VALUES:
            options[_VALUES[word]] = next(rest)
        elif word == "--nonlegendary":
            options["legendary"] = False
        elif word.startswith("--"):
            options[word[2:]] = True
        else:
            objects.append(word)
    if kind == "token":
        options, objects = options | {"subtypes": tuple(objects)}, []
    if kind == "phrase":
        found = read_named(objects[0])
        kind, objects = "named", [found.name]
        options |= {"described": found.what, "zone": found.zone, "negated": found.negated}
    things = tuple(thing(one) for one in objects)
    return Question(QuestionKind(kind), datetime.date.min, things, options | {"with": tuple(required)})
