"""Set the interface language from the address."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import get_script_prefix
from django.utils import translation
from django.utils.cache import patch_vary_headers

from rulesbase.core.languages import language_of_path
from rulesbase.web.middleware_types import GetResponse


def language_from_address(get_response: GetResponse) -> GetResponse:
    """Set the interface language from the path alone, so that one address shows the same page to all users.

    Cookie and Accept-Language only decide whether `/` redirects to `/fr/` or `/ja/`.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_root = request.path_info == "/"
        if is_root and request.method in ("GET", "HEAD"):
            wanted = translation.get_language_from_request(request)
            if wanted != settings.LANGUAGE_CODE:
                query = request.META.get("QUERY_STRING", "")
                address = f"{get_script_prefix()}{wanted}/" + (f"?{query}" if query else "")
                return _varying(HttpResponseRedirect(address))
        language = language_of_path(request.path_info)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return _varying(response) if is_root else response

    return middleware


def _varying(response: HttpResponseBase) -> HttpResponseBase:
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
