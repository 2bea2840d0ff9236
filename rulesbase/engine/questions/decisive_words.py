"""Decisive words: who, where, when, and what is done. With another word a rule would be applied differently."""

from collections.abc import Iterable

from rulesbase.engine.text.stems import stem

DECISIVE = frozenset(
    map(
        stem,
        "owner controller opponent teammate active nonactive defending starting"
        " graveyard hand library exile stack"
        " untap upkeep draw combat beginning declare blockers end cleanup ending turn main priority"
        " state-based special activated triggered static replacement prevention characteristic-defining"
        " reflexive delayed linked timestamp dependency copiable"
        " tapped untapped face-down face-up sacrifice destroy discard cast activate regenerate exile"
        " transform trigger resolve target mode power toughness life lethal poison"
        " cost value additional concede monarch sorcery legendary illegal legal".split(),
    )
)

# The words around these nearly always show them: a spell resolves, a card is drawn.
GUESSED = frozenset(map(stem, "resolve draw prevent transform teammate concede trigger".split()))


def decisive(words: Iterable[str]) -> set[str]:
    """Return the stems of the decisive ones of some words."""
    return {stem(word) for word in words} & DECISIVE
