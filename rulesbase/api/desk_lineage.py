"""Corrections of the lineage, for programs of curators."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.bodies import KEY, Body, Field, words
from rulesbase.api.desk_base import DeskPost
from rulesbase.api.params import FLAG, Param
from rulesbase.corrections import check, correct, effects, read_place, withdraw
from rulesbase.models import Correction
from rulesbase.roles import CURATE

_PLACE = words(100, 1)
CORRECT = Body(
    "CorrectionToMake",
    (
        Field("old", _PLACE, "The older place: 201.3@2006-05-01.", True),
        Field("verb", {"type": "string", "enum": list(Correction.Verb.values)}, "What is so.", True),
        Field("new", _PLACE, "The newer place, in the version that brought the change.", True),
        Field("reason", words(300, 1), "Everybody can read it.", True),
        Field(
            "dry",
            {"type": "boolean"},
            "Only tell what both places say and what holds between them now; store nothing.",
            otherwise=False,
        ),
    ),
    {"old": "201.3@2006-05-01", "verb": "same", "new": "201.4@2010-07-16", "reason": "It moved.", "dry": True},
)
WITHDRAW = Body("CorrectionToWithdraw", (), {})
BODIES = (CORRECT, WITHDRAW)


class DeskCorrections(DeskPost):
    """What curators corrected in the lineage, oldest version first."""

    role, answers, listed, paged = CURATE, "DeskCorrection", True, True
    body, gives = CORRECT, "DeskCorrection"
    params = (Param("withdrawn", FLAG, "Those that were withdrawn; else those that hold."),)

    def get(self, request: Request) -> Response:
        """What curators corrected in the lineage."""
        rows = Correction.objects.filter(withdrawn_at__isnull=not self.asked.get("withdrawn", False))
        page = self.page_of_rows(rows.with_people(), "new_date", "pk")
        held = effects(page.items)
        return self.many([correction_data(one, held[one.pk]) for one in page.items], page.after)

    def act(self, said: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Say what one step of the lineage really was, and link it anew.

        With `dry` nothing is stored: the answer shows both places and what holds between them now.
        """
        (old_date, old_number), (new_date, new_number) = read_place(said["old"]), read_place(said["new"])
        verb = said["verb"]
        if said["dry"]:
            places = check(
                verb=verb, old_date=old_date, old_number=old_number, new_date=new_date, new_number=new_number
            )
            return {
                "id": None,
                "verb": verb,
                "old": f"{places.old.number}@{old_date}",
                "new": f"{places.new.number}@{new_date}",
                "old_text": str(places.old.wording),
                "new_text": str(places.new.wording),
                "bond": places.bond,
            }
        made = correct(
            verb=verb,
            old_date=old_date,
            old_number=old_number,
            new_date=new_date,
            new_number=new_number,
            reason=said["reason"],
            by=self.user,
        )
        return correction_data(made, effects([made])[made.pk])


class DeskCorrectionWithdraw(DeskPost):
    """Withdraw a correction."""

    role, body, gives = CURATE, WITHDRAW, "DeskCorrection"
    path_params = {"key": Param("key", KEY, "`id` of the list.", example=1)}

    def act(self, said: dict[str, Any], key: int = 0, **where: Any) -> dict[str, Any]:
        """Take a correction back; its step is linked as before it. The row stays as a record."""
        return correction_data(withdraw(key, by=self.user), False)


def correction_data(row: Correction, holds: bool) -> dict[str, Any]:
    """A correction; ``holds`` says whether the stored lineage is so."""
    return {
        "id": row.pk,
        "verb": row.verb,
        "old": row.old_place,
        "new": row.new_place,
        "reason": row.reason,
        **row.signature(),
        "holds": holds,
    }
