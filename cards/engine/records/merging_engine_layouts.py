"""What a record is in the game: a card, a token, an emblem, or nothing."""

import re

# Layouts seen in the data of 2019 to 2026. Others are kept as they are; only a warning names them.
KNOWN_LAYOUTS = frozenset(
    """normal split flip transform modal_dfc meld leveler class case saga adventure mutate prototype battle planar
    scheme vanguard token double_faced_token emblem augment host art_series reversible_card aftermath prepare""".split()
)
_NOTHING = frozenset(("art_series", "front_card", "substitute"))
_TOKENS = frozenset(("token", "double_faced_token"))
_WORD = re.compile(r"[^\W\d_]+")


def kind_of(layout: str, type_line: str, set_type: str = "") -> str:
    """Return ``card``, ``token``, ``emblem`` or ``nothing``.

    Nothing are pictures, and markers and helpers whose whole type is *Card*. An unknown layout is judged by its types.
    """
    words = set(_WORD.findall(type_line))
    if layout in _NOTHING or words == {"Card"} or "Stickers" in words:
        return "nothing"
    if "Token" in words:
        return "token"
    if "Emblem" in words or layout == "emblem":
        return "emblem"
    if "Dungeon" in words:
        return "card"
    if layout in _TOKENS:
        return "token"
    # Of the challenge decks: no tokens, and no cards that a deck may have.
    return "nothing" if set_type == "token" else "card"
