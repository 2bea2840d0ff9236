"""Ranking of the cards found, and warnings about them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cards.engine.lookup.normalize import is_unspaced
from cards.engine.lookup.types import REASON_OF, Candidate, CardKind, IndexedCard, MatchReason, NameKind
from rulesbase.engine.messages import Message, gettext_noop

SHARED = gettext_noop("Several cards have this name: %(cards)s.")
_VARIANTS = gettext_noop("%(count)s cards with this name have different texts.")
_TOKEN = gettext_noop("This is a token. There is also a card with this name.")
_PICTURE = gettext_noop("A picture only, not a card of the game.")
# Tokens and the like are rarely meant.
_LESS = {CardKind.CARD: 0, CardKind.TOKEN: 4, CardKind.EMBLEM: 8, CardKind.NOTHING: 12}
_PICTURE_LESS = 14
# A guess in another language.
_FOREIGN = 6


class Hit(NamedTuple):
    """The score of a name for the input, and why it matches."""

    score: float
    reason: MatchReason


class NameMatch(NamedTuple):
    """A name that was found, with its card."""

    card: IndexedCard
    name: str
    language: str
    kind: NameKind
    hit: Hit
    warning: Message | None

    @property
    def is_whole(self) -> bool:
        """Return whether the whole name was typed."""
        return self.hit.reason == MatchReason.EXACT


def ranked(rows: Sequence[NameMatch], language: str | None, limit: int) -> list[Candidate[str]]:
    """Return one candidate for each card, the best first."""
    # zh stands for both zh-hans and zh-hant.
    wanted = (language or "en").lower().partition("-")[0]

    def asked_for(row: NameMatch) -> bool:
        return row.language.partition("-")[0] == wanted

    def score(row: NameMatch) -> float:
        if row.is_whole:
            # A picture called Liliana is hardly meant.
            return row.hit.score - _PICTURE_LESS * (row.card.kind == CardKind.NOTHING)
        foreign = row.language != "en" and not asked_for(row) and not is_unspaced(row.name)
        return row.hit.score - _LESS[row.card.kind] - _FOREIGN * foreign

    def order(row: NameMatch) -> tuple[object, ...]:
        # Wrong names come after right ones, tokens and the like after cards.
        wrong, language_order = row.kind == NameKind.ONCE, (not asked_for(row), row.language != "en")
        card = row.card
        return (-score(row), wrong, card.kind, *language_order, row.kind, len(row.name), card.name, card.card)

    best: dict[str, NameMatch] = {}
    for row in sorted(rows, key=order):
        best.setdefault(row.card.card, row)
    once = {(row.card.card, row.name): row.warning for row in rows if row.warning}
    in_order = sorted(_with_former_names(best.values(), once), key=order)
    warnings = _warnings(in_order)
    listed = _repeated_last(in_order)[:limit]
    return [
        Candidate(
            row.card.card,
            row.card.name,
            row.name,
            row.language,
            REASON_OF[row.kind] if row.is_whole else row.hit.reason,
            round(score(row), 1),
            row.warning or warnings.get(row.card.card),
        )
        for row in listed
    ]


def _with_former_names(rows: Iterable[NameMatch], once: Mapping[tuple[str, str], Message]) -> list[NameMatch]:
    """Return names, marked if they were given up or are misprints, even where another source has them."""
    return [
        row._replace(kind=NameKind.ONCE, warning=once[key]) if (key := (row.card.card, row.name)) in once else row
        for row in rows
    ]


def _repeated_last(rows: Sequence[NameMatch]) -> list[NameMatch]:
    """Move tokens and pictures with a name already listed to the end: twenty tokens are called Elemental."""
    first: list[NameMatch] = []
    last: list[NameMatch] = []
    names: set[str] = set()
    for row in rows:
        name = row.card.name.split(" // ")[0]
        again = row.card.kind != CardKind.CARD and name in names
        (last if again else first).append(row)
        names.add(name)
    return first + last


def _warnings(rows: Sequence[NameMatch]) -> dict[str, Message]:
    """Return the warnings for cards whose whole name was typed, by oracle id: several cards share the name."""
    # Input split into two names may match several cards for each.
    whole = [row for row in rows if row.is_whole and row.hit.score == rows[0].hit.score == 100]
    proper = [row for row in whole if row.card.kind == CardKind.CARD]
    warnings: dict[str, Message] = {}
    cards = Counter(row.card.name for row in proper)
    misprint = next((row.warning for row in proper if row.warning), None)
    for row in whole:
        if row.card.kind == CardKind.NOTHING:
            warnings[row.card.card] = Message(_PICTURE)
        elif row.card.kind != CardKind.CARD:
            if proper:
                warnings[row.card.card] = Message(_TOKEN)
        elif len(cards) > 1:
            warnings[row.card.card] = misprint or Message(SHARED, {"cards": "; ".join(cards)})
        elif cards[row.card.name] > 1:
            warnings[row.card.card] = Message(_VARIANTS, {"count": str(cards[row.card.name])})
    return warnings
