"""Redirects to the requested next address, and from the address of a form to its page."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def next_address(request: HttpRequest, otherwise: str) -> str:
    """Return the requested next address if it is on this site, else `otherwise`."""
    wanted = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME) or ""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # redirect() would take a word without slash for a URL name.
    return wanted if ours and "/" in wanted else otherwise


def posted_from(page: str, *url_kwargs: str) -> Callable[[View[P]], View[P]]:
    """Make a view for POST from a form of ``page``; a GET redirects to the page, with these arguments of the URL.

    A response with errors stays at the form's address; reloading it or changing the language is a GET.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def posted(request: HttpRequest, /, *args: P.args, **named: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **named)
            if request.method in ("GET", "HEAD"):
                return redirect(page, *(str(named[name]) for name in url_kwargs))
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])

        return posted

    return decorate
