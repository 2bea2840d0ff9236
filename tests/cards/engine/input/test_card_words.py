"""Tables of the engine of names, entry by entry: languages, headings, layouts, kinds, words of tokens."""

import pytest

from cards.engine.records.types import kind_of
from cards.engine.rules.card_kinds import is_room, may_be_room
from cards.engine.rules.tokens import changes_of
from cards.engine.types import BadQuestion, CardFacts, Side

# ---- Layouts and kinds ----


@pytest.mark.parametrize(
    ("layout", "type_line", "set_type", "kind"),
    [
        ("art_series", "Land", "", "nothing"),
        ("front_card", "Land", "", "nothing"),
        ("substitute", "Land", "", "nothing"),
        ("normal", "Card", "", "nothing"),
        ("normal", "Card — Land", "", "card"),
        ("normal", "Stickers", "", "nothing"),
        ("normal", "Token Creature — Elf", "", "token"),
        ("token", "Land", "", "token"),
        ("double_faced_token", "Land", "", "token"),
        ("token", "Emblem — Elf", "", "emblem"),
        ("emblem", "Land", "", "emblem"),
        ("token", "Dungeon", "", "card"),
        ("normal", "Dungeon", "token", "card"),
        ("normal", "Land", "token", "nothing"),
        ("normal", "Land", "core", "card"),
        ("emblem", "Token", "", "token"),
    ],
)
def test_what_a_record_is(layout: str, type_line: str, set_type: str, kind: str) -> None:
    assert kind_of(layout, type_line, set_type) == kind


TWO = (Side("Gull", "Land"), Side("Tern", "Land"))


def test_rooms() -> None:
    halves = (Side("Gull", "Enchantment — Room"), Side("Tern"))
    assert is_room(CardFacts("G // T", "split", halves))
    assert is_room(CardFacts("G // T", "ROOM", TWO))
    assert not is_room(CardFacts("G // T", "flip", halves))
    assert not is_room(CardFacts("G // T", "split", TWO))
    assert may_be_room(CardFacts("G // T", "split", (Side("Gull"), Side("Tern"))))
    assert not may_be_room(CardFacts("G // T", "split", (Side("Gull", "Instant"), Side("Tern"))))


# ---- Tokens ----


@pytest.mark.parametrize("between", ["=", "->", "=>", ":", " → ", " to ", " into ", " = "])
def test_text_changes(between: str) -> None:
    assert changes_of(f"Gull{between}Tern") == (("Gull", "Tern"),)
    assert changes_of((f"Gull{between}Tern", "a=b=c")) == (("Gull", "Tern"), ("a", "b=c"))


@pytest.mark.parametrize("typed", ["Gull", "=Tern", "Gull=", ""])
def test_what_is_no_text_change(typed: str) -> None:
    with pytest.raises(BadQuestion, match=r"^Write a text change as OLD=NEW, for example Soldier=Wizard[.]$"):
        changes_of((typed,))
