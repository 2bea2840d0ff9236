"""Templates of name questions: each picks cards from the pool and proposes a question, which `verify` checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from cards.drills.pool import LANGUAGES, CardSummary, Pool
from cards.engine.types import QuestionKind
from cards.name_checker.query_params import QuestionParams, split_typed

T = TypeVar("T")


@dataclass(frozen=True)
class QuestionObject:
    """An object of a question as typed, its card unless it must be looked up, and the phrase for it.

    ``name`` is its name in the phrase. ``values`` fill the other placeholders: names, and a language code as
    ``language``.
    """

    typed: str
    oracle_id: str = ""
    phrase: str = "plain"
    name: str = ""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        description = {"phrase": self.phrase, "name": self.name, **self.values}
        return {"typed": self.typed, "card": self.oracle_id, "told": description}


def read_object(data: Mapping[str, Any]) -> QuestionObject:
    """Return a stored object."""
    values = dict(data["told"])
    phrase, name = values.pop("phrase"), values.pop("name")
    return QuestionObject(data["typed"], data["card"], phrase, name, values)


@dataclass(frozen=True)
class ProposedQuestion:
    """A proposed question. ``options`` are possible answers; the right one must be among them."""

    template: str
    kind: QuestionKind
    objects: tuple[QuestionObject, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict, hash=False)
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    options: tuple[str, ...] = ()
    cards: tuple[CardSummary, ...] = ()

    @property
    def params(self) -> QuestionParams:
        """Return the question in the form of the name checker."""
        typed = [one.typed for one in self.objects]
        return QuestionParams(self.kind, tuple(split_typed(one) for one in typed), "", self.details)

    @property
    def data(self) -> dict[str, Any]:
        """Return it as JSON data, without ``cards``."""
        return {
            "shape": self.template,
            "kind": str(self.kind),
            "objects": [one.data for one in self.objects],
            "details": dict(self.details),
            "values": dict(self.values),
            "options": list(self.options),
        }


def read_question(data: Mapping[str, Any]) -> ProposedQuestion:
    """Return a stored question."""
    objects = tuple(read_object(one) for one in data["objects"])
    return ProposedQuestion(
        data["shape"], QuestionKind(data["kind"]), objects, data["details"], data["values"], tuple(data["options"])
    )


QuestionTemplate = Callable[[Pool, Random], ProposedQuestion]
COMPARING = (QuestionKind.SAME, QuestionKind.DIFFERENT)
COMPARING_OR_DECK = (*COMPARING, QuestionKind.DECK)


class NotEnoughCards(LookupError):
    """The pool has no cards for a question."""


def pick(rng: Random, some: Sequence[T]) -> T:
    """Return a random member. Raises NotEnoughCards for an empty sequence."""
    if not some:
        raise NotEnoughCards
    return some[rng.randrange(len(some))]


def comparison_question(
    rng: Random, kinds: Sequence[QuestionKind], objects: Sequence[QuestionObject], *cards: CardSummary
) -> ProposedQuestion:
    """Ask whether objects have one name, different ones, or count together."""
    kind = pick(rng, kinds)
    order = list(objects)
    rng.shuffle(order)
    details = {"among": "group"} if kind is QuestionKind.DIFFERENT else {}
    return ProposedQuestion(str(kind), kind, tuple(order), details, cards=cards)


def in_state(card: CardSummary, states: str = "", phrase: str = "", **values: str) -> QuestionObject:
    """Return a card in a state; its phrase has the name of the state unless another is given."""
    typed = f"{card.name}@{states}" if states else card.name
    return QuestionObject(typed, card.oracle_id, phrase or states or "plain", card.name, values)


def in_language(pool: Pool, card: CardSummary, language: str) -> QuestionObject:
    """Return a card by its printed name. Raises NotEnoughCards if it has none of its own."""
    printed = pool.printed.get(card.oracle_id, {}).get(language)
    if not printed or not pool.is_sure(printed, card.oracle_id):
        raise NotEnoughCards
    return QuestionObject(printed, card.oracle_id, "printed", printed, {"language": language})


# ---- Plain cards and printed names ----


def shared_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare two cards with one printed name."""
    shared = pick(rng, pool.shared)
    objects = [in_state(shared.one), in_state(shared.other)]
    proposed = comparison_question(rng, COMPARING_OR_DECK, objects, shared.one, shared.other)
    values = {"printed": shared.printed, "language": shared.language}
    return replace(proposed, template=f"shared-{proposed.kind}", values=values)


def printed_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a printed name with the English name of its card or of one with a similar name."""
    language, own = pick(rng, LANGUAGES), rng.random() < 0.5
    pair = pick(rng, pool.alike)
    card, other = pair if rng.random() < 0.5 else reversed(pair)
    foreign = in_language(pool, card, language)
    return comparison_question(rng, COMPARING_OR_DECK, [foreign, in_state(card if own else other)], card, other)


def shuffled(rng: Random, some: list[str]) -> list[str]:
    """Shuffle a list and return it."""
    rng.shuffle(some)
    return some


# ---- Cards with two names, by zone and state ----

# The states of such a card, with their phrases.
STATES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "split": (("graveyard", ""), ("hand", ""), ("library", ""), ("stack,left", "left"), ("stack,right", "right")),
    "flip": (("graveyard", ""), ("hand", ""), ("battlefield", "unflipped"), ("battlefield,flipped", "flipped")),
    "transform": (("graveyard", ""), ("exile", ""), ("battlefield", "front"), ("battlefield,back", "back")),
    "modal_dfc": (("graveyard", ""), ("hand", ""), ("stack,back", "cast-back"), ("battlefield,back", "back")),
    "adventure": (("graveyard", ""), ("exile", ""), ("battlefield", ""), ("stack,right", "adventure")),
    "meld": (("graveyard", ""), ("hand", ""), ("battlefield", "unmelded"), ("battlefield,melded", "melded")),
}
OFF_BATTLEFIELD = ("graveyard", "hand", "library", "exile")
TWO_SIDED = ("split", "flip", "transform", "modal_dfc", "adventure")
_SIDES = {
    "split": ("side-left", "side-right"),
    "flip": ("side-normal", "side-flipped"),
    "transform": ("side-front", "side-back"),
    "modal_dfc": ("side-front", "side-back"),
    "adventure": ("side-normal", "side-adventure"),
}


def random_card_of_family(pool: Pool, rng: Random, families: Sequence[str] = TWO_SIDED) -> CardSummary:
    """Return a random card of a random family. Except for meld cards, it has two sides."""
    return pick(rng, pool.families[pick(rng, families)])


def named_in_state(objects: Sequence[QuestionObject], options: Sequence[str], card: CardSummary) -> ProposedQuestion:
    """Return the question for the name of a card in a state."""
    return ProposedQuestion(
        "english-state", QuestionKind.ENGLISH, tuple(objects), options=tuple(options), cards=(card,)
    )


def random_states(rng: Random, card: CardSummary, count: int) -> list[QuestionObject]:
    """Return a card in some of its states; a split card as a spell is given by the half that is cast."""
    found = []
    taken = rng.sample(STATES[card.layout], count)
    if count > 1 and rng.random() < 0.8 and all(state in OFF_BATTLEFIELD for state, _phrase in taken):
        # In these zones its name is always the same: ask that only rarely.
        taken[0] = STATES[card.layout][-1]
    for state, phrase in taken:
        at = 0 if phrase == "left" else 1
        side = {"side": card.sides[at]} if phrase in ("left", "right", "adventure") else {}
        found.append(in_state(card, state, phrase, **side))
    return found


def named_side(pool: Pool, card: CardSummary, at: int, states: str = "") -> QuestionObject:
    """Return one name of a card that has two. Raises NotEnoughCards if another card has that name too."""
    side = card.sides[at]
    if not pool.is_sure(side, card.oracle_id):
        raise NotEnoughCards
    typed = f"{side}@{states}" if states else side
    phrase = states or _SIDES[card.layout][at]
    return QuestionObject(typed, card.oracle_id, phrase, side, {"whole": card.name})


def same_card(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a card with itself in another state."""
    card = random_card_of_family(pool, rng)
    return comparison_question(rng, COMPARING, random_states(rng, card, 2), card)


def chosen_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask whether a card in some state has a chosen name."""
    card = random_card_of_family(pool, rng)
    chosen = named_side(pool, card, rng.randrange(2), "chosen")
    objects = (QuestionObject(chosen.typed, card.oracle_id, "name", chosen.name), *random_states(rng, card, 1))
    return ProposedQuestion("chosen", QuestionKind.SAME, objects, cards=(card,))


def name_in_state(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask for the name of a card in a state."""
    card = random_card_of_family(pool, rng)
    return named_in_state(random_states(rng, card, 1), [*card.sides, " // ".join(card.sides), ""], card)


def choose_side(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask whether one name of a card may be chosen, or both together."""
    card = random_card_of_family(pool, rng)
    if rng.random() < 0.5:
        name = in_state(card, "", "both", one=card.sides[0], two=card.sides[1])
    else:
        name = named_side(pool, card, rng.randrange(2))
    return ProposedQuestion("choose", QuestionKind.CHOOSE, (name,), cards=(card,))


# ---- Face-down and renamed objects, interchangeable names ----

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


def face_down(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a face-down object with the same card or another face-down object."""
    card, other = _creature(pool, rng), _creature(pool, rng)
    beside = (in_state(card, "hand"), in_state(other, "battlefield,facedown"), in_state(card, "battlefield"))
    first = in_state(card, "battlefield,facedown")
    return comparison_question(rng, COMPARING, [first, pick(rng, beside)], card, other)


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
    beside = second if rng.random() < 0.5 else in_state(card, pick(rng, ("hand", "graveyard", "battlefield")))
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
    return comparison_question(rng, COMPARING_OR_DECK, objects)


def titled(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask about a card with another title above its name."""
    card, title = pick(rng, pool.flavors)
    if rng.random() < 0.5:
        chosen = QuestionObject(f"{card.name}@flavor={title}", card.oracle_id, "title", title, {"whole": card.name})
        name = chosen if rng.random() < 0.5 else in_state(card, "", "name-titled", title=title)
        return ProposedQuestion("choose", QuestionKind.CHOOSE, (name,), cards=(card,))
    printing = in_state(card, f"flavor={title}", "titled", title=title)
    return comparison_question(rng, COMPARING_OR_DECK, [printing, in_state(card)], card)


# ---- Text that names its own object ----


def _refers(template: str, card: CardSummary, how: str, options: Sequence[str], by: str = "") -> ProposedQuestion:
    values = {"by": by} if by else {}
    details = ({"how": how} if how else {}) | values
    return ProposedQuestion(template, QuestionKind.REFERS, (in_state(card),), details, values, tuple(options), (card,))


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
    quality = pick(rng, QUALITIES)
    for _try in range(6):
        card = random_card_of_family(pool, rng)
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
    options = tuple(shuffled(rng, [types, f"{types} Token", "", pick(rng, near)]))
    return ProposedQuestion("token", QuestionKind.TOKEN, (), {"subtypes": types}, {"types": types}, options)


def token_and_card(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a token with a card named like its creature type, or with another token."""
    if pool.like_tokens and (found := pick(rng, pool.like_tokens)) and rng.random() < 0.1:
        card, side = found
        beside = in_state(card, pick(rng, ("graveyard", "hand")))
        return comparison_question(rng, COMPARING, [_token(side), beside], card)
    types = pick(rng, pool.tokens)
    akin = [one for one in pool.tokens if one != types and one.split()[-1] == types.split()[-1]]
    other = types if rng.random() < 0.5 or not akin else pick(rng, akin)
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
        second = in_state(card if rng.random() < 0.5 else other, pick(rng, ("graveyard", "battlefield")))
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
