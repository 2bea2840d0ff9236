"""The list of documents and their versions."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.documents.queries import documents


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the tournament documents with their versions."""
    return render(request, "rulesbase/documents.html", {"documents": documents()})
