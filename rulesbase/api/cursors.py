"""Lists in pages: a cursor says behind which item a page begins, so that what is added meanwhile shifts nothing."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from rulesbase.api.params import A_PAGE
from rulesbase.api.problems import Problem

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)
_SALT = "rulesbase.api.cursor"


class Page(NamedTuple):
    """Some items of a list, and the cursor of those behind them; empty at the end."""

    items: list[Any]
    after: str


class Asked(NamedTuple):
    """Which page is wanted of the list at an address."""

    path: str
    limit: int
    cursor: str

    @classmethod
    def of(cls, request: HttpRequest, asked: dict[str, Any]) -> "Asked":
        """Read what was asked for."""
        return cls(request.path, asked.get("limit", A_PAGE), asked.get("cursor", ""))

    def _signer(self) -> signing.Signer:
        # A cursor is good at its own address only, and only one that we made reaches the database.
        return signing.Signer(salt=f"{_SALT}:{self.path}")

    def token(self, value: Any) -> str:
        """A value as a cursor."""
        packed = base64.urlsafe_b64encode(json.dumps(value, ensure_ascii=False).encode()).decode().rstrip("=")
        return self._signer().sign(packed)

    def value(self) -> Any:
        """The value of the cursor, None without one. Raises Problem where it is none of ours."""
        if not self.cursor:
            return None
        try:
            packed = self._signer().unsign(self.cursor)
            return json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
        except (signing.BadSignature, binascii.Error, ValueError):
            told = _("This cursor does not belong to this list. Begin without one and follow “next”.")
            raise Problem(404, "no-such-page", told, parameter="cursor") from None


def page_of_rows(rows: QuerySet[Row], keys: Sequence[str], asked: Asked) -> Page:
    """A page of rows in the order of ``keys``, which together are different for every row. One query."""
    last = asked.value()
    if last is not None:
        rows = rows.filter(_behind(keys, last))
    found = list(rows.order_by(*keys)[: asked.limit + 1])
    items = found[: asked.limit]
    if len(found) <= asked.limit:
        return Page(items, "")
    return Page(items, asked.token([_plain(getattr(items[-1], key)) for key in keys]))


def _plain(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)


def _behind(keys: Sequence[str], last: Sequence[Any]) -> Q:
    """What comes behind a row: greater in one key and equal in those before it."""
    which = Q()
    for at, key in enumerate(keys):
        same = {before: last[i] for i, before in enumerate(keys[:at])}
        which |= Q(**same, **{f"{key}__gt": last[at]})
    return which


def page_of_list(items: Sequence[T], asked: Asked) -> Page:
    """A page of a list that is at hand as a whole."""
    first = asked.value() or 0
    end = first + asked.limit
    return Page(list(items[first:end]), asked.token(end) if end < len(items) else "")
