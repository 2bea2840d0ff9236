"""The entry point to the name rules: answers a question as of any version."""

from collections.abc import Callable

from cards.engine.rules.choose import choose
from cards.engine.rules.decks import deck, play
from cards.engine.rules.different import different
from cards.engine.rules.english_name import english
from cards.engine.rules.missing_facts import settle_by_fact, settle_unknown_names
from cards.engine.rules.rule_history import FIRST_DAY, NameRules, name_rules
from cards.engine.rules.same import same
from cards.engine.rules.self_reference import refers
from cards.engine.rules.tokens import token
from cards.engine.types import Answer, BadQuestion, Question, QuestionKind, Verdict
from rulesbase.engine.messages import Message
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
}


def answer(question: Question) -> Answer:
    """Answer a question as of the version of its day. Raises BadQuestion.

    Where only a fact is missing that the asker may know, the verdict is *depends*, with a branch for each value of it.
    """
    if question.day < FIRST_DAY:
        message = _("The first version of the rules is that of %(first)s; before it there is none to ask.")
        raise BadQuestion(Message(message, {"first": FIRST_DAY.isoformat()}))
    rules = name_rules(question.day)

    def ask(asked: Question) -> Answer:
        found = _ANSWERS[asked.kind](asked, rules)
        return settle_by_fact(asked, found, ask) if found.verdict is Verdict.UNCLEAR else found

    return settle_unknown_names(question, ask(question), ask)
