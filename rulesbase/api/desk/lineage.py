"""Views of the desk API on corrections of the lineage."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import CURATE
from rulesbase.api.desk.base import DeskPost
from rulesbase.api.desk.serializers import DeskCorrectionSerializer
from rulesbase.api.query_params import Fields, StrictBooleanField, StrictTextField, key
from rulesbase.api.request_body import body
from rulesbase.core.document_urls import document_prefix
from rulesbase.engine.documents import document_active
from rulesbase.lineage.corrections import check, correct, effects, read_places, withdraw
from rulesbase.models import Correction

CORRECT = body(
    "CorrectionToMake",
    {
        "old": StrictTextField(100, 1, "The older entry: 201.3@2006-05-01, MTR 3.9@2014-07-18."),
        "verb": ChoiceField(Correction.Verb.values, help_text="The correct relation."),
        "new": StrictTextField(100, 1, "The newer entry, in the version with the change."),
        "reason": StrictTextField(300, 1, "The reason. It is public."),
        "dry": StrictBooleanField("Store nothing. Only return both texts and their current relation.", default=False),
    },
    {"old": "201.3@2006-05-01", "verb": "same", "new": "201.4@2010-07-16", "reason": "It moved.", "dry": True},
)
WITHDRAW = body("CorrectionToWithdraw", {}, {})
WITHDRAWN: Fields = {"withdrawn": StrictBooleanField("Removed corrections. Default: those in effect.", default=False)}


class DeskCorrections(DeskPost):
    """List corrections of the lineage by curators."""

    role, response_serializer, listed, paged = CURATE, DeskCorrectionSerializer, True, True
    body, params = CORRECT, WITHDRAWN

    def get(self, request: Request) -> Response:
        rows = Correction.every.filter(withdrawn_at__isnull=not self.query_values["withdrawn"])
        return self.many(_with_effects(self.page(rows.with_people(), "new_date", "pk")))

    def act(self, data: dict[str, Any], **where: Any) -> Any:
        """Correct one step of the lineage and link it again.

        With `dry` nothing is stored. The answer shows both entries and their current relation.
        """
        document, dated = read_places(data["old"], data["new"])
        verb = data["verb"]
        with document_active(document):
            if not data["dry"]:
                return _with_effects([correct(verb, dated, reason=data["reason"], by=self.user)])[0]
            places, mark = check(verb, dated), document_prefix()
            return {
                "id": None,
                "verb": verb,
                "old": f"{mark}{places.old.number}@{dated.old_date}",
                "new": f"{mark}{places.new.number}@{dated.new_date}",
                "old_text": places.old.wording.words,
                "new_text": places.new.wording.words,
                "bond": places.relation,
            }


class DeskCorrectionWithdraw(DeskPost):
    """Withdraw a correction."""

    role, body, response_serializer = CURATE, WITHDRAW, DeskCorrectionSerializer
    path_params = {"key": key("`id` of the list.")}

    def act(self, data: dict[str, Any], key: int = 0, **where: Any) -> Any:
        """Undo a correction. Its step is linked as before. The correction stays in the log."""
        row = withdraw(key, by=self.user)
        vars(row)["holds"] = False
        return row


def _with_effects(rows: list[Any]) -> list[Any]:
    """Set on each correction whether the stored lineage agrees with it."""
    held = effects(rows)
    for row in rows:
        vars(row)["holds"] = held[row.pk]
    return rows
