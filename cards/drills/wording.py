"""Name questions in words: the sentences of a judge, with the names of cards unchanged."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language_info, gettext, gettext_lazy

from cards.drills.question_templates import ProposedQuestion, QuestionObject
from cards.drills.verify_question import DrawnQuestion, VerifiedAnswer
from cards.engine.types import QuestionKind, Verdict
from cards.name_checker.question_text import VERDICT_WORDS, filled, joined_html
from rulesbase.core.errors import message_text
from rulesbase.reading.text_html import lang_attribute

_PHRASES: Mapping[str, object] = {
    "plain": "%(card)s",
    "printed": gettext_lazy("%(card)s (printed in %(language)s)"),
    "graveyard": gettext_lazy("%(card)s in a graveyard"),
    "hand": gettext_lazy("%(card)s in a hand"),
    "library": gettext_lazy("%(card)s in a library"),
    "exile": gettext_lazy("%(card)s in exile, face up"),
    "battlefield": gettext_lazy("%(card)s on the battlefield"),
    "left": gettext_lazy("%(card)s on the stack, cast as its left half %(side)s"),
    "right": gettext_lazy("%(card)s on the stack, cast as its right half %(side)s"),
    "unflipped": gettext_lazy("%(card)s on the battlefield, not flipped"),
    "flipped": gettext_lazy("%(card)s on the battlefield, flipped"),
    "front": gettext_lazy("%(card)s on the battlefield, front face up"),
    "back": gettext_lazy("%(card)s on the battlefield, back face up"),
    "cast-back": gettext_lazy("%(card)s on the stack, cast with its back face up"),
    "adventure": gettext_lazy("%(card)s on the stack, cast as its Adventure %(side)s"),
    "unmelded": gettext_lazy("%(card)s on the battlefield, not melded"),
    "melded": gettext_lazy("%(card)s on the battlefield, melded"),
    "side-left": gettext_lazy("%(card)s, the left half of %(whole)s"),
    "side-right": gettext_lazy("%(card)s, the right half of %(whole)s"),
    "side-normal": gettext_lazy("%(card)s, the name of %(whole)s when it is not flipped"),
    "side-flipped": gettext_lazy("%(card)s, the name of %(whole)s when it is flipped"),
    "side-front": gettext_lazy("%(card)s, the front face of %(whole)s"),
    "side-back": gettext_lazy("%(card)s, the back face of %(whole)s"),
    "side-adventure": gettext_lazy("%(card)s, the Adventure of %(whole)s"),
    "both": gettext_lazy("%(one)s and %(two)s together, as one chosen name"),
    "name": "%(card)s",
    "battlefield,facedown": gettext_lazy("%(card)s on the battlefield, face down"),
    "renamed": gettext_lazy("%(card)s on the battlefield, renamed %(new)s by an effect"),
    "titled": gettext_lazy("a printing of %(card)s with %(title)s in the title bar above its name"),
    "title": gettext_lazy("%(card)s, the name in the title bar of a printing of %(whole)s"),
    "name-titled": gettext_lazy("%(card)s, which has a printing with %(title)s in its title bar"),
    "token": gettext_lazy("a “Creature — %(card)s” token that was given no name"),
    "other-token": gettext_lazy("another “Creature — %(card)s” token that was given no name"),
    "token-copy": gettext_lazy("a token that is a copy of %(card)s"),
    "became": gettext_lazy("%(was)s on the battlefield, now a copy of %(card)s"),
}
_QUESTIONS: Mapping[str, object] = {
    "same": gettext_lazy("There is %(a)s, and there is %(b)s. Do they have the same name?"),
    "different": gettext_lazy("There is %(a)s, and there is %(b)s. Do they have different names?"),
    "deck": gettext_lazy("Do %(a)s and %(b)s count together toward the limit of four copies in a deck?"),
    "shared-same": gettext_lazy(
        "%(a)s and %(b)s are both printed as %(printed)s in %(language)s. Do they have the same name?"
    ),
    "shared-different": gettext_lazy(
        "%(a)s and %(b)s are both printed as %(printed)s in %(language)s. Do they have different names?"
    ),
    "shared-deck": gettext_lazy(
        "%(a)s and %(b)s are both printed as %(printed)s in %(language)s. Do they count "
        "together toward the limit of four copies in a deck?"
    ),
    "english-printed": gettext_lazy("Which card is %(a)s?"),
    "english-state": gettext_lazy("What is the name of %(a)s now?"),
    "chosen": gettext_lazy(
        "A player has chosen the card name %(a)s. There is %(b)s. Does that object have the chosen name?"
    ),
    "choose": gettext_lazy("An effect has a player choose a card name. May the player choose %(a)s?"),
    "choose-legal-yes": gettext_lazy(
        "An effect has a player choose a card name. May the player choose %(a)s if the card is legal in the format?"
    ),
    "choose-legal-no": gettext_lazy(
        "An effect has a player choose a card name. May the player choose %(a)s if the card is not legal in the format?"
    ),
    "choose-with": gettext_lazy("An effect has a player choose the name of %(what)s. May the player choose %(a)s?"),
    "refers-self": gettext_lazy("The text of %(a)s uses the name of the card. What does the name mean there?"),
    "refers-granted": gettext_lazy(
        "%(a)s gives an ability to another object. That ability uses the name %(a)s. What does the name mean there?"
    ),
    "refers-gained": gettext_lazy(
        "%(by)s has gained an ability of %(a)s. That ability uses the name %(a)s. What does the name mean there?"
    ),
    "refers-short": gettext_lazy(
        "The text of %(a)s uses only a short form of the card’s name. What does that short form mean?"
    ),
    "refers-became": gettext_lazy(
        "An ability of the permanent %(a)s uses the name of the permanent. Before this ability resolves, the "
        "permanent becomes a copy of %(by)s. What does the name mean when the ability resolves?"
    ),
    "token": gettext_lazy(
        "An effect creates a “Creature — %(types)s” token and does not give it a name. What is the name of the token?"
    ),
}
_PLAIN_QUESTIONS: Mapping[str, object] = {
    "same": gettext_lazy("Do %(a)s and %(b)s have the same name?"),
    "different": gettext_lazy("Do %(a)s and %(b)s have different names?"),
}
_ALL_DIFFERENT = gettext_lazy("Objects: %(cards)s. Do they all have different names?")
_QUALITIES: Mapping[str, object] = {
    "creature": gettext_lazy("a creature card"),
    "noncreature": gettext_lazy("a noncreature card"),
    "land": gettext_lazy("a land card"),
    "nonland": gettext_lazy("a nonland card"),
    "artifact": gettext_lazy("an artifact card"),
    "instant": gettext_lazy("an instant card"),
    "sorcery": gettext_lazy("a sorcery card"),
    "enchantment": gettext_lazy("an enchantment card"),
    "legendary": gettext_lazy("a legendary card"),
}
_READINGS: Mapping[str, object] = {
    "source": gettext_lazy("only this object, %(a)s itself"),
    "holder": gettext_lazy("the object that has the ability now"),
    "any": gettext_lazy("any object named %(a)s"),
    "full": gettext_lazy("this card itself, as if the full name were used"),
    "any-short": gettext_lazy("any card whose name begins with the shortened name"),
    "now": gettext_lazy("the same permanent as before, whatever its name is now"),
    "none": gettext_lazy("nothing, because this object no longer exists"),
}
_GAINED: Mapping[str, object] = {
    "holder": gettext_lazy("only %(by)s, which has the ability now"),
    "source": gettext_lazy("only %(a)s, which had the ability first"),
}


def sentence(proposed: ProposedQuestion, english: Sequence[str]) -> SafeString:
    """Return a question in words, as HTML; ``english`` are the names of the cards, object by object."""
    # What is asked is the rule on printed names, not which card they mean.
    named = () if proposed.kind is QuestionKind.ENGLISH else english
    shown = [_object(one, name) for one, name in zip(_objects_of(proposed), chain(named, repeat("")), strict=False)]
    values = {"a": shown[0] if shown else SafeString(), "b": shown[1] if len(shown) > 1 else SafeString()}
    plain = all(one.phrase in ("plain", "printed") for one in proposed.objects)
    message = (_PLAIN_QUESTIONS if plain else {}).get(proposed.template) or _QUESTIONS[proposed.template]
    if len(shown) > 2:
        message, values = _ALL_DIFFERENT, {"cards": joined_html(shown)}
    what = proposed.details.get("with", "")
    for key, value in proposed.values.items():
        language = proposed.values.get("language", "en") if key == "printed" else "en"
        values[key] = _language(value) if key == "language" else _name(value, language)
    return filled(message, **values, what=conditional_escape(str(_QUALITIES.get(what, what))))


def option_words(proposed: ProposedQuestion, option: str) -> SafeString:
    """Return a possible answer in words, as HTML."""
    if not proposed.options:
        return conditional_escape(VERDICT_WORDS[Verdict(option)])
    if proposed.kind is QuestionKind.REFERS:
        readings = _GAINED if proposed.template == "refers-gained" and option in _GAINED else _READINGS
        by = _name(proposed.values.get("by", ""))
        return filled(readings[option], a=_object(proposed.objects[0]), by=by)
    if not option:
        return conditional_escape(gettext("the object has no name"))
    if " // " in option:
        names = joined_html([_name(name) for name in option.split(" // ")])
        return filled(gettext_lazy("both names: %(names)s"), names=names)
    return _name(option)


def answer_words(proposed: ProposedQuestion, verified: VerifiedAnswer | DrawnQuestion) -> SafeString:
    """Return the right answer in words, as HTML."""
    if proposed.options and verified.right not in proposed.options:
        return conditional_escape(message_text(verified.answer.answer))
    return option_words(proposed, verified.right)


def _objects_of(proposed: ProposedQuestion) -> Iterator[QuestionObject]:
    """Yield the objects; a second token with the types of the first is "another such token"."""
    tokens: set[str] = set()
    for one in proposed.objects:
        if one.phrase not in ("token", "other-token"):
            yield one
            continue
        yield replace(one, phrase="other-token" if one.name in tokens else "token")
        tokens.add(one.name)


def _object(one: QuestionObject, english: str = "") -> SafeString:
    message = _PHRASES[one.phrase]
    if one.phrase == "printed" and english:
        message = gettext_lazy("%(card)s (%(english)s printed in %(language)s)")
    language = one.values.get("language", "en")
    values = {key: _name(value) for key, value in one.values.items() if key != "language"}
    values |= {"card": _name(one.name, language), "language": _language(language), "english": _name(english)}
    return filled(message, **values)


def _name(name: str, language: str = "en") -> SafeString:
    return format_html("<span{}>{}</span>", mark_safe(lang_attribute(language)), name)  # noqa: S308 (a code)


def _language(code: str) -> SafeString:
    return conditional_escape(str(get_language_info(code)["name_translated"]))
