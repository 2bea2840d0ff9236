"""Views of the desk API on queues and histories, and reverting to an earlier text."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import TRANSLATE
from rulesbase.api.desk.base import DeskApi, cleaned
from rulesbase.api.desk.serializers import DeskPastSerializer, DeskWaitingSerializer
from rulesbase.api.desk.texts import BASE, IN_PATH, VERSION, WHERE, WHY, TextAction, target_at
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import StrictTextField, key
from rulesbase.api.request_body import body
from rulesbase.api.views.versions import in_path
from rulesbase.desk import actions as desk_actions
from rulesbase.desk.forms import WordsForm
from rulesbase.desk.history import text_history
from rulesbase.desk.queue_params import QueueParams, Sort, items_of, queue_around
from rulesbase.desk.queues import Queue
from rulesbase.desk.rights import ROLE_OF
from rulesbase.desk.rows import newest_rows, rows_of
from rulesbase.desk.targets import TranslationTarget

REVERT = body(
    "TextToTakeUp",
    {"to": key("The `id` of an earlier translation."), **WHY, **BASE, **WHERE},
    {"to": 1, "base": 2, "reason": "The earlier one was right."},
)


class DeskQueue(DeskApi):
    """List the texts of a queue in the order of the desk. Default: texts in review.

    `base` is the revision that you must send to change a text. Read the text first.
    """

    role, response_serializer, listed, paged = TRANSLATE, DeskWaitingSerializer, True, True
    path_params = in_path("fr")
    params = {
        "queue": ChoiceField(
            [*Queue], default=Queue.REVIEW, help_text="The queue. Default: `review`.", initial="review"
        ),
        "chapter": StrictTextField(20, 0, "Only this chapter: its number, or `glossary`.", default="", initial="201"),
        **VERSION,
    }

    def get(self, request: Request, language: str) -> Response:
        version = self.work_version(self.query_values["version"])
        params = QueueParams(self.query_values["queue"], Sort.NEEDED, str(version), self.query_values["chapter"])
        plan = queue_around(self.versions, language, params, self.user)
        page = self.page(items_of(plan, params) if plan else ())
        return self.many(rows_of(page, language, newest_rows(page, language)))


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
