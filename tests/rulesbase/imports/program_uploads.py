"""Files of rules that programs upload, look at and import."""

import base64
import datetime
from typing import Any

from tests.rulesbase.desk.programs import Got, Program
from tests.support.texts import Book, Place

FRENCH = "Le joueur qui tient la lampe peut prendre une carte et la mettre dans la main de son voisin."
GERMAN = "Wer die Lampe trägt, zählt jede Münze zweimal und schweigt bis zum Abend über jedes Tor."
ENGLISH = "The player who holds the lamp may take a card and put it into the hand of the one beside them."
JAPANESE = "これは規則です。プレイヤーはカードを引くことができる。"
NUMBERS = ("101.6", "101.5", "101.3", "100.2")
BOOK = Book(datetime.date(2022, 3, 1)).with_chapter(100, Place("only-here"), *(Place(f"more-{at}") for at in range(8)))


def beside(other: str) -> str:
    """Return a text in which every rule stands twice."""
    return "".join(f"<b>{n}</b> {JAPANESE}\n\n<b>{n}.</b> {other} {at}\n\n" for at, n in enumerate(NUMBERS))


def look(program: Program, data: str | bytes, **more: str) -> dict[str, Any]:
    """Upload a file and return its preview."""
    data = data.encode() if isinstance(data, str) else data
    got = program.post("imports/", {"name": "a.txt", "base64": base64.b64encode(data).decode()} | more)
    assert got.status == 200, got
    return got.data


def confirm(program: Program, looked: dict[str, Any]) -> Got:
    """Confirm the import of a previewed file."""
    return program.post(f"imports/{looked['id']}/confirm/", {"do": "import"})


def numbered(text: str, count: int = 3) -> str:
    """Return a text of a few rules."""
    return "".join(f"{number}. {text} {at}\n\n" for at, number in enumerate(NUMBERS[:count]))
