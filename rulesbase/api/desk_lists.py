"""What waits at the desk and what a text was before, for programs: queues, histories, and taking a text up again."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase import curation
from rulesbase.api.bodies import KEY, REVISION, Body, Field, words
from rulesbase.api.cursors import page_of_list
from rulesbase.api.desk_base import DeskApi, checked
from rulesbase.api.desk_texts import IN_PATH, WHERE, OnText, row_data, spot_at
from rulesbase.api.params import Param, like, one_of, text, whole
from rulesbase.api.problems import missing
from rulesbase.desk_history import earlier_text, life_of
from rulesbase.desk_queues import Item, Queue, chapter_key, plan_of
from rulesbase.desk_rows import Row, english_key, newest_rows, rows_of
from rulesbase.desk_spots import Spot
from rulesbase.forms_desk import WordsForm
from rulesbase.models import Translation
from rulesbase.roles import TRANSLATE
from rulesbase.shelf import shelf

REVERT = Body(
    "TextToTakeUp",
    (
        Field("to", KEY, "`id` of a text of the history.", True),
        Field("reason", words(300, 1), "Why; it stays in the history.", True),
        Field("base", REVISION, "The revision that you saw: `base` of the text.", True),
        *WHERE,
    ),
    {"to": 1, "base": 2, "reason": "The earlier one was right."},
)
BODIES = (REVERT,)
_PART = Param("part", whole(0, 999), "0 for the text itself, 1 and up for its examples.", example=0)
_VERSION = Param("version", like(r"[12]\d{3}-\d\d-\d\d"), "A version that is announced, to work ahead for.")


class DeskQueue(DeskApi):
    """The texts of a queue, in the order of the desk: what waits for review, if no other is named."""

    role, answers, listed, paged = TRANSLATE, "DeskWaiting", True, True
    path_params = {"language": IN_PATH["language"]}
    params = (
        Param("queue", one_of(*Queue), "Which queue; `review` where not said.", example="review"),
        Param("chapter", text(20), "Only this chapter: its number, or `glossary`.", example="201"),
        _VERSION,
    )

    def get(self, request: Request, language: str) -> Response:
        """The texts of a queue, in the order of the desk: what waits for review, if no other is named.

        `base` is the revision that whatever is done to a text has to name; look at the text itself first.
        """
        books = shelf()
        volume = self.worked_for(books, self.asked.get("version", ""))
        queue, chapter = self.asked.get("queue", Queue.REVIEW), self.asked.get("chapter", "")
        plan = plan_of(books, language, checks=queue == Queue.CHECKS, volume=volume)
        items = plan.queues[queue] if plan else ()
        page = page_of_list([one for one in items if chapter in ("", chapter_key(one.cell))], self.wanted_page())
        newest = newest_rows(page.items, language)
        return self.many(
            [_waiting(row, newest.get(english_key(row.item))) for row in rows_of(page.items, language)], page.after
        )


def _waiting(row: Row, newest: Translation | None) -> dict[str, Any]:
    item: Item = row.item
    return {
        "number": row.number,
        "part": item.part,
        "rule": row.public_id,
        "subject": row.subject,
        "freshness": str(item.cell.state),
        "since": row.since.isoformat() if row.since else None,
        "cited": item.cited,
        "older": item.older,
        "failed": list(item.failed),
        "base": newest.revision if newest else 0,
        "status": newest.status if newest else None,
        "by": newest.author_name if newest else "",
        "at": newest.made_at.isoformat() if newest else None,
        "others": list(row.others),
    }


class DeskHistory(DeskApi):
    """Every text that a rule had in a language, the newest first; of an example those of all its examples."""

    role, answers, listed, path_params = TRANSLATE, "DeskPast", True, IN_PATH
    params = (_PART, _VERSION)

    def get(self, request: Request, language: str, place: str) -> Response:
        """Every text that a rule had in a language, the newest first; of an example those of all its examples."""
        books = shelf()
        volume = self.worked_for(books, self.asked.get("version", ""))
        life = life_of(spot_at(books, volume, language, place, self.asked.get("part", 0)))
        return self.many(
            [
                {
                    **(row_data(one.row) or {}),
                    "origin": one.row.origin,
                    "english": one.row.original.digest,
                    "current": one.is_current,
                    "places": [f"{at.number}@{at.date}" for at in one.places],
                }
                for one in life.texts
            ]
        )


class DeskRevert(OnText):
    """Take up an earlier text again."""

    body = REVERT

    def act(self, said: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Take up a text of the history again, as a new revision.

        Readers see it at once where a reviewer does it and one person may approve alone; else it waits for review.
        """
        return super().act(said, **where)

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """As the button of the history does."""
        to = earlier_text(spot, said["to"])
        if to is None:
            raise missing(_("This text is not in the history of this rule."))
        curation.revert(spot, to, said["base"], self.user, checked(WordsForm(said))["reason"])
