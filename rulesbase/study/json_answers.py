"""JSON answers to the scripts of study."""

from typing import Any

from django.http import HttpResponse, JsonResponse


def json_answer(data: dict[str, Any], status: int = 200, **headers: str) -> HttpResponse:
    """Return data as JSON; the browser asks again each time."""
    # Shared decks change without the content version that cached pages depend on.
    return JsonResponse(data, status=status, headers={"Cache-Control": "private, no-cache", **headers})


def json_refusal(why: str, status: int, **headers: str) -> HttpResponse:
    """Return the reason of a refusal as JSON."""
    return json_answer({"error": why}, status, **headers)
