"""Views of the desk API on the history of a text: list its translations, restore an earlier one."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.accounts.roles import TRANSLATE
from rulesbase.api.desk.base import DeskApi, cleaned
from rulesbase.api.desk.serializers import DeskPastSerializer
from rulesbase.api.desk.texts import BASE, IN_PATH, WHERE, WHY, TextAction, target_at
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import key
from rulesbase.api.request_body import body
from rulesbase.desk import actions as desk_actions
from rulesbase.desk.forms import WordsForm
from rulesbase.desk.history import text_history
from rulesbase.desk.rights import ROLE_OF
from rulesbase.desk.targets import TranslationTarget

REVERT = body(
    "TextToTakeUp",
    {"to": key("The `id` of an earlier translation."), **WHY, **BASE, **WHERE},
    {"to": 1, "base": 2, "reason": "The earlier one was right."},
)


class DeskHistory(DeskApi):
    """All translations of a rule in a language, newest first. For an example: those of this example."""

    role, response_serializer, listed, path_params, params = TRANSLATE, DeskPastSerializer, True, IN_PATH, WHERE

    def get(self, request: Request, language: str, place: str) -> Response:
        version = self.work_version(self.query_values["version"])
        texts = text_history(target_at(version, language, place, self.query_values["part"])).texts
        for one in texts:
            made_for = [f"{number}@{date}" for date, number in one.places]
            vars(one.row).update(current=one.is_current, made_for=made_for)
        return self.many(one.row for one in texts)


class DeskRevert(TextAction):
    """Restore an earlier translation as a new revision.

    It is published at once if a reviewer restores it and four-eyes approval is off. Otherwise it goes to review, or, if
    it was made for an older English text, becomes a draft. It replaces an open draft or a text in review.
    """

    role, body = ROLE_OF["revert"], REVERT

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Restore the earlier text."""
        past = text_history(target).text(str(data["to"]))
        if past is None:
            raise not_found(_("This translation is not in the history of this rule. Choose one from the history."))
        desk_actions.revert(target, past.row, data["base"], self.user, cleaned(WordsForm(data))["reason"])
