"""The relevant rules of a card: on its page, and in old versions."""

import datetime

import pytest
from django.test import Client

from cards.relevance.queries import relevant_rules
from rulesbase.archive.catalogue import catalogue
from tests.support.cards import make_card

pytestmark = pytest.mark.django_db


TENTS = {"type_line": "Enchantment", "text": "Tents lose all abilities. They have base power and toughness 2/2."}


@pytest.mark.usefixtures("twelve")
@pytest.mark.parametrize(
    ("face", "keywords", "day", "expected"),
    [
        ({"type_line": "Instant", "layout": "split"}, [], "2026-06-19", {"709.3", "709.4"}),
        ({"type_line": "Creature — Bird", "text": "Flying"}, ["Flying"], "2006-05-01", {"502.4"}),
        # Another name today, and a kind of another keyword.
        ({"type_line": "Enchantment — Aura"}, ["Totem armor"], "2026-06-19", {"702.89", "303.4"}),
        (TENTS, [], "2026-06-19", {"613.1f", "613.4b"}),
        # The same rules by the numbers of another day.
        (TENTS, [], "2011-09-30", {"613.1f", "613.3b"}),
        # A card without text shows its type.
        ({"type_line": "Artifact", "layout": "sideways"}, [], "2026-06-19", {"301"}),
    ],
)  # fmt: skip
def test_a_card_leads_to_its_rules_of_the_day(
    face: dict[str, str], keywords: list[str], day: str, expected: set[str]
) -> None:
    layout = face.get("layout", "normal")
    fields = {name: value for name, value in face.items() if name != "layout"}
    card = make_card("Brass Lamp", [{"name": "Brass Lamp"} | fields], layout=layout, keywords=keywords)
    found = relevant_rules(catalogue(), catalogue().find(day), card)
    assert expected <= {rule.number for rule in found.rules}
    assert len(found.rules) <= 8


@pytest.mark.usefixtures("twelve")
def test_page_shows_rules_with_the_words_of_the_card(client: Client) -> None:
    lamp = {"name": "Brass Lamp", "type_line": "Artifact", "text": "If a tent would shine, it sings instead. (Loud.)"}
    make_card("Brass Lamp", [lamp], keywords=["Banjo"], released=datetime.date(2010, 4, 23))
    page = client.get("/cards/brass-lamp/").content.decode()
    assert 'href="/rules/2026-06-19/614.1a/"' in page
    assert '<q class="small quiet">instead</q>' in page
    past = client.get("/cards/brass-lamp/?version=2006-05-01").content.decode()
    assert "The card was released after this version." in past
    assert "This version has no rule about: <span" in past
