"""Compare the names of the objects of a question."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from cards.engine.name_rules.added_names import has_all_names, shares_added_name
from cards.engine.name_rules.find_object_names import names_of_object
from cards.engine.name_rules.interchangeable_names import interchangeable
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import BadQuestion, Question, Reason, Verdict
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
        if self._is_same_card(first, second) or self._meets(a.names, b.names):
            return Verdict.YES
        added = self._shares_added_name(first, second)
        if added is not Verdict.NO:
            return added
        return Verdict.UNCLEAR if self._meets(a.maybe, b.maybe) else Verdict.NO

    def _is_same_card(self, first: int, second: int) -> bool:
        """Return whether both are the same card: it has the same English name, whatever its kind."""
        thing, held = self.things[first], self.held[first]
        # With stickers each object has to be compared by itself.
        if held.nameless or self.held[second].nameless or thing.card is None or (thing.sticker and not held.names):
            return False
        return replace(thing, typed="", typed_name="") == replace(self.things[second], typed="", typed_name="")

    def _meets(self, a: frozenset[str], b: frozenset[str]) -> bool:
        if a & b:
            return True
        same = {self.one_name.get(name, name) for name in a} & {self.one_name.get(name, name) for name in b}
        self.used_interchangeable |= bool(same)
        return bool(same)

    def _shares_added_name(self, first: int, second: int) -> Verdict:
        """Return whether one has all names of nonlegendary creature cards, and the other such a name."""
        found = [
            shares_added_name(self.things[other], self.held[other].maybe, self.rules, self.legal, self.reasons)
            for with_all, other in ((first, second), (second, first))
            if has_all_names(self.things[with_all])
        ]
        if Verdict.YES in found:
            return Verdict.YES
        return Verdict.UNCLEAR if Verdict.UNCLEAR in found else Verdict.NO

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
