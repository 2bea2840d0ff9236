"""Write a question about names in words, for its heading and the title of the page."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, pgettext

from cards.engine.name_rules.verdicts import WORDS
from cards.engine.types import QuestionKind, Verdict
from cards.name_checker.query_params import QuestionParams, TypedObject
from rulesbase.core.errors import message_text
from rulesbase.engine.messages import Message

VERDICT_WORDS = {
    Verdict.YES: gettext_lazy("Yes"),
    Verdict.NO: gettext_lazy("No"),
    Verdict.DEPENDS: gettext_lazy("It depends"),
    Verdict.UNCLEAR: gettext_lazy("Unclear"),
}
_STATE_WORDS = {
    "hand": gettext_lazy("in a hand"),
    "graveyard": gettext_lazy("in a graveyard"),
    "library": gettext_lazy("in a library"),
    "exile": gettext_lazy("in exile"),
    "stack": gettext_lazy("on the stack"),
    "battlefield": gettext_lazy("on the battlefield"),
    "left": gettext_lazy("left half"),
    "right": gettext_lazy("right half"),
    "back": gettext_lazy("back face up"),
    "flipped": gettext_lazy("flipped"),
    "melded": gettext_lazy("melded"),
    "locked-left": gettext_lazy("left door locked"),
    "locked-right": gettext_lazy("right door locked"),
    "facedown": gettext_lazy("face down"),
    "token": gettext_lazy("a token"),
    "copy": gettext_lazy("a copy"),
    "chosen": gettext_lazy("a chosen name"),
    "default": gettext_lazy("token named after its subtypes"),
}
# These need the name of another object.
NEEDS_BY = frozenset({"gained", "renamed"})
_NAMED_WORDS = {
    "also": gettext_lazy("also named %(name)s"),
    "set": gettext_lazy("renamed %(name)s"),
    "flavor": gettext_lazy("with %(name)s in the title bar"),
}
_QUESTIONS = {
    QuestionKind.SAME: gettext_lazy("Do %(cards)s have the same name?"),
    QuestionKind.DIFFERENT: gettext_lazy("Do %(cards)s have different names?"),
    QuestionKind.CHOOSE: gettext_lazy("May %(cards)s be chosen as a card name?"),
    QuestionKind.ENGLISH: gettext_lazy("What is the English name of %(cards)s?"),
    QuestionKind.REFERS: gettext_lazy("Which object does the name %(cards)s mean?"),
    QuestionKind.TOKEN: gettext_lazy("What is the name of a token with the subtypes %(cards)s?"),
    QuestionKind.DECK: gettext_lazy("Do %(cards)s count together for the limit of copies in a deck?"),
    QuestionKind.PLAY: gettext_lazy("May %(cards)s be played in every format where a card with this name is legal?"),
    QuestionKind.NAMED: gettext_lazy(
        "In a card text, which objects does a phrase such as “a card named %(cards)s” mean?"
    ),
}
HOW_QUESTIONS = {
    "granted": gettext_lazy(
        "What does the name %(cards)s mean in an ability that this object gives to another object?"
    ),
    "granted-copied": gettext_lazy(
        "This object gave another object an ability that uses the name %(cards)s. The ability was then copied onto a "
        "third object. What does the name mean there?"
    ),
    "granted-moved": gettext_lazy(
        "This object gave another object an ability that uses the name %(cards)s. The ability then moved this object "
        "to another zone. What does the name mean now?"
    ),
    "gained": gettext_lazy("What does the name %(cards)s mean in an ability that %(by)s has gained from this object?"),
    "copied": gettext_lazy("What does the name %(cards)s mean in a copy of an ability of this object?"),
    "shortened": gettext_lazy(
        "The text of %(cards)s uses only a short form of this name. What does the short form mean?"
    ),
    "shortened-second": gettext_lazy(
        "The text of %(cards)s uses the full name first and then a short form. What does the short form mean?"
    ),
    "phrase": gettext_lazy(
        "What do words like “this creature” on %(cards)s mean if the object is no longer a creature?"
    ),
    "renamed": gettext_lazy(
        "An effect of the object %(cards)s uses the object’s name. What does the name mean after the object has become "
        "%(by)s?"
    ),
}


class NamedObject(NamedTuple):
    """An object of a question: its name, its card's page, its language."""

    name: str
    href: str
    language: str


def question_html(params: QuestionParams, things: Sequence[NamedObject]) -> SafeString:
    """Return the question with links to its cards."""
    shown = [_object(named, typed) for named, typed in zip(things, params.cards, strict=True)]
    details = params.details
    message = _QUESTIONS[params.kind]
    if params.kind is QuestionKind.REFERS:
        by = details.get("by", "")
        how = "" if details.get("how") in NEEDS_BY and not by else details.get("how", "")
        message = HOW_QUESTIONS.get(how, message)
    elif params.kind is QuestionKind.TOKEN:
        message = message if details.get("subtypes") else gettext_lazy("What is the name of the token %(cards)s?")
        shown = [format_html('<span lang="en">{}</span>', details.get("subtypes") or details.get("name", ""))]
    elif params.kind is QuestionKind.DIFFERENT and details.get("among") == "first" and len(shown) > 1:
        message = gettext_lazy("Is the name of %(first)s different from that of %(cards)s?")
        return filled(message, first=shown[0], cards=joined_html(shown[1:]))
    elif params.kind is QuestionKind.CHOOSE and details.get("with"):
        message = gettext_lazy("May %(cards)s be chosen if the card must have these characteristics: %(with)s?")
    elif params.kind is QuestionKind.DECK and len(shown) == 1:
        message = gettext_lazy("How many copies of %(cards)s may a deck have?")
    by_html = format_html('<span lang="en">{}</span>', details.get("by", ""))
    with_html = format_html('<span lang="en">{}</span>', details.get("with", ""))
    return filled(message, cards=joined_html(shown), by=by_html, **{"with": with_html})


def question_text(html: str) -> str:
    """Return the question without links, for titles."""
    return mark_safe(strip_tags(html))  # noqa: S308 (escaped when it was made)


def filled(message: object, **values: SafeString) -> SafeString:
    """Return an escaped message with escaped values."""
    return mark_safe(str(conditional_escape(str(message))) % values)  # noqa: S308 (all parts are escaped)


def _object(named: NamedObject, typed: TypedObject) -> SafeString:
    lang = format_html(' lang="{}"', named.language) if named.language else ""
    if named.href:
        html = format_html('<a href="{}"{}>{}</a>', named.href, lang, named.name)
    else:
        html = format_html("<span{}>{}</span>", lang, named.name)
    states = [_state(state) for state in typed.states]
    return format_html("{} ({})", html, ", ".join(states)) if states else html


def _state(state: str) -> str:
    key, _equals, name = state.partition("=")
    if key in _NAMED_WORDS:
        return str(_NAMED_WORDS[key]) % {"name": name}
    return str(_STATE_WORDS.get(state, state))


def joined_html(shown: Sequence[SafeString]) -> SafeString:
    """Join a list as “A, B and C”."""
    if len(shown) < 2:
        return shown[0] if shown else SafeString()
    # Translators: between the parts of a list, and before its last part.
    comma, last = pgettext("list of cards", ", "), pgettext("list of cards", " and ")
    html = conditional_escape(comma).join(shown[:-1]) + conditional_escape(last) + shown[-1]
    return mark_safe(html)  # noqa: S308 (all parts are escaped)


def answer_word(verdict: Verdict, answer: Message) -> str:
    """Return an answer in large letters: a name, or the verdict."""
    is_name = verdict is Verdict.YES and str(answer) != str(WORDS[Verdict.YES])
    return message_text(answer) if is_name else str(VERDICT_WORDS[verdict])
