"""The addresses of Rulesbase and an empty view, the yardstick of all pages."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as ours


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with two bytes. Plain text is never cached, so the whole stack runs each time."""
    return HttpResponse(b"ok", content_type="text/plain", headers={"Content-Length": "2"})


class EmptyApi(APIView):
    """An empty view of the framework of the API, without sign-in. Outside the API: not counted, not cached."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request) -> Response:
        """Answer with two bytes."""
        return Response({}, headers={"Cache-Control": "no-store"})


urlpatterns = [
    path("bench/empty/", empty),
    path("bench/empty-api/", EmptyApi.as_view()),
    *ours,
]
