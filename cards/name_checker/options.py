"""The table of options of name questions: which kinds of question read them, and their help."""

from collections.abc import Mapping
from typing import NamedTuple

from cards.engine.types import QuestionKind

# The types of values. A flag is true or absent, but `legendary` can be false too; a list has several texts.
_FLAG, _YES_OR_NO, _TEXT, _LIST = "flag", "yes or no", "text", "list"


class Option(NamedTuple):
    """An option of some kinds of question."""

    name: str
    type: str
    kinds: tuple[QuestionKind, ...]
    help: str


_Kind = QuestionKind
# An option that means different things has a row for each.
_TABLE = (
    Option("granted", _FLAG, (_Kind.REFERS,), "in an ability that the card grants to another object"),
    Option("copied", _FLAG, (_Kind.REFERS,), "in such an ability that was copied onto another object"),
    Option("ability", _FLAG, (_Kind.REFERS,), "in a copy of the ability itself, on the stack"),
    Option("moved", _FLAG, (_Kind.REFERS,), "in a granted ability that moved its source to another zone"),
    Option("shortened", _FLAG, (_Kind.REFERS,), "by a shortened name"),
    Option("second", _FLAG, (_Kind.REFERS,), "on a second reference or later"),
    Option("phrase", _FLAG, (_Kind.REFERS,), "by a phrase such as “this creature”"),
    Option("legendary", _FLAG, (_Kind.REFERS,), "the card is legendary (where the data do not show it)"),
    Option("first", _FLAG, (_Kind.DIFFERENT,), "compare only the first with the others"),
    Option("first", _FLAG, (_Kind.REFERS,), "on a first reference"),
    Option("no_card", _FLAG, (_Kind.CHOOSE,), "no card has this name, not even one that the card data lack"),
    Option("group", _FLAG, (_Kind.DIFFERENT,), "compare each object with each of the others"),
    Option("existing", _FLAG, (_Kind.TOKEN,), "its text was changed while it was on the battlefield"),
    Option("back", _FLAG, (_Kind.TOKEN,), "its back face"),
    Option("commander", _FLAG, (_Kind.DECK,), "the limit of Commander decks"),
    Option("gained_by", _TEXT, (_Kind.REFERS,), "in an ability that this card has gained"),
    Option("renamed", _TEXT, (_Kind.REFERS,), "after the permanent became this card or got this name"),
    Option("name", _TEXT, (_Kind.TOKEN,), "the name given to it"),
    Option("format", _TEXT, (_Kind.CHOOSE, _Kind.PLAY), "a format of the card data"),
    Option("with", _LIST, (_Kind.CHOOSE,), "characteristics, such as artifact nonland"),
    Option("subtypes", _LIST, (_Kind.TOKEN,), "its subtypes"),
    Option("changed", _LIST, (_Kind.TOKEN, _Kind.ENGLISH), "A=B, a word changed in its text"),
    Option(
        "legal",
        _YES_OR_NO,
        (_Kind.SAME, _Kind.DIFFERENT, _Kind.CHOOSE, _Kind.ENGLISH, _Kind.PLAY),
        "whether the card is legal in the format, for rules that depend on it",
    ),
)


def _help() -> dict[str, str]:
    """Return the help of each option: ``choose, play: a format of the card data``."""
    found: dict[str, str] = {}
    for row in _TABLE:
        text = f"{', '.join(row.kinds)}: {row.help}"
        found[row.name] = f"{found[row.name]}; {text}" if row.name in found else text
    return found


HELP: Mapping[str, str] = _help()
# The names of options, each once.
FLAGS = tuple(dict.fromkeys(row.name for row in _TABLE if row.type == _FLAG))
TEXTS = tuple(row.name for row in _TABLE if row.type == _TEXT)
LISTS = tuple(row.name for row in _TABLE if row.type == _LIST)
# Options that each kind of question accepts; others are refused.
OPTIONS: Mapping[QuestionKind, frozenset[str]] = {
    kind: frozenset(row.name for row in _TABLE if kind in row.kinds) for kind in QuestionKind
}
