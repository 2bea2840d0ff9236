"""Views of the desk API on queues: the texts to translate or review."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import TRANSLATE
from rulesbase.api.desk.base import DeskApi
from rulesbase.api.desk.serializers import DeskWaitingSerializer
from rulesbase.api.desk.texts import VERSION
from rulesbase.api.query_params import StrictTextField
from rulesbase.api.views.versions import in_path
from rulesbase.desk.queue_params import QueueParams, Sort, items_of, queue_around
from rulesbase.desk.queues import Queue
from rulesbase.desk.rows import newest_rows, rows_of


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
