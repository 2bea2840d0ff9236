"""Our addresses, and one page behind the curators' door."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as ours
from rulesbase.accounts.permissions import curator_required


@curator_required
def page(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(f"{name} for {request.user.get_username()}")


urlpatterns = [path("behind/<name>/", page), *ours]
