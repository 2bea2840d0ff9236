"""Shapes of the harder levels: states, names that are one, characteristics, tokens, copies, melded cards."""

from collections.abc import Sequence
from random import Random

from cards.drills.pool import CardSummary, Pool
from cards.drills.shapes import (
    COMPARING,
    ProposedQuestion,
    QuestionObject,
    any_of_family,
    compared,
    mixed,
    of,
    pick,
    side_of,
    states,
)
from cards.engine.types import QuestionKind

# Creatures that gain abilities of other creatures, and a card that gives a name.
GAINERS = ("Quicksilver Elemental", "Necrotic Ooze", "Skill Borrower", "Experiment Kraj", "Myr Welder")
RENAMER, NEW_NAME = "Witness Protection", "Legitimate Businessperson"
# What an effect may ask of a chosen name; the phrases stand in drilling_words.
QUALITIES = ("creature", "land", "nonland", "artifact", "instant", "sorcery", "enchantment", "noncreature", "legendary")


def _creature(pool: Pool, rng: Random) -> CardSummary | None:
    """A plain creature that is not legendary."""
    for _try in range(12):
        light = pick(rng, pool.with_printed)
        if light and "Creature" in light.types[0] and "Legendary" not in light.types[0]:
            return light
    return None


# ---- States ----


def face_down(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Something that is face down, beside the same card or another that is face down."""
    light, other = _creature(pool, rng), _creature(pool, rng)
    if light is None or other is None:
        return None
    beside = of(light, "hand"), of(other, "battlefield,facedown"), of(light, "battlefield")
    first = of(light, "battlefield,facedown")
    return compared(rng, COMPARING, [first, beside[rng.randrange(3)]], light, other)


def name_face_down(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """What something face down is called."""
    light = any_of_family(pool, rng, ("transform", "modal_dfc")) if rng.random() < 0.3 else _creature(pool, rng)
    if light is None or "Creature" not in light.types[0]:
        return None
    names = [*light.sides] if len(light.sides) > 1 else [light.name, *(one.name for one in _near(pool, light))][:2]
    return ProposedQuestion(
        "english-state",
        QuestionKind.ENGLISH,
        (of(light, "battlefield,facedown"),),
        options=(*mixed(rng, names), ""),
        lights=(light,),
    )


def _near(pool: Pool, light: CardSummary) -> Sequence[CardSummary]:
    return pool.like.get(light.oracle_id, ())


def renamed(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A creature that an effect renamed."""
    if RENAMER not in pool.by_name:
        return None
    light, other = _creature(pool, rng), _creature(pool, rng)
    if light is None or other is None:
        return None
    state = f"battlefield,set={NEW_NAME}"
    first = of(light, state, "renamed", new=NEW_NAME)
    second = of(other, state, "renamed", new=NEW_NAME)
    beside = second if rng.random() < 0.5 else of(light, ("hand", "graveyard", "battlefield")[rng.randrange(3)])
    return compared(rng, COMPARING, [first, beside], light, other, pool.by_name[RENAMER])


def one_name(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Cards whose names are interchangeable, or almost."""
    pair, other = pick(rng, pool.one_name), pick(rng, pool.one_name)
    if pair is None or other is None:
        return None
    second = pair[1] if rng.random() < 0.5 else other[rng.randrange(2)]
    names = [pair[0], second]
    if second in (pair[0],) or not any(name in pool.by_name for name in pair):
        return None
    objects = [QuestionObject(name, "", "plain", name) for name in names]
    if rng.random() < 0.3:
        chosen = QuestionObject(f"{names[0]}@chosen", "", "name", names[0])
        return ProposedQuestion("chosen", QuestionKind.SAME, (chosen, QuestionObject(names[1], "", "plain", names[1])))
    return compared(rng, (*COMPARING, QuestionKind.DECK), objects)


def titled(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A card with another title in its corner."""
    found = pick(rng, pool.flavors)
    if found is None:
        return None
    light, title = found
    if rng.random() < 0.5:
        chosen = QuestionObject(f"{light.name}@flavor={title}", light.oracle_id, "title", title, {"whole": light.name})
        real = QuestionObject(light.name, light.oracle_id, "name-titled", light.name, {"title": title})
        return ProposedQuestion(
            "choose", QuestionKind.CHOOSE, (chosen if rng.random() < 0.5 else real,), lights=(light,)
        )
    printing = of(light, f"flavor={title}", "titled", title=title)
    return compared(rng, (*COMPARING, QuestionKind.DECK), [printing, of(light)], light)


# ---- Text that names its own object ----


def _refers(shape: str, light: CardSummary, how: str, options: Sequence[str], by: str = "") -> ProposedQuestion:
    details = {"how": how} if how else {}
    values = {"by": by} if by else {}
    return ProposedQuestion(
        shape,
        QuestionKind.REFERS,
        (of(light),),
        {**details, **({"by": by} if by else {})},
        values,
        tuple(options),
        (light,),
    )


def own_text(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Text that uses the name of its own object."""
    light = pick(rng, pool.naming_itself)
    return _refers("refers-self", light, "", mixed(rng, ["source", "any"])) if light else None


def granted(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """An ability that an object gives to another, and in which its own name stands."""
    light = pick(rng, pool.granting)
    return _refers("refers-granted", light, "granted", mixed(rng, ["source", "holder", "any"])) if light else None


def gained(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """An ability that uses a name, gained by another creature."""
    light, by = pick(rng, pool.activated), pick(rng, [name for name in GAINERS if name in pool.by_name])
    if light is None or by is None or light.name == by:
        return None
    return _refers("refers-gained", light, "gained", mixed(rng, ["source", "holder", "any"]), by)


def short_name(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A short form of a legend's name in its own text."""
    light = pick(rng, pool.shortened)
    return _refers("refers-short", light, "shortened", mixed(rng, ["full", "any-short"])) if light else None


def became(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """An effect that names its object, which has become a copy of something else."""
    light, other = pick(rng, pool.activated), _creature(pool, rng)
    if light is None or other is None or light is other:
        return None
    return _refers("refers-became", light, "renamed", mixed(rng, ["now", "any", "none"]), other.name)


# ---- Characteristics ----


def with_quality(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """May a name be chosen, where it has to be that of a land, an instant and so on?"""
    quality = QUALITIES[rng.randrange(len(QUALITIES))]
    for _try in range(6):
        light = any_of_family(pool, rng)
        if light is None or len(light.sides) < 2 or len(light.types) < 2:
            continue
        # Where one side has it and the other does not, it is worth asking.
        if _has(light.types[0], quality) != _has(light.types[1], quality):
            side = side_of(pool, light, rng.randrange(2))
            return (
                ProposedQuestion("choose-with", QuestionKind.CHOOSE, (side,), {"with": quality}, lights=(light,))
                if side
                else None
            )
    return None


def _has(line: str, quality: str) -> bool:
    word = quality.removeprefix("non")
    return (word.capitalize() in line.split()) != quality.startswith("non")


# ---- Tokens, copies, melded cards ----


def token_name(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """What a token is called that nothing names."""
    types = pick(rng, pool.tokens)
    if types is None:
        return None
    words = types.split()
    near = [f"{words[0]} Token", " ".join(reversed(words))] if len(words) > 1 else ["Token"]
    options = [types, f"{types} Token", "", near[rng.randrange(len(near))]]
    return ProposedQuestion(
        "token", QuestionKind.TOKEN, (), {"subtypes": types}, {"types": types}, tuple(mixed(rng, options))
    )


def token_and_card(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A token, and a card that is called like its creature type, or like it when the word is left out."""
    found = pick(rng, pool.like_tokens)
    if found and rng.random() < 0.1:
        light, side = found
        return compared(rng, COMPARING, [_token(side), of(light, ("graveyard", "hand")[rng.randrange(2)])], light)
    types = pick(rng, pool.tokens)
    if types is None:
        return None
    akin = [one for one in pool.tokens if one != types and one.split()[-1] == types.split()[-1]]
    other = types if rng.random() < 0.5 or not akin else akin[rng.randrange(len(akin))]
    return compared(rng, COMPARING, [_token(types), _token(other, "other-token")])


def _token(types: str, phrase: str = "token") -> QuestionObject:
    return QuestionObject(f"{types}@battlefield,token,default", "", phrase, types)


def copied(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A copy, as a token or as another permanent, beside what it copies."""
    light, other = _creature(pool, rng), _creature(pool, rng)
    if light is None or other is None:
        return None
    if rng.random() < 0.5:
        first = of(light, "battlefield,token,copy", "token-copy")
        near = [one for one in _near(pool, light) if "Creature" in one.types[0]]
        second = of(near[0], "battlefield") if near and rng.random() < 0.6 else of(light, "graveyard")
    else:
        first = of(light, "battlefield,copy", "became", was=other.name)
        second = of(light if rng.random() < 0.5 else other, ("graveyard", "battlefield")[rng.randrange(2)])
    return compared(rng, COMPARING, [first, second], light, other)


def copied_face(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Three permanents: is each called otherwise than the others?"""
    light = any_of_family(pool, rng, ("transform", "flip"))
    other = _creature(pool, rng)
    if light is None or other is None:
        return None
    third = of(other, "battlefield,facedown") if rng.random() < 0.4 else of(other, "battlefield")
    objects = [*states(rng, light, 2), third]
    return ProposedQuestion(
        "different", QuestionKind.DIFFERENT, tuple(objects), {"among": "group"}, lights=(light, other)
    )


def melded(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Meld cards, melded or not."""
    light = pick(rng, pool.families["meld"])
    if light is None:
        return None
    if rng.random() < 0.5:
        return compared(rng, COMPARING, states(rng, light, 2), light)
    results = [*pool.melds]
    options = [light.name, *rng.sample(results, min(2, len(results))), ""]
    return ProposedQuestion(
        "english-state", QuestionKind.ENGLISH, tuple(states(rng, light, 1)), options=tuple(options), lights=(light,)
    )
