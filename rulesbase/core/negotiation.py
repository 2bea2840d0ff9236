"""What the headers of a request ask for: languages and plain text."""

import re
from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_CODE = re.compile(r"[a-z]{2,3}")
_PLAIN = "text/plain"


def languages(request: HttpRequest) -> tuple[str, ...]:
    """The languages of Accept-Language, the one most wanted first, as short codes; empty where none is named."""
    header = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    codes = (code.split("-")[0] for code, weight in parse_accept_lang_header(header) if weight > 0)
    return tuple(dict.fromkeys(code for code in codes if _CODE.fullmatch(code)))


def wants_json(request: HttpRequest) -> bool:
    """Whether Accept names JSON, and no plain text before it."""
    named = [part.partition(";")[0].strip() for part in request.META.get("HTTP_ACCEPT", "").lower().split(",")]
    data = next((at for at, kind in enumerate(named) if kind in ("application/json", "application/*")), None)
    return data is not None and _PLAIN not in named[:data]


def variant(request: HttpRequest) -> str:
    """A text that is the same for requests which get the same answer at the same address."""
    return f"{','.join(languages(request))};{wants_json(request)}"


class Negotiation(BaseContentNegotiation):
    """Plain text where an address has it and JSON is not asked for, else JSON; never a 406."""

    def select_parser(self, request: Request, parsers: list[object]) -> object:  # type: ignore[override]
        """JSON."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return parsers[0] if parsers and kind == "application/json" else None

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and its media type."""
        chosen, *others = renderers
        if others and wants_json(request._request):
            chosen = others[0]
        return chosen, str(chosen.media_type)


def is_api(request: HttpRequest) -> bool:
    """Whether the address is one of the API: its answers are the same for everybody."""
    return request.path_info.startswith("/api/")
