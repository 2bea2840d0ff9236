"""Facts that the asker did not give: the answer for each value of one, where it decides."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from cards.engine.name_rules.card_kinds import Family, family_of
from cards.engine.name_rules.verdicts import WORDS
from cards.engine.types import Answer, Branch, GameObject, Question, QuestionKind, Verdict
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

# The verdicts that say that names differ.
_APART = {QuestionKind.SAME: Verdict.NO, QuestionKind.DIFFERENT: Verdict.YES, QuestionKind.DECK: Verdict.NO}
# A possible value of a missing fact, and the question with it.
_Case = tuple[Message, Question]


def depending_on_fact(question: Question, found: Answer, ask: Callable[[Question], Answer]) -> Answer:
    """Return the answer that depends on one missing fact; the unclear answer ``found`` if no fact decides."""
    for cases in _missing_facts(question):
        branches = tuple(Branch(condition, ask(case)) for condition, case in cases)
        if all(branch.answer.verdict.is_settled for branch in branches):
            return depending_on(branches, found)
    return found


def depending_on_unknown_name(question: Question, found: Answer, ask: Callable[[Question], Answer]) -> Answer:
    """Return the answer of a comparison with a name that the card data lack.

    It may be another card's name in another language or spelling, so it depends where that changes the answer.
    """
    # Only a difference is in doubt: equal names are equal.
    if found.verdict is not _APART.get(question.kind):
        return found
    named = {side.name for thing in question.things if thing.card and not thing.unknown for side in thing.card.sides}
    for at, thing in enumerate(question.things):
        if not thing.unknown or thing.name in named:
            continue
        cards = {other.name: other for other in question.things if other.name != thing.name}
        branches = [Branch(Message(_("“%(name)s” is the name of another card"), {"name": thing.name}), found)]
        for other in cards.values():
            as_other = replace(other, states=thing.states | (other.states & {"token", "emblem"}))
            condition = Message(_("“%(name)s” is another name of %(card)s"), {"name": thing.name, "card": other.name})
            branches.append(Branch(condition, ask(_with_thing(question, at, as_other))))
        settled = depending_on(branches, found)
        if settled.verdict is Verdict.DEPENDS:
            message = _(
                "No card named “%(name)s” is in the card data. Another card in the question may have this name in a "
                "different language or spelling."
            )
            return replace(settled, settled_by=Message(message, {"name": thing.name}))
    return found


def depending_on_text(
    question: Question, later: tuple[GameObject, ...], found: Answer, ask: Callable[[Question], Answer]
) -> Answer:
    """Return the answer that depends on when the Oracle text changed, between two days of the card data.

    ``later`` are the objects with the text of the next data.
    """
    changed = [
        (one.card.as_of, next_.card.as_of)
        for one, next_ in zip(question.things, later, strict=True)
        if one.card and next_.card and one.card.sides != next_.card.sides
    ]
    if not changed or not found.verdict.is_settled:
        return found
    before, after = changed[0]
    still = _("the Oracle text of %(as_of)s was still in effect on the date of the question")
    already = _("the Oracle text of %(as_of)s was already in effect on the date of the question")
    branches = (
        Branch(Message(still, {"as_of": before or ""}), found),
        Branch(Message(already, {"as_of": after or ""}), ask(replace(question, things=later))),
    )
    settled = depending_on(branches, found)
    if settled.verdict is not Verdict.DEPENDS:
        return settled
    message = _(
        "The Oracle text changed between two dates of the card data. The change may be before or after this version."
    )
    return replace(settled, settled_by=Message(message))


def depending_on(branches: Sequence[Branch], found: Answer) -> Answer:
    """Return the answer of the branches if they agree, else the answer *depends* with the reasons of ``found``."""
    first = branches[0].answer
    if all(branch.answer.is_like(first) for branch in branches):
        return first
    words, cases = WORDS[Verdict.DEPENDS], tuple(branches)
    return replace(found, verdict=Verdict.DEPENDS, answer=words, branches=cases, by_analogy=False, meaning=None)


def _missing_facts(question: Question) -> Iterator[Sequence[_Case]]:
    """Yield the possible values of each fact that was not given."""
    if question.legal is None:
        legal, not_legal = (replace(question, options={**question.options, "legal": one}) for one in (True, False))
        yield (
            (Message(_("the card is legal in the format")), legal),
            (Message(_("the card is not legal in the format")), not_legal),
        )
    for at, thing in enumerate(question.things):
        # The question does not say which half of a split card was cast.
        either = thing.zone == "stack" and thing.side is None and "fused" not in thing.states
        if either and thing.card and family_of(thing.card) is Family.SPLIT:
            halves = [(side.name, replace(thing, side=half)) for half, side in enumerate(thing.card.sides)]
            cast = _("%(name)s was cast")
            yield [(Message(cast, {"name": name}), _with_thing(question, at, one)) for name, one in halves]


def _with_thing(question: Question, at: int, thing: GameObject) -> Question:
    return replace(question, things=(*question.things[:at], thing, *question.things[at + 1 :]))
