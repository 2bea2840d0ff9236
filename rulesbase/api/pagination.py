"""Cursor pagination of Django REST framework with signed cursors, each valid for its own address."""

from collections.abc import Sequence
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from rulesbase.api.problems import Problem
from rulesbase.api.query_params import A_PAGE, MOST_A_PAGE


class ApiPagination(CursorPagination):
    """Pages of a queryset or of a list."""

    page_size, page_size_query_param, max_page_size = A_PAGE, "limit", MOST_A_PAGE
    # Thousands of rulings have the same day. Cursors are signed, so their offsets can be trusted.
    offset_cutoff = None  # type: ignore[assignment]

    def page_of(self, found: QuerySet[Any] | Sequence[Any], request: Request, order: tuple[str, ...]) -> list[Any]:
        """Return the items of the requested page; ``order`` must be unique. Raises Problem."""
        self.ordering = order
        if isinstance(found, QuerySet):
            return list(self.paginate_queryset(found, request) or ())
        self.base_url, self.request = request.build_absolute_uri(), request
        cursor = self.decode_cursor(request)
        first = cursor.offset if cursor else 0
        self.last = first + (self.get_page_size(request) or 0)
        self.listed = len(found)
        return list(found[first : self.last])

    def get_next_link(self) -> str | None:
        """Return the address of the next page."""
        if not hasattr(self, "listed"):
            return super().get_next_link()
        return self.encode_cursor(Cursor(self.last, False, None)) if self.last < self.listed else None

    def _signer(self) -> Signer:
        return Signer(salt=f"rulesbase.api.pages:{self.request.path}")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Read a cursor. Raises Problem if its signature is invalid."""
        sent = request.query_params.get(self.cursor_query_param)
        try:
            return Cursor(*self._signer().unsign_object(sent)) if sent is not None else None
        except BadSignature:
            message = _("This cursor does not belong to this list. Start without a cursor and follow “next”.")
            raise Problem(400, "no-such-page", message, parameter=self.cursor_query_param) from None

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the address of a page."""
        signed = self._signer().sign_object(cursor, compress=True)
        return replace_query_param(str(self.base_url), self.cursor_query_param, signed)
