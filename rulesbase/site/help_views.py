"""Pages that explain the others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def marks(request: HttpRequest) -> HttpResponse:
    """Tell what the marks in margins and texts mean."""
    return render(request, "rulesbase/help_marks.html")
