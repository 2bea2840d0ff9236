"""What tests of the desk ask about a text, and how they send one."""

from typing import TYPE_CHECKING

from django.test import Client

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk.targets import cell_of, translated_text_of
from rulesbase.models import Translation, Wording
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import address, spot

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse


def rows(number: str, part: int = 0) -> list[Translation]:
    """All texts of a slot, oldest first."""
    at = spot(number, part)
    return list(Translation.objects.filter(original=at.original, language="fr").order_by("revision"))


def newest(number: str, part: int = 0) -> Translation:
    """The newest text of a slot."""
    return rows(number, part)[-1]


def base_of(number: str, part: int = 0) -> int:
    """The newest revision of a slot, 0 for none."""
    return max((row.revision for row in rows(number, part)), default=0)


def seen_of(number: str, part: int = 0) -> int | str:
    """The text that readers see, as the form carries it."""
    return next((row.pk for row in rows(number, part) if row.status == "approved"), "")


def post(client: Client, number: str, verb: str, *, part: int = 0, **sent: object) -> "_MonkeyPatchedWSGIResponse":
    """Press a button of the editor, as somebody who has just opened it."""
    form = {"base": base_of(number, part), "seen": seen_of(number, part)} | sent
    if verb:
        form["verb"] = verb
    return client.post(address(number, part), form)


def readers_see(number: str) -> str | None:
    """The translation that a reader of the newest version gets."""
    translated = translated_text_of(catalogue(), spot(number))
    assert translated is not None
    return Wording.objects.get(pk=translated.wording).text if translated.wording else None


def state_of(number: str) -> Freshness:
    """How fresh an entry is, examples counted."""
    cell = cell_of(catalogue(), spot(number))
    assert cell is not None
    return cell.state
