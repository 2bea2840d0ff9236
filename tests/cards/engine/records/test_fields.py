"""Values out of records: the right kind of value, nothing, or a sentence why not."""

from typing import Any

import pytest

from cards.engine.records.fields import (
    colors_of,
    day_of,
    dicts_of,
    language_code,
    needed,
    pairs_of,
    text_of,
    words_of,
)
from cards.engine.records.scryfall import card_kind
from cards.engine.records.types import BadRecord


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("Elk", "Elk"),
        (3, "3"),
        (2.5, "2.5"),
        (0, "0"),
        ("E\x00l\ud800k", "Elk"),
        ("", ""),
    ],
)
def test_a_value_is_read_as_text(value: Any, text: str) -> None:
    assert text_of({"name": value}, "name") == text


@pytest.mark.parametrize(
    ("value", "why"),
    [(True, "“name” is not a text"), (["Elk"], "“name” is not a text"), ("a" * 1235, "“name” has 1,235 characters")],
)
def test_what_is_no_text_says_so(value: Any, why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        text_of({"name": value}, "name", 1234)
    assert str(refused.value) == why


def test_the_longest_text_is_taken() -> None:
    assert text_of({"name": "a" * 1234}, "name", 1234) == "a" * 1234
    assert len(text_of({"text": "a" * 20_000}, "text")) == 20_000
    with pytest.raises(BadRecord):
        text_of({"text": "a" * 20_001}, "text")
    assert needed({"name": "a" * 300}, "name") == "a" * 300
    assert needed({"name": " Elk "}, "name") == "Elk"
    with pytest.raises(BadRecord, match="“name” is missing"):
        needed({"name": "  "}, "name")


def test_what_is_no_day_is_left_out() -> None:
    days = [day_of({"day": value}, "day") for value in ("2007-02-01", None, 20070201, "2007-2-1", "2007-02-31")]
    assert days == ["2007-02-01", "", "", "", ""]


def test_lists_hold_only_values_of_their_kind() -> None:
    assert words_of(["a", 3, "b"]) == ("a", "b")
    assert dicts_of([{"a": 1}, "b", {}]) == [{"a": 1}, {}]
    assert (words_of("ab"), dicts_of({"a": 1})) == ((), [])
    assert (colors_of(["G", "W", "G", 3, ["U"]]), colors_of("UX"), colors_of(None), colors_of(7)) == ("WG", "U", "", "")
    assert colors_of("RUR") == "UR"
    assert pairs_of({"b": "Legal", "a": "banned", "c": "not_legal", "d": 1}) == (("a", "banned"), ("b", "legal"))
    assert pairs_of([("a", "legal")]) == ()


@pytest.mark.parametrize(
    ("layout", "type_line", "set_type", "kind"),
    [
        ("normal", "Creature — Elk", "expansion", "card"),
        ("hologram", "Instant", "", "card"),
        ("hologram", "Token Creature — Elk", "", "token"),
        ("token", "Token Creature — Elk", "token", "token"),
        ("token", "Card", "token", "nothing"),
        ("double_faced_token", "Card // Token Creature — Elemental", "", "token"),
        ("double_faced_token", "Card // Card", "", "nothing"),
        ("emblem", "Emblem — Elk", "", "emblem"),
        ("token", "Emblem — Elk", "", "emblem"),
        ("art_series", "Land // Land", "memorabilia", "nothing"),
        ("normal", "Dungeon", "token", "card"),
        ("normal", "Sorcery", "token", "nothing"),
        ("planar", "Plane — Somewhere", "planechase", "card"),
        ("normal", "", "", "card"),
        ("front_card", "Land", "", "nothing"),
        ("substitute", "Land", "", "nothing"),
        ("normal", "Card", "", "nothing"),
        ("normal", "Card — Land", "", "card"),
        ("normal", "Stickers", "", "nothing"),
        ("normal", "Token Creature — Elf", "", "token"),
        ("token", "Land", "", "token"),
        ("token", "Dungeon", "", "card"),
        ("emblem", "Token", "", "token"),
    ],
)
def test_layout_types_and_set_tell_the_kind(layout: str, type_line: str, set_type: str, kind: str) -> None:
    assert card_kind(layout, type_line, set_type) == kind


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("French", "fr"),
        ("ja", "ja"),
        ("Quenya", "qya"),
        ("jp", "ja"),
        ("Ancient Greek", "grc"),
        ("Chinese Traditional", "zh-hant"),
        ("Chinese Simplified", "zh-hans"),
        ("zht", "zh-hant"),
        ("zhs", "zh-hans"),
        ("cn", "zh-hans"),
        ("Portuguese (Brazil)", "pt"),
        ("Elvish of the Woods", "elvish o"),
    ],
)
def test_a_language_has_its_code(given: str, code: str) -> None:
    assert language_code(given) == code
