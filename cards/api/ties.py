"""Ties of rulings to rules, for programs of curators."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.models import RulingTie
from cards.ties import tie, withdraw
from cards.tying import TieForm
from rulesbase.api.bodies import KEY, Body, Field, words
from rulesbase.api.desk_base import DeskPost, checked
from rulesbase.api.params import FLAG, Param
from rulesbase.roles import CURATE

TIE = Body(
    "TieToMake",
    (
        Field("ruling", KEY, "`id` of the ruling.", True),
        Field("place", words(100, 1), "The rule: 704.5k, as of the ruling's day, or 704.5k@2018-10-05.", True),
        Field("reason", words(300, 1), "Everybody can read it.", True),
    ),
    {"ruling": 1, "place": "704.5k", "reason": "It speaks of this rule."},
)
WITHDRAW = Body("TieToWithdraw", (), {})
BODIES = (TIE, WITHDRAW)


class DeskTies(DeskPost):
    """Which rules curators tied rulings to."""

    role, answers, listed, paged = CURATE, "DeskTie", True, True
    body, gives = TIE, "DeskTie"
    params = (Param("withdrawn", FLAG, "Those that were withdrawn; else those that hold."),)

    def get(self, request: Request) -> Response:
        """Which rules curators tied rulings to."""
        rows = RulingTie.objects.filter(withdrawn_at__isnull=not self.asked.get("withdrawn", False))
        page = self.page_of_rows(rows.select_related("ruling__card").with_people(), "day", "pk")
        return self.many([tie_data(one) for one in page.items], page.after)

    def act(self, said: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Say that a ruling rests on a rule."""
        clean = checked(TieForm(said))
        return tie_data(tie(clean["ruling"], clean["place"], reason=clean["reason"], by=self.user))


class DeskTieWithdraw(DeskPost):
    """Withdraw a tie."""

    role, body, gives = CURATE, WITHDRAW, "DeskTie"
    path_params = {"key": Param("key", KEY, "`id` of the list.", example=1)}

    def act(self, said: dict[str, Any], key: int = 0, **where: Any) -> dict[str, Any]:
        """Take a tie back; the row stays as a record."""
        return tie_data(withdraw(key, by=self.user))


def tie_data(row: RulingTie) -> dict[str, Any]:
    """A tie."""
    return {
        "id": row.pk,
        "ruling": row.ruling_id,
        "card": row.ruling.card.slug if row.ruling else None,
        "place": row.place,
        "reason": row.reason,
        **row.signature(),
    }
