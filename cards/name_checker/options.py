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


# An option that means different things has a row for each.
_TABLE = (
    Option("granted", _FLAG, (QuestionKind.REFERS,), "in an ability that the card grants to another object"),
    Option("copied", _FLAG, (QuestionKind.REFERS,), "in such an ability that was copied onto another object"),
    Option("ability", _FLAG, (QuestionKind.REFERS,), "in a copy of the ability itself, on the stack"),
    Option("moved", _FLAG, (QuestionKind.REFERS,), "in a granted ability that moved its source to another zone"),
    Option("shortened", _FLAG, (QuestionKind.REFERS,), "by a shortened name"),
    Option("second", _FLAG, (QuestionKind.REFERS,), "on a second reference or later"),
    Option("phrase", _FLAG, (QuestionKind.REFERS,), "by a phrase such as “this creature”"),
    Option("legendary", _FLAG, (QuestionKind.REFERS,), "the card is legendary (where the data do not show it)"),
    Option("first", _FLAG, (QuestionKind.DIFFERENT,), "compare only the first with the others"),
    Option("first", _FLAG, (QuestionKind.REFERS,), "on a first reference"),
    Option("no_card", _FLAG, (QuestionKind.CHOOSE,), "no card has this name, not even one that the card data lack"),
    Option("group", _FLAG, (QuestionKind.DIFFERENT,), "compare each object with each of the others"),
    Option("existing", _FLAG, (QuestionKind.TOKEN,), "its text was changed while it was on the battlefield"),
    Option("back", _FLAG, (QuestionKind.TOKEN,), "its back face"),
    Option("commander", _FLAG, (QuestionKind.DECK,), "the limit of Commander decks"),
    Option("gained_by", _TEXT, (QuestionKind.REFERS,), "in an ability that this card has gained"),
    Option("renamed", _TEXT, (QuestionKind.REFERS,), "after the permanent became this card or got this name"),
    Option("name", _TEXT, (QuestionKind.TOKEN,), "the name given to it"),
    Option("format", _TEXT, (QuestionKind.CHOOSE, QuestionKind.PLAY), "a format of the card data"),
    Option("with", _LIST, (QuestionKind.CHOOSE,), "characteristics, such as artifact nonland"),
    Option("subtypes", _LIST, (QuestionKind.TOKEN,), "its subtypes"),
    Option("changed", _LIST, (QuestionKind.TOKEN, QuestionKind.ENGLISH), "A=B, a word changed in its text"),
    Option(
        "legal",
        _YES_OR_NO,
        (QuestionKind.SAME, QuestionKind.DIFFERENT, QuestionKind.CHOOSE, QuestionKind.ENGLISH, QuestionKind.PLAY),
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
