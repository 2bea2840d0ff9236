"""Some cards to ask about, and what the name checker's page says of them."""

import datetime
import re
from html import unescape

from django.test import Client

from cards.models import Interchangeable
from tests.support.cards import make_card, make_name


def make_cards() -> None:
    made = datetime.date(2021, 11, 19)
    make_card("Gray Ogre", type_line="Creature — Ogre")
    make_card("Hill Giant", type_line="Creature — Giant")
    make_card("Island", type_line="Basic Land — Island")
    halves = [{"name": name, "type_line": "Instant"} for name in ("Fire", "Ice")]
    make_card("Fire // Ice", halves, layout="split")
    for name in ("Eleven, the Mage", "Cecily, Haunted Mage"):
        make_card(name, type_line="Legendary Creature", released=made)
    Interchangeable.objects.create(name="Eleven, the Mage", other="Cecily, Haunted Mage", source="test")
    for name in ("Wildfire", "Burning of Xinye"):
        make_name(make_card(name, type_line="Sorcery"), "ja", "燎原の火")


def asked(
    client: Client, query: str, status: int = 200, path: str = "/names/", headers: dict[str, str] | None = None
) -> str:
    response = client.get(f"{path}?{query}", headers=headers)
    assert response.status_code == status, response.headers.get("Location")
    return unescape(response.content.decode())


def verdict(page: str) -> str:
    found = re.search(r'<h2 class="word.*?</h2>', page, re.DOTALL)
    assert found, page
    return re.sub(r"<[^>]+>", "", found[0]).strip()
