"""Citations of any age: one by its address, some behind a question mark, many as a batch."""

import re
from collections.abc import Sequence
from typing import Any

from django.http import UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.bodies import json_of
from rulesbase.api.params import VERSION, Param, like, several, some_text
from rulesbase.api.problems import Problem, missing
from rulesbase.api.shapes import DATE, STRINGS
from rulesbase.as_data import meaning_data
from rulesbase.citations import meanings
from rulesbase.descent import english
from rulesbase.engine.citing import Cited, read_citation
from rulesbase.shelf import Shelf, Volume, shelf

MOST, MOST_IN_ADDRESS = 500, 50
LARGEST_BODY = 256 * 1024
LONGEST = 200
_TO = Param("to", like(VERSION), "The version that they are wanted for; the latest where not said.", example="latest")
_ITEM = ("citation number to numbers confidence status hops version first last last_seen").split()
_BODY = '{"citations": ["202.3@2006-05-01"], "to": "latest"}'


def _ends(found: Sequence[Cited]) -> list[Cited]:
    """Every number of a citation; of a range, those between its ends too."""
    first = found[0]
    return [first, *(first._replace(number=number, between=()) for number in first.between), *found[1:]]


def resolved(books: Shelf, texts: Sequence[str], to: Volume) -> tuple[list[dict[str, Any]], list[str]]:
    """What citations mean, and those that cannot be read. Five queries whatever their number."""
    read = {text: read_citation(text[:LONGEST]) for text in texts}
    cited = [(text, one) for text in texts if read[text] for one in _ends(read[text])]
    found = meanings(books, [one for _text, one in cited], to) if cited else []
    items = [
        meaning_data(text, meaning, to) for (text, _one), some in zip(cited, found, strict=True) for meaning in some
    ]
    return items, [text for text in texts if not read[text]]


class _Citing(Api):
    """What citing addresses share."""

    tag = "citations"

    def wanted_version(self, books: Shelf, name: str) -> Volume:
        """The newest complete English text up to the day that is asked for. Raises Problem."""
        day = self.volume(books, name).date
        to = next((volume for volume in reversed(english(books)) if volume.date <= day), None)
        if to is None:
            raise missing(_("There is no complete English text of %(day)s or before.") % {"day": day})
        return to


class Citations(_Citing):
    """What some citations mean in another version."""

    answers, listed, fields, takes = "Meaning", True, _ITEM, "Batch"
    around = {"to": DATE, "refused": STRINGS}
    params = (
        Param(
            "cite",
            several(some_text(), MOST_IN_ADDRESS),
            "Citations, one each: 202.3@2006-05-01.",
            required=True,
            repeated=True,
            example=["202.3@2006-05-01"],
        ),
        _TO,
    )

    def get(self, request: Request) -> Response:
        """What some citations mean in another version; at most 50.

        What is no citation stands in `refused`.
        """
        return self._answer(self.asked["cite"], self.asked.get("to", "latest"))

    def post(self, request: Request) -> Response:
        """What many citations mean in another version; at most 500, each at most 200 letters.

        What is no citation stands in `refused`. Nothing is stored.
        """
        texts, to = _batch(request)
        return self._answer(texts, to)

    def _answer(self, texts: Sequence[str], name: str) -> Response:
        books = shelf()
        to = self.wanted_version(books, name)
        items, refused = resolved(books, texts, to)
        return self.many(items, to=str(to), refused=refused)


class OneCitation(_Citing):
    """What a citation means in another version; a range gives one item for each number."""

    answers, listed, fields, params = "Meaning", True, _ITEM, (_TO,)
    around = {"to": DATE}
    path_params = {"cited": Param("cited", some_text(), "A citation.", example="202.3@2006-05-01")}

    def get(self, request: Request, cited: str) -> Response:
        """What a citation means in another version; a range gives one item for each number."""
        books = shelf()
        to = self.wanted_version(books, self.asked.get("to", "latest"))
        items, refused = resolved(books, [cited], to)
        if refused:
            told = _("“%(text)s” is no citation. Write a number and a day: 202.3@2006-05-01.")
            raise missing(told % {"text": cited[:60]})
        return self.many(items, to=str(to))


# ---- The body of a batch ----


def _body(request: Request) -> Any:
    """The body as data. Raises Problem."""
    if (request.content_type or "").partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "media-type", _("Send the body as application/json."))
    try:
        raw = request._request.read(LARGEST_BODY + 1)
    except UnreadablePostError:
        raise Problem(400, "bad-body", _("What you sent ended too early. Send it again.")) from None
    if len(raw) > LARGEST_BODY:
        told = _("The body has more than %(most)d bytes. Send at most %(count)d citations at once.")
        raise Problem(413, "too-large", told % {"most": LARGEST_BODY, "count": MOST}, most=MOST)
    return json_of(raw)


def _batch(request: Request) -> tuple[list[str], str]:
    body = _body(request)
    if not isinstance(body, dict) or not isinstance(body.get("citations"), list):
        raise Problem(400, "bad-body", _("The body is an object such as %s.") % _BODY)
    unknown = sorted(set(body) - {"citations", "to"})
    if unknown:
        raise Problem(400, "bad-body", _("The body has only “citations” and “to”, not “%s”.") % str(unknown[0])[:60])
    texts, to = body["citations"], body.get("to", "latest")
    if not 1 <= len(texts) <= MOST:
        told = _("%(count)d citations were sent; a batch has at least one and at most %(most)d.")
        raise Problem(400, "bad-body", told % {"count": len(texts), "most": MOST}, most=MOST)
    if not all(isinstance(text, str) and len(text) <= LONGEST for text in texts):
        raise Problem(400, "bad-body", _("Every citation is a text of at most %d letters.") % LONGEST)
    if not isinstance(to, str) or not _is_version(to):
        raise Problem(400, "bad-body", _("“to” is a day such as 2011-09-30, a year, or latest."))
    return texts, to


def _is_version(name: str) -> bool:
    return re.fullmatch(VERSION, name, re.ASCII) is not None
