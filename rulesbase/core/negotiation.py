"""Content negotiation: languages, and plain text or JSON."""

import re
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from rulesbase.core.languages import language_of_path

_CODE = re.compile(r"[a-z]{2,3}")
_PLAIN = "text/plain"


def languages(request: HttpRequest) -> tuple[str, ...]:
    """Return the languages of Accept-Language as short codes, most wanted first; empty if it names none."""
    header = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    codes = (code.split("-")[0] for code, weight in parse_accept_lang_header(header) if weight > 0)
    return tuple(dict.fromkeys(code for code in codes if _CODE.fullmatch(code)))


def message_language(request: HttpRequest) -> str:
    """Return the language of messages: for the API the first of Accept-Language that we have, else that of the path."""
    if not is_api(request):
        return language_of_path(request.path_info)
    ours = dict(settings.LANGUAGES)
    return next((code for code in languages(request) if code in ours), settings.LANGUAGE_CODE)


def wants_json(request: HttpRequest) -> bool:
    """Return whether Accept names JSON, and not plain text before it."""
    named = [part.partition(";")[0].strip() for part in request.META.get("HTTP_ACCEPT", "").lower().split(",")]
    data = next((at for at, kind in enumerate(named) if kind in ("application/json", "application/*")), None)
    return data is not None and _PLAIN not in named[:data]


def variant(request: HttpRequest) -> str:
    """Return a cache key part: equal for requests that get the same response at the same address."""
    return f"{','.join(languages(request))};{wants_json(request)}"


class Negotiation(DefaultContentNegotiation):
    """Choose plain text if the view has it and JSON is not asked for, else JSON; never 406."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and its media type."""
        chosen, *others = renderers
        if others and wants_json(request._request):
            chosen = others[0]
        return chosen, str(chosen.media_type)


def is_api(request: HttpRequest) -> bool:
    """Return whether the address belongs to the API, whose responses are the same for all users."""
    return request.path_info.startswith("/api/")
