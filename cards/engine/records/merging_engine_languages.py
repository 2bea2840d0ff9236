"""Languages of printed cards: the names that MTGJSON uses and the codes that Scryfall uses, to codes of our own."""

from rulesbase.engine.languages import LANGUAGES

_CODES = {alias: one.code for one in LANGUAGES.values() for alias in one.aliases}


def language_code(given: str) -> str:
    """Return the code of a language by its name or code; an unknown one is kept, cut to eight letters."""
    folded = given.strip().lower()
    return _CODES.get(folded, folded[:8])
