"""Questions on text that names its own object. A is the object itself, B any other with that name."""

import re

from cards.engine.name_rules.card_kinds import has_type
from cards.engine.name_rules.reasons import because
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.verdicts import decided
from cards.engine.types import Answer, BadQuestion, GameObject, Meaning, Question, Reason, Verdict
from rulesbase.engine.messages import Message, verbatim
from rulesbase.engine.messages import gettext_noop as _

_ONE_PHRASE = r"(?:this|that|these|those)\s+[\w-]+"
_PHRASE = re.compile(rf"{_ONE_PHRASE}(?:\s*(?:/|,|or|and)\s*{_ONE_PHRASE})*", re.I)
_QUOTES = "\"'“”‘’«»"
_LEGENDARY = re.compile(r"(?:an?\s+|any\s+|the\s+)?(non-?)?legendary\s+\w+", re.I)


def refers(question: Question, rules: NameRules) -> Answer:
    """Answer which object is meant. Options are those of `Question`; default is text that names its own object."""
    if not question.things or len({thing.name for thing in question.things}) > 1:
        raise BadQuestion(_("Enter the card whose text you ask about."))
    thing, options = question.things[0], question.options
    if options.get("phrase") or _PHRASE.fullmatch(_unquoted(thing.typed_name or thing.typed)):
        return _phrase(rules)
    granted = options.get("granted") or options.get("moved") or options.get("copied")
    if options.get("renamed") or (not granted and ("copy" in thing.states or thing.set_name)):
        return _tracked(str(options.get("renamed") or options.get("gained_by") or thing.name), rules)
    # A granted ability was gained too; the rule on granted ones is the more specific.
    if options.get("gained_by") and not (options.get("granted") or options.get("moved")):
        return _gained(thing, str(options["gained_by"]), rules)
    if options.get("shortened"):
        return _shortened(thing, question, rules)
    if options.get("ability"):
        return _copied(thing, rules)
    if granted:
        return _granted(thing, question, rules)
    if thing.flavor:
        return _titled(thing, rules)
    message = _(
        "If the text of an object uses the object’s own name, the name means only that object (A), not another "
        "object with the same name (B)."
    )
    return _answer(_only(thing), because(rules["self"], message), Meaning.SOURCE)


def _unquoted(text: str) -> str:
    """Return a text without quotation marks around it or parts of it."""
    return " ".join(text.translate(dict.fromkeys(map(ord, _QUOTES), " ")).split())


def _answer(answer: Message, reason: Reason, meaning: Meaning | None = None) -> Answer:
    return Answer(Verdict.YES, answer, (reason,), meaning=meaning)


def _unclear(reason: Reason) -> Answer:
    return decided(Verdict.UNCLEAR, (reason,))


def _by(
    rules: NameRules, topic: str, silent: str, answer: Message, message: str, meaning: Meaning | None, **values: str
) -> Answer:
    """Return the answer by the rule on a topic. Without such a rule it is unclear, with the reason ``silent``."""
    if not rules[topic]:
        return _unclear(because(rules["self"], silent))
    return _answer(answer, because(rules[topic], message, **values), meaning)


def _only(thing: GameObject) -> Message:
    return Message(_("only object A (%(card)s), not another object with the same name"), {"card": thing.name})


def _phrase(rules: NameRules) -> Answer:
    silent = _(
        "No rule of this version covers phrases such as “this creature”. The nearest rule is about an object whose "
        "text contains its own name."
    )
    message = _(
        "A phrase such as “this creature” only identifies the object. The phrase still means the same object after "
        "the object’s type changes."
    )
    answer = Message(_("still that same object, even though its type has changed"))
    return _by(rules, "phrase", silent, answer, message, None)


def _tracked(now: str, rules: NameRules) -> Answer:
    message = _(
        "An effect that names a permanent still refers to that permanent if its name changes or it becomes a copy."
    )
    if not rules["tracked"]:
        message = _(
            "If the text of an object uses the object’s own name, the name means only that object, even after the "
            "object’s name has changed."
        )
    answer = Message(_("the same object as before, which is now %(now)s"), {"now": now})
    return _answer(answer, because(rules["tracked"] or rules["self"], message), Meaning.NOW)


def _gained(thing: GameObject, by: str, rules: NameRules) -> Answer:
    silent = _(
        "No rule of this version covers gained abilities. The nearest rule is about an object whose "
        "text contains its own name."
    )
    message = _("In a gained ability, the name %(card)s means the object that has the ability now: %(by)s.")
    return _by(rules, "gained", silent, verbatim(by), message, Meaning.HOLDER, card=thing.name, by=by)


def _granted(thing: GameObject, question: Question, rules: NameRules) -> Answer:
    rule, options = rules["granted"], question.options
    if not rule:
        message = _(
            "The rule about an object whose text contains its own name does not cover an ability that the object "
            "gives to another object."
        )
        return _unclear(because(rules["self"], message))
    copied = options.get("copied") or "copy" in thing.states
    case = "moved" if options.get("moved") else "copied" if copied else ""
    if case and case not in rule.marks:
        silent = {
            "moved": _(
                "The name means the object that gave the ability. This version has no rule for an object that has "
                "moved to another zone."
            ),
            "copied": _(
                "The name means the object that gave the ability. The rule does not cover "
                "an ability copied onto a new object."
            ),
        }
        return _unclear(because(rule, silent[case]))
    message = {
        "moved": _(
            "Object A gave the ability. If the ability moved A to another public zone, the name means the object that "
            "A became there."
        ),
        "copied": _(
            "The name means only object A, which gave the ability, even if the ability is copied onto another object."
        ),
        "": _(
            "If object A gives an ability to another object, the name in that ability means only object A, not another "
            "object with the same name (B)."
        ),
    }[case]
    if case == "moved":
        answer = Message(_("the source of the ability, which became a new object in another zone"))
        return _answer(answer, because(rule, message))
    return _answer(_only(thing), because(rule, message), Meaning.SOURCE)


def _copied(thing: GameObject, rules: NameRules) -> Answer:
    """Answer for a copy of an ability on the stack."""
    silent = _(
        "No rule of this version covers copies of abilities. The nearest rule is about an object whose "
        "text contains its own name."
    )
    message = _("The original ability and its copy have the same source. The name means that source (object A).")
    return _by(rules, "copied_ability", silent, _only(thing), message, Meaning.SOURCE)


def _titled(thing: GameObject, rules: NameRules) -> Answer:
    """Answer for text that uses the name in the corner of an alternate version."""
    rule = rules["flavor"]
    if "text" not in rule.marks:
        message = _(
            "No rule of this version covers text that uses an alternate name printed in the title bar of the card."
        )
        return _unclear(because(rule or rules["self"], message))
    message = _(
        "If the text of this card uses the name in its upper left corner, that name stands for the name in its second "
        "title bar: %(name)s."
    )
    return _answer(verbatim(thing.name), because(rule, message, name=thing.name))


# ---- Shortened names ----


def _shortened(thing: GameObject, question: Question, rules: NameRules) -> Answer:
    rule = rules["shortened"]
    if not rule:
        message = _(
            "No rule of this version covers shortened names. The nearest rule is about an object whose "
            "text contains its own name."
        )
        return _unclear(because(rules["self"], message))
    if "legendary" in rule.marks and _is_legendary(thing, question) is not True:
        message = _("The rule covers shortened names only on legendary cards. %(card)s is not known to be legendary.")
        return _unclear(because(rule, message, card=thing.name))
    if "later" in rule.marks and not question.options.get("second"):
        message = _(
            "The rule covers shortened names only after the first mention of the card. The first mention uses the "
            "full name."
        )
        return _unclear(because(rule, message))
    message = _("A shortened name is read as the full name: %(card)s.")
    full = Message(_("the same as the full name, %(card)s"), {"card": thing.name})
    return _answer(full, because(rule, message, card=thing.name), Meaning.FULL)


def _is_legendary(thing: GameObject, question: Question) -> bool | None:
    """Return whether it is legendary: by the data, else by the option or the typed name."""
    if thing.card and thing.card.sides:
        return has_type(thing.card.sides[thing.side or 0], "Legendary")
    if (given := question.options.get("legendary")) is not None:
        return bool(given)
    legendary = _LEGENDARY.fullmatch(thing.typed_name)
    return not legendary[1] if legendary else None
