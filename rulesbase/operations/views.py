"""The status page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import curator_required
from rulesbase.operations.status import site_status


@curator_required
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show contents, missing versions, pending work, failures and the last backup."""
    return render(request, "operations/status.html", {"status": site_status()})
