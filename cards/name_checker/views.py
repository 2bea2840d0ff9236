"""Show the name checker: `/names/`."""

from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from cards.name_checker.page import page_of
from rulesbase.archive.catalogue import catalogue


@require_safe
def names(request: HttpRequest) -> HttpResponse:
    """Show the form, and the answer to a question.

    Another spelling of a question redirects to its canonical address. A script gets only the parts that change, and the
    address to show. A question that cannot be answered gets status 400 and the reason.
    """
    htmx = getattr(request, "htmx", None)
    live = bool(htmx and not htmx.history_restore_request)
    page = page_of(request.GET, catalogue(), request.build_absolute_uri("/"), live=live)
    pairs = [] if page.params.is_empty and "ask" not in request.GET else page.params.pairs
    address = page.params.href if pairs else reverse("names")
    # Compared as read, so characters may be escaped in any way.
    asked = parse_qsl(request.META.get("QUERY_STRING", ""), keep_blank_values=True)
    if not live and not page.refused and asked != pairs:
        return redirect(address)
    template = "cards/name_checker/_reply.html" if live else "cards/name_checker/name_checker.html"
    response = render(request, template, page.context, status=400 if page.refused else 200)
    patch_vary_headers(response, ["HX-Request"])
    if live and not page.refused:
        response.headers["HX-Replace-Url"] = address
    return response
