"""Shapes of name questions: each picks cards from the pool and proposes a question.

The engine decides whether it is a good one (see `judge`).
"""

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
    """An object of a question as typed, its card if it is not to be looked up, and the phrase that tells it.

    ``values`` fill the gaps of the phrase besides ``card``: names, and a language code as ``language``. ``name`` is
    what the phrase calls it, where that is not what is typed.
    """

    typed: str
    oracle_id: str = ""
    phrase: str = "plain"
    name: str = ""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def phrase_data(self) -> dict[str, Any]:
        """Its phrase and the values of it, for JSON."""
        return {"phrase": self.phrase, "name": self.name or split_typed(self.typed).name, **self.values}

    @property
    def data(self) -> dict[str, Any]:
        """All of it, as JSON can hold it."""
        return {"typed": self.typed, "card": self.oracle_id, "told": self.phrase_data}


def object_of(data: Mapping[str, Any]) -> QuestionObject:
    """An object as it was stored."""
    values = dict(data["told"])
    phrase, name = values.pop("phrase"), values.pop("name")
    return QuestionObject(data["typed"], data["card"], phrase, name, values)


@dataclass(frozen=True)
class ProposedQuestion:
    """A question that is proposed. ``options`` are possible answers, among which the right one must be."""

    shape: str
    kind: QuestionKind
    objects: tuple[QuestionObject, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict, hash=False)
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    options: tuple[str, ...] = ()
    lights: tuple[CardSummary, ...] = ()

    @property
    def ask(self) -> QuestionParams:
        """The question as the name checker is asked it; of two objects that are compared the order is one."""
        typed = [one.typed for one in self.objects]
        return QuestionParams(self.kind, tuple(split_typed(one) for one in typed), "", self.details)

    @property
    def data(self) -> dict[str, Any]:
        """All of it but the cards in short, as JSON can hold it."""
        return {
            "shape": self.shape,
            "kind": str(self.kind),
            "objects": [one.data for one in self.objects],
            "details": dict(self.details),
            "values": dict(self.values),
            "options": list(self.options),
        }


def proposed_question_of(data: Mapping[str, Any]) -> ProposedQuestion:
    """A question as it was stored."""
    objects = tuple(object_of(one) for one in data["objects"])
    return ProposedQuestion(
        data["shape"], QuestionKind(data["kind"]), objects, data["details"], data["values"], tuple(data["options"])
    )


Shape = Callable[[Pool, Random], ProposedQuestion | None]
COMPARING = (QuestionKind.SAME, QuestionKind.DIFFERENT)


def pick(rng: Random, some: Sequence[T]) -> T | None:
    """One of some; none where there are none."""
    return some[rng.randrange(len(some))] if some else None


def compared(
    rng: Random, kinds: Sequence[QuestionKind], objects: Sequence[QuestionObject], *lights: CardSummary
) -> ProposedQuestion:
    """The question whether these have one name, different ones, or are counted together."""
    kind = kinds[rng.randrange(len(kinds))]
    order = list(objects)
    rng.shuffle(order)
    details = {"among": "group"} if kind is QuestionKind.DIFFERENT else {}
    return ProposedQuestion(str(kind), kind, tuple(order), details, lights=lights)


def of(light: CardSummary, states: str = "", phrase: str = "", **values: str) -> QuestionObject:
    """A card in a state; its phrase bears the name of the state unless another is said."""
    typed = f"{light.name}@{states}" if states else light.name
    return QuestionObject(typed, light.oracle_id, phrase or states or "plain", light.name, values)


def in_language(pool: Pool, light: CardSummary, language: str) -> QuestionObject | None:
    """A card by its printed name, where that is no other card's."""
    printed = pool.printed.get(light.oracle_id, {}).get(language)
    if not printed or not pool.is_sure(printed, light.oracle_id):
        return None
    return QuestionObject(printed, light.oracle_id, "printed", printed, {"language": language})


def either_language(rng: Random) -> str:
    """A language of printed names."""
    return LANGUAGES[rng.randrange(len(LANGUAGES))]


# ---- Plain cards and printed names ----

_DECKS = (*COMPARING, QuestionKind.DECK)


def shared_name(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Two cards that bear one printed name."""
    shared = pick(rng, pool.shared)
    if shared is None:
        return None
    put = compared(rng, _DECKS, [of(shared.one), of(shared.other)], shared.one, shared.other)
    values = {"printed": shared.printed, "language": shared.language}
    return ProposedQuestion(f"shared-{put.kind}", put.kind, put.objects, put.details, values, lights=put.lights)


def printed_name(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A printed name, and the English name of its card or of one that is called much like it."""
    language, own = either_language(rng), rng.random() < 0.5
    pair = pick(rng, pool.alike)
    if pair is None:
        return None
    light, other = (pair.one, pair.other) if rng.random() < 0.5 else (pair.other, pair.one)
    foreign = in_language(pool, light, language)
    return compared(rng, _DECKS, [foreign, of(light if own else other)], light, other) if foreign else None


def two_languages(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """A card in one language and one in another."""
    light = pick(rng, [*pool.with_printed])
    if light is None:
        return None
    near = pick(rng, pool.like.get(light.oracle_id, ()))
    other = near if near and rng.random() < 0.7 else light
    first, second = in_language(pool, light, LANGUAGES[0]), in_language(pool, other, LANGUAGES[1])
    return compared(rng, _DECKS, [first, second], light, other) if first and second else None


def english_of_printed(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """Which card a printed name is; the others are called much like it."""
    light, language = pick(rng, pool.with_printed), either_language(rng)
    foreign = in_language(pool, light, language) if light else None
    if light is None or foreign is None:
        return None
    near = [one for one in pool.like.get(light.oracle_id, ()) if one is not light]
    near += rng.sample(akin, min(len(akin), 4)) if (akin := pool.akin(light)) else []
    options = [*dict.fromkeys(one.name for one in near)][:3]
    if len(options) < 2:
        return None
    chosen = mixed(rng, [light.name, *options])
    return ProposedQuestion("english-printed", QuestionKind.ENGLISH, (foreign,), options=tuple(chosen), lights=(light,))


def mixed(rng: Random, some: list[str]) -> list[str]:
    """Some in another order."""
    rng.shuffle(some)
    return some


# ---- Cards with two names, where they are ----

# What state such a card can be in, with the phrase that tells it.
STATES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "split": (("graveyard", ""), ("hand", ""), ("library", ""), ("stack,left", "left"), ("stack,right", "right")),
    "flip": (("graveyard", ""), ("hand", ""), ("battlefield", "unflipped"), ("battlefield,flipped", "flipped")),
    "transform": (("graveyard", ""), ("exile", ""), ("battlefield", "front"), ("battlefield,back", "back")),
    "modal_dfc": (("graveyard", ""), ("hand", ""), ("stack,back", "cast-back"), ("battlefield,back", "back")),
    "adventure": (("graveyard", ""), ("exile", ""), ("battlefield", ""), ("stack,right", "adventure")),
    "meld": (("graveyard", ""), ("hand", ""), ("battlefield", "unmelded"), ("battlefield,melded", "melded")),
}
_OFF = ("graveyard", "hand", "library", "exile")
TWO_SIDED = ("split", "flip", "transform", "modal_dfc", "adventure")
_SIDES = {
    "split": ("side-left", "side-right"),
    "flip": ("side-normal", "side-flipped"),
    "transform": ("side-front", "side-back"),
    "modal_dfc": ("side-front", "side-back"),
    "adventure": ("side-normal", "side-adventure"),
}


def any_of_family(pool: Pool, rng: Random, families: Sequence[str] = TWO_SIDED) -> CardSummary | None:
    """A card of one of some kinds, each kind as likely as the next."""
    return pick(rng, pool.families[families[rng.randrange(len(families))]])


def states(rng: Random, light: CardSummary, count: int) -> list[QuestionObject]:
    """A card in some of its states; of a split card as a spell only the half that is cast is stated."""
    found = []
    taken = rng.sample(STATES[light.layout], count)
    if count > 1 and rng.random() < 0.8 and all(state in _OFF for state, _phrase in taken):
        # Neither in play nor being cast, it is called the same: that is worth asking now and then.
        taken[0] = STATES[light.layout][-1]
    for state, phrase in taken:
        at = 0 if phrase == "left" else 1
        side = {"side": light.sides[at]} if phrase in ("left", "right", "adventure") else {}
        found.append(of(light, state, phrase, **side))
    return found


def side_of(pool: Pool, light: CardSummary, at: int, states_: str = "") -> QuestionObject | None:
    """One name of a card that has two, if nothing else is called so."""
    side = light.sides[at]
    if not pool.is_sure(side, light.oracle_id):
        return None
    typed = f"{side}@{states_}" if states_ else side
    phrase = states_ or _SIDES[light.layout][at]
    return QuestionObject(typed, light.oracle_id, phrase, side, {"whole": light.name})


def same_card(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """The same card twice, in two states."""
    light = any_of_family(pool, rng)
    return compared(rng, COMPARING, states(rng, light, 2), light) if light else None


def chosen_name(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """One name of a card was chosen: has the card, in some state, that name?"""
    light = any_of_family(pool, rng)
    chosen = side_of(pool, light, rng.randrange(2), "chosen") if light and len(light.sides) > 1 else None
    if light is None or chosen is None:
        return None
    in_state = states(rng, light, 1)[0]
    return ProposedQuestion(
        "chosen",
        QuestionKind.SAME,
        (QuestionObject(chosen.typed, light.oracle_id, "name", chosen.name), in_state),
        lights=(light,),
    )


def name_in_state(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """What a card is called as it is now."""
    light = any_of_family(pool, rng)
    if light is None or len(light.sides) < 2:
        return None
    options = [*light.sides, " // ".join(light.sides), ""]
    return ProposedQuestion(
        "english-state", QuestionKind.ENGLISH, tuple(states(rng, light, 1)), options=tuple(options), lights=(light,)
    )


def choose_side(pool: Pool, rng: Random) -> ProposedQuestion | None:
    """May one name of a card be chosen, or both together?"""
    light = any_of_family(pool, rng)
    if light is None or len(light.sides) < 2:
        return None
    if rng.random() < 0.5:
        both = QuestionObject(
            light.name, light.oracle_id, "both", light.name, {"one": light.sides[0], "two": light.sides[1]}
        )
        return ProposedQuestion("choose", QuestionKind.CHOOSE, (both,), lights=(light,))
    side = side_of(pool, light, rng.randrange(2))
    return ProposedQuestion("choose", QuestionKind.CHOOSE, (side,), lights=(light,)) if side else None
