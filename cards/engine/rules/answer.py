"""A question goes in, an answer comes out, as of any version: the one door to the name rules."""

from collections.abc import Callable

from cards.engine.rules.choose import choose
from cards.engine.rules.decks import deck, play
from cards.engine.rules.different import different
from cards.engine.rules.english_name import english
from cards.engine.rules.rule_history import FIRST_DAY, Law, law_of
from cards.engine.rules.same import same
from cards.engine.rules.self_reference import refers
from cards.engine.rules.tokens import token
from cards.engine.sayings import Saying
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import Answer, Asked, BadQuestion, Question

_ANSWERS: dict[Asked, Callable[[Question, Law], Answer]] = {
    Asked.SAME: same,
    Asked.DIFFERENT: different,
    Asked.CHOOSE: choose,
    Asked.ENGLISH: english,
    Asked.REFERS: refers,
    Asked.TOKEN: token,
    Asked.DECK: deck,
    Asked.PLAY: play,
}


def answer(question: Question) -> Answer:
    """Answer a question as of the version of its day. Raises BadQuestion."""
    if question.day < FIRST_DAY:
        told = _("The first version of the rules is that of %(first)s; before it there is none to ask.")
        raise BadQuestion(Saying(told, {"first": FIRST_DAY.isoformat()}))
    return _ANSWERS[question.kind](question, law_of(question.day))
