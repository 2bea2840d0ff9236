"""The form of the name checker: kinds of question, card fields, validation."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.engine.types import QuestionKind
from cards.lookup.find_cards import CardMatch
from cards.name_checker.check import refusal_of_unused
from cards.name_checker.query_params import ALL_DETAILS, DETAILS, LONGEST, MOST_CARDS, QuestionParams, TypedObject
from rulesbase.core.errors import message_text

KIND_WORDS: Mapping[QuestionKind, object] = {
    QuestionKind.SAME: gettext_lazy("Do these objects have the same name?"),
    QuestionKind.DIFFERENT: gettext_lazy("Do these objects have different names?"),
    QuestionKind.CHOOSE: gettext_lazy("May this name be chosen?"),
    QuestionKind.ENGLISH: gettext_lazy("What is the English name?"),
    QuestionKind.REFERS: gettext_lazy("Which object does this name mean?"),
    QuestionKind.TOKEN: gettext_lazy("What is this token called?"),
    QuestionKind.DECK: gettext_lazy("Do these cards count together for the limit of copies in a deck?"),
    QuestionKind.PLAY: gettext_lazy("May this printing of the card be played?"),
    QuestionKind.NAMED: gettext_lazy("Which objects does “a card named ...” mean?"),
}
# Cards that a kind of question needs; default 1.
_FEWEST = {QuestionKind.SAME: 2, QuestionKind.DIFFERENT: 2, QuestionKind.TOKEN: 0}
# Kinds whose answer may depend on the state of an object.
_HAS_STATES = {QuestionKind.SAME, QuestionKind.DIFFERENT, QuestionKind.ENGLISH}
_TAKES_MORE = {QuestionKind.SAME, QuestionKind.DIFFERENT, QuestionKind.CHOOSE, QuestionKind.DECK}
# Suggested characteristics; others may be typed.
CHARACTERISTICS = (
    "artifact, creature, enchantment, instant, land, planeswalker, sorcery, battle, nonland, noncreature, basic,"
    " legendary, legendary creature, white, blue, black, red, green, colorless, multicolored"
).split(", ")
FORMATS = ("standard", "pioneer", "modern", "legacy", "vintage", "pauper", "commander")


class FieldNote(NamedTuple):
    """The note below a card field: a problem, or the card that was taken with some facts, and others with their links.

    ``is_shared``: the others have the typed name too.
    """

    problem: str = ""
    taken: CardMatch | None = None
    facts: str = ""
    others: tuple[tuple[CardMatch, str], ...] = ()
    is_shared: bool = False


class CardField(NamedTuple):
    """A field for a card. ``at`` is its number in the form, from 1; ``is_new`` if a script has to add it."""

    at: int
    label: str
    optional: bool
    typed: TypedObject
    note: FieldNote
    placeholder: str
    has_states: bool
    is_new: bool = False

    @property
    def value(self) -> str:
        """Return the text of the field, cut if far too long."""
        return self.typed.name[: LONGEST * 2]


class Result(NamedTuple):
    """The outcome of a question: the answer if there is one, notes for card fields by index from 0, and errors."""

    shown: Mapping[str, object] | None = None
    notes: Mapping[int, FieldNote] = MappingProxyType({})
    errors: tuple[str, ...] = ()
    refused: bool = False


def kinds_of(params: QuestionParams) -> list[tuple[object, str, bool]]:
    """Return words and address of each kind of question with the typed cards, and whether it is the current one."""
    options = []
    for kind, words in KIND_WORDS.items():
        other = params.of_kind(kind).href if params.cards or kind is not QuestionKind.SAME else reverse("names")
        options.append((words, params.href if kind is params.kind else other, kind is params.kind))
    return options


def fewest_cards(kind: QuestionKind) -> int:
    """Return how many cards a kind of question needs."""
    return _FEWEST.get(kind, 1)


def fields_of(
    params: QuestionParams, notes: Mapping[int, FieldNote], places: Sequence[int] = (), posted: int = 0
) -> list[CardField]:
    """Return the fields of the cards, the empty ones that are needed, and one more if more cards are allowed.

    ``places`` are the field numbers of the cards in the posted form, ``posted`` is its number of fields. With a
    posted form only its fields are returned, and a new one if none is empty.
    """
    if params.kind is QuestionKind.TOKEN:
        return []
    cards = params.cards[:MOST_CARDS]
    at = [place for place, _typed in zip(places, cards, strict=False)] if posted else list(range(1, len(cards) + 1))
    shown = dict(zip(at, cards, strict=True))
    more = params.kind in _TAKES_MORE and len(cards) < MOST_CARDS
    wanted = max(fewest_cards(params.kind), posted if posted else max(at, default=0) + more)
    if posted and more and len(shown) >= posted:
        wanted = posted + 1
    note = {place: notes.get(index, FieldNote()) for index, place in enumerate(at)}
    return [
        CardField(
            place,
            _label(params.kind, place),
            place > fewest_cards(params.kind),
            shown.get(place, TypedObject("", ())),
            note.get(place, FieldNote()),
            _placeholder(params.kind, place),
            params.kind in _HAS_STATES or bool(shown[place].states if place in shown else ()),
            bool(posted) and place > posted,
        )
        for place in range(1, wanted + 1)
    ]


def _label(kind: QuestionKind, place: int) -> str:
    if kind is QuestionKind.CHOOSE and place == 2:
        return _("Second card name, chosen together with the first")
    if place > fewest_cards(kind):
        return _("Another card")
    if fewest_cards(kind) == 1:
        words = {QuestionKind.CHOOSE: _("Card name to choose"), QuestionKind.ENGLISH: _("Printed name")}
        words[QuestionKind.NAMED] = _("Words from the card text")
        # Its answers and reasons call this object A.
        words[QuestionKind.REFERS] = _("Card (object A)")
        return words.get(kind, _("Card"))
    return _("First card") if place == 1 else _("Second card")


def _placeholder(kind: QuestionKind, place: int) -> str:
    if kind is QuestionKind.NAMED:
        return "creatures named Grizzly Bears"
    return _("A name in any language") if place == 1 and kind is not QuestionKind.TOKEN else ""


def refusal_of(params: QuestionParams, query: QueryDict, no_version: str) -> Result | None:
    """Return why a question cannot be answered, apart from the meaning of its names; None if it may be answered.

    ``no_version`` says why there is no version.
    """
    whole: list[str] = []
    notes: dict[int, FieldNote] = {}
    asked_kind = query.get("ask", "")
    if asked_kind and asked_kind not in list(QuestionKind):
        whole.append(_("There is no question type “%(kind)s”.") % {"kind": asked_kind[:40]})
    given = {key for key in ALL_DETAILS if query.get(key, "").strip()}
    if refusal := refusal_of_unused(params.kind, given, DETAILS.get(params.kind, ())):
        whole.append(message_text(refusal.message))
    if len(params.cards) > MOST_CARDS:
        message = _("This question has %(count)d cards. The maximum is %(most)d.")
        whole.append(message % {"count": len(params.cards), "most": MOST_CARDS})
    for index, card in enumerate(params.cards[:MOST_CARDS]):
        longest = LONGEST if not card.name.startswith("{") else LONGEST * 10
        if len(card.name) > longest:
            message = _("This name has %(count)d characters. The maximum is %(most)d.")
            notes[index] = FieldNote(message % {"count": len(card.name), "most": longest})
    for key in DETAILS.get(params.kind, ()):
        if len(params.details.get(key, "")) > LONGEST:
            whole.append(_("The text is too long. The maximum is %(most)d characters.") % {"most": LONGEST})
    errors = tuple(dict.fromkeys(filter(None, [*whole, no_version])))
    return Result(None, notes, errors, refused=True) if errors or notes else None


def missing_cards(params: QuestionParams) -> str:
    """Return what has to be filled in before there is an answer; empty if nothing."""
    lacks_one = len(params.cards) > 0 and len(params.cards) + 1 == fewest_cards(params.kind)
    return _("Enter a second card to compare.") if lacks_one else ""
