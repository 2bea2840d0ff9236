"""View of the addresses that the API does not have."""

from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve
from django.utils import translation
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _

from rulesbase.api.problems import body_of, not_found
from rulesbase.core.negotiation import message_language
from rulesbase.core.problem_response import problem_answer


def unknown_address(request: HttpRequest, **rest: str) -> HttpResponseBase:
    """Answer at an unknown address of the API: redirect if it exists with or without the slash at its end, else 404."""
    path = request.path_info
    other = path[:-1] if path.endswith("/") else f"{path}/"
    try:
        found = resolve(other).url_name
    except Http404:
        found = None
    if found not in (None, "api-nowhere"):
        query = request.META.get("QUERY_STRING", "")
        address = quote(other, safe="/@:~") + (f"?{query}" if query else "")
        # 308 repeats the request with its method and body.
        return HttpResponse(status=308, headers={"Location": escape_leading_slashes(address)})
    with translation.override(message_language(request)):
        return problem_answer(body_of(not_found(_("There is nothing at this address. All addresses: /api/v1/"))))
