"""The addresses of Rulesbase and an empty view, the yardstick of all pages."""

import json
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as ours
from rulesbase.models import User
from rulesbase.study.reviews.queue import queue
from rulesbase.study.reviews.sync import sync


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with two bytes. Plain text is never kept, so the whole stack runs each time."""
    return HttpResponse(b"ok", content_type="text/plain", headers={"Content-Length": "2"})


class EmptyApi(APIView):
    """An empty view of the framework of the API, without sign-in. Outside the API: not counted, not kept."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request) -> Response:
        """Answer with two bytes."""
        return Response({}, headers={"Cache-Control": "no-store"})


@login_required
def study_queue(request: HttpRequest) -> HttpResponse:
    """The next cards of whoever asks, by their public ids: what is shown of them is another figure's matter."""
    found = queue(cast(User, request.user), now=timezone.now())
    return JsonResponse([waiting.question.public_id for waiting in found.items], safe=False)


@login_required
def study_sync(request: HttpRequest) -> HttpResponse:
    """Count the grades that are sent."""
    return JsonResponse(sync(cast(User, request.user), json.loads(request.body)))


urlpatterns = [
    path("bench/study/queue/", study_queue),
    path("bench/study/sync/", study_sync),
    path("bench/empty/", empty),
    path("bench/empty-api/", EmptyApi.as_view()),
    *ours,
]
