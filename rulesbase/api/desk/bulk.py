"""Views of the desk API that approve many texts at once, and undo that."""

from typing import Any

from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import EDIT
from rulesbase.api.desk.base import DeskPost
from rulesbase.api.desk.serializers import DeskDoneSerializer
from rulesbase.api.desk.texts import VERSION, WHY
from rulesbase.api.query_params import PatternField, StrictTextField, ValuesField
from rulesbase.api.request_body import body
from rulesbase.api.views.versions import in_path
from rulesbase.desk.bulk_actions import VERBS, bulk_approve, undo_batch
from rulesbase.desk.queue_params import QueueParams
from rulesbase.desk.queues import chapter_key, plan_of
from rulesbase.translations.freshness_types import Freshness

_LANGUAGE = in_path("fr")
BULK = body(
    "TextsToApprove",
    {
        "state": ChoiceField([str(state) for state in VERBS], help_text="How the English changed."),
        **WHY,
        "numbers": ValuesField(StrictTextField(80, 1), 2000, "Only these numbers. Default: all.", default=None),
        "chapter": StrictTextField(20, 0, "Only in this chapter.", default=""),
        **VERSION,
    },
    {"state": "references", "reason": "Numbers only.", "numbers": ["201.3"]},
)
UNDO = body("TextsToTakeBack", WHY, {"reason": "Too many."})


class DeskBulk(DeskPost):
    """Approve many texts at once."""

    role, body, response_serializer, path_params = EDIT, BULK, DeskDoneSerializer, _LANGUAGE

    def act(self, data: dict[str, Any], language: str = "", **where: Any) -> Any:
        """Approve all translations whose English changed in typography, wording or references only.

        For `references` they get the current rule numbers. Texts that somebody is editing, and texts with numbers that
        do not match, are skipped. `batch` undoes all of it.
        """
        version = self.work_version(data["version"])
        numbers: set[str] | None = set(data["numbers"]) if data["numbers"] is not None else None
        if data["chapter"]:
            plan = plan_of(self.versions, language, checks=False, version=version)
            cells = [one.cell for one in plan.queues[data["state"]]] if plan else []
            in_chapter = {cell.number for cell in cells if chapter_key(cell) == data["chapter"]}
            numbers = in_chapter if numbers is None else numbers & in_chapter
        state = Freshness(data["state"])
        return bulk_approve(language, state, self.user, data["reason"], numbers, QueueParams(version=data["version"]))


class DeskUndoBulk(DeskPost):
    """Undo a bulk approval or an import of translations."""

    role, body, response_serializer, operation_id = EDIT, UNDO, DeskDoneSerializer, "deskTakeBack"
    path_params = {**_LANGUAGE, "batch": PatternField(r"[0-9a-f]{16}", "Of the answer.", initial="0" * 16)}

    def act(self, data: dict[str, Any], language: str = "", batch: str = "", **where: Any) -> Any:
        """Undo a bulk approval or an import of translations, except texts that have changed since."""
        return undo_batch(language, batch, self.user, data["reason"])
