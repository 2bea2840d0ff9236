"""Shapes of name questions: each picks cards from the pool and proposes a question, which `judge` accepts or not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from cards.drills.pool import LANGUAGES, CardSummary, Pool
from cards.engine.types import QuestionKind
from cards.name_checker.query_params import QuestionParams, split_typed

T = TypeVar("T")


@dataclass(frozen=True)
class QuestionObject:
    """An object of a question as typed, its card unless it must be looked up, and the phrase for it.

    ``values`` fill the placeholders of the phrase besides ``card``: names, and a language code as ``language``.
    ``name`` is its name in the phrase if it differs from what is typed.
    """

    typed: str
    oracle_id: str = ""
    phrase: str = "plain"
    name: str = ""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def phrase_data(self) -> dict[str, Any]:
        """Return its phrase and the values of it, for JSON."""
        return {"phrase": self.phrase, "name": self.name or split_typed(self.typed).name, **self.values}

    @property
    def data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"typed": self.typed, "card": self.oracle_id, "told": self.phrase_data}


def read_object(data: Mapping[str, Any]) -> QuestionObject:
    """Return a stored object."""
    values = dict(data["told"])
    phrase, name = values.pop("phrase"), values.pop("name")
    return QuestionObject(data["typed"], data["card"], phrase, name, values)


@dataclass(frozen=True)
class ProposedQuestion:
    """A proposed question. ``options`` are possible answers; the right one must be among them."""

    shape: str
    kind: QuestionKind
    objects: tuple[QuestionObject, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict, hash=False)
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    options: tuple[str, ...] = ()
    cards: tuple[CardSummary, ...] = ()

    @property
    def ask(self) -> QuestionParams:
        """Return the question in the form of the name checker."""
        typed = [one.typed for one in self.objects]
        return QuestionParams(self.kind, tuple(split_typed(one) for one in typed), "", self.details)

    @property
    def data(self) -> dict[str, Any]:
        """Return it as JSON data, without ``cards``."""
        return {
            "shape": self.shape,
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


Shape = Callable[[Pool, Random], ProposedQuestion]
COMPARING = (QuestionKind.SAME, QuestionKind.DIFFERENT)


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
    kind = kinds[rng.randrange(len(kinds))]
    order = list(objects)
    rng.shuffle(order)
    details = {"among": "group"} if kind is QuestionKind.DIFFERENT else {}
    return ProposedQuestion(str(kind), kind, tuple(order), details, cards=cards)


def in_state(card: CardSummary, random_states: str = "", phrase: str = "", **values: str) -> QuestionObject:
    """Return a card in a state; its phrase has the name of the state unless another is given."""
    typed = f"{card.name}@{random_states}" if random_states else card.name
    return QuestionObject(typed, card.oracle_id, phrase or random_states or "plain", card.name, values)


def in_language(pool: Pool, card: CardSummary, language: str) -> QuestionObject:
    """Return a card by its printed name. Raises NotEnoughCards if it has none of its own."""
    printed = pool.printed.get(card.oracle_id, {}).get(language)
    if not printed or not pool.is_sure(printed, card.oracle_id):
        raise NotEnoughCards
    return QuestionObject(printed, card.oracle_id, "printed", printed, {"language": language})


def random_language(rng: Random) -> str:
    """Return a language of printed names."""
    return LANGUAGES[rng.randrange(len(LANGUAGES))]


# ---- Plain cards and printed names ----

_DECKS = (*COMPARING, QuestionKind.DECK)


def shared_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare two cards with one printed name."""
    shared = pick(rng, pool.shared)
    put = comparison_question(rng, _DECKS, [in_state(shared.one), in_state(shared.other)], shared.one, shared.other)
    values = {"printed": shared.printed, "language": shared.language}
    return ProposedQuestion(f"shared-{put.kind}", put.kind, put.objects, put.details, values, cards=put.cards)


def printed_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a printed name with the English name of its card or of one with a similar name."""
    language, own = random_language(rng), rng.random() < 0.5
    pair = pick(rng, pool.alike)
    card, other = pair if rng.random() < 0.5 else reversed(pair)
    foreign = in_language(pool, card, language)
    return comparison_question(rng, _DECKS, [foreign, in_state(card if own else other)], card, other)


def shuffled(rng: Random, some: list[str]) -> list[str]:
    """Shuffle a list and return it."""
    rng.shuffle(some)
    return some


# ---- Cards with two names, where they are ----

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
    """Return a random card of a random family."""
    return pick(rng, pool.families[families[rng.randrange(len(families))]])


def _two_sided(pool: Pool, rng: Random) -> CardSummary:
    card = random_card_of_family(pool, rng)
    if len(card.sides) < 2:
        raise NotEnoughCards
    return card


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
        # Neither on the battlefield nor on the stack its name is the same: ask that only now and then.
        taken[0] = STATES[card.layout][-1]
    for state, phrase in taken:
        at = 0 if phrase == "left" else 1
        side = {"side": card.sides[at]} if phrase in ("left", "right", "adventure") else {}
        found.append(in_state(card, state, phrase, **side))
    return found


def named_side(pool: Pool, card: CardSummary, at: int, states_: str = "") -> QuestionObject:
    """Return one name of a card that has two. Raises NotEnoughCards if another card has that name too."""
    side = card.sides[at]
    if not pool.is_sure(side, card.oracle_id):
        raise NotEnoughCards
    typed = f"{side}@{states_}" if states_ else side
    phrase = states_ or _SIDES[card.layout][at]
    return QuestionObject(typed, card.oracle_id, phrase, side, {"whole": card.name})


def same_card(pool: Pool, rng: Random) -> ProposedQuestion:
    """Compare a card with itself in another state."""
    card = random_card_of_family(pool, rng)
    return comparison_question(rng, COMPARING, random_states(rng, card, 2), card)


def chosen_name(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask whether a card in some state has a chosen name."""
    card = _two_sided(pool, rng)
    chosen = named_side(pool, card, rng.randrange(2), "chosen")
    objects = (QuestionObject(chosen.typed, card.oracle_id, "name", chosen.name), *random_states(rng, card, 1))
    return ProposedQuestion("chosen", QuestionKind.SAME, objects, cards=(card,))


def name_in_state(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask for the name of a card in a state."""
    card = _two_sided(pool, rng)
    return named_in_state(random_states(rng, card, 1), [*card.sides, " // ".join(card.sides), ""], card)


def choose_side(pool: Pool, rng: Random) -> ProposedQuestion:
    """Ask whether one name of a card may be chosen, or both together."""
    card = _two_sided(pool, rng)
    if rng.random() < 0.5:
        name = in_state(card, "", "both", one=card.sides[0], two=card.sides[1])
    else:
        name = named_side(pool, card, rng.randrange(2))
    return ProposedQuestion("choose", QuestionKind.CHOOSE, (name,), cards=(card,))
