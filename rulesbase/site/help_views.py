"""Views of the help pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def marks(request: HttpRequest) -> HttpResponse:
    """Explain the marks in margins and texts."""
    return render(request, "rulesbase/help_marks.html")
