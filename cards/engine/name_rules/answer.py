"""The entry point to the name rules: answers a question as of any version."""

import datetime
from collections.abc import Callable
from dataclasses import replace

from cards.engine.name_rules.choose import choose
from cards.engine.name_rules.decks import deck, play
from cards.engine.name_rules.different import different
from cards.engine.name_rules.english_name import english
from cards.engine.name_rules.missing_facts import depending_on_fact, depending_on_text, depending_on_unknown_name
from cards.engine.name_rules.named_phrase import named
from cards.engine.name_rules.rule_history import FIRST_DAY, NameRules
from cards.engine.name_rules.same import same
from cards.engine.name_rules.self_reference import refers
from cards.engine.name_rules.tokens import token
from cards.engine.types import Answer, BadQuestion, GameObject, Question, QuestionKind, Verdict
from rulesbase.engine.messages import gettext_noop as _

_ANSWERS: dict[QuestionKind, Callable[[Question, NameRules], Answer]] = {
    QuestionKind.SAME: same,
    QuestionKind.DIFFERENT: different,
    QuestionKind.CHOOSE: choose,
    QuestionKind.ENGLISH: english,
    QuestionKind.REFERS: refers,
    QuestionKind.TOKEN: token,
    QuestionKind.DECK: deck,
    QuestionKind.PLAY: play,
    QuestionKind.NAMED: named,
}


def answer(question: Question) -> Answer:
    """Answer a question as of the version of its day. Raise BadQuestion.

    Where only a fact is missing that the asker may know, the verdict is *depends*, with a branch for each value of it.
    """
    if question.day < FIRST_DAY:
        message = _("The first version of the rules is dated %(first)s. Choose that date or a later one.")
        raise BadQuestion(message, first=FIRST_DAY)
    rules = NameRules(question.day)
    now = replace(question, things=tuple(_of_day(thing, question.day) for thing in question.things))

    def ask(asked: Question) -> Answer:
        found = _ANSWERS[asked.kind](asked, rules)
        return depending_on_fact(asked, found, ask) if found.verdict is Verdict.UNCLEAR else found

    found = depending_on_unknown_name(now, ask(now), ask)
    later = tuple(_of_next_data(thing, question.day) for thing in question.things)
    return depending_on_text(now, later, found, ask)


def _of_day(thing: GameObject, day: datetime.date) -> GameObject:
    """Return an object with the Oracle text, types and legality of a day."""
    also_cards = {name: one.on(day) for name, one in thing.also_cards.items()}
    return replace(thing, card=thing.card and thing.card.on(day), also_cards=also_cards)


def _of_next_data(thing: GameObject, day: datetime.date) -> GameObject:
    """Return an object with the Oracle text and types of the first data after a day."""
    card = thing.card
    later = card.history.facts_after(card.on(day), day) if card and card.history else None
    return replace(_of_day(thing, day), card=later) if later else _of_day(thing, day)
