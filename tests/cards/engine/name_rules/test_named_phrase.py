"""Which words of a text describe objects by a name."""

import pytest

from cards.engine.name_rules.named_phrase import read_named
from cards.engine.types import BadQuestion


def test_other_words_are_refused() -> None:
    with pytest.raises(BadQuestion, match="creatures named Grizzly Bears"):
        read_named("Grizzly Bears")
    assert read_named("a card named Bird in Hand", lambda name: name == "Bird in Hand").name == "Bird in Hand"
