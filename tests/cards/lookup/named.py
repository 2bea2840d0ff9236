"""Some cards to ask about, and what the name checker's page says of them."""

import datetime
import re
from html import unescape
from urllib.parse import quote

from django.test import Client

from cards.models import Card, Face, Interchangeable, PrintedName


def make_card(
    name: str, type_line: str = "Creature", layout: str = "normal", kind: str = "card", **more: object
) -> Card:
    """A card with a face for each half of its name."""
    faces = name.split(" // ")
    lines = type_line.split(" // ")
    card = Card.objects.create(
        oracle_id=f"test-{name}",
        name=name,
        slug=quote(name.lower().replace(" ", "-"), safe=""),
        layout=layout,
        kind=kind,
        **more,
    )
    for at, face in enumerate(faces):
        Face.objects.create(card=card, position=at, name=face, type_line=lines[min(at, len(lines) - 1)])
    return card


def make_cards() -> None:
    make_card("Gray Ogre", "Creature — Ogre")
    make_card("Hill Giant", "Creature — Giant")
    make_card("Island", "Basic Land — Island")
    make_card("Fire // Ice", "Instant", "split")
    make_card("Eleven, the Mage", "Legendary Creature", released=datetime.date(2021, 11, 19))
    make_card("Cecily, Haunted Mage", "Legendary Creature", released=datetime.date(2021, 11, 19))
    Interchangeable.objects.create(name="Eleven, the Mage", other="Cecily, Haunted Mage", source="test")
    for name in ("Wildfire", "Burning of Xinye"):
        PrintedName.objects.create(
            card=make_card(name, "Sorcery"), language="ja", name="燎原の火", source="test", key=name
        )


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
