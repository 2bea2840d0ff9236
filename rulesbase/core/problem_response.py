"""What is wrong, for programs: application/problem+json (RFC 9457), the one form of all errors below /api/."""

import json
from typing import Any

from django.http import HttpResponse

PROBLEM = "application/problem+json"


def problem_data(status: int, title: str, detail: str, *, kind: str = "about:blank", **more: Any) -> dict[str, Any]:
    """A problem as data. ``kind`` is an address that explains it; ``about:blank`` says that the status tells all."""
    return {"type": kind, "title": title, "status": status, "detail": detail, **more}


def problem_answer(data: dict[str, Any]) -> HttpResponse:
    """The answer that a problem is, for whoever stands outside the views of the API."""
    return HttpResponse(json.dumps(data, ensure_ascii=False), status=data["status"], content_type=PROBLEM)
