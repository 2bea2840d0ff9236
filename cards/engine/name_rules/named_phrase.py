"""Questions "Which objects does “a card named X” mean?"."""

import re
from collections.abc import Callable
from typing import NamedTuple

from cards.engine.name_rules.interchangeable_names import one_with
from cards.engine.name_rules.reasons import because, listed, unique_reasons
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.tokens import names_of_token
from cards.engine.name_rules.verdicts import decided
from cards.engine.types import Answer, BadQuestion, GameObject, Question, Reason, Verdict
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

_NAMED = re.compile(
    r"(?P<what>.+?)\s+(?P<negated>(?:that\s+)?(?:is\s+|are\s+)?not\s+|(?:that\s+)?(?:is|are)n['’]t\s+)?(?:named|called|with\s+the\s+name)\s+"
    r"(?P<name>.+?)"
    r"(?P<zone>\s+(?:(?:in|from|on)\s.+|(?:you|an opponent|your opponents|that player)\s+controls?))?[.,;]?",
    re.I,
)
_SPELL, _SOURCE = re.compile(r"\bspells?\b", re.I), re.compile(r"\bsources?\b", re.I)
_CARD = re.compile(r"\bcards?\b", re.I)


class NamedPhrase(NamedTuple):
    """A description with a name, as in *creatures named Grizzly Bears*.

    ``zone`` are the words behind the name: *in your library*, *you control*.
    ``negated``: the objects are those that are not named so.
    """

    what: str
    name: str
    zone: str
    negated: bool = False


def read_named(typed: str, is_name: Callable[[str], bool] = lambda name: False) -> NamedPhrase:
    """Read a description with a name. ``is_name`` keeps a name whole that has words such as *in*. Raise BadQuestion."""
    match = _NAMED.fullmatch(" ".join(typed.split()))
    if match is None:
        message = _("Write the words as in the text of a card, for example “creatures named Grizzly Bears”.")
        raise BadQuestion(message)
    name, zone = match["name"].strip("\"“”'"), (match["zone"] or "").strip()
    if zone and is_name(f"{name} {zone}"):
        name, zone = f"{name} {zone}", ""
    return NamedPhrase(match["what"], name, zone, bool(match["negated"]))


def named(question: Question, rules: NameRules) -> Answer:
    """Answer which objects are meant.

    Options: ``described``, the words before the name; ``zone``, those behind it; ``negated``, objects not named so.
    """
    if len(question.things) != 1:
        raise BadQuestion(_("Ask about one name at a time."))
    thing = question.things[0]
    what, zone = str(question.options.get("described") or "card"), str(question.options.get("zone") or "")
    negated = bool(question.options.get("negated"))
    topic, answer, message = _meant(what, zone, negated=negated)
    rule, name = rules[topic], thing.name
    reasons: list[Reason] = []
    if "token" in thing.states:
        # Words such as “Goblin Token” were read as a token with this subtype.
        names, made = names_of_token(thing, rules)
        name = next(iter(names), name)
        reasons += made
    reasons += _by_name(thing, name, rules, negated=negated)
    if not rule:
        silent = _(
            "No rule of this version states which objects a description such as “a card named ...” means."
            " Only names are compared."
        )
        return decided(Verdict.UNCLEAR, [because(rules["same"], silent), *reasons])
    values = {"name": name, "zone": zone}
    settled = because(rule, message, **values)
    return Answer(Verdict.YES, Message(answer, values), unique_reasons([settled, *reasons]), settled_by=settled.message)


def _meant(what: str, zone: str, *, negated: bool) -> tuple[str, str, str]:
    """Return the topic of the rule, the objects that are meant, and why."""
    if _SPELL.search(what):
        answer = _("spells not named %(name)s on the stack") if negated else _("spells named %(name)s on the stack")
        return "described_spell", answer, _("The word “spell” means a spell on the stack.")
    if _SOURCE.search(what):
        answer = _("sources not named %(name)s in any zone") if negated else _("sources named %(name)s in any zone")
        return "described_source", answer, _("The word “source” means a source in any zone.")
    if _CARD.search(what):
        message = _("The word “card” with the name of a zone means a card in that zone.")
        if zone:
            answer = _("cards not named %(name)s %(zone)s") if negated else _("cards named %(name)s %(zone)s")
            return "described_card", answer, message
        answer = _("cards named %(name)s in the zone that the text states")
        if negated:
            answer = _("cards not named %(name)s in the zone that the text states")
        return "described_card", answer, message
    message = _("Without the word “card”, “spell” or “source”, a description means permanents on the battlefield.")
    answer = _("permanents named %(name)s on the battlefield")
    if negated:
        answer = _("permanents not named %(name)s on the battlefield")
    return "described", answer, message


def _by_name(thing: GameObject, name: str, rules: NameRules, *, negated: bool) -> list[Reason]:
    """Return the reasons about the name: the English one counts, and interchangeable names count as one."""
    rule = rules["english"] or rules["same"]
    message = _("Only the English name counts, so the question is about objects named %(name)s.")
    if negated:
        message = _("Only the English name counts, so the words in the question mean objects not named %(name)s.")
    reasons = [because(rule, message, name=name)]
    others = one_with(thing.card, name) if thing.card and rules["interchangeable"] else frozenset()
    if others:
        message = _("This name is interchangeable: it also refers to objects named %(names)s.")
        reasons.append(because(rules["interchangeable_same"], message, names=listed(others)))
    return reasons
