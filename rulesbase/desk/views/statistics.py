"""View of the statistics of a language at the desk."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import TRANSLATE
from rulesbase.desk.queue_params import queue_around
from rulesbase.desk.statistics import statistics_of
from rulesbase.desk.views.requests import language_context, page_params
from rulesbase.models import User


@language_role_required(TRANSLATE)
@require_safe
def statistics(request: HttpRequest, language: str) -> HttpResponse:
    """Show what each person translated and reviewed by week, and how far the language is."""
    versions, params = page_params(request, language)
    context = {
        **language_context(request, language),
        "plan": queue_around(versions, language, params, cast(User, request.user)),
        "statistics": statistics_of(language),
    }
    return render(request, "desk/statistics.html", context)
