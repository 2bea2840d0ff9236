"""Old words of the game are read as today's: every phrase, and every way to write it."""

import pytest

from rulesbase.engine.eras import modern

TODAY = {
    "state-based action": "state-based effect|state-based effects|state-based action|state-based actions",
    "mana value": "converted mana cost|converted mana costs|mana value|mana values",
    "aura": "local enchantment|local-enchantments|creature enchantment|creature enchantments|enchant permanent|"
    "enchant permanents|aura|auras",
    "exile": "removed from the game|removed-from-the-game|remove from the game|removed it from the game|"
    "remove them from the game|exile|exiled",
    "enter": "come into play|comes into play|came into play|coming into play|comes onto the battlefield|"
    "put it onto the battlefield|puts into play|putting them into play|enters into play|enters the battlefield|"
    "enter the battlefield|entered the battlefield|entering the battlefield|enters onto the battlefield|"
    "comes-into-play|enters-the-battlefield|enter|enters",
    "leave": "leave play|leaves play|leave the battlefield|leaves the battlefield|leaves-play|leaves-the-battlefield",
    "battlefield": "in-play|in-play zone|in play|on the battlefield|the battlefield",
    "text changing": "text-changing",
    "their": "his or her|its owner's|their",
    "they": "he or she|they",
    "them": "him or her|them",
    "cast": "play|plays|played|playing|cast|casts|casting|activate|activates|activated|activating",
    "any target": "creature or player|any target",
    "card": "card|cards",
    "object": "object|objects",
    "permanent": "permanent|permanents",
    "spell": "spell|spells",
    "player": "player|players",
    "ability": "ability|abilities",
    "token": "token|tokens",
    "creature": "creature|creatures",
    "color": "color|colors",
    "copy": "duplicate|duplicates|copy|copies",
    "set symbol": "expansion symbol|expansion symbols|set symbol|set symbols",
    "choose card name": "names a card|name a card|choose a card name|chooses a card name",
    "cleanup step": "discard phase",
    "then,": "first,|second,|third,|fourth,|fifth,|sixth,",
}


@pytest.mark.parametrize("today", TODAY)
def test_every_old_phrase_in_todays_words(today: str) -> None:
    for phrase in TODAY[today].split("|"):
        assert (phrase, modern(f"Barge {phrase} barge.")) == (phrase, f"barge {today} barge.")


@pytest.mark.parametrize(
    "text",
    [
        "the first lamp",
        "a seventh, lamp",
        "a lamp in display",
        "the expanse symbol",
        "scarred",
        "cardboard",
        "replays",
        "recopy",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert modern(text) == text
