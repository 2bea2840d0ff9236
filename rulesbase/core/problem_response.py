"""Errors below /api/ as application/problem+json (RFC 9457)."""

import json
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

PROBLEM = "application/problem+json"


def problem_data(status: int, title: str, detail: str, *, kind: str = "about:blank", **more: Any) -> dict[str, Any]:
    """Return a problem as data. ``kind`` is an address that explains it, or ``about:blank``."""
    return {"type": kind, "title": title, "status": status, "detail": detail, **more}


def problem_answer(data: dict[str, Any]) -> HttpResponse:
    """Return a problem as a response, for code outside the views of the API."""
    response = HttpResponse(json.dumps(data, ensure_ascii=False), status=data["status"], content_type=PROBLEM)
    response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
    patch_vary_headers(response, ["Accept-Language"])
    return response
