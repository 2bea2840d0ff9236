"""Refusal of files with numbers that are no rules: change notes, error pages, letters that quote a number."""

import re

from rulesbase.engine.languages import CJK, EXAMPLE, TEXTS, UNSPACED, either
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.bulletins import names_rules

_NOTES = re.compile(r"(?m)^#{1,6} *[1-9]\d\d\.\d{1,3}[a-z]?(?![^\n]*[A-Za-z]{4} [a-z]+ [a-z]+ )[^\n]*\n\s*\n(?!\*|<)")
# Titles of bulletins and release notes, in the first lines.
_TITLE = re.compile(
    r"\b(?:update bulletin|release notes|rules (?:changes|update)|changes to the (?:comprehensive )?rules"
    r"|notes de publication|(?:changements|modifications) (?:des|de|aux) règles)\b|ルール(?:変更|更新)|リリースノート",
    re.IGNORECASE,
)
_FIRST_LINES = 6
_RULE = re.compile(r"[^\w\n]*(?:CR ?)?([1-9]\d\d)\.[1-9]\d{0,2}[a-z]?(?:\.|(?=\s|$))\s*(.*)")
_HEADING = re.compile(r"[^\w\n]*(?:CR ?)?[1-9](?:\d\d)?\.?\s+\D.{0,80}")
_SENTENCE = re.compile(r"[^a-zà-öø-ÿ\s].*[.!?…。)”\"»」][\s*_]*")
_GREETING = re.compile(
    rf"(?:{either(*(one.pages.greetings for one in TEXTS.values() if one.is_spaced))})\b[^.]{{0,30}}$"
    rf"|{either(*(TEXTS[code].pages.greetings for code in UNSPACED))}",
    re.I,
)
_ERROR = re.compile(
    rf"\b(?:{either(*(one.pages.errors for one in TEXTS.values() if one.is_spaced))})\b"
    rf"|{either(*(TEXTS[code].pages.errors for code in UNSPACED))}",
    re.I,
)
# From this many numbered paragraphs on a text holds rules, whatever is around them.
_ENOUGH = 3
# A rule number between two sentences of a line.
_INNER = re.compile(r"(?<=[.!?)”»]\s)([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s+[A-ZÀ-Ö«“]")
_TOGETHER = _(
    "The paragraphs or columns of a page run together: rule number %(number)s is inside line %(line)s, after "
    "other text. Copy the text from the document column by column, so that each rule begins on a new line."
)
_ONE = _(
    "The file has no rules: only one paragraph begins with a rule number, and the text around it is not a rule. Choose "
    "a file with the text of the rules."
)
_TWO = _(
    "The file has no rules: only two paragraphs begin with a rule number, and the text around them is not a rule. "
    "Choose a file with the text of the rules."
)


class IsArticle(NotRules):
    """The file is an article on rule changes; `parsing.bulletins` can read it."""


def refuse_others(text: str, rule_lines: int) -> None:
    """Raise NotRules if a text with few numbered lines is no extract of rules."""
    first = "\n".join(text.strip().split("\n", _FIRST_LINES)[:_FIRST_LINES])
    if (rule_lines and len(_NOTES.findall(text)) * 2 >= rule_lines) or (_TITLE.search(first) and names_rules(text)):
        raise IsArticle(
            _(
                "The file is an article about changes to the rules, without the text of the rules. "
                "Import the rules document instead."
            )
        )
    if rule_lines >= _ENOUGH:
        return
    inside = list(_INNER.finditer(text))
    if len(inside) >= _ENOUGH:
        line = text.count("\n", 0, inside[0].start()) + 1
        raise NotRules(Message(_TOGETHER, {"number": inside[0][1], "line": str(line)}))
    if not rule_lines:
        message = _(
            "The file has no rules: no paragraph begins with a rule number such as 201.3a. Choose a file with the "
            "text of the rules."
        )
        raise NotRules(message)
    if not _is_small_extract(text):
        raise NotRules(_ONE if rule_lines == 1 else _TWO)


def _is_small_extract(text: str) -> bool:
    """Return whether a text is one or two rules: sentences behind the numbers, at most a menu around them."""
    rules = prose = menu = 0
    waiting = False
    for line in text.split("\n"):
        words = line.strip()
        if not words or _HEADING.fullmatch(words):
            continue
        if match := _RULE.fullmatch(words):
            # HTTP statuses look like rules of sections 4 and 5 (404.3 Not Found).
            if match[1][0] in "45" and _ERROR.search(words):
                return False
            waiting = not match[2]
            if match[2] and not _is_sentence(match[2]):
                return False
            rules += len(words)
        elif rules and (EXAMPLE.match(words) or (waiting and _is_sentence(words))):
            rules += len(words)
            waiting = False
        elif _GREETING.match(words):
            return False
        elif _is_sentence(words):
            prose += len(words)
        else:
            menu += len(words)
    return not waiting and rules > 0 and prose + menu // 4 <= max(60, rules // 3)


def _is_sentence(words: str) -> bool:
    if not _SENTENCE.fullmatch(words):
        return False
    return len(words.split()) > 3 or len(CJK.findall(words)) > 7
