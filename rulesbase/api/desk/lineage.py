"""Corrections of the lineage, for programs of curators."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import CURATE
from rulesbase.api.desk.base import DeskPost
from rulesbase.api.desk.schemas import DeskCorrectionSerializer
from rulesbase.api.query_params import Fields, StrictBooleanField, StrictTextField, key
from rulesbase.api.request_body import body
from rulesbase.lineage.corrections import check, correct, effects, read_place, withdraw
from rulesbase.models import Correction

CORRECT = body(
    "CorrectionToMake",
    {
        "old": StrictTextField(100, 1, "The older place: 201.3@2006-05-01."),
        "verb": ChoiceField(Correction.Verb.values, help_text="What is so."),
        "new": StrictTextField(100, 1, "The newer place, in the version that brought the change."),
        "reason": StrictTextField(300, 1, "Everybody can read it."),
        "dry": StrictBooleanField(
            "Only tell what both places say and what holds between them now; store nothing.", default=False
        ),
    },
    {"old": "201.3@2006-05-01", "verb": "same", "new": "201.4@2010-07-16", "reason": "It moved.", "dry": True},
)
WITHDRAW = body("CorrectionToWithdraw", {}, {})
WITHDRAWN: Fields = {"withdrawn": StrictBooleanField("Those that were withdrawn; else those that hold.", default=False)}


class DeskCorrections(DeskPost):
    """What curators corrected in the lineage, oldest version first."""

    role, answers, listed, paged = CURATE, DeskCorrectionSerializer, True, True
    body, params = CORRECT, WITHDRAWN

    def get(self, request: Request) -> Response:
        """What curators corrected in the lineage."""
        rows = Correction.objects.filter(withdrawn_at__isnull=not self.asked["withdrawn"])
        return self.many(_judged(self.page(rows.with_people(), "new_date", "pk")))

    def act(self, said: dict[str, Any], **where: Any) -> Any:
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
        return _judged([made])[0]


class DeskCorrectionWithdraw(DeskPost):
    """Withdraw a correction."""

    role, body, answers = CURATE, WITHDRAW, DeskCorrectionSerializer
    path_params = {"key": key("`id` of the list.")}

    def act(self, said: dict[str, Any], key: int = 0, **where: Any) -> Any:
        """Take a correction back; its step is linked as before it. The row stays as a record."""
        row = withdraw(key, by=self.user)
        vars(row)["holds"] = False
        return row


def _judged(rows: list[Any]) -> list[Any]:
    """Note at each correction whether the stored lineage is so."""
    held = effects(rows)
    for row in rows:
        vars(row)["holds"] = held[row.pk]
    return rows
