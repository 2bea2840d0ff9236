"""Views of the API description: OpenAPI and the documentation page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.api.docs_page import EXAMPLES, PLACEHOLDER, WRITING, examples, parts, shapes
from rulesbase.api.openapi import description
from rulesbase.api.problems import titles
from rulesbase.api.query_params import A_PAGE, MOST_A_PAGE
from rulesbase.core.idempotency import MOST_ANSWERS, MOST_LETTERS


@require_safe
def schema(request: HttpRequest) -> JsonResponse:
    """Send the OpenAPI description."""
    return JsonResponse(description(), json_dumps_params={"ensure_ascii": False})


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every address with its parameters, and examples to copy."""
    host = request.build_absolute_uri("/")[:-1]
    context = {
        "host": host,
        "parts": parts(),
        "examples": examples(EXAMPLES, host),
        "writing": examples(WRITING, host, PLACEHOLDER),
        "shapes": shapes(),
        "problems": titles(),
        "rate": settings.API_RATE,
        "window": settings.API_WINDOW,
        "write_rate": settings.API_WRITE_RATE,
        "most_answers": MOST_ANSWERS,
        "most_letters": MOST_LETTERS // 1_000_000,
        "page": A_PAGE,
        "most_a_page": MOST_A_PAGE,
        "canonical": f"{host}{request.path}",
    }
    return render(request, "api/docs.html", context)


@require_safe
def other_apis(request: HttpRequest) -> HttpResponse:
    """Show what matches the operations of other rules APIs."""
    host = request.build_absolute_uri("/")[:-1]
    return render(request, "api/other_apis.html", {"host": host, "canonical": f"{host}{request.path}"})
