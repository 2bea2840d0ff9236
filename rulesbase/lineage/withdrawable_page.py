"""The page of what a curator said and may withdraw: what is in force, what was withdrawn, what was just made."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesbase.models.withdrawable import Withdrawable


def page_of_withdrawable(
    request: HttpRequest, template: str, rows: Sequence[Withdrawable], context: dict[str, Any]
) -> HttpResponse:
    """Render the rows with what the context says of them; ``?made=`` names the one that was just made."""
    made = request.GET.get("made", "")
    told = {
        "active": [row for row in rows if not row.withdrawn_at],
        "withdrawn": [row for row in rows if row.withdrawn_at],
        "made": next((row for row in rows if str(row.pk) == made), None),
    }
    response = render(request, template, told | context)
    response.headers["Cache-Control"] = "private, no-store"
    return response
