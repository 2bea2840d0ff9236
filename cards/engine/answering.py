"""A question goes in, an answer comes out, as of any version: the one door to the name rules."""

from collections.abc import Callable

from cards.engine.asking import Answer, Asked, BadQuestion, Question
from cards.engine.choosing import choose
from cards.engine.decks import deck, play
from cards.engine.differing import different
from cards.engine.epochs import FIRST_DAY, Law, law_of
from cards.engine.meant import english
from cards.engine.referring import refers
from cards.engine.sameness import same
from cards.engine.sayings import Saying
from cards.engine.sayings import gettext_noop as _
from cards.engine.tokens import token

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
