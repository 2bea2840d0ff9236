"""Shapes of the harder levels: states, interchangeable names, characteristics, tokens, copies, melded cards."""

from collections.abc import Sequence
from random import Random

from cards.drills.pool import CardSummary, Pool
from cards.drills.shapes import (
    COMPARING,
    OFF_BATTLEFIELD,
    STATES,
    NotEnoughCards,
    ProposedQuestion,
    QuestionObject,
    comparison_question,
    in_state,
    named_in_state,
    named_side,
    pick,
    random_card_of_family,
    random_states,
    shuffled,
)
from cards.engine.types import QuestionKind

# Creatures that gain abilities of other creatures, and a card that gives a name.
GAINERS = ("Quicksilver Elemental", "Necrotic Ooze", "Skill Borrower", "Experiment Kraj", "Myr Welder")
RENAMER, NEW_NAME = "Witness Protection", "Legitimate Businessperson"
# Qualities that an effect may require of a chosen name; `wording` has their phrases.
QUALITIES = ("creature", "land", "nonland", "artifact", "instant", "sorcery", "enchantment", "noncreature", "legendary")


def _creature(pool: Pool, rng: Random) -> CardSummary:
    """Return a plain creature that is not legendary."""
    for _try in range(12):
        card = pick(rng, pool.with_printed)
        if "Creature" in card.types[0] and "Legendary" not in card.types[0]:
            return card
    raise NotEnoughCards


# ---- States ----


def face_down(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a face-down object with the same card or another face-down object."""
    card, other = _creature(pool, rng), _creature(pool, rng)
    beside = (
        in_state(card, "hand"),
        in_state(other, "battlefield,facedown"),
        in_state(card, "battlefield"),
    )
    first = in_state(card, "battlefield,facedown")
    return comparison_question(rng, COMPARING, [first, beside[rng.randrange(3)]], card, other)


def name_face_down(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask for the name of a face-down object."""
    card = random_card_of_family(pool, rng, ("transform", "modal_dfc")) if rng.random() < 0.3 else _creature(pool, rng)
    if "Creature" not in card.types[0]:
        raise NotEnoughCards
    names = [*card.sides] if len(card.sides) > 1 else [card.name, *(one.name for one in _near(pool, card))][:2]
    return named_in_state([in_state(card, "battlefield,facedown")], (*shuffled(rng, names), ""), card)


def _near(pool: Pool, card: CardSummary) -> Sequence[CardSummary]:
    return pool.like.get(card.oracle_id, ())


def renamed(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a renamed creature with another object."""
    if RENAMER not in pool.by_name:
        raise NotEnoughCards
    card, other = _creature(pool, rng), _creature(pool, rng)
    state = f"battlefield,set={NEW_NAME}"
    first = in_state(card, state, "renamed", new=NEW_NAME)
    second = in_state(other, state, "renamed", new=NEW_NAME)
    beside = second if rng.random() < 0.5 else in_state(card, ("hand", "graveyard", "battlefield")[rng.randrange(3)])
    return comparison_question(rng, COMPARING, [first, beside], card, other, pool.by_name[RENAMER])


def one_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare cards whose names are interchangeable, or almost."""
    pair, other = pick(rng, pool.one_name), pick(rng, pool.one_name)
    name, second = pair[0], pair[1] if rng.random() < 0.5 else other[rng.randrange(2)]
    if second == name or not any(one in pool.by_name for one in pair):
        raise NotEnoughCards
    objects = [QuestionObject(one, "", "plain", one) for one in (name, second)]
    if rng.random() < 0.3:
        chosen = QuestionObject(f"{name}@chosen", "", "name", name)
        return ProposedQuestion("chosen", QuestionKind.SAME, (chosen, objects[1]))
    return comparison_question(rng, (*COMPARING, QuestionKind.DECK), objects)


def titled(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about a card with another title above its name."""
    card, title = pick(rng, pool.flavors)
    if rng.random() < 0.5:
        chosen = QuestionObject(f"{card.name}@flavor={title}", card.oracle_id, "title", title, {"whole": card.name})
        name = chosen if rng.random() < 0.5 else in_state(card, "", "name-titled", title=title)
        return ProposedQuestion("choose", QuestionKind.CHOOSE, (name,), cards=(card,))
    printing = in_state(card, f"flavor={title}", "titled", title=title)
    return comparison_question(rng, (*COMPARING, QuestionKind.DECK), [printing, in_state(card)], card)


# ---- Text that names its own object ----


def _refers(shape: str, card: CardSummary, how: str, options: Sequence[str], by: str = "") -> ProposedQuestion:
    values = {"by": by} if by else {}
    details = ({"how": how} if how else {}) | values
    return ProposedQuestion(shape, QuestionKind.REFERS, (in_state(card),), details, values, tuple(options), (card,))


def own_text(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about text that uses the name of its own object."""
    card = pick(rng, pool.naming_itself)
    return _refers("refers-self", card, "", shuffled(rng, ["source", "any"]))


def granted(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about an ability that an object grants and that contains its name."""
    card = pick(rng, pool.granting)
    return _refers("refers-granted", card, "granted", shuffled(rng, ["source", "holder", "any"]))


def gained(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about an ability with a name in it, gained by another creature."""
    card, by = pick(rng, pool.activated), pick(rng, [name for name in GAINERS if name in pool.by_name])
    if card.name == by:
        raise NotEnoughCards
    return _refers("refers-gained", card, "gained", shuffled(rng, ["source", "holder", "any"]), by)


def short_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about a short form of a legend's name in its own text."""
    card = pick(rng, pool.shortened)
    return _refers("refers-short", card, "shortened", shuffled(rng, ["full", "any-short"]))


def became(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about an effect that names its object, which has become a copy of something else."""
    card, other = pick(rng, pool.activated), _creature(pool, rng)
    if card is other:
        raise NotEnoughCards
    return _refers("refers-became", card, "renamed", shuffled(rng, ["now", "any", "none"]), other.name)


# ---- Characteristics ----


def with_quality(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask whether a name may be chosen that must be that of a land, an instant and so on."""
    quality = QUALITIES[rng.randrange(len(QUALITIES))]
    for _try in range(6):
        card = random_card_of_family(pool, rng)
        if len(card.sides) < 2 or len(card.types) < 2:
            continue
        # It is worth asking if only one side has the quality.
        if _has(card.types[0], quality) != _has(card.types[1], quality):
            side = named_side(pool, card, rng.randrange(2))
            return ProposedQuestion("choose-with", QuestionKind.CHOOSE, (side,), {"with": quality}, cards=(card,))
    raise NotEnoughCards


def _has(line: str, quality: str) -> bool:
    word = quality.removeprefix("non")
    return (word.capitalize() in line.split()) != quality.startswith("non")


# ---- Tokens, copies, melded cards ----


def token_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask for the name of a token without a stated name."""
    types = pick(rng, pool.tokens)
    words = types.split()
    near = [f"{words[0]} Token", " ".join(reversed(words))] if len(words) > 1 else ["Token"]
    options = [types, f"{types} Token", "", near[rng.randrange(len(near))]]
    return ProposedQuestion(
        "token", QuestionKind.TOKEN, (), {"subtypes": types}, {"types": types}, tuple(shuffled(rng, options))
    )


def token_and_card(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a token with a card named like its creature type, or with another token."""
    if pool.like_tokens and (found := pick(rng, pool.like_tokens)) and rng.random() < 0.1:
        card, side = found
        return comparison_question(
            rng, COMPARING, [_token(side), in_state(card, ("graveyard", "hand")[rng.randrange(2)])], card
        )
    types = pick(rng, pool.tokens)
    akin = [one for one in pool.tokens if one != types and one.split()[-1] == types.split()[-1]]
    other = types if rng.random() < 0.5 or not akin else akin[rng.randrange(len(akin))]
    return comparison_question(rng, COMPARING, [_token(types), _token(other)])


def _token(types: str) -> QuestionObject:
    return QuestionObject(f"{types}@battlefield,token,default", "", "token", types)


def copied(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a copy, a token or another permanent, with what it copies."""
    card, other = _creature(pool, rng), _creature(pool, rng)
    if rng.random() < 0.5:
        first = in_state(card, "battlefield,token,copy", "token-copy")
        near = [one for one in _near(pool, card) if "Creature" in one.types[0]]
        second = in_state(near[0], "battlefield") if near and rng.random() < 0.6 else in_state(card, "graveyard")
    else:
        first = in_state(card, "battlefield,copy", "became", was=other.name)
        second = in_state(card if rng.random() < 0.5 else other, ("graveyard", "battlefield")[rng.randrange(2)])
    return comparison_question(rng, COMPARING, [first, second], card, other)


def copied_face(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask whether three permanents all have different names."""
    card = random_card_of_family(pool, rng, ("transform", "flip"))
    other = _creature(pool, rng)
    third = in_state(other, "battlefield,facedown") if rng.random() < 0.4 else in_state(other, "battlefield")
    sides = [state for state in STATES[card.layout] if state[0] not in OFF_BATTLEFIELD]
    objects = (*(in_state(card, *state) for state in rng.sample(sides, 2)), third)
    return ProposedQuestion("different", QuestionKind.DIFFERENT, objects, {"among": "group"}, cards=(card, other))


def melded(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about meld cards, melded or not."""
    card = pick(rng, pool.families["meld"])
    if rng.random() < 0.5:
        return comparison_question(rng, COMPARING, random_states(rng, card, 2), card)
    options = [card.name, *rng.sample(pool.melds, min(2, len(pool.melds))), ""]
    return named_in_state([in_state(card, *STATES["meld"][-1])], options, card)
