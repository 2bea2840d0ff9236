"""The form of the name checker: its kinds, its card fields, and what cannot be asked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.engine.types import Asked
from cards.name_checker.query_params import DETAILS, LONGEST, MOST_CARDS, Ask, Typed
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound, no_version_words

KIND_WORDS: Mapping[Asked, object] = {
    Asked.SAME: gettext_lazy("Do they have the same name?"),
    Asked.DIFFERENT: gettext_lazy("Do they have different names?"),
    Asked.CHOOSE: gettext_lazy("May this name be chosen?"),
    Asked.ENGLISH: gettext_lazy("What is the English name?"),
    Asked.REFERS: gettext_lazy("What does this name refer to?"),
    Asked.TOKEN: gettext_lazy("What is this token called?"),
    Asked.DECK: gettext_lazy("Are they one card for the deck limit?"),
    Asked.PLAY: gettext_lazy("May this printing be played?"),
}
# How many cards a kind of question needs, and whether it takes more.
_FEWEST = {Asked.SAME: 2, Asked.DIFFERENT: 2, Asked.DECK: 2, Asked.TOKEN: 0}
# Where the state that an object is in may change the answer.
_HAS_STATES = {Asked.SAME, Asked.DIFFERENT, Asked.ENGLISH}
_TAKES_MORE = {Asked.SAME, Asked.DIFFERENT, Asked.CHOOSE, Asked.DECK}
# Words of a type line that people ask for, offered while they type; any other may be typed.
CHARACTERISTICS = (
    "artifact",
    "creature",
    "enchantment",
    "instant",
    "land",
    "planeswalker",
    "sorcery",
    "battle",
    "nonland",
    "noncreature",
    "basic",
    "legendary",
    "legendary creature",
    "white",
    "blue",
    "black",
    "red",
    "green",
    "colorless",
    "multicolored",
)


FORMATS = ("standard", "pioneer", "modern", "legacy", "vintage", "pauper", "commander")


class Kind(NamedTuple):
    """A kind of question in the list of them."""

    words: str
    href: str
    current: bool


class Taken(NamedTuple):
    """The card that a typed name was taken for."""

    name: str
    href: str
    language: str
    facts: str


class Other(NamedTuple):
    """Another card that may be meant, and the question with it."""

    name: str
    matched: str
    language: str
    href: str


class Note(NamedTuple):
    """What is said below a card field."""

    problem: str = ""
    taken: Taken | None = None
    warnings: tuple[str, ...] = ()
    others: tuple[Other, ...] = ()
    is_shared: bool = False


class CardField(NamedTuple):
    """A field for a card. ``at`` is its place in the form, from 1; ``is_new`` one that a script has to add."""

    at: int
    label: str
    optional: bool
    typed: Typed
    note: Note
    placeholder: str
    has_states: bool
    is_new: bool = False

    @property
    def value(self) -> str:
        """What stands in the field; far too long ones are cut."""
        return self.typed.name[: LONGEST * 2]

    @property
    def problem(self) -> str:
        """What is wrong with it."""
        return self.note.problem

    @property
    def taken(self) -> Taken | None:
        """The card that it was taken for."""
        return self.note.taken

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to beware of with this name."""
        return self.note.warnings

    @property
    def others(self) -> tuple[Other, ...]:
        """Other cards that may be meant."""
        return self.note.others

    @property
    def is_shared(self) -> bool:
        """Whether it is a name of each of the others."""
        return self.note.is_shared


class Troubles(NamedTuple):
    """Why a question cannot be asked: sentences for the whole, and for single cards by their place from 0."""

    whole: tuple[str, ...]
    of_card: Mapping[int, str]

    def __bool__(self) -> bool:
        return bool(self.whole or self.of_card)


def kinds_of(ask: Ask, action: str) -> list[Kind]:
    """The kinds of question, each with the way to it; cards that were typed go along."""
    return [
        Kind(str(words), action + (ask.of_kind(kind).query if ask.cards or kind is not Asked.SAME else ""), False)
        if kind is not ask.kind
        else Kind(str(words), action + ask.query, True)
        for kind, words in KIND_WORDS.items()
    ]


def fewest_cards(kind: Asked) -> int:
    """How many cards a kind of question needs."""
    return _FEWEST.get(kind, 1)


def fields_of(ask: Ask, notes: Mapping[int, Note], places: Sequence[int] = (), posted: int = 0) -> list[CardField]:
    """The fields of the cards, and empty ones as many as are needed and one more where more may be asked.

    ``places`` are where the cards stood in the form that was sent, ``posted`` how many fields it had: then only
    these, and a new one where none is empty any more.
    """
    if ask.kind is Asked.TOKEN:
        return []
    cards = ask.cards[:MOST_CARDS]
    at = [place for place, _typed in zip(places, cards, strict=False)] if posted else list(range(1, len(cards) + 1))
    shown = dict(zip(at, cards, strict=True))
    more = ask.kind in _TAKES_MORE and len(cards) < MOST_CARDS
    wanted = max(fewest_cards(ask.kind), posted if posted else max(at, default=0) + more)
    if posted and more and len(shown) >= posted:
        wanted = posted + 1
    note = {place: notes.get(index, Note()) for index, place in enumerate(at)}
    return [
        CardField(
            place,
            _label(ask.kind, place),
            place > fewest_cards(ask.kind),
            shown.get(place, Typed("", ())),
            note.get(place, Note()),
            _placeholder(ask.kind, place),
            ask.kind in _HAS_STATES or bool(shown[place].states if place in shown else ()),
            bool(posted) and place > posted,
        )
        for place in range(1, wanted + 1)
    ]


def _label(kind: Asked, place: int) -> str:
    if place > fewest_cards(kind):
        return _("Together with") if kind is Asked.CHOOSE and place == 2 else _("One more card")
    if fewest_cards(kind) == 1:
        words = {Asked.CHOOSE: _("Name to choose"), Asked.ENGLISH: _("Printed name")}
        return words.get(kind, _("Card"))
    return _("First card") if place == 1 else _("Second card")


def _placeholder(kind: Asked, place: int) -> str:
    return _("A name in any language") if place == 1 and kind is not Asked.TOKEN else ""


def troubles_of(ask: Ask, asked_kind: str, too_many_fields: bool) -> Troubles:
    """Why a question cannot be asked, apart from its version and from what its names mean."""
    whole, of_card = [], {}
    if asked_kind and asked_kind not in list(Asked):
        whole.append(_("There is no question of the kind “%(kind)s”.") % {"kind": asked_kind[:40]})
    if too_many_fields:
        said = _("This question has far too many cards; %(most)d are the most.")
        whole.append(said % {"most": MOST_CARDS})
    elif len(ask.cards) > MOST_CARDS:
        said = _("This question has %(count)d cards; %(most)d are the most.")
        whole.append(said % {"count": len(ask.cards), "most": MOST_CARDS})
    for index, card in enumerate(ask.cards[:MOST_CARDS]):
        longest = LONGEST if not card.name.startswith("{") else LONGEST * 10
        if len(card.name) > longest:
            said = _("This name has %(count)d letters; %(most)d are the most.")
            of_card[index] = said % {"count": len(card.name), "most": longest}
    for key in DETAILS.get(ask.kind, ()):
        if len(ask.details.get(key, "")) > LONGEST:
            whole.append(_("What was typed is too long; %(most)d letters are the most.") % {"most": LONGEST})
    return Troubles(tuple(dict.fromkeys(whole)), of_card)


def missing_cards(ask: Ask) -> str:
    """What is still to be filled in before there is an answer; empty where nothing is."""
    missing = fewest_cards(ask.kind) - len(ask.cards)
    if missing <= 0 or ask.is_empty:
        return ""
    return _("Name a second card to compare.") if missing == 1 and ask.cards else ""


def version_of(versions: Catalogue, version: str) -> tuple[CatalogueVersion | None, str]:
    """The version that is asked about, or what is wrong with it."""
    try:
        return versions.find(version or "latest"), ""
    except VersionNotFound as error:
        return None, no_version_words(error)
