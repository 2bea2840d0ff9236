"""Compare the names of the objects of a question."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from cards.engine.rules.added_names import has_all_names, shares_added_name
from cards.engine.rules.object_names import ObjectNames, names_of_object
from cards.engine.rules.rule_history import NameRules
from cards.engine.types import BadQuestion, CardFacts, Question, Reason, Thing, Verdict
from rulesbase.engine.messages import gettext_noop as _


class NameComparison:
    """The objects of a question with their names, and the reasons for these names."""

    def __init__(self, question: Question, rules: NameRules) -> None:
        things = question.things
        if len(things) < 2:
            raise BadQuestion(_("Enter at least two objects to compare."))
        self.things, self.rules, self.legal = things, rules, question.legal
        self.held = [names_of_object(thing, rules, question.legal) for thing in things]
        self.one_name = interchangeable(things, rules)
        self.used_interchangeable = False
        self.reasons: list[Reason] = [reason for held in self.held for reason in held.reasons]

    def shared(self, first: int, second: int) -> Verdict:
        """Return whether two of the objects have a name in common: for sure, perhaps, or not."""
        a, b = self.held[first], self.held[second]
        if self._same_words(self.things[first], self.things[second], a, b):
            return Verdict.YES
        if self._meets(a.names, b.names):
            return Verdict.YES
        added = self._shares_added_name(first, second)
        if added is Verdict.YES:
            return added
        return Verdict.UNCLEAR if added is Verdict.UNCLEAR or self._meets(a.maybe, b.maybe) else Verdict.NO

    def _same_words(self, a: Thing, b: Thing, held: ObjectNames, other: ObjectNames) -> bool:
        """Return whether both are the same card: it has the same English name, whatever its kind."""
        # With stickers each object has to be compared by itself.
        if held.nameless or other.nameless or a.card is None or (a.sticker and not held.names):
            return False
        return replace(a, typed="", typed_name="") == replace(b, typed="", typed_name="")

    def _meets(self, a: frozenset[str], b: frozenset[str]) -> bool:
        if a & b:
            return True
        same = {self.one_name.get(name, name) for name in a} & {self.one_name.get(name, name) for name in b}
        self.used_interchangeable |= bool(same)
        return bool(same)

    def _shares_added_name(self, first: int, second: int) -> Verdict:
        """Return whether one has all names of nonlegendary creature cards, and the other such a name."""
        found = Verdict.NO
        for with_all, other in ((first, second), (second, first)):
            if has_all_names(self.things[with_all]):
                verdict = shares_added_name(
                    self.things[other], self.held[other].maybe, self.rules, self.legal, self.reasons
                )
                if verdict is not Verdict.NO:
                    found = verdict if found is Verdict.NO or verdict is Verdict.YES else found
        return found

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield all pairs of the objects, by their positions."""
        return combinations(range(len(self.held)), 2)

    @property
    def several(self) -> bool:
        """Return whether an object has more than one name."""
        return any(len(held.names) > 1 for held in self.held) or any(thing.also for thing in self.things)

    @property
    def split(self) -> bool:
        """Return whether one of them is a split card with both of its names."""
        return any(held.split for held in self.held)


def interchangeable(things: Sequence[Thing], rules: NameRules) -> Mapping[str, str]:
    """Return interchangeable names, each mapped to the first of its group in the alphabet."""
    if not rules["interchangeable"]:
        return {}
    found: dict[str, str] = {}
    for one, other in (pair for thing in things if thing.card for pair in thing.card.pairs):
        first, second = sorted((found.get(one, one), found.get(other, other)))
        found |= {one: first, other: first}
        found |= {name: first for name, before in found.items() if before == second}
    return found


def one_with(card: CardFacts, name: str) -> frozenset[str]:
    """Return the names interchangeable with a name of the card."""
    return frozenset(two for pair in card.pairs if name in pair for two in pair if two != name)
