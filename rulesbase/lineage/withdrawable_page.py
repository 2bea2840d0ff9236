"""Page of rows that can be withdrawn: in force, withdrawn, and the one just made."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesbase.models.withdrawable import Withdrawable


def page_of_withdrawable(
    request: HttpRequest, template: str, rows: Sequence[Withdrawable], context: dict[str, Any], *, status: int
) -> HttpResponse:
    """Render the rows; ``?made=`` is the id of the one just made. The context overrides the default lists."""
    made = request.GET.get("made", "")
    context_rows = {
        "active": [row for row in rows if not row.withdrawn_at],
        "withdrawn": [row for row in rows if row.withdrawn_at],
        "made": next((row for row in rows if str(row.pk) == made), None),
    }
    return render(request, template, context_rows | context, status=status)
